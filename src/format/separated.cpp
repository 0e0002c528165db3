// A Report for spreadsheets and data frames, with commas or tabs between. Several matrices are one long table with a
// row for each entry; one alone keeps its shape, under its labels:
//
//   step,head,row,column,value          ,k1,k2
//   scores,1,1,1,0.5                    q1,0.5,
//   scores,1,1,2,                       q2,1,0.25
//
// Numbers are those of JSON, heads, rows and columns count from 1, and a masked cell is empty. Reports without matrices
// hand over a table of text.

#include "format/format.h"
#include "format/notation.h"
#include "format/number.h"
#include "problem/character.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <string>
#include <string_view>

namespace attn {
namespace {

struct Dialect {
  char separator;
  bool quotes; ///< quotation marks hold what has separators in it (RFC 4180); without them there is no such text
  /// Where other readers split a line as well: spreadsheets split csv at semicolons where numbers have commas, and there
  /// quotation marks in the middle of a cell hold nothing; those that ask split tsv at either.
  std::string_view other_separators;
};
constexpr Dialect csv{',', true, ";"}, tsv{'\t', false, ",;"};

/// A spreadsheet works a cell that begins so, whoever wrote it, also behind blanks and quotation marks: an apostrophe
/// before it makes it text. The wide ones count in East Asian locales.
constexpr std::string_view formula_signs[] = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};

bool is_worked(std::string_view words) {
  while (!words.empty() && (words[0] == '"' || is_unseen(first_character(words).code)))
    words.remove_prefix(first_character(words).bytes.size());
  return std::ranges::any_of(formula_signs, [&](std::string_view sign) { return words.starts_with(sign); });
}

/// `words` with an apostrophe wherever a reader's cell would be worked.
std::string guarded(std::string_view words, std::string_view other_separators) {
  std::string cell = is_worked(words) ? "'" : "";
  for (std::size_t i = 0; i < words.size(); ++i) {
    cell += words[i];
    if (other_separators.find(words[i]) != std::string_view::npos && is_worked(words.substr(i + 1))) cell += '\'';
  }
  return cell;
}

class SeparatedWriter {
public:
  SeparatedWriter(const Dialect& dialect, Sink& sink) : dialect_(dialect), sink_(sink) {}

  void verbatim(std::string_view cell) {
    if (!first_) line_ += dialect_.separator;
    line_ += cell;
    first_ = false;
  }
  void count(std::size_t from_zero) { verbatim(std::to_string(from_zero + 1)); }
  /// An entry; one that is to be filled in is empty, like one that is masked.
  void entry(const Block& block, std::size_t i, std::size_t j, Dtype dtype) {
    const bool empty = block.is_blank || is_masked(block.values(i, j));
    verbatim(empty ? "" : shortest(block.values(i, j), block.dtype_in(dtype)));
  }

  /// What a user wrote, on one line. Tabs and line breaks are escaped already.
  void text(std::string_view words) {
    std::string cell = guarded(printable(words), dialect_.other_separators);
    const bool opens_quotes = !dialect_.quotes && cell.starts_with('"'); // readers of tsv may take tabs for its inside
    if (opens_quotes) cell.insert(cell.begin(), '\'');
    if (dialect_.quotes && cell.find_first_of(",;\"") != std::string::npos) cell = quoted(cell);
    verbatim(cell);
  }

  void end_row() {
    sink_.write(line_ += '\n');
    line_.clear();
    first_ = true;
  }

private:
  static std::string quoted(std::string_view cell) {
    std::string text = "\"";
    for (const char c : cell) text.append(c == '"' ? 2 : 1, c);
    return text + '"';
  }

  const Dialect& dialect_;
  Sink& sink_;
  std::string line_;
  bool first_ = true;
};

/// The name of a row or column: its label, else its number.
void write_label(const Labels& labels, std::size_t i, SeparatedWriter& out) {
  labels.empty() ? out.count(i) : out.text(labels[i]);
}

void write_matrix(const Block& block, Dtype dtype, SeparatedWriter& out) {
  out.verbatim("");
  for (std::size_t j = 0; j < block.values.cols; ++j) write_label(block.col_labels, j, out);
  out.end_row();
  for (std::size_t i = 0; i < block.values.rows; ++i) {
    write_label(block.row_labels, i, out);
    for (std::size_t j = 0; j < block.values.cols; ++j) out.entry(block, i, j, dtype);
    out.end_row();
  }
}

/// The entries of one step; the sequence is told in a batch.
void write_entries(const Section& section, std::optional<std::size_t> sequence, Dtype dtype, SeparatedWriter& out) {
  const View values = section.block.values;
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.cols; ++j) {
      if (sequence) out.count(*sequence);
      out.verbatim(section.name);
      section.head ? out.count(*section.head) : out.verbatim("");
      out.count(i);
      out.count(j);
      out.entry(section.block, i, j, dtype);
      out.end_row();
    }
}

void write_long_table(const Report& report, SeparatedWriter& out) {
  if (report.batched) out.verbatim("sequence");
  for (const std::string_view head : {"step", "head", "row", "column", "value"}) out.verbatim(head);
  out.end_row();
  for (std::size_t s = 0; s < report.parts.size(); ++s)
    for (const Section& section : report.parts[s].sections)
      write_entries(section, report.batched ? std::optional(s) : std::nullopt, report.dtype, out);
}

void write_text_table(const TextTable& table, SeparatedWriter& out) {
  for (const TextTable::Column& column : table.columns) out.text(column.head);
  out.end_row();
  const std::size_t rows = table.rows.size() - (table.has_total ? 1 : 0); // sums are for people
  for (std::size_t i = 0; i < rows; ++i) {
    for (const std::string& cell : table.rows[i]) out.text(cell);
    out.end_row();
  }
}

/// The tables of a report that has no matrices: that for machines, else those for people, a blank line between.
void write_tables(const Report& report, SeparatedWriter& out) {
  if (report.list) return write_text_table(*report.list, out);
  bool first = true;
  for (const Passage& passage : report.passages)
    if (const auto* table = std::get_if<TextTable>(&passage.body)) {
      if (!first) out.end_row();
      write_text_table(*table, out);
      first = false;
    }
}

void write_separated(const Report& report, const Dialect& dialect, Sink& sink) {
  SeparatedWriter out(dialect, sink);
  if (report.parts.empty()) return write_tables(report, out);
  if (report.parts.size() == 1 && report.parts[0].sections.size() == 1)
    return write_matrix(report.parts[0].sections[0].block, report.dtype, out);
  write_long_table(report, out);
}

} // namespace

void write_csv(const Report& report, const Style&, Sink& sink) {
  write_separated(report, csv, sink);
}

void write_tsv(const Report& report, const Style&, Sink& sink) {
  write_separated(report, tsv, sink);
}

} // namespace attn
