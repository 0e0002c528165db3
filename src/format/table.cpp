// A Report for people: what the problem is, a block for each step, and what to be aware of.

#include "format/format.h"
#include "format/grid.h"
#include "format/notation.h"
#include "format/paint.h"
#include "format/text_table.h"
#include "format/width.h"
#include "problem/character.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attn {
namespace {

constexpr std::size_t indent = 4; ///< of all that stands under a step's number: " 1. "

/// The value of a fact in words.
struct FactText {
  const Style& style;
  Dtype dtype;

  std::string operator()(const std::string& text) const { return words(style, printable(text)); }
  std::string operator()(double number) const {
    const View one{&number, 1, 1, 1, 1};
    return text(number, choose_notation(one, dtype, style.decimals));
  }
  std::string operator()(const Id& id) const { return printable(id.text); }
  std::string operator()(const Fact::Counts& counts) const {
    std::string line;
    for (const auto& [name, count] : counts) line += fmt::format("{}{} {}", line.empty() ? "" : ", ", name, count);
    return line;
  }
  std::string operator()(const Fact::Words& list) const { return printable(fmt::format("{}", fmt::join(list, " "))); }
  std::string operator()(const Fact::WordLists& lists) const {
    std::string line;
    for (const Fact::Words& list : lists) line += (line.empty() ? "" : "; ") + (*this)(list);
    return line;
  }
};

/// The title of the problem and a line for each fact; whether there was anything to say.
bool write_head(const Report& report, const Style& style, Sink& sink) {
  std::size_t width = 0;
  for (const Fact& fact : report.facts)
    if (fact.audience != Audience::machines) width = std::max(width, fact.key.size());
  if (!report.title.empty()) sink.write(paint(style, Paint::bold, printable(report.title)) + '\n');
  if (!report.title.empty() && width != 0) sink.write("\n");
  for (const Fact& fact : report.facts) {
    if (fact.audience == Audience::machines) continue;
    const std::string value = std::visit(FactText{style, report.dtype}, fact.value);
    const std::string note = fact.note.empty() ? "" : "   " + words(style, fact.note);
    sink.write(fmt::format("{:<{}}  {}{}\n", fact.key, width, value, note));
  }
  return width != 0 || !report.title.empty();
}

/// Number, title and path on one line, the formula under it.
void write_heading(const Section& section, std::size_t number, const Style& style, Sink& sink) {
  std::string line = paint(style, Paint::bold, fmt::format("{:>2}. {}", number, words(style, section.title)));
  if (!section.path.empty()) line += "   " + paint(style, Paint::dim, section.path);
  sink.write(line + '\n');
  if (!section.formula.empty())
    sink.write(std::string(indent, ' ') + paint(style, Paint::dim, words(style, section.formula)) + '\n');
}

/// A line between this paragraph and the one before it, if there was one.
class Paragraphs {
public:
  explicit Paragraphs(Sink& sink) : sink_(sink) {}
  void begin() {
    if (!first_) sink_.write("\n");
    first_ = false;
  }
  void skip() { first_ = true; }

private:
  Sink& sink_;
  bool first_ = true;
};

void write_part(const Report& report, const Part& part, const HeatScales& scales, Paragraphs& paragraphs,
                const Style& style, Sink& sink) {
  std::size_t number = 0;
  for (const Section& section : part.sections) {
    paragraphs.begin();
    write_heading(section, ++number, style, sink);
    sink.write("\n");
    write_grid(section.block, report.dtype, indent, style, scales.of(section), sink);
  }
}

/// The title holds names that users gave; only lines are all our own words.
struct PassageWriter {
  const Style& style;
  Sink& sink;

  void operator()(const Lines& lines) const {
    for (const std::string& line : lines) sink.write(words(style, printable(line)) + '\n');
  }
  void operator()(const TextTable& table) const { write_text_table(table, style, sink); }
};

void write_passage(const Passage& passage, const Style& style, Sink& sink) {
  std::string heading = paint(style, Paint::bold, printable(passage.title));
  if (!passage.title.empty() && !passage.path.empty()) heading += "   " + paint(style, Paint::dim, passage.path);
  if (!heading.empty()) sink.write(heading + '\n');
  std::visit(PassageWriter{style, sink}, passage.body);
}

} // namespace

void write_table(const Report& report, const Style& style, Sink& sink) {
  const HeatScales scales(report);
  Paragraphs paragraphs(sink);
  paragraphs.begin();
  if (!write_head(report, style, sink)) paragraphs.skip();
  for (std::size_t s = 0; s < report.parts.size(); ++s) {
    if (report.batched) {
      paragraphs.begin();
      sink.write(paint(style, Paint::bold, fmt::format("Sequence {} of {}", s + 1, report.parts.size())) + '\n');
    }
    write_part(report, report.parts[s], scales, paragraphs, style, sink);
  }
  for (const Passage& passage : report.passages) {
    paragraphs.begin();
    write_passage(passage, style, sink);
  }
  if (!report.warnings.empty()) paragraphs.begin();
  for (const std::string& warning : report.warnings)
    sink.write(words(style, fmt::format("note: {}\n", printable(warning))));
}

} // namespace attn
