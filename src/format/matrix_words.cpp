#include "format/matrix_words.h"

namespace attn {
namespace {

/// Whether every label is a letter and its number.
bool only_numbers(const Labels& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i].empty() || labels[i].substr(1) != std::to_string(i + 1)) return false;
  return true;
}

std::vector<std::string> all(const Labels& labels) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < labels.size(); ++i) names.push_back(labels[i]);
  return names;
}

} // namespace

std::vector<Side> sides(const Block& block) {
  std::vector<Side> sides;
  if (block.only_row && !block.row_labels.empty())
    sides.push_back({"row", {block.row_labels[*block.only_row]}});
  else if (!only_numbers(block.row_labels))
    sides.push_back({"rows", all(block.row_labels)});
  if (!only_numbers(block.col_labels)) sides.push_back({"columns", all(block.col_labels)});
  return sides;
}

Block shown_block(const Block& block) {
  Block shown = block;
  if (block.only_row) shown.values = block.values.row_range(*block.only_row, 1);
  return shown;
}

} // namespace attn
