#include "command/each_problem.h"

#include "command/each_line.h"
#include "command/files.h"
#include "command/tell.h"

#include <fmt/core.h>

#include <utility>

namespace attn {

const Format& format_for(const Options& options, bool has_lines) {
  const bool is_default = options.format.empty() && (options.output.empty() || options.output == "-");
  if (has_lines && (is_default || asks_for_json(options))) return *find_format("json");
  const Format& format = format_of(options);
  if (!has_lines) return format;
  throw Refusal(fmt::format("lines are written as JSON, not as {}", format.name),
                "leave out --format and end -o in .jsonl, or work one problem at a time");
}

Status one_problem(const std::string& file, const Plan& plan, const ProblemWork& work) {
  const Options& options = plan.options;
  const bool on_screen = plan.format.name == "table" && options.output.empty();
  Status result = Status::good;
  at_file(file, [&] {
    work(open_source(file), file, plan, [&](const Report& report, Status status) {
      Output output(options.output);
      plan.format.write(report, style_of(options), output);
      output.finish();
      result = status;
      if (options.quiet) return;
      tell_weights(file, report.source);
      if (on_screen) return;
      for (const std::string& warning : report.warnings) tell_warning(file, warning);
    });
  });
  return result;
}

Status each_problem(const std::string& file, Plan plan, const LineOptions& lines, const ProblemWork& work) {
  plan.engine.threads = 1; // lines share the threads: each is worked by one
  Output output(plan.options.output);
  const Status status = each_line(file, lines, output, [&](const Line& line) {
    LineOutcome outcome;
    work(source_of(line.text), file, plan, [&](Report report, Status right) {
      if (!lines.no_numbers) report.line = line.number;
      outcome.text = json_line(report);
      outcome.status = right;
      if (!plan.options.quiet) outcome.warnings = std::move(report.warnings);
    });
    return outcome;
  });
  output.finish();
  return status;
}

} // namespace attn
