#pragma once
// New problems out of sizes and random numbers. What makes a good exercise of them, whose weights are worth working,
// is attention/exercise.h's.

#include "problem/generator.h"
#include "problem/outline.h"
#include "problem/problem.h"

#include <string>
#include <vector>

namespace attn {

/// What somebody wants of a problem.
struct Request {
  Sizes sizes; ///< with d_model, without batch and past
  bool causal = false;
  bool padding = false; ///< the last keys are padding
  bool bias = false;
  int digits = 0;                          ///< decimals of every number
  std::vector<std::string> tokens;         ///< as many as sizes.tokens, or none
  std::vector<std::string> context_tokens; ///< as many as sizes.context, or none
};

/// Small numbers: X from 0 to 2, weights that are mostly 0, so that sums have few terms. One head has no W_O.
Problem invent_small(const Request& request, Generator& generator);

/// One entry of such a weight matrix.
double invent_weight(const Request& request, Generator& generator);

/// Normal numbers: X of variance 1, weights of 1 / (their number of rows), so that results have about that of X.
Problem invent_normal(const Request& request, Generator& generator);

} // namespace attn
