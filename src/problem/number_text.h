#pragma once
// Numbers as people write them: fractions in quotes, and how many digits a number was written with.

#include <string_view>

namespace attn {

/// What text is that stands where a number belongs.
struct FractionText {
  enum class Kind {
    fraction,         ///< "1/3", "-2/5", "+1/2": integers of at most 2^53
    zero_denominator, ///< "1/0"
    too_long,         ///< "1/100000000000000000000"
    number,           ///< "0.5": a number in quotes
    other,
  };
  Kind kind = Kind::other;
  double value = 0; ///< of a fraction: the nearest double
};

FractionText read_fraction(std::string_view text);

/// The digits that a number was written with.
struct Digits {
  int decimals = 0;    ///< after the point, an exponent counted in: "0.40" has 2, "1e-3" 3, "1e3" 0
  int significant = 0; ///< from the first digit that is not 0: "0.040" has 2; zero itself: all its digits
  bool whole = false;  ///< neither point nor exponent
};

/// `number` is a number of JSON.
Digits digits_of(std::string_view number);

} // namespace attn
