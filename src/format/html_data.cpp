#include "format/html_data.h"

#include "format/json_writer.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace attn {
namespace {

struct TextSink : Sink {
  void write(std::string_view piece) override { text += piece; }
  std::string text;
};

/// Names of Working::Kind, in its order.
constexpr std::string_view kinds[] = {"given", "product", "row_by_row",  "copy", "biased",  "heads",   "scale",
                                      "cap",   "mask",    "exponential", "sum",  "softmax", "in_words"};

using Paths = std::unordered_set<std::string_view>;

Paths paths_of(const Part& part) {
  Paths paths;
  for (const Section& section : part.sections) paths.insert(section.path);
  for (const Section& section : part.given) paths.insert(section.path);
  return paths;
}

/// In words: what is given would not say whether a bias was added or rows were cached.
bool needs_words(const Paths& paths, const Section& section) {
  if (!section.derivation) return false;
  const auto& sources = section.working.sources;
  return sources.empty() || !std::ranges::all_of(sources, [&](const auto& path) { return paths.contains(path); });
}

void write_words(JsonWriter& json, const Section& section) {
  const View values = section.block.values;
  json.key("texts");
  json.open_list();
  for (std::size_t i = 0; i < values.rows; ++i) {
    json.open_list();
    for (std::size_t j = 0; j < values.cols; ++j) json.text(section.derivation(i, j));
    json.close_list();
  }
  json.close_list();
}

void write_matrix(JsonWriter& json, const Paths& paths, const Section& section, Dtype dtype) {
  const Working& working = section.working;
  json.key(section.path);
  json.open_object();
  json.key("kind");
  json.text(kinds[static_cast<std::size_t>(working.kind)]);
  json.key("sources");
  json.open_list();
  for (const std::string& path : working.sources) json.text(path);
  json.close_list();
  json.key("factor");
  json.number(working.factor, Dtype::float64);
  json.key("first_col");
  json.verbatim(std::to_string(working.first_col));
  json.key("cached");
  json.verbatim(std::to_string(working.cached));
  if (working.extra != 0) {
    json.key("extra");
    json.verbatim(std::to_string(working.extra));
  }
  json.key("is_vector");
  json.verbatim(section.block.is_vector ? "true" : "false");
  if (needs_words(paths, section)) write_words(json, section);
  json.key("values");
  json.matrix(section.block.values, section.block.dtype_in(dtype));
  json.close_object();
}

} // namespace

std::string html_data(const Report& report) {
  TextSink sink;
  JsonWriter json(sink, Layout::compact);
  json.open_list();
  for (const Part& part : report.parts) {
    const Paths paths = paths_of(part);
    json.open_object();
    for (const Section& section : part.given) write_matrix(json, paths, section, Dtype::float64);
    for (const Section& section : part.sections)
      if (!section.block.is_blank) write_matrix(json, paths, section, report.dtype);
    json.close_object();
  }
  json.close_list();
  json.finish();
  for (std::size_t at = sink.text.find('<'); at != std::string::npos; at = sink.text.find('<', at))
    sink.text.replace(at, 1, "\\u003c");
  return sink.text;
}

} // namespace attn
