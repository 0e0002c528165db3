// A Report as the object that scripts read: small keys, then the steps under the names of the result, warnings last.

#include "format/json.h"

#include "format/json_tree.h"

#include <algorithm>
#include <string>
#include <variant>

namespace attn {
namespace {

/// Writes the value of a fact, whatever it is.
struct FactWriter {
  JsonWriter& json;
  Dtype dtype;

  void operator()(const std::string& words) const { json.text(words); }
  void operator()(double number) const { json.number(number, row_of(dtype).sums); }
  void operator()(const Id& id) const { id.is_number ? json.verbatim(id.text) : json.text(id.text); }
  void operator()(const Fact::Counts& counts) const {
    json.open_object(Spread::inline_);
    for (const auto& [name, count] : counts) {
      json.key(name);
      json.verbatim(std::to_string(count));
    }
    json.close_object();
  }
  void operator()(const Fact::Texts& texts) const {
    json.open_object(Spread::inline_);
    for (const auto& [name, text] : texts) {
      json.key(name);
      json.text(text);
    }
    json.close_object();
  }
  void operator()(const Fact::Words& words) const {
    json.open_list(Spread::inline_);
    for (const std::string& word : words) json.text(word);
    json.close_list();
  }
  void operator()(const Fact::WordLists& lists) const {
    json.open_list();
    for (const Fact::Words& words : lists) (*this)(words);
    json.close_list();
  }
};

void write_section(JsonWriter& json, const Section& section, Dtype dtype) {
  json.key(section.key);
  const Block& block = section.block;
  const Dtype own = block.dtype_in(dtype);
  block.is_vector ? json.column(block.values, own) : json.matrix(block.values, own);
}

/// The list "heads": an object for each head, with its sections or empty.
void write_heads(JsonWriter& json, const Part& part, Dtype dtype) {
  json.key("heads");
  json.open_list();
  auto section = std::ranges::find_if(part.sections, [](const Section& each) { return each.head.has_value(); });
  for (std::size_t head = 0; head < part.heads; ++head) {
    json.open_object();
    for (; section != part.sections.end() && section->head == head; ++section) write_section(json, *section, dtype);
    json.close_object();
  }
  json.close_list();
}

/// The steps of one sequence. The list of heads stands where the first section of a head does, else at the end.
void write_part(JsonWriter& json, const Part& part, Dtype dtype) {
  bool heads_to_come = part.heads != 0;
  for (const Section& section : part.sections) {
    if (!section.head) write_section(json, section, dtype);
    if (section.head && heads_to_come) write_heads(json, part, dtype);
    heads_to_come = heads_to_come && !section.head;
  }
  if (heads_to_come) write_heads(json, part, dtype);
}

void write_batch(JsonWriter& json, const Report& report) {
  json.key("batch");
  json.open_list();
  for (const Part& part : report.parts) {
    json.open_object();
    write_part(json, part, report.dtype);
    json.close_object();
  }
  json.close_list();
}

void write_facts(JsonWriter& json, const Report& report) {
  for (const Fact& fact : report.facts) {
    if (fact.audience == Audience::people) continue;
    json.key(fact.key);
    std::visit(FactWriter{json, report.dtype}, fact.value);
  }
}

void write_words(JsonWriter& json, std::string_view key, std::string_view words) {
  if (words.empty()) return;
  json.key(key);
  json.text(words);
}

void write_result(JsonWriter& json, const Report& report) {
  write_words(json, "schema", report.schema);
  write_words(json, "title", report.title);
  write_facts(json, report);
  if (report.batched)
    write_batch(json, report);
  else
    for (const Part& part : report.parts) write_part(json, part, report.dtype);
  json.key("warnings");
  json.open_list();
  for (const std::string& warning : report.warnings) json.text(warning);
  json.close_list();
}

void write_line_number(JsonWriter& json, std::size_t line) {
  json.key("line");
  json.verbatim(std::to_string(line));
}

} // namespace

void write_json(const Report& report, Layout layout, Sink& sink, std::size_t threads) {
  JsonWriter json(sink, layout, threads);
  json.open_object();
  if (report.line) write_line_number(json, *report.line);
  report.tree ? write_members(json, std::get<Tree::Object>(report.tree->is)) : write_result(json, report);
  json.close_object();
  json.finish();
}

void write_json(const Report& report, const Style& style, Sink& sink) {
  write_json(report, Layout::indented, sink, style.threads);
}

} // namespace attn
