// What is invented has the sizes and parts that were asked for, and numbers that are worked easily.

#include "problem/invent.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace attn;

namespace {

ProblemSpec spec(std::size_t tokens, std::size_t heads) {
  ProblemSpec made;
  made.sizes.tokens = tokens;
  made.sizes.d_model = 4;
  made.sizes.heads = heads;
  return made;
}

template <class Test>
bool all_of(const Matrix<double>& matrix, Test test) {
  for (std::size_t at = 0; at < matrix.size(); ++at)
    if (!test(matrix.data()[at])) return false;
  return true;
}

} // namespace

TEST_CASE("small numbers are whole, rows of X are not 0, columns of weights have one or two terms") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Generator generator(seed);
    const Problem problem = invent_small(spec(3, 2), generator);
    CHECK(all_of(problem.X[0], [](double x) { return x == 0 || x == 1 || x == 2; }));
    for (std::size_t i = 0; i < 3; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < 4; ++j) sum += problem.X[0](i, j);
      CHECK(sum > 0);
    }
    for (const Projection* each : {&problem.project_Q, &problem.project_K, &problem.project_V, &problem.project_O})
      for (std::size_t j = 0; j < each->W.cols(); ++j) {
        int terms = 0;
        for (std::size_t p = 0; p < each->W.rows(); ++p) {
          const double w = each->W(p, j);
          CHECK((w == std::floor(w) && w >= -1 && w <= 2));
          terms += w != 0;
        }
        CHECK((terms == 1 || terms == 2));
      }
    for (std::size_t p = 0; p < 4; ++p) { // as many columns as rows: each row is used
      int terms = 0;
      for (std::size_t j = 0; j < 4; ++j) terms += problem.project_V.W(p, j) != 0;
      CHECK(terms > 0);
    }
  }
}

TEST_CASE("one head has no W_O, several have") {
  Generator generator(1);
  CHECK(invent_small(spec(3, 1), generator).project_O.identity);
  CHECK_FALSE(invent_small(spec(3, 2), generator).project_O.identity);
}

TEST_CASE("decimals are those that were asked for") {
  ProblemSpec decimals = spec(3, 1);
  decimals.digits = 1;
  decimals.bias = true;
  Generator generator(3);
  const Problem problem = invent_small(decimals, generator);
  const auto has_one = [](double x) { return x == std::round(x * 10) / 10; };
  CHECK(all_of(problem.X[0], has_one));
  CHECK(all_of(problem.project_Q.W, has_one));
  CHECK_FALSE(all_of(problem.X[0], [](double x) { return x == std::floor(x); }));
  CHECK(problem.project_Q.b.size() == 4);
}

TEST_CASE("masks, contexts and words") {
  ProblemSpec all = spec(3, 1);
  all.sizes.context = 5;
  all.causal = all.padding = true;
  all.tokens = {"I", "am", "good"};
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Generator generator(seed);
    const Problem problem = invent_small(all, generator);
    CHECK(problem.mask.causal == Causal::top_left);
    const auto& real = problem.mask.padding.values;
    CHECK(real.size() == 5);
    CHECK(real[0] == 1);
    CHECK(real[4] == 0);
    CHECK(problem.context[0].rows() == 5);
    CHECK(problem.tokens[0][2] == "good");
  }
}

TEST_CASE("normal numbers: X of variance 1, weights of 1 / d_model") {
  ProblemSpec large;
  large.sizes.tokens = 100;
  large.sizes.d_model = 64;
  large.sizes.heads = 4;
  large.digits = 6;
  Generator generator(1);
  const Problem problem = invent_normal(large, generator);
  const auto mean_square = [](const Matrix<double>& matrix) {
    double sum = 0;
    for (std::size_t at = 0; at < matrix.size(); ++at) sum += matrix.data()[at] * matrix.data()[at];
    return sum / static_cast<double>(matrix.size());
  };
  CHECK(mean_square(problem.X[0]) == Approx(1).margin(0.08));
  CHECK(mean_square(problem.project_Q.W) == Approx(1.0 / 64).epsilon(0.1));
}

TEST_CASE("rows differ as far as so small numbers allow: of one column there are two rows, 1 and 2") {
  ProblemSpec narrow = spec(9, 1);
  narrow.sizes.d_model = 1;
  Generator generator(1);
  const Problem problem = invent_small(narrow, generator);
  CHECK(all_of(problem.X[0], [](double x) { return x == 1 || x == 2; }));
  CHECK(problem.X[0](0, 0) != problem.X[0](1, 0));
}

TEST_CASE("two in three entries of an invented weight are 0") {
  Generator generator(1);
  int zeros = 0;
  for (int i = 0; i < 3000; ++i) {
    const double weight = invent_weight(spec(1, 1), generator);
    CHECK((weight == std::floor(weight) && weight >= -1 && weight <= 2));
    zeros += weight == 0;
  }
  CHECK(zeros > 1900);
  CHECK(zeros < 2100);
}
