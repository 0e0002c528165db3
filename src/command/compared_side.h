#pragma once
// A file of attn compare, read: a result, a problem that is worked here, or tensors that another program wrote.

#include "attention/trace.h"
#include "command/options.h"
#include "grade/dump_tensors.h"
#include "report/comparison.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

struct CompareOptions : Options {
  std::vector<std::string> files;
  std::string problem;
  std::string step;
  std::optional<double> atol, rtol;
};

/// A problem, and what is true of it.
struct WorkedProblem {
  Problem problem;
  std::vector<Trace> traces;
};

/// The problem of a text, worked. Throws Refusal.
WorkedProblem worked(const std::string& text, const std::string& file, const Options& options);

/// All of a file. Throws Refusal.
std::string text_of(const std::string& file);

constexpr std::string_view problem_kind = "a problem, worked here";

/// One of the two, and the problem that it is, if it is one.
struct ReadSide {
  ComparedSide told;
  std::optional<WorkedProblem> worked;
  std::optional<Expectation> written = {}; ///< by hand, with the digits that it has
  bool by_step = false;                    ///< one matrix, of which --step may say what it is
};

/// A result of attn says so. Other text is a problem if it can be read as one, else what somebody wrote of the steps;
/// if it is neither, the faults of the reading that came further are told. Throws Refusal.
ReadSide side_of(const std::string& file, const CompareOptions& options);

} // namespace attn
