#include "report/tensors.h"

#include "report/count.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <vector>

namespace attn {
namespace {

using enum TextTable::Align;
using Object = Tree::Object;

/// One tensor; without a header there is a fault.
struct Listed {
  std::string name;
  std::optional<TensorHeader> header;
  std::optional<std::size_t> numbers; ///< none: beyond counting
  std::string note;                   ///< why its elements are no numbers that are read; empty: they are
};

Listed listed(const TensorFile& file, std::size_t index) {
  Listed tensor{file.names()[index], {}, {}, {}};
  try {
    tensor.header = file.describe(index);
    tensor.numbers = count_elements(tensor.header->shape);
    if (!tensor.header->is_read) tensor.note = "not read";
  } catch (const TensorFault& fault) {
    tensor.note = fault.message;
  }
  return tensor;
}

std::string shape_text(const TensorShape& shape) {
  return fmt::format("[{}]", fmt::join(shape, ","));
}

std::vector<std::string> cells(const Listed& tensor) {
  const auto& header = tensor.header;
  return {tensor.name, header ? header->dtype : "", header ? shape_text(header->shape) : "",
          tensor.numbers ? grouped(*tensor.numbers) : "", tensor.note};
}

/// For people: without the names of a file that gives none, and without notes where there are none.
TextTable table(const std::vector<Listed>& tensors, bool has_names) {
  TextTable table{{{"name", left}, {"dtype", left}, {"shape", left}, {"numbers", right}, {"note", left}}, {}};
  bool has_notes = false;
  for (const Listed& tensor : tensors) {
    table.rows.push_back(cells(tensor));
    has_notes |= !tensor.note.empty();
  }
  const auto leave_out = [&](std::ptrdiff_t column) {
    table.columns.erase(table.columns.begin() + column);
    for (auto& row : table.rows) row.erase(row.begin() + column);
  };
  if (!has_notes) leave_out(4);
  if (!has_names) leave_out(0);
  return table;
}

/// For spreadsheets: every column, and numbers without marks between thousands.
TextTable list(const std::vector<Listed>& tensors) {
  TextTable list = table(tensors, true);
  for (std::size_t i = 0; i < tensors.size(); ++i)
    list.rows[i][3] = tensors[i].numbers ? std::to_string(*tensors[i].numbers) : "";
  return list;
}

Tree tree(const Listed& tensor, bool has_names) {
  Object object;
  if (has_names) object.emplace_back("name", tensor.name);
  if (tensor.header) {
    object.emplace_back("dtype", tensor.header->dtype);
    object.emplace_back("type", tensor.header->type);
    object.emplace_back("shape", Tree::List(tensor.header->shape.begin(), tensor.header->shape.end()));
  }
  if (tensor.numbers) object.emplace_back("numbers", *tensor.numbers);
  if (!tensor.note.empty()) object.emplace_back("note", tensor.note);
  return object;
}

} // namespace

Report tensors(const TensorFile& file, const std::string& name) {
  std::vector<Listed> all;
  for (std::size_t i = 0; i < file.names().size(); ++i) all.push_back(listed(file, i));
  Report report;
  report.schema = "attn-tensors/1";
  report.passages = {{name, "", table(all, file.has_names())}};
  if (all.empty()) report.passages = {{name, "", Lines{"Nothing is in it."}}};
  report.list = list(all);
  Tree::List trees;
  for (const Listed& tensor : all) trees.push_back(tree(tensor, file.has_names()));
  report.tree = Object{{"schema", report.schema}, {"file", name}, {"tensors", std::move(trees)}};
  return report;
}

} // namespace attn
