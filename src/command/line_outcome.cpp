#include "command/line_outcome.h"

#include "format/json.h"
#include "problem/json.h"
#include "report/failure.h"

#include <string_view>
#include <utility>

namespace attn {
namespace {

/// Text that is kept.
class TextSink : public Sink {
public:
  void write(std::string_view piece) override { text += piece; }
  std::string text;
};

/// A line is line 1 to its reader, which says so when a fault hangs on another spot. The number is the file's to tell.
std::string without_line(std::string words) {
  constexpr std::string_view own = "line 1, column ", spot = "column ";
  for (std::size_t at = 0; (at = words.find(own, at)) != std::string::npos; at += spot.size())
    words.replace(at, own.size(), spot);
  return words;
}

/// A line that opens what it does not close is hardly meant as one. Nothing, where it may be.
std::string hint_of_many_lines(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  if (first == std::string_view::npos) return {};
  if (text[first] == '[') return "--lines takes an object on each line: jq -c '.[]' makes lines of a list";
  if (text[first] != '{' || text[last] == '}') return {};
  return "this looks like one object over several lines: leave out --lines, or put it on one: jq -c .";
}

/// Told once, at the first line.
void explain_many_lines(const Line& line, Error& error) {
  if (line.number != 1) return;
  if (std::string hint = hint_of_many_lines(line.text); !hint.empty()) error.hint = std::move(hint);
}

} // namespace

std::optional<Id> id_of(const Line& line) {
  return read_document(source_of(line.text), {}).id;
}

std::string json_line(const Report& report) {
  TextSink sink;
  write_json(report, Layout::compact, sink);
  return std::move(sink.text);
}

LineOutcome failed(const Line& line, const std::string& file, const LineOptions& options, std::vector<Error> errors) {
  for (Error& error : errors) {
    if (error.place.file.empty()) error.place.file = file;
    error.place.position.line = line.number;
    error.message = without_line(error.message);
    error.hint = without_line(error.hint);
  }
  explain_many_lines(line, errors.back()); // what is wrong with the grammar comes last
  Report report = failure(errors, id_of(line));
  if (!options.no_numbers) report.line = line.number;
  return {json_line(report), Status::not_right, std::move(errors), {}};
}

} // namespace attn
