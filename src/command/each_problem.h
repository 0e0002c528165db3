#pragma once
// One problem in a file, or one in each of its lines, told in the format and where the options want it. What is told of
// a problem is the command's.

#include "command/line_options.h"
#include "command/plan.h"

#include <functional>
#include <string>

namespace attn {

/// Reads a problem and tells of it, as tell_results() does; of lines, several at once.
using ProblemWork =
    std::function<void(const Source& source, const std::string& file, const Plan& plan, const Told& told)>;

/// The format of one problem, or of lines: these are JSON. Throws Refusal if they are to be another.
const Format& format_for(const Options& options, bool has_lines);

/// The one problem of a file. A table bears its warnings itself, others are told them apart.
Status one_problem(const std::string& file, const Plan& plan, const ProblemWork& work);

/// A line of JSON for each line.
Status each_problem(const std::string& file, Plan plan, const LineOptions& lines, const ProblemWork& work);

} // namespace attn
