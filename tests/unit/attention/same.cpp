// The same bits: whatever the threads, what is kept, the kernel, and the way the same problem is put.

#include "attention/by_hand.h"
#include "attention/by_position.h"
#include "attention/solve.h"
#include "drawn_problem.h"
#include "kernel/kernel.h"
#include "trace_of.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

using namespace attn;

using test::first_difference;

namespace {

Matrix<double> random_matrix(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  Matrix<double> made(rows, cols);
  for (std::size_t i = 0; i < made.size(); ++i)
    made.data()[i] = static_cast<double>(static_cast<std::int64_t>(engine()) >> 11) * 0x1p-52;
  return made;
}

/// Self-attention with weights, large enough for several threads, row blocks and depth blocks.
Problem large(Dtype dtype, Causal causal, std::size_t n = 150) {
  constexpr std::size_t heads = 4, d_k = 21, d_model = 300;
  Problem problem;
  problem.dtype = dtype;
  problem.X = PerSequence<Matrix<double>>({random_matrix(n, d_model, 1)});
  problem.shape = {1, n, n, 0, d_model, heads, 2, d_k, d_k, heads * d_k};
  const auto projection = [](std::size_t in, std::size_t out, std::uint64_t seed) {
    return Projection{false, random_matrix(in, out, seed), {}};
  };
  problem.project_Q = projection(d_model, heads * d_k, 2);
  problem.project_K = projection(d_model, 2 * d_k, 3);
  problem.project_V = projection(d_model, 2 * d_k, 4);
  problem.project_O = projection(heads * d_k, heads * d_k, 5);
  problem.scale = 0.01;
  problem.mask.queries_count = problem.mask.keys_count = n;
  problem.mask.causal = causal;
  return problem;
}

/// Every step by its own work, one after the other, from the inputs that solve() found.
std::string first_step_unlike_its_work(const Problem& problem, std::size_t sequence, const Trace& trace) {
  for (const Stage& stage : stages())
    for (std::size_t h = 0; stage.applies(problem) && h < test::heads_of(stage, problem); ++h) {
      std::vector<View> inputs;
      for (const Step input : sources(problem, stage.step)) {
        const bool of_all = stage.step == Step::concat;
        for (std::size_t from = of_all ? 0 : h; from < (of_all ? problem.shape.heads : h + 1); ++from)
          inputs.push_back(attn::stage(input).pick(trace, problem.shape, from));
      }
      const Matrix<double> worked = stage.work({problem, sequence, h}, inputs);
      if (!test::same_bits(worked, stage.pick(trace, problem.shape, h))) return path(problem, stage.step, sequence, h);
    }
  return "";
}

} // namespace

TEST_CASE("1, 2, 3 and 8 threads give the same bits") {
  for (const Dtype dtype : {Dtype::float64, Dtype::float32})
    for (const Causal causal : {Causal::none, Causal::top_left}) {
      const Problem problem = large(dtype, causal);
      const Trace one = solve(problem, 0, every_step(), {1, ""});
      for (const std::size_t threads : {2u, 3u, 8u})
        CHECK(first_difference(problem, one, solve(problem, 0, every_step(), {threads, "", 0}), every_step()) == "");
      CHECK(first_step_unlike_its_work(problem, 0, one) == "");
    }
}

TEST_CASE("every kernel of this machine gives the same bits") {
  const Problem problem = large(Dtype::float32, Causal::top_left, 60);
  Problem wide = problem;
  wide.dtype = Dtype::float64;
  for (const Problem& each : {problem, wide}) {
    const Trace generic = solve(each, 0, every_step(), {1, "generic"});
    for (const Kernel<float>& kernel : kernels<float>())
      CHECK(first_difference(each, generic, solve(each, 0, every_step(), {1, std::string(kernel.name)}),
                             every_step()) == "");
  }
}

TEST_CASE(
    "positions, sinks and half precision: every kernel and any threads give the same bits, as does a step's work") {
  for (const Dtype dtype : {Dtype::float64, Dtype::float32, Dtype::float16, Dtype::bfloat16}) {
    Problem problem = large(dtype, Causal::top_left, 60);
    problem.qk_norm.emplace();
    problem.rope = Rope{10000, 20, false, 7};
    problem.alibi = {0.5, 0.25, 0.125, 0.0625};
    problem.sinks = {0.5, -1, 2, 0};
    const Trace one = solve(problem, 0, every_step(), {1, "generic"});
    CHECK(first_step_unlike_its_work(problem, 0, one) == "");
    for (const Kernel<float>& kernel : kernels<float>())
      CHECK(first_difference(problem, one, solve(problem, 0, every_step(), {3, std::string(kernel.name), 0}),
                             every_step()) == "");
    CHECK(first_difference(problem, one, solve(problem, 0, {Step::output}), {Step::output}) == "");
  }
}

