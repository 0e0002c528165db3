#pragma once
// Faults as resolving finds them: each at its list in the file, with what is wrong and what to do next. Sizes carry the
// words that such an error needs, so that a check is one call: faults.fits(rows of W_Q, d_model of X, advice).

#include "error.h"
#include "problem/document.h"

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn::resolving {

/// A list of the file: the first one of its level inside `value`, level 0 being the value itself.
/// No value: what is meant does not stand in the file but on the command line.
struct Spot {
  const Value* value = nullptr;
  std::size_t level = 0;
};

/// "past.K" of the pointer "/past/K": how messages call a value.
std::string name_of(const Value& value);

/// "W_Q is 4 x 2", "heads is 2".
std::string describe(const Value& value);

/// "d_model of X".
inline std::string size_words(std::string_view size, std::string_view whole) {
  return std::string(size).append(" of ").append(whole);
}

/// What the entries of a list are called.
struct Noun {
  std::string_view one = "number", many = "numbers";
};

/// "1 number", "3 numbers".
std::string count_of(std::size_t count, const Noun& noun);

/// How many entries a list has, and what they are. Count 0: not known, as what it hangs on has a fault of its own, and
/// nothing is held against it (no list of a Document is empty).
struct Size {
  std::size_t count = 0;
  std::string words; ///< "d_model of X"
  Spot spot;         ///< the list whose entries are counted
  Noun noun;

  bool known() const { return count != 0; }
};

/// What is wrong with one document, and which members have no say because of it.
class Findings {
public:
  explicit Findings(const Document& document) : document_(document), left_out_(document.faulty) {}

  /// Whether the member ("X", "mask/keep") has a fault by itself: it is not missing, and nothing hangs on it.
  bool left_out(std::string_view key) const;

  /// From now on the member counts as left out, as its fault has been told.
  void set_aside(std::string_view key) { left_out_.emplace_back(key); }

  /// A fault at a spot; one without a value is on the command line.
  void at(const Spot& spot, std::string message, std::string hint);
  void at(const Value& value, std::string message, std::string hint) {
    at(Spot{&value}, std::move(message), std::move(hint));
  }

  /// A fault of one number of the value: at the position of the innermost list that holds it.
  void at_entry(const Value& value, std::size_t index, std::string message, std::string hint);

  /// Something that belongs beside `spot` (no value: into the problem) is not there. Silent where the document has
  /// faults of its own: what seems missing may stand in a part that could not be read.
  void missing(const Spot& spot, std::string message, std::string hint);

  /// Holds one size against another: "expected 4 numbers, as d_model of X is 4, found 3", and both shapes before the
  /// advice in the hint. Nothing where one of them is not known.
  void fits(const Size& found, const Size& expected, std::string_view advice) {
    if (differ(found, expected)) misfit(found, expected, advice);
  }
  /// The same with words that are made when they are needed: advice() is text.
  template <std::invocable Advice>
  void fits(const Size& found, const Size& expected, Advice advice) {
    if (differ(found, expected)) misfit(found, expected, advice());
  }

  /// Throws Refusal with the document's errors and these, in the order of the file, those of no line first; does
  /// nothing if there are none.
  void raise() const;

private:
  static bool differ(const Size& found, const Size& expected) {
    return found.known() && expected.known() && found.count != expected.count;
  }
  void misfit(const Size& found, const Size& expected, std::string_view advice);

  const Document& document_;
  std::vector<std::string> left_out_;
  std::vector<Error> errors_;
};

} // namespace attn::resolving
