#include "problem/tensor/step_table.h"

#include "problem/pasted/separated.h"
#include "problem/shown.h"
#include "problem/tensor/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

namespace attn {
namespace {

using Line = std::vector<SeparatedCell>;

constexpr std::array<std::string_view, 6> heads{"sequence", "step", "head", "row", "column", "value"};

/// How many of the heads the line lacks at their beginning: 1 outside of a batch; none: it is another line.
std::optional<std::size_t> missing_heads(const Line& line) {
  const std::size_t missing = line.size() == heads.size() ? 0 : 1;
  const bool same = line.size() + missing == heads.size() &&
                    std::equal(line.begin(), line.end(), heads.begin() + static_cast<std::ptrdiff_t>(missing),
                               [](const SeparatedCell& cell, std::string_view head) { return cell.text == head; });
  return same ? std::optional(missing) : std::nullopt;
}

[[noreturn]] void refuse(const std::string& what, Position at) {
  refuse_text(at, what, "rows are those of attn run --format csv, in their order: step,head,row,column,value");
}

/// One matrix of the table.
struct Steps {
  std::string path;
  std::vector<Line> rows;
};

class StepTable {
public:
  explicit StepTable(std::size_t missing) : missing_(missing) {}

  void add(const Line& line) {
    if (line.size() + missing_ != heads.size()) refuse(fmt::format("has {} cells", line.size()), line.front().at);
    const std::string path = path_of(line);
    if (matrices_.empty() || matrices_.back().path != path) matrices_.push_back({path, {}});
    std::vector<Line>& rows = matrices_.back().rows;
    const SeparatedCell &row = cell(line, "row"), &column = cell(line, "column");
    if (number_of(row) == rows.size() + 1) rows.emplace_back();
    if (number_of(row) != rows.size() || number_of(column) != rows.back().size() + 1)
      refuse("has a row out of order", row.at);
    rows.back().push_back(cell(line, "value"));
  }
  std::vector<Steps> take() { return std::move(matrices_); }

private:
  const SeparatedCell& cell(const Line& line, std::string_view head) const {
    return line[static_cast<std::size_t>(std::find(heads.begin(), heads.end(), head) - heads.begin()) - missing_];
  }
  static std::size_t number_of(const SeparatedCell& cell) {
    std::size_t number = 0;
    const char* const end = cell.text.data() + cell.text.size();
    const auto [stop, fault] = std::from_chars(cell.text.data(), end, number);
    if (fault == std::errc{} && stop == end && number != 0) return number;
    const std::string found = cell.text.empty() ? "nothing" : shown(cell.text);
    refuse(fmt::format("has {} where a count from 1 belongs", found), cell.at);
  }
  /// "batch[0].heads[1].output" for 1,heads.output,2.
  std::string path_of(const Line& line) const {
    std::string path = missing_ == 0 ? fmt::format("batch[{}].", number_of(cell(line, "sequence")) - 1) : "";
    std::string_view step = cell(line, "step").text;
    const SeparatedCell& head = cell(line, "head");
    if (head.text.empty()) return path.append(step);
    if (step.starts_with("heads.")) step.remove_prefix(6);
    return path + fmt::format("heads[{}].{}", number_of(head) - 1, step);
  }

  std::size_t missing_;
  std::vector<Steps> matrices_;
};

void tell(const std::vector<Line>& rows, char separator, JsonEvents& events) {
  CellTeller cells(separator, events);
  events.begin_list({});
  for (const Line& row : rows) {
    events.begin_list({});
    for (const SeparatedCell& cell : row)
      if (const auto fault = cells.tell(cell)) refuse(fmt::format("has {}", fault->message), cell.at);
    events.end_list({});
  }
  events.end_list({});
}

} // namespace

bool is_step_table(std::string_view text) {
  SeparatedLines lines(text);
  const Line* head = lines.next();
  return head && missing_heads(*head);
}

void add_step_table(std::string_view text, AnswerTree& tree) {
  SeparatedLines lines(text);
  StepTable table(*missing_heads(*lines.next()));
  while (const Line* line = lines.next()) table.add(*line);
  for (Steps& steps : table.take())
    tree.add(steps.path, [rows = std::move(steps.rows), separator = lines.separator()](JsonEvents& events) {
      tell(rows, separator, events);
    });
}

} // namespace attn
