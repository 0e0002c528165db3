#include "problem/json.h"

#include "problem/json/answer.h"
#include "problem/json/events.h"
#include "problem/json/faults.h"
#include "problem/json/members.h"
#include "problem/keys.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {
namespace {

/// Reads all of the source; the fault at which reading stopped, if any, becomes the last one. Returns whether the text
/// was read to its end.
bool read_all(const Source& source, ValueReader& reader, Faults& faults, NumberReading reading) {
  const auto fault = parse_json(source, reader, reading);
  if (fault) faults.add_last(fault->position, fault->in_value ? reader.pointer() : "", fault->message, fault->hint);
  return !fault;
}

/// The grammar speaks of a problem.
struct Phrase {
  std::string_view of_problem, of_answer;
};
constexpr Phrase phrases[] = {
    {"after the end of the problem", "after the end of the answer"},
    {"a problem is ", "an answer is "},
    {"a file holds one problem", "a file holds one answer"},
    {R"(such as {"X": [[1, 0], [0, 1]]})", R"(such as {"weights": [[0.4, 0.6], [0.7, 0.3]]})"},
};

std::string of_answer(std::string text) {
  for (const Phrase& phrase : phrases)
    if (const std::size_t at = text.find(phrase.of_problem); at != std::string::npos)
      text.replace(at, phrase.of_problem.size(), phrase.of_answer);
  return text;
}

} // namespace

Document read_document(const Source& source, const std::string& file, const FileAccess& files, NumberReading reading) {
  Document document;
  document.file = file;
  Faults faults(file);
  MembersReader reader(problem_keys(), {}, document, faults, files);
  document.cut_short = !read_all(source, reader, faults, reading);
  document.members = reader.take();
  document.errors = faults.take();
  return document;
}

Expectation read_answer(const Source& source, const std::string& file, NumberReading reading) {
  Expectation expectation;
  Faults faults(file);
  AnswerReader reader({}, expectation, faults);
  read_all(source, reader, faults, reading);
  if (faults.count() == 0) return expectation;
  std::vector<Error> errors = faults.take();
  for (Error& error : errors) {
    error.message = of_answer(std::move(error.message));
    error.hint = of_answer(std::move(error.hint));
  }
  throw Refusal(std::move(errors));
}

} // namespace attn
