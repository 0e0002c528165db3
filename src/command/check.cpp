// attn check: marks answers, or what a problem itself expects, step by step; the truth is always worked anew.

#include "attention/solve.h"
#include "attention/stage.h"
#include "command/files.h"
#include "command/limit.h"
#include "command/lines.h"
#include "command/options.h"
#include "command/tell.h"
#include "format/json.h"
#include "grade/grade.h"
#include "problem/json.h"
#include "problem/suggest.h"
#include "report/grading.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <deque>
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
  std::vector<std::string> files; ///< the problem, then the answers
  GradeOptions grade;
  GradingOptions telling;
  std::string marks; ///< "scores=1,weights=2"
  bool lines = false;
};

void declare_check(CLI::App& app, CheckOptions& options) {
  app.add_option("FILE", options.files, "the problem, then the answers; none: what the problem expects")->type_name("");
  app.add_flag("--lines", options.lines,
               "each line of the answers is one answer; without answers, each line a problem");
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
  app.add_option("--marks", options.marks, "marks for each step: scores=1,weights=2,output=2")->type_name("LIST");
  app.add_flag("--hide-truth", options.telling.hide_truth, "tell no true value: for students");
}

/// "weights=2" of --marks.
std::pair<std::string, double> mark_of(const std::string& item) {
  const std::size_t sign = item.find('=');
  const std::string name = item.substr(0, sign);
  double mark = 0;
  const char* const end = item.data() + item.size();
  const bool is_number = sign != std::string::npos && std::from_chars(item.data() + sign + 1, end, mark).ptr == end;
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

/// A problem, and what is true of it.
struct Solved {
  Case read;
  std::vector<Trace> traces;
};

Solved solved(const Source& source, const std::string& file, const Options& options) {
  std::size_t bytes = 0;
  Solved truth{read_case(counted(source, bytes), file, options.overrides), {}};
  const Problem& problem = truth.read.problem;
  refuse_if_too_large(problem, every_step(), bytes, memory_of(options));
  for (std::size_t sequence = 0; sequence < problem.shape.sequences; ++sequence)
    truth.traces.push_back(solve(problem, sequence, every_step(), engine_of(options)));
  if (!options.quiet)
    for (const std::string& warning : problem.warnings) tell_warning(file, warning);
  return truth;
}

/// A text that is marked: a file, or a line of one.
struct Text {
  std::string file;
  std::size_t line = 0; ///< 0: all of the file
  Source source;

  /// "class.jsonl:7".
  std::string name() const { return line == 0 ? file : fmt::format("{}:{}", file, line); }
};

/// An error made for a text, at its place in the file.
Refusal placed(Refusal refusal, const Text& text) {
  for (Error& error : refusal.errors) {
    if (error.place.file.empty()) error.place.file = text.file;
    if (text.line != 0) error.place.position.line = text.line;
  }
  return refusal;
}

/// Marks `text` by `mark`, which fills the answer. If it cannot be marked, of several answers this one bears its first
/// fault; with the only one the command ends.
template <class Mark>
MarkedAnswer marked(const Text& text, bool is_only_one, const Mark& mark) {
  MarkedAnswer answer{text.name(), {}, Error{}};
  try {
    mark(answer);
  } catch (const Refusal& refusal) {
    if (is_only_one) throw placed(refusal, text);
    answer.outcome = placed(refusal, text).errors.front();
  }
  return answer;
}

void mark_by(const Solved& truth, const Expectation& expectation, const GradeOptions& options, MarkedAnswer& answer) {
  answer.problem = &truth.read.problem;
  answer.truth = &truth.traces;
  answer.id = expectation.id ? expectation.id : answer.id;
  answer.outcome = grade(truth.read.problem, truth.traces, expectation, options);
}

/// What the problem itself expects.
const Expectation& expected(const Case& read, const std::string& file) {
  if (!read.expectation_faults.empty()) throw Refusal(read.expectation_faults);
  if (read.expectation && !read.expectation->matrices.empty()) return *read.expectation;
  throw Refusal(Error{{file, {}, {}},
                      "there is nothing to mark: no answer, and the problem expects nothing",
                      "name an answer file, or put the answer under \"expect\""});
}

/// Hands over every line of a file that is not blank.
template <class Act>
void for_each_line(const std::string& file, const Act& act) {
  LineReader lines(open_source(file));
  while (const auto line = lines.next()) act(Text{file, line->number, source_of(line->text)});
}

/// All that was marked, with the problems that it was marked by.
struct Marking {
  std::deque<Solved> truths; ///< a deque: answers point into it
  std::vector<MarkedAnswer> answers;

  void mark_answers(const CheckOptions& options, const GradeOptions& grade);
  void mark_problems(const CheckOptions& options, const GradeOptions& grade);
};

/// One problem, and answers in files of their own or a line each.
void Marking::mark_answers(const CheckOptions& options, const GradeOptions& grade) {
  const std::string& problem = options.files[0];
  const Text whole{problem, 0, open_source(problem)};
  const Solved& truth = truths.emplace_back(solved(whole.source, problem, options));
  check_marks(truth.read.problem, grade);
  const auto mark = [&](const Text& text) {
    answers.push_back(marked(text, false, [&](MarkedAnswer& answer) {
      mark_by(truth, read_answer(text.source, text.file), grade, answer);
    }));
  };
  if (options.files.size() == 1)
    answers.push_back(marked(
        whole, true, [&](MarkedAnswer& answer) { mark_by(truth, expected(truth.read, problem), grade, answer); }));
  for (std::size_t i = 1; i < options.files.size(); ++i) {
    const std::string& file = options.files[i];
    if (options.lines || names_lines(file))
      for_each_line(file, mark);
    else
      answers.push_back(marked(Text{file, 0, {}}, options.files.size() == 2, [&](MarkedAnswer& answer) {
        mark_by(truth, read_answer(open_source(file), file), grade, answer);
      }));
  }
}

/// Each line a problem that says what it expects.
void Marking::mark_problems(const CheckOptions& options, const GradeOptions& grade) {
  for_each_line(options.files[0], [&](const Text& text) {
    answers.push_back(marked(text, false, [&](MarkedAnswer& answer) {
      const Solved& truth = truths.emplace_back(solved(text.source, text.file, options));
      answer.id = truth.read.problem.id;
      mark_by(truth, expected(truth.read, text.file), grade, answer);
    }));
  });
}

/// The worst of all: an answer that could not be marked, else one that is not all right. A line that fails is not
/// right; a file that fails could not be marked.
Status status_of(const std::vector<MarkedAnswer>& answers, bool lines) {
  Status worst = Status::good;
  for (const MarkedAnswer& answer : answers) {
    const Grade* grade = std::get_if<Grade>(&answer.outcome);
    const Status own =
        grade ? (grade->all_right ? Status::good : Status::not_right) : (lines ? Status::not_right : Status::refused);
    worst = std::max(worst, own);
  }
  return worst;
}

void tell_errors(const std::vector<MarkedAnswer>& answers) {
  for (const MarkedAnswer& answer : answers)
    if (const Error* error = std::get_if<Error>(&answer.outcome)) tell(*error);
}

/// One result, or with --lines as JSON one for each answer, a line each.
void write(const Marking& marking, const CheckOptions& options, const Format& format) {
  Output output(options.output);
  if (options.lines && marking.answers.empty()) return output.finish(); // no lines, no output
  if (options.lines && format.name == "json")
    for (const MarkedAnswer& answer : marking.answers)
      write_json(grading({&answer, 1}, options.telling), Layout::compact, output);
  else
    format.write(grading(marking.answers, options.telling), style_of(options), output);
  output.finish();
}

} // namespace

Status check(const Arguments& arguments) {
  CheckOptions options;
  CLI::App app(description, "attn check");
  declare_check(app, options);
  for (const auto declare : {declare_output, declare_problem, declare_engine}) declare(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  if (options.files.empty() && options.lines && !isatty(STDIN_FILENO)) options.files.push_back("-");
  if (options.files.empty())
    throw Refusal("check needs a problem", "attn check PROBLEM [ANSWER…]; attn check --help says more");

  options.telling.verbose = options.verbose;
  options.telling.lenient = options.grade.lenient;
  options.lines = options.lines || names_lines(options.files.back());
  memory_of(options);
  const GradeOptions grade = grade_options(options);
  const Format& format = format_of(options);
  engine_of(options);
  for (const std::string& file : options.files) keep_input(file, options.output);

  Marking marking;
  if (options.lines && options.files.size() == 1)
    marking.mark_problems(options, grade);
  else
    marking.mark_answers(options, grade);
  tell_errors(marking.answers);
  write(marking, options, format);
  return status_of(marking.answers, options.lines);
}

} // namespace attn
