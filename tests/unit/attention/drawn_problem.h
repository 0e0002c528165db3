#pragma once
// Random problems drawn by rapidcheck, inside rc::check: it makes a failing one as plain as it can.

#include "random_problem.h"

#include <rapidcheck.h>

namespace attn::test {

/// Every choice alike from the first try on (rapidcheck would begin with small ones).
inline int drawn_below(int count) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, count));
}
inline Problem drawn_problem() {
  return random_problem(drawn_below);
}
inline Problem drawn_problem_with_positions() {
  return random_problem_with_positions(drawn_below);
}

} // namespace attn::test
