// attn check: marks answers, or what a problem itself expects, step by step; the truth is always worked anew.

#include "attention/stage.h"
#include "command/check_lines.h"
#include "command/files.h"
#include "command/marking.h"
#include "command/tell.h"
#include "problem/json.h"
#include "problem/suggest.h"
#include "problem/tensor/answer_file.h"
#include "problem/tensor/tensor_file.h"
#include "report/grading.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/core.h>
#include <unistd.h>

namespace attn {
namespace {

constexpr const char* description = R"(Marks answers step by step, follows errors through, and names the likely mistake.

Examples:
  attn check problem.json answer.json      one answer in full
  attn check problem.json answers/*.json   a row for each
  attn check problem.json                  what the problem itself expects
  attn check problem.json class.jsonl --lines --json

A number is right if it is the true value rounded to the digits that were written.
)";

struct CheckOptions : Options {
  LineOptions lines;
  std::vector<std::string> files; ///< the problem, then the answers
  GradeOptions grade;
  GradingOptions telling;
  std::string marks; ///< "scores=1,weights=2"
};

void declare_check(CLI::App& app, CheckOptions& options) {
  options.told = Content::tables;
  app.add_option("FILE", options.files, "the problem, then the answers; none: what the problem expects");
  app.add_option("--decimals", options.grade.tolerance.decimals, "right within half a unit of the N-th decimal")
      ->type_name("N")
      ->check(whole_number(0, 15));
  app.add_option("--sigfigs", options.grade.tolerance.sigfigs, "right to N significant digits")
      ->type_name("N")
      ->check(whole_number(1, 17));
  app.add_option("--atol", options.grade.tolerance.atol, "right if |given - true| <= atol + rtol * |true|")
      ->type_name("A")
      ->check(not_negative());
  app.add_option("--rtol", options.grade.tolerance.rtol, "see --atol")->type_name("R")->check(not_negative());
  app.add_flag("--lenient", options.grade.lenient, "digits cut off, nudged or off by one in the last place are right");
  app.add_option("--marks", options.marks, "marks for each step: scores=1,weights=2,output=2")->type_name("MARKS");
  app.add_flag("--hide-truth", options.telling.hide_truth, "tell no true value: for students");
  for (const auto declare : {declare_output, declare_problem, declare_engine}) declare(app, options);
  declare_lines(app, options.lines);
}

/// "weights=2" of --marks.
std::pair<std::string, double> mark_of(const std::string& item) {
  const std::size_t sign = item.find('=');
  const std::string name = item.substr(0, sign);
  double mark = 0;
  const char* const end = item.data() + item.size();
  bool is_number = false;
  if (sign != std::string::npos) {
    const auto [stop, fault] = std::from_chars(item.data() + sign + 1, end, mark);
    is_number = fault == std::errc{} && stop == end;
  }
  if (!is_number || !(mark >= 0 && mark < 1e9))
    throw Refusal("--marks: \"" + item + "\" gives no marks",
                  "write STEP=NUMBER with commas between: scores=1,output=2");
  const auto step = find_step(name);
  if (!step)
    throw Refusal("--marks: no step is called \"" + name + "\"", suggestion(name, names_of(stages()), "steps"));
  return {std::string(stage(*step).name), mark};
}

GradeOptions grade_options(const CheckOptions& options) {
  GradeOptions grade = options.grade;
  const Tolerance& tolerance = grade.tolerance;
  if (tolerance.decimals.has_value() + tolerance.sigfigs.has_value() + (tolerance.atol || tolerance.rtol) > 1)
    throw Refusal("--decimals, --sigfigs and --atol with --rtol exclude each other", "say one of the three");
  if (!options.marks.empty())
    for (const std::string& item : split_at_commas(options.marks))
      if (!grade.marks.insert(mark_of(item)).second)
        throw Refusal("--marks: \"" + item + "\" names a step again", "name each step once");
  return grade;
}

/// An error made for a file, at its place there.
Refusal placed(Refusal refusal, const std::string& file) {
  for (Error& error : refusal.errors)
    if (error.place.file.empty()) error.place.file = file;
  return refusal;
}

Expectation answer_in(const std::string& file) {
  return find_tensor_name(file) ? read_answer_file(file) : read_answer(open_source(file), file);
}

/// Reads and marks the answer in a file. If it cannot be marked, of several answers this one bears its first fault;
/// with the only one the command ends.
MarkedAnswer marked(const std::string& file, bool is_only_one, const Solved& truth, const MarkingPlan& plan) {
  MarkedAnswer answer{file, {}, Error{}};
  try {
    mark(answer, truth, answer_in(file), plan);
  } catch (const Refusal& refusal) {
    if (is_only_one) throw placed(refusal, file);
    answer.outcome = placed(refusal, file).errors.front();
  }
  return answer;
}

/// What the problem itself expects, marked as the only answer.
MarkedAnswer marked(const std::string& problem, const Solved& truth, const MarkingPlan& plan) {
  MarkedAnswer answer{problem, {}, Error{}};
  try {
    mark(answer, truth, expected(truth.read, problem), plan);
  } catch (const Refusal& refusal) {
    throw placed(refusal, problem);
  }
  return answer;
}

/// Whether `read` takes a file that can be read once more.
template <class Read>
bool can_be_read(const std::string& file, Read read) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  try {
    read(file);
    return true;
  } catch (const Refusal&) {
    return false;
  }
}

/// Whether the first file is an answer and the second a problem. Many a problem can be read as an answer too.
bool are_swapped(const std::vector<std::string>& files, const MarkingPlan& plan) {
  return files.size() > 1 && can_be_read(files[0], answer_in) && can_be_read(files[1], [&](const std::string& file) {
    read_case(open_source(file), file, plan.overrides);
  });
}

/// The problem, worked. What people swap are the problem and its answer.
Solved solved_problem(const std::vector<std::string>& files, const MarkingPlan& plan) {
  const std::string& problem = files.front();
  try {
    return solved(open_source(problem), problem, plan);
  } catch (const Refusal&) {
    if (!are_swapped(files, plan)) throw;
  }
  throw placed(
      Refusal("an answer, where the problem is expected", "the problem comes first: attn check PROBLEM ANSWER"),
      problem);
}

/// The worst of all: an answer that could not be marked, else one that is not all right.
Status status_of(const std::vector<MarkedAnswer>& answers) {
  Status worst = Status::good;
  for (const MarkedAnswer& answer : answers) {
    const Grade* grade = std::get_if<Grade>(&answer.outcome);
    const Status own = !grade ? Status::refused : grade->all_right ? Status::good : Status::not_right;
    worst = std::max(worst, own);
  }
  return worst;
}

void tell_errors(const std::vector<MarkedAnswer>& answers) {
  for (const MarkedAnswer& answer : answers)
    if (const Error* error = std::get_if<Error>(&answer.outcome)) tell(*error);
}

/// One problem, and answers in files of their own.
Status check_files(const CheckOptions& options, const MarkingPlan& plan) {
  const Format& format = format_of(options);
  const std::string& problem = options.files.front();
  const Solved truth = solved_problem(options.files, plan);
  check_marks(truth.read.problem, plan.grade);
  if (!plan.quiet) tell_remarks(problem, truth.read.problem);
  std::vector<MarkedAnswer> answers;
  if (options.files.size() == 1) answers.push_back(marked(problem, truth, plan));
  for (std::size_t i = 1; i < options.files.size(); ++i)
    answers.push_back(marked(options.files[i], options.files.size() == 2, truth, plan));
  tell_errors(answers);
  Output output(options.output);
  format.write(grading(answers, plan.telling), style_of(options), output);
  output.finish();
  return status_of(answers);
}

MarkingPlan plan_of(const CheckOptions& options) {
  MarkingPlan plan{options.overrides, engine_of(options),     memory_of(options),
                   options.quiet,     grade_options(options), options.telling};
  plan.telling.verbose = options.verbose;
  plan.telling.lenient = options.grade.lenient;
  return plan;
}

} // namespace

Grammar check_grammar() {
  CheckOptions options;
  CLI::App app(description, "attn check");
  declare_check(app, options);
  return grammar_of(app, options);
}

Status check(const Arguments& arguments) {
  CheckOptions options;
  LineOptions& lines = options.lines;
  CLI::App app(description, "attn check");
  declare_check(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  std::vector<std::string>& files = options.files;
  if (files.empty() && lines.lines && !isatty(STDIN_FILENO)) files.push_back("-");
  if (files.empty())
    throw Refusal("check needs a problem", "attn check PROBLEM [ANSWER…]; attn check --help says more");

  const bool has_lines = settle_lines(lines, files.back(), options.threads, options.overrides);
  const MarkingPlan plan = plan_of(options);
  if (!asks_for_json(options)) format_of(options);
  for (const std::string& file : files) keep_input(file, options.output);
  if (!has_lines) return check_files(options, plan);
  if (files.size() > 2)
    throw Refusal("lines of answers come from one file",
                  "join them: cat a.jsonl b.jsonl | attn check PROBLEM - --lines");
  return check_lines(files.size() == 2 ? files.front() : "", files.back(), plan, options, lines);
}

} // namespace attn
