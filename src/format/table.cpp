// A Report for people: what the problem is, a block for each step, and what to be aware of.

#include "format/fact_text.h"
#include "format/format.h"
#include "format/grid.h"
#include "format/paint.h"
#include "format/text_table.h"
#include "format/width.h"
#include "problem/character.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <variant>

namespace attn {
namespace {

constexpr std::size_t indent = 4; ///< of all that stands under a step's number: " 1. "

/// A fact in words. Ids and lists of words are the user's own and pass through.
std::string value_of(const Fact& fact, Dtype dtype, const Style& style) {
  const std::string text = fact_text(fact, dtype, style.decimals);
  return std::holds_alternative<std::string>(fact.value) ? words(style, text) : text;
}

/// The title of the problem and a line for each fact; whether there was anything to say.
bool write_head(const Report& report, const Style& style, Sink& sink) {
  std::size_t width = 0;
  for (const Fact& fact : report.facts)
    if (fact.audience != Audience::machines) width = std::max(width, fact.key.size());
  if (!report.title.empty()) sink.write(paint(style, Paint::bold, printable(report.title)) + '\n');
  if (!report.title.empty() && width != 0) sink.write("\n");
  for (const Fact& fact : report.facts) {
    if (fact.audience == Audience::machines) continue;
    const std::string value = value_of(fact, report.dtype, style);
    const std::string note = fact.note.empty() ? "" : "   " + words(style, plain_text(fact.note));
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
    sink.write(std::string(indent, ' ') + paint(style, Paint::dim, words(style, plain_text(section.formula))) + '\n');
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
  std::string margin; ///< before each line

  void operator()(const Lines& lines) const {
    for (const std::string& line : lines) sink.write(margin + words(style, printable(line)) + '\n');
  }
  void operator()(const TextTable& table) const { write_text_table(table, style, sink); }
  void operator()(const Formulas& formulas) const {
    std::size_t width = 0;
    for (const Formula& formula : formulas) width = std::max(width, display_width(printable(formula.label)));
    for (const Formula& formula : formulas) {
      const std::string label = printable(formula.label);
      const std::string blanks(label.empty() ? 0 : width - display_width(label) + 2, ' ');
      sink.write(margin + label + blanks + words(style, plain_text(formula.maths)) + '\n');
    }
  }
};

void write_passage(const Passage& passage, const Style& style, Sink& sink) {
  std::string heading = paint(style, Paint::bold, printable(passage.title));
  if (!passage.title.empty() && !passage.path.empty()) heading += "   " + paint(style, Paint::dim, passage.path);
  if (!heading.empty()) sink.write(heading + '\n');
  const PassageWriter writer{style, sink, passage.lead.empty() ? "" : std::string(indent, ' ')};
  writer(passage.lead);
  std::visit(writer, passage.body);
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
