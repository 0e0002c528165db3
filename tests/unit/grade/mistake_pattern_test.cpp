// Patterns of written numbers, on matrices that can be checked by hand.

#include "grade/mistake_pattern.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <initializer_list>
#include <limits>

using namespace attn;

namespace {

/// A true matrix and what was written, to so many decimals.
struct Paper {
  Paper(Step step, std::initializer_list<std::initializer_list<double>> true_rows,
        std::initializer_list<std::initializer_list<double>> written_rows, int decimals)
      : truth(true_rows.size(), true_rows.begin()->size()), scores(truth.rows(), truth.cols()) {
    std::size_t k = 0;
    for (const auto& row : true_rows)
      for (const double value : row) truth.data()[k++] = value;
    claim.spot.step = step;
    claim.rows = truth.rows();
    claim.cols = truth.cols();
    claim.written_rows = written_rows.size();
    claim.written_cols = written_rows.begin()->size();
    claim.fits = claim.written_rows == claim.rows && claim.written_cols == claim.cols;
    claim.decimals = claim.significant = decimals;
    for (const auto& row : written_rows)
      for (const double value : row) claim.entries.push_back({Entry::Kind::number, value, decimals, decimals, false});
    for (std::size_t i = 0; i < claim.rows; ++i)
      for (std::size_t j = 0; j < claim.cols; ++j) {
        scores(i, j) = std::log(truth(i, j));
        if (!claim.fits || !confirms(claim, claim(i, j), truth(i, j), 1, tolerance)) wrong.emplace_back(i, j);
      }
  }
  Suspect suspect() const {
    return {problem, tolerance, claim, truth, 1, {{0, truth.view(), scores.view(), {}}}, {}, wrong};
  }

  Problem problem;
  Tolerance tolerance;
  Matrix<double> truth, scores;
  Claim claim;
  std::vector<std::pair<std::size_t, std::size_t>> wrong;
};

Slip slip_of(double value, int decimals, double truth) {
  return pattern::slip({Entry::Kind::number, value, decimals, decimals, false}, truth);
}

} // namespace

TEST_CASE("rows and columns changed places, whether the shape still fits or not") {
  const Paper square(Step::scores, {{1, 2}, {3, 4}}, {{1, 3}, {2, 4}}, 1);
  CHECK(pattern::transposed(square.suspect()));
  const Paper wide(Step::output, {{1, 2, 3}, {4, 5, 6}}, {{1, 4}, {2, 5}, {3, 6}}, 1);
  CHECK(pattern::transposed(wide.suspect()));
  CHECK_FALSE(pattern::rows_in_other_order(wide.suspect()));
  const Paper other(Step::scores, {{1, 2}, {3, 4}}, {{1, 3}, {2, 5}}, 1);
  CHECK_FALSE(pattern::transposed(other.suspect()));
}

TEST_CASE("each row of another order is taken once") {
  const Paper turned(Step::output, {{1, 2}, {3, 4}, {5, 6}}, {{5, 6}, {1, 2}, {3, 4}}, 1);
  CHECK(pattern::rows_in_other_order(turned.suspect()));
  const Paper repeated(Step::output, {{1, 2}, {3, 4}, {5, 6}}, {{1, 2}, {1, 2}, {5, 6}}, 1);
  CHECK_FALSE(pattern::rows_in_other_order(repeated.suspect()));
}

TEST_CASE("a sign slip tells its cell") {
  const Paper paper(Step::scores, {{1, -2}, {3, 4}}, {{1, 2}, {3, 4}}, 1);
  const auto found = pattern::sign_slip(paper.suspect());
  REQUIRE(found);
  CHECK(found->cell->col == 1);
  CHECK(found->cell->truth == -2);
  CHECK(found->slip == Slip::lost_minus);
  const Paper two_kinds(Step::scores, {{1, -2}, {3, 4}}, {{1, 2}, {3, 9}}, 1);
  CHECK_FALSE(pattern::sign_slip(two_kinds.suspect()));
}

TEST_CASE("one wrong cell tells its likely slip; two are no single one") {
  const Paper one(Step::scores, {{0.25, 0.5}}, {{0.52, 0.50}}, 2);
  const auto found = pattern::one_cell(one.suspect());
  REQUIRE(found);
  CHECK(found->slip == Slip::digits_swapped);
  const Paper two(Step::scores, {{0.25, 0.5}}, {{0.52, 0.51}}, 2);
  CHECK_FALSE(pattern::one_cell(two.suspect()));
}

TEST_CASE("slips of the pen are told apart by the digits") {
  CHECK(slip_of(0.2741, 4, 0.2471) == Slip::digits_swapped);
  CHECK(slip_of(-1.5, 1, 1.5) == Slip::lost_minus);
  CHECK(slip_of(15.0, 1, 1.5) == Slip::point_moved);
  CHECK(slip_of(0.37, 2, 0.31) == Slip::one_digit);
  CHECK(slip_of(0.92, 2, 0.31) == Slip::none);
}

