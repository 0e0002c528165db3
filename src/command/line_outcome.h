#pragma once
// What becomes of a line: one line of output, and what standard error is told.

#include "command/command.h"
#include "command/line_options.h"
#include "command/lines.h"
#include "error.h"
#include "report/report.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What became of a line.
struct LineOutcome {
  std::string text; ///< for the output, its end included; empty: nothing
  Status status = Status::good;
  std::vector<Error> errors;         ///< for standard error, with their places
  std::vector<std::string> warnings; ///< the same, without places
};

/// The "id" of a text that may be wrong in any other way.
std::optional<Id> id_of(const Line& line);

/// A report as one line of JSON, its end included.
std::string json_line(const Report& report);

/// The error object of a line, and what standard error is told.
LineOutcome failed(const Line& line, const std::string& file, const LineOptions& options, std::vector<Error> errors);

} // namespace attn
