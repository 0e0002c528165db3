// Sums whose products are rounded one by one.

#include "grade/product.h"
#include "marked.h"

#include <catch2/catch.hpp>

namespace attn::test {
namespace {

/// 0.25·0.5 = 0.125 is 0.13 with two decimals, 0.25·0.3 = 0.075 is 0.08.
constexpr auto projected = R"({"X":[[0.25,0.25]],"W_Q":[[0.5],[0.3]],"W_K":[[0.5],[0.3]],"W_V":[[0.5],[0.3]],
    "b_K":[0.001],"past":{"K":[[7.777]],"V":[[8.888]]}})";

Matrix<double> worked(const Problem& problem, Step step, std::vector<View> inputs = {}) {
  return *with_rounded_products({problem, 0, 0, false}, step, inputs, {}, 2);
}

} // namespace

TEST_CASE("each product of a projection is rounded, the bias and cached rows are not") {
  const Problem problem = Asked(projected, "{}").read.problem;
  CHECK(worked(problem, Step::Q)(0, 0) == Approx(0.21));
  CHECK(worked(problem, Step::K)(0, 0) == 7.777);
  CHECK(worked(problem, Step::K)(1, 0) == Approx(0.211));
  CHECK(worked(problem, Step::V)(1, 0) == Approx(0.21));
}

TEST_CASE("scores and outputs of heads are sums of products, a softmax and a copy are none") {
  const Problem problem = Asked(projected, "{}").read.problem;
  Matrix<double> row(1, 2), column(2, 1);
  for (Matrix<double>* of : {&row, &column}) (*of).data()[0] = (*of).data()[1] = 0.35; // 0.1225
  CHECK(worked(problem, Step::scores, {row, row})(0, 0) == Approx(0.24));
  CHECK(worked(problem, Step::head_output, {row, column})(0, 0) == Approx(0.24));
  for (const Step step : {Step::weights, Step::head_Q, Step::concat, Step::output}) // W_O is not given
    CHECK_FALSE(with_rounded_products({problem, 0, 0, false}, step, std::vector<View>{row}, {}, 2));
}

} // namespace attn::test
