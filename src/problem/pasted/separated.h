#pragma once
// A matrix in lines of cells, as spreadsheets and data frames write files of it: .csv, .tsv. The separator is a tab, a
// semicolon, a comma or blanks, whichever of them the first line has first in this order. Cells may stand in quotation
// marks. Where a tab or a semicolon separates, numbers may have a decimal comma. A first row without a number holds
// labels, and so does a first column that begins below it with a text or beside it with an empty cell. Lines without
// text, and those that begin with #, are passed over, as is a byte-order mark.

#include "problem/json/events.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A cell without blanks and quotation marks around it.
struct SeparatedCell {
  Position at;
  std::string_view text;
};

/// The lines of such a text.
class SeparatedLines {
public:
  explicit SeparatedLines(std::string_view text);

  /// The cells of the next line that has any; none: the text is at its end. They are good until the next call.
  const std::vector<SeparatedCell>* next();

  char separator() const { return separator_; }

private:
  std::string_view take_line();
  void split(std::string_view line);

  std::string_view rest_;
  std::size_t line_ = 0;
  char separator_ = 0; ///< 0: no line has been seen
  std::vector<SeparatedCell> cells_;
};

/// Tells the matrix as a list of rows: numbers, true and false as they are, an empty cell as null, everything else as
/// text. Nothing holds the rows to one length. Positions are of the text.
std::optional<TextFault> read_separated(std::string_view text, JsonEvents& events);

/// Tells cells one by one in that way.
class CellTeller {
public:
  CellTeller(char separator, JsonEvents& events)
      : events_(events), is_tab_(separator == '\t'), may_be_commas_(is_tab_ || separator == ';') {}

  std::optional<TextFault> tell(const SeparatedCell& cell);

private:
  std::optional<TextFault> settle_point(const SeparatedCell& cell, std::string& number);

  JsonEvents& events_;
  bool is_tab_, may_be_commas_;
  char point_ = 0; ///< of the numbers so far; 0: none had one
};

} // namespace attn
