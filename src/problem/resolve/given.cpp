#include "problem/resolve/given.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

namespace attn::resolving {
namespace {

constexpr Form positions{2, false, true};
constexpr Form per_head{2, true, true};
constexpr Form weight{2, true, false}; // and what all sequences share
constexpr Form bias{1, true, false};
constexpr Form joint_bias{1, false, false};

/// Eight rows at a time: of a turned matrix they stand in one cache line, column by column.
void copy(View from, MatrixView<double> to) {
  constexpr std::size_t at_once = 8;
  for (std::size_t first = 0; first < from.rows; first += at_once)
    for (std::size_t j = 0; j < from.cols; ++j)
      for (std::size_t i = first; i < std::min(first + at_once, from.rows); ++i) to(i, j) = from(i, j);
}

/// Rows become columns where they stand, which touches no more memory than the matrix. Eight by eight, as above.
void turn(MatrixView<double> square) {
  constexpr std::size_t at_once = 8;
  const std::size_t n = square.rows;
  for (std::size_t top = 0; top < n; top += at_once)
    for (std::size_t left = top; left < n; left += at_once)
      for (std::size_t i = top; i < std::min(top + at_once, n); ++i)
        for (std::size_t j = std::max(left, i + 1); j < std::min(left + at_once, n); ++j)
          std::swap(square(i, j), square(j, i));
}

Noun noun_of(const Given& given, Axis axis) {
  if (axis == Axis::cols) return {"number", "numbers"};
  if (axis == Axis::rows) return {"row", "rows"};
  if (axis == Axis::sequences && given.listed) return {"sequence", "sequences"};
  return given.base == 2 ? Noun{"matrix", "matrices"} : Noun{"list", "lists"};
}

/// The level whose lists have such entries; none: the axis has no level.
std::optional<std::size_t> level_of(const Given& given, Axis axis) {
  const std::size_t levels = given.numbers->shape.size();
  switch (axis) {
  case Axis::cols:
    return levels - 1;
  case Axis::rows:
    return given.base == 2 ? std::optional(levels - 2) : std::nullopt;
  case Axis::heads:
    return given.listed ? std::optional(levels - 1 - given.base) : std::nullopt;
  case Axis::sequences:
    return given.batched ? std::optional<std::size_t>(0) : std::nullopt;
  }
  return std::nullopt;
}

template <class List>
auto find_path_in(List& members, std::string_view path) -> decltype(find(members, path)) {
  const std::size_t slash = path.find('/');
  auto* const value = find(members, path.substr(0, slash));
  if (!value || slash == std::string_view::npos) return value;
  auto* const inner = std::get_if<Members>(&value->is);
  return inner ? find(*inner, path.substr(slash + 1)) : nullptr;
}

} // namespace

std::size_t Given::count(Axis axis) const {
  if (!numbers) return 0;
  const auto level = level_of(*this, axis);
  return level ? numbers->shape[*level] : 1;
}

Size Given::size(Axis axis, std::string_view letter) const {
  if (!numbers) return {};
  return {count(axis), size_words(letter, name), {value, level_of(*this, axis).value_or(0)}, noun_of(*this, axis)};
}

View Given::block(std::size_t sequence, std::size_t head) const {
  const std::size_t rows = count(Axis::rows), cols = count(Axis::cols);
  const std::size_t index = sequence * count(Axis::heads) + head;
  return {numbers->values.data() + index * rows * cols, rows, cols, cols, 1};
}

const Value* find_path(const Members& members, std::string_view path) {
  return find_path_in(members, path);
}

Value* find_path(Members& members, std::string_view path) {
  return find_path_in(members, path);
}

Given take(Document& document, const Findings& faults, std::string_view key, const Form& form) {
  Given given;
  given.base = form.base;
  given.unsound = faults.left_out(key);
  Value* const value = given.unsound ? nullptr : find_path(document.members, key);
  if (!value) return given;
  given.value = value;
  given.name = name_of(*value);
  given.numbers = std::get_if<Numbers>(&value->is);
  given.identity = !given.numbers;
  if (given.identity) return given;
  const std::size_t levels = given.numbers->shape.size();
  assert(levels >= form.base && levels <= form.base + form.heads + form.sequences);
  const std::size_t above = levels - form.base;
  given.listed = form.heads && above >= 1;
  given.batched = form.sequences && above >= (form.heads ? 2 : 1);
  return given;
}

Inputs take_inputs(Document& document, const Findings& faults) {
  const auto read = [&](std::string_view key, const Form& form) { return take(document, faults, key, form); };
  return {
      .X = read("X", positions),
      .context = read("context", positions),
      .context_V = read("context_V", positions),
      .W_Q = read("W_Q", weight),
      .W_K = read("W_K", weight),
      .W_V = read("W_V", weight),
      .W_O = read("W_O", weight),
      .b_Q = read("b_Q", bias),
      .b_K = read("b_K", bias),
      .b_V = read("b_V", bias),
      .b_O = read("b_O", joint_bias),
      .Q = read("Q", per_head),
      .K = read("K", per_head),
      .V = read("V", per_head),
      .past_K = read("past/K", per_head),
      .past_V = read("past/V", per_head),
      .extra_K = read("extra/K", weight),
      .extra_V = read("extra/V", weight),
      .scores = read("scores", per_head),
      .weights = read("weights", per_head),
  };
}

Matrix<double> joined(const Given& given, std::size_t sequence, Join join, bool transposed) {
  const std::size_t heads = given.count(Axis::heads);
  const auto block = [&](std::size_t head) {
    const View view = given.block(sequence, head);
    return transposed ? view.transposed() : view;
  };
  const std::size_t rows = block(0).rows, cols = block(0).cols;
  const bool is_alone = given.numbers->values.size() == rows * cols;
  if (is_alone && (!transposed || rows == cols)) {
    Matrix<double> all(rows, cols, std::move(given.numbers->values));
    if (transposed) turn(all.view());
    return all;
  }
  Matrix<double> all =
      join == Join::by_columns ? Matrix<double>(rows, heads * cols) : Matrix<double>(heads * rows, cols);
  for (std::size_t head = 0; head < heads; ++head)
    copy(block(head),
         join == Join::by_columns ? all.view().col_range(head * cols, cols) : all.view().row_range(head * rows, rows));
  return all;
}

PerSequence<Matrix<double>> all_joined(const Given& given, Join join) {
  if (!given.numbers) return {};
  std::vector<Matrix<double>> entries;
  entries.reserve(given.count(Axis::sequences));
  for (std::size_t b = 0; b < given.count(Axis::sequences); ++b) entries.push_back(joined(given, b, join, false));
  return PerSequence<Matrix<double>>(std::move(entries));
}

} // namespace attn::resolving
