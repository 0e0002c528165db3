#pragma once
// A problem as a sheet of paper: what is given, and a matrix for every step, to be filled in or filled.

#include "attention/trace.h"
#include "problem/problem.h"
#include "report/report.h"

#include <vector>

namespace attn {

/// `traces` are those of all sequences with every step kept; they and the problem must outlive the report. The problem
/// starts at X and has no past. Steps are blank unless `filled`.
Report worksheet(const Problem& problem, const std::vector<Trace>& traces, bool filled);

} // namespace attn
