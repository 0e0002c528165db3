#include "problem/json.h"

#include "problem/json/answer.h"
#include "problem/json/events.h"
#include "problem/json/faults.h"
#include "problem/json/members.h"
#include "problem/keys.h"

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

/// The hints of the grammar speak of a problem.
std::string of_answer(const std::string& hint) {
  constexpr std::string_view problem = "a problem is ", example = "such as ";
  if (!hint.starts_with(problem)) return hint;
  const std::string rest = hint.substr(problem.size());
  const std::size_t at = rest.find(example);
  return "an answer is " +
         (at == std::string::npos ? rest : rest.substr(0, at) + R"(such as {"weights": [[0.4, 0.6], [0.7, 0.3]]})");
}

} // namespace

Document read_document(const Source& source, const std::string& file, NumberReading reading) {
  Document document;
  document.file = file;
  Faults faults(file);
  MembersReader reader(problem_keys(), {}, document, faults);
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
  for (Error& error : errors) error.hint = of_answer(error.hint);
  throw Refusal(std::move(errors));
}

} // namespace attn
