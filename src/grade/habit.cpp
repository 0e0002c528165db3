#include "grade/habit.h"

#include <array>

namespace attn {
namespace {

constexpr auto made_habits = [] {
  using enum Habit::Exponentials;
  std::array<Habit, 12> made;
  std::size_t next = 0;
  for (const bool products : {false, true})
    for (const bool steps : {false, true})
      for (const auto exponentials : {unrounded, plain, shifted}) made[next++] = {exponentials, steps, products};
  return made;
}();

/// Steps that only pass numbers on.
bool copies(Step step) {
  return step == Step::head_Q || step == Step::head_K || step == Step::head_V || step == Step::concat;
}

/// Numbers that the problem gives are no work of the student's.
bool is_given(const Problem& problem, Step step) {
  if (step <= Step::V) return problem.start != Start::X;
  return (step == Step::scores && problem.start == Start::scores) ||
         (step == Step::weights && problem.start == Start::weights);
}

} // namespace

bool Habit::rounds(const Problem& problem, Step step) const {
  if (step == Step::exponentials || step == Step::row_sum) return exponentials != Exponentials::unrounded;
  return steps && !copies(step) && !is_given(problem, step);
}

std::span<const Habit> habits() {
  return made_habits;
}

} // namespace attn