TEST_CASE("a missing term makes the whole row larger by one factor") {
  // e^s of 1, 1, 2: the weights are 1/4, 1/4, 1/2; without the last term they come out as 1/2, 1/2, 1.
  const Paper paper(Step::weights, {{0.25, 0.25, 0.5}}, {{0.50, 0.50, 1.00}}, 2);
  const auto found = pattern::denominator_incomplete(paper.suspect(), 0);
  REQUIRE(found);
  CHECK(found->other == 2);
  CHECK(pattern::row_not_normalised(paper.suspect(), 0));
  const Paper undivided(Step::weights, {{0.25, 0.25, 0.5}}, {{1.00, 1.00, 2.00}}, 2);
  CHECK_FALSE(pattern::denominator_incomplete(undivided.suspect(), 0));
  CHECK(pattern::row_not_normalised(undivided.suspect(), 0));
}

TEST_CASE("the wrong exponential is worked back from the weights") {
  // e^s of 1, 1, 2 with 6 for the 2: 1/8, 1/8, 6/8.
  const Paper paper(Step::weights, {{0.25, 0.25, 0.5}}, {{0.125, 0.125, 0.750}}, 3);
  const auto found = pattern::exponential_wrong(paper.suspect(), 0);
  REQUIRE(found);
  CHECK(found->exponential->col == 2);
  CHECK(found->exponential->given / found->exponential->truth == Approx(3).epsilon(0.01));
  const Paper two_wrong(Step::weights, {{0.25, 0.25, 0.5}}, {{0.100, 0.150, 0.750}}, 3);
  CHECK_FALSE(pattern::exponential_wrong(two_wrong.suspect(), 0));
  const Paper not_one(Step::weights, {{0.25, 0.25, 0.5}}, {{0.125, 0.125, 0.850}}, 3);
  CHECK_FALSE(pattern::exponential_wrong(not_one.suspect(), 0));
}

TEST_CASE("a slip of the pen is told only where the digits say so") {
  CHECK(slip_of(0.0, 1, 1.5) == Slip::none);                                                    // no digits
  CHECK(slip_of(0.4, 1, 0.3) == Slip::none);                                                    // one digit is any
  CHECK(slip_of(0.34, 2, 0.25) == Slip::none);                                                  // two are others
  CHECK(slip_of(0.123, 3, 0.345) == Slip::none);                                                // all are
  CHECK(slip_of(0.1324, 4, 0.1235) == Slip::none);                                              // a swap and another
  CHECK(slip_of(-0.52, 2, 0.25) == Slip::none);                                                 // two slips
  CHECK(slip_of(1.50, 2, 1.5) == Slip::none);                                                   // none
  CHECK(slip_of(-0.0, 1, 0) == Slip::none);                                                     // nor here
  CHECK(slip_of(1.5, 1, std::numeric_limits<double>::infinity()) == Slip::none);                // masked
  CHECK(slip_of(1e16, 0, 1e15) == Slip::none); // digits are no more known
  CHECK(slip_of(1e16, 0, 1) == Slip::none);
  CHECK(slip_of(12.5, 1, 1.25) == Slip::point_moved);
  CHECK(slip_of(0.13, 2, 1.25) == Slip::point_moved);
}

TEST_CASE("in a matrix of another shape, and in a row that is not all numbers, no row is taken for a mistake") {
  const Paper wide(Step::weights, {{0.25, 0.75}}, {{0.25}, {0.75}}, 2);
  CHECK_FALSE(pattern::sign_slip(wide.suspect()));
  CHECK_FALSE(pattern::one_cell(wide.suspect()));
  CHECK_FALSE(pattern::denominator_incomplete(wide.suspect(), 0));
  CHECK_FALSE(pattern::exponential_wrong(wide.suspect(), 0));
  CHECK_FALSE(pattern::row_not_normalised(wide.suspect(), 0));
  Paper masked(Step::weights, {{0.25, 0.75}}, {{0.50, 1.50}}, 2);
  REQUIRE(pattern::row_not_normalised(masked.suspect(), 0));
  masked.claim.entries[1] = {.kind = Entry::Kind::null};
  CHECK_FALSE(pattern::row_not_normalised(masked.suspect(), 0));
}

TEST_CASE("null where a number belongs is one wrong cell of no slip") {
  Paper paper(Step::scores, {{0.25, 0.5}}, {{0.52, 0.50}}, 2);
  paper.claim.entries[0] = {.kind = Entry::Kind::null};
  const auto found = pattern::one_cell(paper.suspect());
  REQUIRE(found);
  CHECK(found->slip == Slip::none);
}
