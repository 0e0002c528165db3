#pragma once
// Random problems drawn by rapidcheck, inside rc::check: it makes a failing one as plain as it can.

#include "random_problem.h"

#include <rapidcheck.h>

namespace attn::test {

/// Every choice alike from the first try on (rapidcheck would begin with small ones).
inline Problem drawn_problem() {
  return random_problem([](int count) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, count)); });
}

} // namespace attn::test
