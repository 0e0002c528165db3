// attn compare: two results, or a problem and a result, step by step: the first step at which they part.

#include "attention/solve.h"
#include "attention/stage.h"
#include "command/files.h"
#include "command/limit.h"
#include "command/options.h"
#include "command/tell.h"
#include "grade/dump_tensors.h"
#include "grade/grade.h"
#include "problem/json.h"
#include "problem/tensor/answer_file.h"
#include "problem/tensor/csv.h"
#include "problem/tensor/step_table.h"
#include "problem/tensor/tensor_file.h"
#include "report/comparison.h"
#include "report/facts.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace attn {
namespace {

constexpr const char* description = R"(Holds two results against each other and says at which step they part.

Examples:
  attn compare mine.json theirs.json
  attn compare problem.json theirs.json   the problem is worked first
  attn compare a.json b.json --problem problem.json
  attn compare problem.json dumped.npz    steps of another program, by name
  attn compare problem.json weights.npy --step weights

A is a result (attn run --json), a problem, or a file of tensors, and so is B. With a problem, a known mistake is named.
)";

struct CompareOptions : Options {
  std::vector<std::string> files;
  std::string problem;
  std::string step;
  std::optional<double> atol, rtol;
};

void declare_compare(CLI::App& app, CompareOptions& options) {
  options.told = Content::tables;
  app.add_option("FILE", options.files, "A and B: results, problems or tensors; - is standard input");
  app.add_option("--problem", options.problem, "what both are results of: names the mistake of one that is wrong")
      ->type_name("FILE");
  app.add_option("--step", options.step, "what a .npy file holds, as --only calls it")->type_name("STEPS");
  app.add_option("--atol", options.atol, "the same if |A - B| <= atol + rtol * |B| (default: by the dtype)")
      ->type_name("X")
      ->check(not_negative());
  app.add_option("--rtol", options.rtol, "see --atol")->type_name("X")->check(not_negative());
  for (const auto declare : {declare_output, declare_problem, declare_engine}) declare(app, options);
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
  std::vector<std::pair<std::string, std::string>> settings{{"dtype", std::string(row_of(problem.dtype).name)}};
  if (problem.start != Start::weights) settings.emplace_back("scale", fmt::format("{}", problem.scale));
  settings.emplace_back("mask", problem.mask.words());
  std::ranges::move(positions_in_words(problem), std::back_inserter(settings));
  return settings;
}

constexpr std::string_view problem_kind = "a problem, worked here";

/// One of the two, and the problem that it is, if it is one.
struct Side {
  ComparedSide told;
  std::optional<Worked> worked;
  std::optional<Expectation> written = {}; ///< by hand, with the digits that it has
};

/// A result of attn has all digits, what somebody wrote has as many as were written.
Side result_side(const std::string& text, const std::string& file, Precision precision) {
  Expectation expectation = read_answer(source_of(text), file);
  Side side;
  side.told = {file, precision == Precision::all ? "a result" : "steps as written", dump_of(expectation, precision)};
  if (precision == Precision::as_written) side.written = std::move(expectation);
  return side;
}

/// The dtype of an element as its file writes it.
std::string_view dtype_of_elements(std::string_view type) {
  constexpr std::pair<std::string_view, std::string_view> types[] = {
      {"f8", "float64"}, {"F64", "float64"}, {"f4", "float32"},   {"F32", "float32"},
      {"f2", "float16"}, {"F16", "float16"}, {"BF16", "bfloat16"}};
  for (const auto& [ending, dtype] : types)
    if (type == ending || (type.size() == 3 && type.substr(1) == ending)) return dtype;
  return {};
}

std::optional<TensorMeaning> meaning_of(const std::string& name, const CompareOptions& options) {
  if (!name.empty()) return find_meaning(name);
  if (options.step.empty())
    throw Refusal("the file does not say which step its matrix is",
                  "say --step weights, or save it with its name as .npz");
  const auto step = find_step(options.step);
  if (!step) throw Refusal(fmt::format("--step: no step is called {}", options.step), "attn run --help has the steps");
  return TensorMeaning{*step, *step, {}, {}};
}

