// attn check: marks answers, or what a problem itself expects, step by step; the truth is always worked anew.

#include "attention/solve.h"
#include "attention/stage.h"
#include "command/files.h"
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
  if (!options.marks.empty())
    for (const std::string& item : split_at_commas(options.marks)) grade.marks.insert(mark_of(item));
  return grade;
}

/// A problem, and what is true of it.
struct Truth {
  Case read;
  std::vector<Trace> traces;
};

Truth truth_of(Case read, const Options& options) {
  Truth truth{std::move(read), {}};
  const Problem& problem = truth.read.problem;
  for (std::size_t sequence = 0; sequence < problem.shape.sequences; ++sequence)
    truth.traces.push_back(solve(problem, sequence, every_step(), engine_of(options)));
  return truth;
}

MarkedAnswer marked(const std::string& name, const Truth& truth, const Expectation& expectation,
                    const GradeOptions& options) {
  MarkedAnswer answer{name, expectation.id, Error{}, &truth.read.problem, &truth.traces};
  answer.outcome = grade(truth.read.problem, truth.traces, expectation, options);
  return answer;
}

/// An answer, or the first fault that kept it from being marked: of several answers that one alone fails.
template <class Mark>
MarkedAnswer attempt(const std::string& name, const Mark& mark) {
  try {
    return mark();
  } catch (const Refusal& refusal) {
    return {name, std::nullopt, refusal.errors.front()};
  }
}

/// What the problem itself expects.
const Expectation& expected(const Case& read, const std::string& file) {
  if (!read.expectation_faults.empty()) throw Refusal(read.expectation_faults);
  if (read.expectation && !read.expectation->matrices.empty()) return *read.expectation;
  throw Refusal(Error{{file, {}, {}},
                      "there is nothing to mark: no answer, and the problem expects nothing",
                      "name an answer file, or put the answer under \"expect\""});
}

/// An error made for the text of one line, at its place in the file.
Refusal at_line(Refusal refusal, std::size_t line) {
  for (Error& error : refusal.errors)
    if (error.place.position.line != 0) error.place.position.line = line;
  return refusal;
}

/// Hands over every line that is not blank with its name, "class.jsonl:7".
template <class Act>
void for_each_line(const std::string& file, const Act& act) {
  LineReader lines(open_source(file));
  while (const auto line = lines.next()) act(*line, fmt::format("{}:{}", file, line->number));
}

/// Reads from the text of a line; its faults are placed in the file.
template <class Read>
auto read_line(const Line& line, const std::string& file, const Read& read) {
  const Source source = [text = std::string_view(line.text)](std::span<char> buffer) mutable {
    const std::size_t count = text.copy(buffer.data(), buffer.size());
    text.remove_prefix(count);
    return count;
  };
  try {
    return read(source, file);
  } catch (Refusal& refusal) {
    throw at_line(refusal, line.number);
  }
}

/// All that was marked, with the problems that it was marked by.
struct Marking {
  std::deque<Truth> truths; ///< a deque: answers point into it
  std::vector<MarkedAnswer> answers;

  void mark_files(const CheckOptions& options, const GradeOptions& grade);
  void mark_lines_of_answers(const CheckOptions& options, const GradeOptions& grade);
  void mark_lines_of_problems(const CheckOptions& options, const GradeOptions& grade);
};

void Marking::mark_files(const CheckOptions& options, const GradeOptions& grade) {
  const std::string& file = options.files[0];
  const Truth& truth = truths.emplace_back(truth_of(read_case(open_source(file), file, options.overrides), options));
  if (options.files.size() == 1) answers.push_back(marked(file, truth, expected(truth.read, file), grade));
  const bool alone = options.files.size() == 2;
  for (std::size_t i = 1; i < options.files.size(); ++i) {
    const std::string& name = options.files[i];
    const auto mark = [&] { return marked(name, truth, read_answer(open_source(name), name), grade); };
    answers.push_back(alone ? mark() : attempt(name, mark));
  }
}

void Marking::mark_lines_of_answers(const CheckOptions& options, const GradeOptions& grade) {
  const std::string& file = options.files[0];
  const Truth& truth = truths.emplace_back(truth_of(read_case(open_source(file), file, options.overrides), options));
  for (std::size_t i = 1; i < options.files.size(); ++i)
    for_each_line(options.files[i], [&](const Line& line, const std::string& name) {
      answers.push_back(
          attempt(name, [&] { return marked(name, truth, read_line(line, options.files[i], read_answer), grade); }));
    });
}

void Marking::mark_lines_of_problems(const CheckOptions& options, const GradeOptions& grade) {
  const std::string& file = options.files[0];
  for_each_line(file, [&](const Line& line, const std::string& name) {
    answers.push_back(attempt(name, [&] {
      Case read = read_line(line, file, [&](const Source& source, const std::string& called) {
        return read_case(source, called, options.overrides);
      });
      const Truth& truth = truths.emplace_back(truth_of(std::move(read), options));
      MarkedAnswer answer = marked(name, truth, expected(truth.read, name), grade);
      if (!answer.id) answer.id = truth.read.problem.id;
      return answer;
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
  if (options.files.empty())
    throw Refusal("check needs a problem", "attn check PROBLEM [ANSWER…]; attn check --help says more");

  options.telling.verbose = options.verbose;
  options.telling.lenient = options.grade.lenient;
  options.lines = options.lines || names_lines(options.files.back());
  const GradeOptions grade = grade_options(options);
  const Format& format = format_of(options);
  engine_of(options);
  for (const std::string& file : options.files) keep_input(file, options.output);

  Marking marking;
  if (!options.lines)
    marking.mark_files(options, grade);
  else if (options.files.size() > 1)
    marking.mark_lines_of_answers(options, grade);
  else
    marking.mark_lines_of_problems(options, grade);
  tell_errors(marking.answers);
  write(marking, options, format);
  return status_of(marking.answers, options.lines);
}

} // namespace attn
