#include "grade/habit.h"

#include "kernel/kernel.h"
#include "matrix/decimal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace attn {
namespace {

/// What most people do comes first.
std::vector<Habit> made_habits() {
  using enum Habit::Exponentials;
  std::vector<Habit> made;
  for (const Ties ties : {Ties::away, Ties::even, Ties::as_stored})
    for (const bool products : {false, true})
      for (const bool steps : {false, true})
        for (const auto exponentials : {as_given, plain, shifted, any_size, kept}) {
          const Habit habit{exponentials, steps, products, ties};
          const bool meets_ties = products || steps || habit.rounds_exponentials();
          if (ties == Ties::away || meets_ties) made.push_back(habit);
        }
  return made;
}

/// Steps that only pass numbers on.
bool copies(Step step) {
  return step == Step::head_Q || step == Step::head_K || step == Step::head_V || step == Step::concat;
}

/// The sign apart. `shifted` is value · 10^decimals and `lost` what its own rounding took away.
double nearest(double shifted, double lost, Ties ties) {
  const double whole = std::floor(shifted), rest = shifted - whole;
  const bool is_even = std::fmod(whole, 2) == 0;
  if (ties == Ties::as_stored) return rest != 0.5 || lost == 0 ? std::nearbyint(shifted) : whole + (lost > 0 ? 1 : 0);
  const bool is_tie = std::fabs(rest - 0.5) <= std::fmin(shifted * 1e-9, 1e-3);
  return is_tie ? whole + (is_even ? 0 : 1) : std::nearbyint(shifted);
}

} // namespace

bool Habit::rounds(const Problem& problem, Step step) const {
  if (is_of_exponentials(step)) return rounds_exponentials();
  return steps && !copies(step) && !is_given(problem, step);
}

double Habit::round(double value, int decimals) const {
  constexpr double no_decimals = 0x1p52; // from here on a double has none
  const double power = power_of_ten(decimals), shifted = std::fabs(value) * power;
  if (ties == Ties::away || !(shifted < no_decimals)) return round_decimals(value, decimals);
  const double lost = std::fma(std::fabs(value), power, -shifted);
  const double rounded = nearest(shifted, lost, ties) / power;
  return rounded == 0 ? 0.0 : std::copysign(rounded, value);
}

std::span<const Habit> habits() {
  static const std::vector<Habit> all = made_habits();
  return all;
}

bool is_given(const Problem& problem, Step step) {
  const auto stands = [&](const Projection& projection) {
    return problem.start != Start::X && projection.identity && projection.b.empty();
  };
  switch (step) {
  case Step::Q:
  case Step::head_Q:
    return stands(problem.project_Q);
  case Step::K:
  case Step::head_K:
    return stands(problem.project_K);
  case Step::V:
  case Step::head_V:
    return stands(problem.project_V);
  case Step::scores:
    return problem.start == Start::scores;
  case Step::weights:
    return problem.start == Start::weights;
  default:
    return false;
  }
}

bool is_of_exponentials(Step step) {
  return step == Step::exponentials || step == Step::row_sum;
}

Matrix<double> plain_exponentials(const Setting& setting, View scores) {
  Matrix<double> e = stage(Step::exponentials).work(setting, std::array{scores});
  for (std::size_t i = 0; i < e.rows(); ++i)
    for (std::size_t j = 0; j < e.cols(); ++j)
      if (std::isfinite(scores(i, j))) e(i, j) = exponential(scores(i, j));
  return e;
}

/// Rows that see nothing get nothing from a sink: so the sums are worked, and then it is added.
Matrix<double> plain_sums(const Setting& setting, View exponentials, View scores) {
  constexpr double unseen = -std::numeric_limits<double>::infinity();
  Matrix<double> nothing(scores.rows, scores.cols);
  std::fill_n(nothing.data(), nothing.size(), unseen);
  Matrix<double> sums = stage(Step::row_sum).work(setting, std::array{exponentials, View(nothing)});
  if (setting.problem.sinks.empty()) return sums;
  for (std::size_t i = 0; i < sums.rows(); ++i)
    for (std::size_t j = 0; j < scores.cols; ++j)
      if (std::isfinite(scores(i, j))) {
        sums(i, 0) += exponential(setting.problem.sinks[setting.head]);
        break;
      }
  return sums;
}

} // namespace attn
