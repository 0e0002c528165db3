#include "format/text_table.h"

#include "format/paint.h"
#include "format/width.h"
#include "problem/character.h"

#include <algorithm>
#include <string>
#include <vector>

namespace attn {
namespace {

constexpr std::size_t gap = 2; ///< blanks between columns

class AlignedTable {
public:
  AlignedTable(const TextTable& table, const Style& style) : table_(table), style_(style) {
    for (const TextTable::Column& column : table.columns) widths_.push_back(display_width(shown(column.head)));
    for (const auto& row : table.rows)
      for (std::size_t j = 0; j < row.size(); ++j) widths_[j] = std::max(widths_[j], display_width(shown(row[j])));
  }

  void write(Sink& sink) const {
    std::vector<std::string> heads;
    for (const TextTable::Column& column : table_.columns) heads.push_back(column.head);
    sink.write(line(heads));
    sink.write(rule());
    for (const auto& row : table_.rows) {
      if (table_.has_total && &row == &table_.rows.back()) sink.write(rule());
      sink.write(line(row));
    }
  }

private:
  std::string shown(const std::string& cell) const {
    return table_.is_ours ? words(style_, printable(cell)) : printable(cell);
  }

  std::string line(const std::vector<std::string>& cells) const {
    std::string text;
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const std::string cell = shown(cells[j]);
      const std::string blanks(widths_[j] - display_width(cell), ' ');
      const bool on_the_right = table_.columns[j].align == TextTable::Align::right;
      text += std::string(j == 0 ? 0 : gap, ' ') + (on_the_right ? blanks + cell : cell + blanks);
    }
    return text.erase(text.find_last_not_of(' ') + 1) + '\n';
  }

  std::string rule() const {
    std::size_t width = 0;
    for (const std::size_t column : widths_) width += column + gap;
    std::string dashes;
    for (std::size_t i = gap; i < width; ++i) dashes += "─";
    return paint(style_, Paint::dim, words(style_, dashes)) + '\n';
  }

  const TextTable& table_;
  const Style& style_;
  std::vector<std::size_t> widths_;
};

} // namespace

void write_text_table(const TextTable& table, const Style& style, Sink& sink) {
  AlignedTable(table, style).write(sink);
}

} // namespace attn
