#pragma once
// Traces compared step by step, to the bit.

#include "attention/stage.h"
#include "attention/trace.h"
#include "problem/problem.h"

#include <cstring>
#include <string>
#include <vector>

namespace attn::test {

inline Matrix<double> matrix(std::vector<std::vector<double>> rows) {
  Matrix<double> made(rows.size(), rows.at(0).size());
  for (std::size_t i = 0; i < made.rows(); ++i)
    for (std::size_t j = 0; j < made.cols(); ++j) made(i, j) = rows[i].at(j);
  return made;
}

/// How many heads a step has matrices for.
inline std::size_t heads_of(const Stage& stage, const Problem& problem) {
  return stage.level == Level::head ? problem.shape.heads : 1;
}

inline bool same_bits(View a, View b) {
  if (a.rows != b.rows || a.cols != b.cols) return false;
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j)
      if (std::memcmp(&a(i, j), &b(i, j), sizeof(double)) != 0) return false;
  return true;
}

/// The jq path of the first step of `steps` in which two traces differ by a bit; "" : none.
inline std::string first_difference(const Problem& problem, const Trace& a, const Trace& b, const StepSet& steps) {
  for (const Stage& stage : stages())
    for (std::size_t h = 0; steps.has(stage.step) && h < heads_of(stage, problem); ++h)
      if (!same_bits(stage.pick(a, problem.shape, h), stage.pick(b, problem.shape, h)))
        return path(problem, stage.step, 0, h);
  return a.blind == b.blind ? "" : "blind";
}

} // namespace attn::test
