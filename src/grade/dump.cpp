#include "grade/dump.h"

#include "attention/stage.h"
#include "matrix/decimal.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <tuple>

namespace attn {
namespace {

constexpr double masked = -std::numeric_limits<double>::infinity();
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

double value_of(const Entry& entry) {
  switch (entry.kind) {
  case Entry::Kind::number:
    return entry.value;
  case Entry::Kind::null:
    return masked;
  case Entry::Kind::text:
  case Entry::Kind::other:
    break;
  }
  return no_number;
}

[[noreturn]] void refuse(const GivenMatrix& given, std::string message, std::string hint) {
  throw Refusal(Error{given.place, std::move(message), std::move(hint)});
}

/// A step of the heads if one of them bears the matrix, or if matrices stand in a list; else that of the sequence, if
/// there are both (Q is one, and the Q of a head another).
const Stage& stage_of(const GivenMatrix& given) {
  const bool of_heads = given.head || given.levels == 3;
  const Stage* found = nullptr;
  for (const Stage& stage : stages())
    if (stage.key == given.key && (!found || (stage.level == Level::head) == of_heads)) found = &stage;
  return *found;
}

/// Rows of the same length from row `first` of the text on; `entry` is moved behind them. A list of numbers is one row,
/// of a step that has one number for each query one column.
Matrix<double> matrix_of(const GivenMatrix& given, std::size_t first, std::size_t rows, bool is_column,
                         const Entry*& entry) {
  const std::size_t cols = given.row_sizes[first];
  for (std::size_t row = first; row < first + rows; ++row)
    if (given.row_sizes[row] != cols)
      refuse(given, "rows of different lengths", "all rows of a matrix have the same number of entries");
  Matrix<double> values = is_column ? Matrix<double>(cols, rows) : Matrix<double>(rows, cols);
  for (std::size_t i = 0; i < values.size(); ++i) values.data()[i] = value_of(*entry++);
  return values;
}

/// Whole numbers claim to be exact.
double slack_of(const GivenMatrix& given) {
  int decimals = 0;
  for (const Entry& entry : given.entries)
    if (entry.kind == Entry::Kind::number) decimals = std::max(decimals, entry.decimals);
  return decimals == 0 ? 0 : 0.5 / power_of_ten(decimals);
}

/// The matrices under one key: one, or one for each head.
void append(const GivenMatrix& given, WrittenDigits digits, std::vector<DumpedStep>& steps) {
  if (given.levels > 3) refuse(given, "lists stand too deep", "a step is a matrix, or a list of one for each head");
  const Stage& stage = stage_of(given);
  const std::vector<std::size_t> counts = given.levels == 3 ? given.lists : std::vector{given.row_sizes.size()};
  const Entry* entry = given.entries.data();
  std::size_t row = 0, head = given.head.value_or(0);
  for (const std::size_t rows : counts) {
    const bool is_column = given.levels < 2 && stage.step == Step::row_sum;
    assert(rows > 0); // an empty list is a row without entries
    steps.push_back({{stage.step, given.sequence.value_or(0), head++},
                     matrix_of(given, row, rows, is_column, entry),
                     digits == WrittenDigits::as_written ? slack_of(given) : 0});
    row += rows;
  }
}

} // namespace

void settle(Dump& dump) {
  for (const DumpedStep& step : dump.steps) {
    if (stage(step.spot.step).level == Level::head) dump.heads = std::max(dump.heads, step.spot.head + 1);
    dump.sequences = std::max(dump.sequences, step.spot.sequence + 1);
  }
  std::sort(dump.steps.begin(), dump.steps.end(),
            [](const DumpedStep& a, const DumpedStep& b) { return a.spot < b.spot; });
}

std::optional<Origins::Earlier> Origins::claim(const Dump& dump, std::size_t first, const std::string& name) {
  for (std::size_t i = first; i < dump.steps.size(); ++i)
    if (const auto [at, is_new] = names_.emplace(dump.steps[i].spot, name); !is_new)
      return Earlier{at->second, at->first};
  return std::nullopt;
}

Dump dump_of(const Expectation& expectation, WrittenDigits digits) {
  Dump dump;
  Origins origins;
  dump.settings = expectation.settings;
  for (const GivenMatrix& given : expectation.matrices) {
    const std::size_t first = dump.steps.size();
    append(given, digits, dump.steps);
    if (const auto earlier = origins.claim(dump, first, given.place.pointer))
      refuse(given, "is the same step as " + earlier->name, "keep one of the two");
    dump.batched |= given.sequence.has_value();
  }
  settle(dump);
  for (const GivenList& list : expectation.lists) {
    std::size_t& counted = list.key == "heads" ? dump.heads : dump.sequences;
    counted = std::max(counted, list.size);
  }
  return dump;
}

Dump dump_of(const Problem& problem, const std::vector<Trace>& traces) {
  Dump dump;
  dump.batched = problem.batched;
  for (const Stage& stage : stages())
    for (std::size_t b = 0; stage.applies(problem) && b < traces.size(); ++b)
      for (std::size_t h = 0; h < (stage.level == Level::head ? problem.shape.heads : 1); ++h)
        dump.steps.push_back({{stage.step, b, h}, copy(stage.pick(traces[b], problem.shape, h))});
  dump.heads = problem.shape.heads;
  dump.sequences = problem.shape.sequences;
  return dump;
}

Expectation expectation_of(const Dump& dump) {
  constexpr int all_digits = 17;
  Expectation expectation;
  for (const auto& [spot, values, slack] : dump.steps) {
    const bool of_head = stage(spot.step).level == Level::head;
    GivenMatrix given;
    given.key = stage(spot.step).key;
    if (dump.batched) given.sequence = spot.sequence;
    if (of_head) given.head = spot.head;
    given.levels = 2;
    given.row_sizes.assign(values.rows(), values.cols());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double value = values.data()[i];
      given.entries.push_back({.kind = std::isfinite(value) ? Entry::Kind::number
                                       : value == masked    ? Entry::Kind::null
                                                            : Entry::Kind::other,
                               .value = value,
                               .decimals = all_digits,
                               .significant = all_digits});
    }
    expectation.matrices.push_back(std::move(given));
  }
  return expectation;
}

} // namespace attn
