#include "problem/outline.h"

#include "error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string>

namespace attn {
namespace {

PerSequence<Matrix<double>> of_size(std::size_t rows, std::size_t cols) {
  return PerSequence<Matrix<double>>({Matrix<double>(rows, cols)});
}

/// "1, 2, 5, 10".
std::string divisors(std::size_t number) {
  constexpr std::size_t most = 4096;
  std::string list;
  for (std::size_t d = 1; d <= std::min(number, most); ++d)
    if (number % d == 0) list += fmt::format("{}{}", list.empty() ? "" : ", ", d);
  return list;
}

std::size_t width_of_head(const Sizes& sizes) {
  if (sizes.d_k) return *sizes.d_k;
  if (!sizes.d_model) throw Refusal("the width of the queries is not known", "say --d-model, or --d-k");
  if (*sizes.d_model % sizes.heads != 0)
    throw Refusal(fmt::format("d_model {} cannot be shared among {} heads", *sizes.d_model, sizes.heads),
                  fmt::format("take --heads {}, or say --d-k", divisors(*sizes.d_model)));
  return *sizes.d_model / sizes.heads;
}

std::size_t kv_heads_of(const Sizes& sizes) {
  const std::size_t kv_heads = sizes.kv_heads.value_or(sizes.heads);
  if (sizes.heads % kv_heads != 0)
    throw Refusal(fmt::format("{} heads cannot share {} key/value heads", sizes.heads, kv_heads),
                  fmt::format("take --kv-heads {}", divisors(sizes.heads)));
  return kv_heads;
}

/// Products and sums of sizes that everybody works with must be numbers.
void refuse_unless_countable(const Shape& s) {
  std::size_t ignored = 0;
  const auto refuse = [](std::size_t a, const char* sign, std::size_t b, const char* what) {
    throw Refusal(fmt::format("{} {} {} exceeds 2^64 - 1, and is {}", a, sign, b, what), "take smaller sizes");
  };
  for (const std::size_t width : {s.d_k, s.d_v})
    if (__builtin_mul_overflow(s.heads, width, &ignored)) refuse(s.heads, "x", width, "the width of all heads");
  if (__builtin_add_overflow(s.past, s.m, &ignored)) refuse(s.past, "+", s.m, "the number of keys, cached and new");
}

Projection projection(bool identity) {
  Projection made;
  made.identity = identity;
  return made;
}

} // namespace

Shape shape_of(const Sizes& sizes) {
  Shape shape;
  shape.sequences = sizes.batch.value_or(1);
  shape.n = sizes.tokens;
  shape.m = sizes.context.value_or(sizes.tokens);
  shape.past = sizes.past;
  shape.d_model = sizes.d_model.value_or(0);
  shape.heads = sizes.heads;
  shape.kv_heads = kv_heads_of(sizes);
  shape.d_k = width_of_head(sizes);
  shape.d_v = sizes.d_v.value_or(shape.d_k);
  refuse_unless_countable(shape);
  shape.d_out = sizes.d_model.value_or(shape.heads * shape.d_v);
  return shape;
}

Problem outline(const Sizes& sizes) {
  Problem problem;
  problem.batched = sizes.batch.has_value();
  const Shape& s = problem.shape = shape_of(sizes);
  problem.start = sizes.d_model ? Start::X : Start::QKV;
  if (sizes.d_model) {
    problem.X = of_size(0, s.d_model);
    if (sizes.context) problem.context = of_size(0, s.d_model);
  }
  if (s.past != 0) problem.past_K = problem.past_V = of_size(s.past, 0);
  for (Projection* each : {&problem.project_Q, &problem.project_K, &problem.project_V, &problem.project_O})
    *each = projection(!sizes.d_model);
  problem.scale = 1 / std::sqrt(static_cast<double>(s.d_k));
  problem.mask.queries_count = s.n;
  problem.mask.keys_count = s.keys();
  problem.mask.past = s.past;
  return problem;
}

} // namespace attn
