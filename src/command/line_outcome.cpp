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
  Report report = failure(errors, id_of(line));
  if (!options.no_numbers) report.line = line.number;
  return {json_line(report), Status::not_right, std::move(errors), {}};
}

} // namespace attn
