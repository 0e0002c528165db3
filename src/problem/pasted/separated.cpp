#include "problem/pasted/separated.h"

#include "problem/pasted/lexer.h"
#include "problem/pasted/rows.h"

#include <algorithm>
#include <string>

namespace attn {
namespace {

using Kind = PastedToken::Kind;

constexpr std::string_view blanks = " \t";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// The first of the separators, in the order of their weight, that stands outside of quotation marks.
char separator_of(std::string_view line) {
  for (const char candidate : {'\t', ';', ','}) {
    bool quoted = false;
    for (const char c : line) {
      quoted ^= c == '"';
      if (!quoted && c == candidate) return candidate;
    }
  }
  return ' ';
}

/// Where a cell ends that begins `line`: at the separator, or at the end.
std::size_t end_of_cell(std::string_view line, char separator) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    quoted ^= line[i] == '"';
    if (!quoted && line[i] == separator) return i;
  }
  return line.size();
}

std::string_view unquoted(std::string_view cell) {
  const bool is_quoted = cell.size() >= 2 && cell.front() == '"' && cell.back() == '"';
  return is_quoted ? trimmed(cell.substr(1, cell.size() - 2)) : cell;
}

std::size_t columns(std::string_view bytes) {
  return static_cast<std::size_t>(
      std::count_if(bytes.begin(), bytes.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// The number or constant that all of the text is.
std::optional<PastedToken> number_of(std::string_view text) {
  PastedLexer lexer(text);
  const PastedToken token = lexer.next();
  const bool is_number = token.kind == Kind::number || token.kind == Kind::constant;
  return is_number && lexer.next().kind == Kind::end ? std::optional(token) : std::nullopt;
}

/// 1,234: the one comma of a number may part thousands, unless it is known to be a point.
bool may_be_thousands(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t comma = text.find(',');
  return comma > 0 && comma <= 3 && text.size() - comma == 4;
}

bool is_number(std::string_view text) {
  std::string pointed(text);
  std::replace(pointed.begin(), pointed.end(), ',', '.');
  return number_of(pointed).has_value();
}

/// What begins as numbers do, rightly written or not (1 000, 0x10, \u22121): no label.
bool is_like_number(std::string_view text) {
  if (is_number(text)) return true;
  for (const std::string_view sign : {"-", "+", "\u2212"})
    if (text.starts_with(sign)) text.remove_prefix(sign.size());
  text.remove_prefix(std::min(text.find_first_not_of(".,"), text.size()));
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

/// Which of rows and columns are labels.
class Labelled {
public:
  /// Takes the first line, which may be labels.
  explicit Labelled(const std::vector<SeparatedCell>& line) {
    corner_ = line.front().text.empty() && line.size() > 1;
    first_row =
        corner_ || std::none_of(line.begin(), line.end(), [](const auto& cell) { return is_like_number(cell.text); });
    first_column = corner_;
  }
  /// Takes the first line of numbers.
  void settle(const std::vector<SeparatedCell>& line) {
    const std::string_view first = line.front().text;
    if (!corner_) first_column = line.size() > 1 && !first.empty() && !is_like_number(first);
  }

  /// A number among labels that no empty cell makes labels: the one above may be a number gone wrong.
  std::optional<TextFault> fault_of(const SeparatedCell& first) const {
    if (!first_column || corner_ || !is_like_number(first.text)) return std::nullopt;
    return TextFault{first.at, "a number in a column that begins with a label",
                     "write numbers alone, or labels alone below an empty first cell", true};
  }

  bool first_row, first_column;

private:
  bool corner_; ///< the cell where they meet is there, and empty
};

} // namespace

SeparatedLines::SeparatedLines(std::string_view text) : rest_(text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

/// Without what ends it: a line feed, with or without a carriage return.
std::string_view SeparatedLines::take_line() {
  std::string_view line = rest_.substr(0, rest_.find('\n'));
  rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
  ++line_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

const std::vector<SeparatedCell>* SeparatedLines::next() {
  while (!rest_.empty()) {
    const std::string_view line = take_line(), text = trimmed(line);
    if (text.empty() || text.starts_with('#')) continue;
    if (separator_ == 0) separator_ = separator_of(line);
    split(line);
    return &cells_;
  }
  return nullptr;
}

void SeparatedLines::split(std::string_view line) {
  cells_.clear();
  std::size_t column = 1;
  for (bool more = true; more;) {
    const std::size_t size = end_of_cell(line, separator_);
    const std::string_view cell = line.substr(0, size);
    const std::string_view text = trimmed(cell);
    const bool between_blanks = separator_ == ' ' && text.empty();
    if (!between_blanks) cells_.push_back({{line_, column + columns(cell.substr(0, cell.find(text)))}, unquoted(text)});
    more = size < line.size();
    column += columns(cell) + 1;
    line.remove_prefix(std::min(size + 1, line.size()));
  }
}

/// A decimal comma becomes a point, unless one of the two may part thousands.
std::optional<TextFault> CellTeller::settle_point(const SeparatedCell& cell, std::string& number) {
  constexpr const char* hint = "write numbers with a point, and nothing between thousands";
  const std::size_t at = number.find_first_of(",.");
  if (!may_be_commas_ || at == std::string::npos || !is_number(cell.text)) return std::nullopt;
  if (is_tab_ && number[at] == ',' && may_be_thousands(number))
    return TextFault{cell.at, "a comma that is a point or parts thousands", hint, true};
  if (point_ != 0 && point_ != number[at])
    return TextFault{cell.at, "a comma in one number and a point in another", hint, true};
  point_ = number[at];
  number[at] = '.';
  return std::nullopt;
}

std::optional<TextFault> CellTeller::tell(const SeparatedCell& cell) {
  std::string text(cell.text); // lives until the event has been taken
  if (auto fault = settle_point(cell, text)) return fault;
  const auto number = number_of(text);
  const auto scalar = text.empty() ? Scalar{}
                      : number     ? scalar_of(*number)
                                   : std::optional(Scalar{Scalar::Kind::text, 0, cell.text});
  if (!scalar)
    return TextFault{cell.at, "a number that is larger than a double can hold", too_large(*number).hint, true};
  events_.scalar(cell.at, *scalar);
  return std::nullopt;
}

std::optional<TextFault> read_separated(std::string_view text, JsonEvents& events) {
  SeparatedLines lines(text);
  const std::vector<SeparatedCell>* line = lines.next();
  if (!line) return TextFault{{}, "no numbers", "write a row of the matrix in each line", true};
  Labelled labelled(*line);
  if (labelled.first_row) line = lines.next();
  if (!line) return TextFault{{}, "no numbers", "write a row of the matrix in each line", true};
  labelled.settle(*line);
  CellTeller cells(lines.separator(), events);
  events.begin_list({1, 1});
  for (; line; line = lines.next()) {
    if (auto fault = labelled.fault_of(line->front())) return fault;
    events.begin_list(line->front().at);
    for (std::size_t i = labelled.first_column ? 1 : 0; i < line->size(); ++i)
      if (auto fault = cells.tell((*line)[i])) return fault;
    events.end_list(line->back().at);
  }
  events.end_list({1, 1});
  return std::nullopt;
}

} // namespace attn