TEST_CASE("keeping one step, or none but the output, changes no bit") {
  for (const Dtype dtype : {Dtype::float64, Dtype::float32}) {
    const Problem problem = large(dtype, Causal::top_left);
    const Trace all = solve(problem, 0, every_step());
    for (const Stage& stage : stages()) {
      const Trace one = solve(problem, 0, {stage.step});
      CHECK(first_difference(problem, all, one, {stage.step}) == "");
      if (stage.step != Step::weights) CHECK(one.heads[0].weights.empty());
    }
  }
}

TEST_CASE("keys that no query of a block sees are not met: kept or left out, that changes no bit") {
  for (const Dtype dtype : {Dtype::float64, Dtype::float32}) {
    Problem problem = large(dtype, Causal::top_left, 700); // more than two blocks of depth
    problem.mask.window = Window{3, std::nullopt};
    problem.mask.queries = {{1, 1, 700, 1}, std::vector<std::uint8_t>(700, 1)};
    for (std::size_t i = 100; i < 300; ++i) problem.mask.queries.values[i] = 0; // blocks of rows that see no key
    const Trace all = solve(problem, 0, every_step());
    for (const Step step : {Step::output, Step::weights, Step::exponentials, Step::row_sum})
      CHECK(first_difference(problem, all, solve(problem, 0, {step}), {step}) == "");
  }
}

TEST_CASE("causal all at once = step by step with cached keys and values") {
  for (const Dtype dtype : {Dtype::float64, Dtype::float32}) {
    const Problem whole = large(dtype, Causal::top_left, 70);
    const Trace all = solve(whole, 0, every_step());
    for (std::size_t i = 0; i < 70; ++i) {
      Problem step = whole;
      step.X = PerSequence<Matrix<double>>({Matrix<double>(1, 300)});
      Matrix<double> x(1, 300), K(i, 42), V(i, 42);
      std::copy_n(&whole.X[0](i, 0), 300, x.data());
      std::copy_n(all.K.data(), K.size(), K.data());
      std::copy_n(all.V.data(), V.size(), V.data());
      step.X = PerSequence<Matrix<double>>({std::move(x)});
      if (i > 0) step.past_K = PerSequence<Matrix<double>>({std::move(K)});
      if (i > 0) step.past_V = PerSequence<Matrix<double>>({std::move(V)});
      step.shape.n = step.shape.m = step.mask.queries_count = 1;
      step.shape.past = step.mask.past = i;
      step.mask.keys_count = i + 1;
      CHECK(test::same_bits(solve(step, 0, {Step::output}).output, View(all.output).row_range(i, 1)));
    }
  }
}

TEST_CASE("grouped heads = heads whose keys and values are repeated") {
  Problem grouped = large(Dtype::float64, Causal::none);
  Problem repeated = grouped;
  repeated.shape.kv_heads = 4;
  for (Projection* projection : {&repeated.project_K, &repeated.project_V}) {
    const Matrix<double> W = projection->W;
    projection->W = Matrix<double>(300, 84);
    for (std::size_t p = 0; p < 300; ++p)
      for (std::size_t j = 0; j < 84; ++j) projection->W(p, j) = W(p, j / 42 * 21 + j % 21);
  }
  CHECK(test::same_bits(solve(grouped, 0, {Step::output}).output, solve(repeated, 0, {Step::output}).output));
}

TEST_CASE("on any problem, each step of solve() has the bits of its work, whatever else is kept") {
  CHECK(rc::check([] {
    const Problem problem = *rc::gen::inRange(0, 2) ? test::drawn_problem() : test::drawn_problem_with_positions();
    for (std::size_t b = 0; b < problem.shape.sequences; ++b) {
      const Trace all = solve(problem, b, every_step());
      RC_ASSERT(first_step_unlike_its_work(problem, b, all) == "");
      StepSet some;
      for (const Stage& stage : stages())
        if (*rc::gen::inRange(0, 2)) some.add(stage.step);
      RC_ASSERT(first_difference(problem, all, solve(problem, b, some), some) == "");
    }
  }));
}