/// The long table that run writes as csv.
Side table_side(const std::string& file) {
  Side side;
  side.told = {file, "a table of steps", dump_of(read_answer_file(file))};
  side.told.dump.all_heads = false;
  return side;
}

/// Steps in a file of tensors; others in it are passed over.
Side tensors_side(const std::string& file, const CompareOptions& options) {
  if (is_text_file(*find_tensor_name(file)) && is_step_table(read_text(ByteFile(file)))) return table_side(file);
  const TensorFile tensors(file, {});
  Side side;
  side.told.name = file;
  side.told.kind = "dumped tensors";
  Dump& dump = side.told.dump;
  dump.all_heads = false; // until an array tells them
  std::string_view dtype;
  for (std::size_t i = 0; i < tensors.names().size(); ++i) {
    const std::string& name = tensors.names()[i];
    const auto meaning = meaning_of(name, options);
    const std::string_view own = dtype_of_elements(tensors.describe(i).type);
    if (!meaning) continue;
    add_tensor(name.empty() ? file : name, *meaning, tensors.read(i).numbers, dump);
    if (!own.empty()) dtype = own;
  }
  if (!dtype.empty()) dump.settings.emplace_back("dtype", dtype);
  settle(dump);
  return side;
}

Side problem_side(const std::string& text, const std::string& file, const Options& options) {
  Side side;
  side.worked = worked(text, file, options);
  side.told.name = file;
  side.told.kind = problem_kind;
  side.told.dump = dump_of(side.worked->problem, side.worked->traces);
  side.told.dump.settings = settings_of(side.worked->problem);
  return side;
}

/// A result of attn says so. Other text is a problem if it can be read as one, else what somebody wrote of the steps;
/// if it is neither, the faults of the reading that came further are told.
Side side_of(const std::string& file, const CompareOptions& options) {
  if (const auto name = find_tensor_name(file); name && name->tensor.empty()) try {
      return tensors_side(file, options);
    } catch (const TensorFault& fault) {
      throw Refusal(file, fault.message, fault.hint);
    }
  const std::string text = text_of(file);
  constexpr std::size_t head = 256;
  if (std::string_view(text).substr(0, head).find("\"attn/1\"") != std::string_view::npos)
    return result_side(text, file, Precision::all);
  try {
    return problem_side(text, file, options);
  } catch (const Refusal& as_problem) {
    try {
      return result_side(text, file, Precision::as_written);
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
void blame(char name, const Dump& dump, const std::optional<Expectation>& written, const Worked& truth,
           ComparedRuns& runs) {
  GradeOptions how;
  how.tolerance.atol = runs.closeness.atol;
  how.tolerance.rtol = runs.closeness.rtol;
  Grade marked = grade(truth.problem, truth.traces, written ? *written : expectation_of(dump), how);
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
  runs.are_of_other_sizes = !runs.comparison.counts.empty() ||
                            std::ranges::any_of(runs.comparison.steps, [](const auto& step) { return !step.fits(); });
  if (runs.comparison.same() || runs.are_of_other_sizes) return runs;
  std::optional<Worked> truth;
  if (!options.problem.empty())
    truth = worked(text_of(options.problem), options.problem, options);
  else
    truth = std::move(a.worked ? a.worked : b.worked);
  if (!truth) return runs;
  runs.is_marked = true;
  const bool a_is_true = options.problem.empty() && runs.a.kind == problem_kind;
  const bool b_is_true = options.problem.empty() && !a_is_true;
  if (!a_is_true) blame('A', runs.a.dump, a.written, *truth, runs);
  if (!b_is_true) blame('B', runs.b.dump, b.written, *truth, runs);
  return runs;
}

} // namespace

Grammar compare_grammar() {
  CompareOptions options;
  CLI::App app(description, "attn compare");
  declare_compare(app, options);
  return grammar_of(app, options);
}

Status compare(const Arguments& arguments) {
  CompareOptions options;
  CLI::App app(description, "attn compare");
  declare_compare(app, options);
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
  return runs.comparison.same() ? Status::good : Status::not_right;
}

} // namespace attn
