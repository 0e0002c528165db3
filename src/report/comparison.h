#pragma once
// The report of `attn compare`: two runs step by step, the first step at which they part, and what mistake that is.

#include "grade/difference.h"
#include "grade/grade.h"
#include "report/report.h"

#include <string>
#include <vector>

namespace attn {

/// One of the two.
struct ComparedSide {
  std::string name; ///< the file as the user named it
  std::string kind; ///< "a result", "a problem, worked here"
  Dump dump;
};

/// The side that was marked by the problem, and is not right.
struct Blamed {
  char side; ///< 'A' or 'B'
  Grade grade;
};

struct ComparedRuns {
  ComparedSide a, b;
  Closeness closeness;
  Comparison comparison;
  std::vector<Blamed> blamed;
  bool is_marked = false;          ///< there is a problem to mark them by
  bool are_of_other_sizes = false; ///< steps of the same name have other shapes, or there are more heads: not marked
};

/// For people a row for each step; machines get the schema "attn-compare/1". Refers to nothing of what it tells.
Report comparison(const ComparedRuns& runs);

} // namespace attn
