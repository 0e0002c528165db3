// A problem all the way: read, worked, explained and told in every format; and its own result, as it is printed, is
// right as an answer to it.

#include "attention/solve.h"
#include "attention/stage.h"
#include "command/limit.h"
#include "format/format.h"
#include "fuzz/target.h"
#include "grade/grade.h"
#include "problem/json.h"
#include "report/explanation.h"
#include "report/grading.h"
#include "report/results.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace attn::fuzz {
namespace {

constexpr std::size_t most_numbers = 4096; ///< of all steps: what is larger takes longer and shows nothing more

class TextSink final : public Sink {
public:
  void write(std::string_view piece) override { text += piece; }
  std::string text;
};

/// No byte of it commands a terminal.
void require_plain(std::string_view text, std::string_view format) {
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    require(byte >= ' ' ? byte != 0x7F : byte == '\n' || byte == '\r' || byte == '\t', format);
  }
}

std::string told(const Report& report, const Format& format) {
  TextSink sink;
  format.write(report, {.threads = 1}, sink);
  if (!format.binary) require_plain(sink.text, format.name);
  if (format.name == "json") require(nlohmann::json::accept(sink.text), "a result that is no JSON");
  return sink.text;
}

/// A report without tables, or without pictures, is refused by some formats.
void tell_in_every_format(const Report& report) {
  for (const Format& format : formats()) {
    try {
      told(report, format);
    } catch (const Refusal&) {
    }
  }
}

std::vector<Trace> traces_of(const Problem& problem) {
  std::vector<Trace> traces;
  for (std::size_t sequence = 0; sequence < problem.shape.sequences; ++sequence)
    traces.push_back(solve(problem, sequence, every_step(), {.threads = 1, .kernel = {}}));
  return traces;
}

Grade marked(const Problem& problem, const std::vector<Trace>& traces, const std::string& answer) {
  return grade(problem, traces, read_answer(source_of(answer), "a.json"), {});
}

void tell_marks(const Problem& problem, const std::vector<Trace>& traces, Grade grade) {
  MarkedAnswer answer{"a.json", problem.id, std::move(grade), &problem, &traces};
  tell_in_every_format(grading({&answer, 1}));
}

void work(const Case& read, std::size_t bytes) {
  const Problem& problem = read.problem;
  refuse_if_too_large(problem, every_step(), bytes, {});
  if (kept_numbers(problem, every_step()) > most_numbers) return;
  const std::vector<Trace> traces = traces_of(problem);
  const Report results = attn::results(problem, traces, {.steps = every_step(), .derived = true});
  tell_in_every_format(results);
  tell_in_every_format(explanation(problem, traces, {}));
  Grade own = marked(problem, traces, told(results, *find_format("json")));
  require(own.all_right, "a result that is not right as an answer");
  tell_marks(problem, traces, std::move(own));
  if (read.expectation) tell_marks(problem, traces, grade(problem, traces, *read.expectation, {}));
}

} // namespace

void attempt_chain(std::string_view bytes) {
  Overrides overrides;
  overrides.no_files = true;
  try {
    work(read_case(bytes, "p.json", overrides), bytes.size());
  } catch (const Refusal&) {
  }
}

} // namespace attn::fuzz
