// What is printed is what is read: results as JSON, problems from text, whole matrices in either way of writing.

#include "attention/solve.h"
#include "attention/stage.h"
#include "format/format.h"
#include "format/number.h"
#include "problem/json.h"
#include "report/results.h"
#include "text_sink.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <rapidcheck.h>

#include <cmath>

namespace attn {
namespace {

using Rows = std::vector<std::vector<double>>;

/// A double of any size that leaves room for sums and products.
double any_number() {
  const double fraction = *rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<double>());
  const int exponent = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(-20, 20));
  return std::ldexp(std::remainder(fraction, 1), exponent);
}

Rows any_rows(std::size_t rows, std::size_t cols) {
  Rows matrix(rows, std::vector<double>(cols));
  for (auto& row : matrix)
    for (double& number : row) number = any_number();
  return matrix;
}

std::string json(const Rows& matrix) {
  std::vector<std::string> rows;
  for (const auto& row : matrix) {
    std::vector<std::string> numbers;
    for (const double number : row) numbers.push_back(shortest(number, Dtype::float64));
    rows.push_back(fmt::format("[{}]", fmt::join(numbers, ",")));
  }
  return fmt::format("[{}]", fmt::join(rows, ","));
}

/// Columns [first, first + count) of every row.
Rows columns(const Rows& matrix, std::size_t first, std::size_t count) {
  Rows part;
  for (const auto& row : matrix) {
    const auto begin = row.begin() + static_cast<std::ptrdiff_t>(first);
    part.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(count));
  }
  return part;
}

std::string result_of(const std::string& text) {
  const Case read = read_case(text, "-");
  const std::vector<Trace> traces{solve(read.problem, 0, every_step())};
  Selection selection;
  selection.steps = every_step();
  TextSink sink;
  write_json(results(read.problem, traces, selection), {}, sink);
  return sink.text;
}

int count(int from, int to) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to));
}

} // namespace

TEST_CASE("a problem that is printed and read has the same bits") {
  CHECK(rc::check([] {
    const Rows X = any_rows(static_cast<std::size_t>(count(1, 4)), static_cast<std::size_t>(count(1, 4)));
    const Case read = read_case("{\"X\":" + json(X) + "}", "-");
    for (std::size_t i = 0; i < X.size(); ++i)
      for (std::size_t j = 0; j < X[i].size(); ++j) RC_ASSERT(read.problem.X[0](i, j) == X[i][j]);
  }));
}

TEST_CASE("a result that is printed and read as an answer has the same bits") {
  CHECK(rc::check([] {
    const Rows X = any_rows(static_cast<std::size_t>(count(1, 4)), 2);
    const std::string text = "{\"X\":" + json(X) + ",\"heads\":2,\"mask\":\"causal\"}";
    const Case read = read_case(text, "-");
    const Trace trace = solve(read.problem, 0, every_step());
    std::string printed = result_of(text);
    const Source source = [rest = std::string_view(printed)](std::span<char> buffer) mutable {
      const std::size_t taken = rest.copy(buffer.data(), buffer.size());
      rest.remove_prefix(taken);
      return taken;
    };
    std::size_t seen = 0;
    for (const GivenMatrix& given : read_answer(source, "-").matrices)
      for (const Stage& stage : stages()) {
        if (stage.key != given.key || (stage.level == Level::head) != given.head.has_value()) continue;
        const View values = stage.pick(trace, read.problem.shape, given.head.value_or(0));
        RC_ASSERT(given.entries.size() == values.rows * values.cols);
        for (std::size_t k = 0; k < given.entries.size(); ++k) {
          const double value = values(k / values.cols, k % values.cols);
          const Entry& entry = given.entries[k];
          const bool same = std::isfinite(value) ? entry.value == value : entry.kind == Entry::Kind::null;
          RC_ASSERT(same);
        }
        ++seen;
      }
    RC_ASSERT(seen == 5U + 2 * 10U); // all steps but capped scores, once or for each of two heads
  }));
}

TEST_CASE("weights head by head = the same weights side by side, to the bit") {
  CHECK(rc::check([] {
    const auto heads = static_cast<std::size_t>(count(1, 4)), d = static_cast<std::size_t>(count(1, 3));
    const std::size_t width = heads * d;
    const Rows X = any_rows(static_cast<std::size_t>(count(1, 4)), 3);
    std::string fused = fmt::format("{{\"X\":{},\"heads\":{}", json(X), heads);
    std::string lists = fused;
    for (const char* key : {"W_Q", "W_K", "W_V"}) {
      const Rows W = any_rows(3, width);
      std::vector<std::string> list;
      for (std::size_t h = 0; h < heads; ++h) list.push_back(json(columns(W, h * d, d)));
      fused += fmt::format(",\"{}\":{}", key, json(W));
      lists += fmt::format(",\"{}\":[{}]", key, fmt::join(list, ","));
    }
    RC_ASSERT(result_of(fused + "}") == result_of(lists + "}"));
  }));
}

} // namespace attn
