#pragma once
// Rows of numbers on their way from pasted text to the events of a list, and the faults that all forms share.

#include "problem/json/events.h"
#include "problem/pasted.h"
#include "problem/pasted/lexer.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct PastedRow {
  Position at;
  std::vector<PastedToken> numbers; ///< and constants
};

/// The digits with which a print-out shows its numbers. numpy takes trailing zeros off, 1. and 0.5 beside 0.3333, but
/// works all numbers of an array to the same decimals: they say as much as 1.0000 and 0.5000.
class PastedDigits {
public:
  /// As the text is written by hand: every number says what stands there.
  PastedDigits() = default;
  /// `text` is a whole print-out.
  static PastedDigits of(std::string_view text);
  /// All numbers are times a power of ten, as MATLAB prints them: "1.0e+03 *" stands before the lines.
  static PastedDigits times_ten_to(int power);

  /// Tells `events` one number; false: it is too large.
  bool tell(const PastedToken& number, JsonEvents& events) const;

private:
  std::optional<std::size_t> decimals_; ///< behind every point; none: as written
  int power_ = 0;
};

/// Tells rows of one matrix that begins there as a list of lists, or as one list where `as` says so. Empty rows are
/// passed over.
std::optional<TextFault> tell_rows(Position at, const std::vector<PastedRow>& rows, PastedAs as,
                                   const PastedDigits& digits, JsonEvents& events);

// Faults

/// "..." in a print-out.
TextFault cut_short(const PastedToken& dots);
/// Something else than a number where one belongs.
TextFault not_a_number(const PastedToken& found);
/// A comma or & with no number before it.
TextFault no_entry(const PastedToken& found);
/// A sign directly behind a number: MATLAB and Octave work 1-2 out.
TextFault is_arithmetic(const PastedToken& found);
/// Text behind the matrix.
TextFault left_over(const PastedToken& found);
TextFault too_large(const PastedToken& number);

/// "[", "the end of the text".
std::string shown(const PastedToken& token);

} // namespace attn
