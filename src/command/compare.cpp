// attn compare: two results, or a problem and a result, step by step: the first step at which they part.

#include "attention/solve.h"
#include "attention/stage.h"
#include "command/files.h"
#include "command/limit.h"
#include "command/options.h"
#include "command/tell.h"
#include "grade/grade.h"
#include "problem/json.h"
#include "report/comparison.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <utility>

namespace attn {
namespace {

constexpr const char* description = R"(Holds two results against each other and says at which step they part.

Examples:
  attn compare mine.json theirs.json
  attn compare problem.json theirs.json           the problem is worked first
  attn compare a.json b.json --problem problem.json

A is a result (attn run --json) or a problem, and so is B. With a problem, a known mistake is named.
)";

struct CompareOptions : Options {
  std::vector<std::string> files;
  std::string problem;
  std::optional<double> atol, rtol;
};

void declare_compare(CLI::App& app, CompareOptions& options) {
  app.add_option("FILE", options.files, "A and B: results, or problems; - is standard input")->type_name("");
  app.add_option("--problem", options.problem, "what both are results of: names the mistake of one that is wrong")
      ->type_name("FILE");
  app.add_option("--atol", options.atol, "the same if |A - B| <= atol + rtol * |B| (default: by the dtype)")
      ->type_name("X")
      ->check(not_negative());
  app.add_option("--rtol", options.rtol, "see --atol")->type_name("X")->check(not_negative());
}

/// A problem, and what is true of it.
struct Worked {
  Problem problem;
  std::vector<Trace> traces;
};

Worked worked(const std::string& text, const std::string& file, const Options& options) {
  Worked result;
  result.problem = read_case(text, file, options.overrides).problem;
  if (!options.quiet) tell_weights(file, result.problem.source);
  refuse_if_too_large(result.problem, every_step(), text.size(), memory_of(options));
  for (std::size_t sequence = 0; sequence < result.problem.shape.sequences; ++sequence)
    result.traces.push_back(solve(result.problem, sequence, every_step(), engine_of(options)));
  return result;
}

std::string text_of(const std::string& file) {
  const Source source = open_source(file);
  std::string text;
  std::vector<char> buffer(1 << 16);
  while (const std::size_t count = source(buffer)) text.append(buffer.data(), count);
  return text;
}

std::vector<std::pair<std::string, std::string>> settings_of(const Problem& problem) {
  const bool single = problem.dtype == Dtype::float32;
  std::vector<std::pair<std::string, std::string>> settings{{"dtype", single ? "float32" : "float64"}};
  if (problem.start != Start::weights) settings.emplace_back("scale", fmt::format("{}", problem.scale));
  settings.emplace_back("mask", problem.mask.words());
  return settings;
}

/// One of the two, and the problem that it is, if it is one.
struct Side {
  ComparedSide told;
  std::optional<Worked> worked;
};

ComparedSide result_side(const std::string& text, const std::string& file) {
  Dump dump = dump_of(read_answer(source_of(text), file));
  return {file, "a result", std::move(dump)};
}

Side problem_side(const std::string& text, const std::string& file, const Options& options) {
  Side side;
  side.worked = worked(text, file, options);
  side.told.name = file;
  side.told.kind = "a problem, worked here";
  side.told.dump = dump_of(side.worked->problem, side.worked->traces);
  side.told.dump.settings = settings_of(side.worked->problem);
  return side;
}

/// A result of attn says so. Other text is a problem if it can be read as one, else what somebody wrote of the steps;
/// if it is neither, the faults of the reading that came further are told.
Side side_of(const std::string& file, const Options& options) {
  const std::string text = text_of(file);
  constexpr std::size_t head = 256;
  if (std::string_view(text).substr(0, head).find("\"attn/1\"") != std::string_view::npos)
    return {result_side(text, file), std::nullopt};
  try {
    return problem_side(text, file, options);
  } catch (const Refusal& as_problem) {
    try {
      return {result_side(text, file), std::nullopt};
    } catch (const Refusal& as_result) {
      if (as_problem.errors.size() <= as_result.errors.size()) throw Refusal(as_problem.errors);
      throw;
    }
  }
}

Closeness closeness_for(const ComparedRuns& runs, const CompareOptions& options) {
  const auto dtype_of = [](const Dump& dump) {
    for (const auto& [key, value] : dump.settings)
      if (key == "dtype") return std::string_view(value);
    return std::string_view();
  };
  Closeness closeness = coarser(closeness_of(dtype_of(runs.a.dump)), closeness_of(dtype_of(runs.b.dump)));
  const bool said = options.atol || options.rtol;
  if (said) closeness = {"", options.atol.value_or(0), options.rtol.value_or(0)};
  return closeness;
}

/// Marks a side by the problem, within what counts as the same.
void blame(char name, const Dump& dump, const Worked& truth, ComparedRuns& runs) {
  GradeOptions how;
  how.tolerance.atol = runs.closeness.atol;
  how.tolerance.rtol = runs.closeness.rtol;
  Grade marked = grade(truth.problem, truth.traces, expectation_of(dump), how);
  if (!marked.all_right) runs.blamed.push_back({name, std::move(marked)});
}

ComparedRuns compared(const CompareOptions& options) {
  Side a = side_of(options.files[0], options), b = side_of(options.files[1], options);
  ComparedRuns runs{std::move(a.told), std::move(b.told), {}, {}, {}, false};
  runs.closeness = closeness_for(runs, options);
  runs.comparison = compare_dumps(runs.a.dump, runs.b.dump, runs.closeness);
  if (runs.comparison.steps.empty())
    throw Refusal(fmt::format("{} and {} have no step in common", runs.a.name, runs.b.name),
                  "a result has keys such as scores and weights; attn run --json writes one");
  if (!runs.comparison.first()) return runs;
  std::optional<Worked> truth =
      options.problem.empty() ? std::move(a.worked) : worked(text_of(options.problem), options.problem, options);
  if (!truth) return runs;
  runs.is_marked = true;
  if (!options.problem.empty()) blame('A', runs.a.dump, *truth, runs);
  blame('B', runs.b.dump, *truth, runs);
  return runs;
}

} // namespace

Status compare(const Arguments& arguments) {
  CompareOptions options;
  CLI::App app(description, "attn compare");
  declare_compare(app, options);
  for (const auto declare : {declare_output, declare_problem, declare_engine}) declare(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  if (options.files.size() != 2)
    throw Refusal("compare takes two files", "attn compare A B; attn compare --help says more");
  const Format& format = format_of(options);
  engine_of(options);
  memory_of(options);
  for (const std::string& file : options.files) keep_input(file, options.output);

  const ComparedRuns runs = compared(options);
  Output output(options.output);
  format.write(comparison(runs), style_of(options), output);
  output.finish();
  return runs.comparison.first() ? Status::not_right : Status::good;
}

} // namespace attn
