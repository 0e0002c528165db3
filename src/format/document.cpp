#include "format/document.h"

#include "format/fact_text.h"
#include "format/matrix_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <variant>

namespace attn {
namespace {

using enum Typesetter::Heading;

Prose words(std::string text) {
  return {{Piece::Kind::words, std::move(text)}};
}

/// A title, and the jq path of what it is the title of.
Prose titled(std::string title, const std::string& path) {
  Prose prose = words(std::move(title));
  if (path.empty()) return prose;
  prose.push_back({Piece::Kind::gap});
  prose.push_back({Piece::Kind::path, path});
  return prose;
}

Item fact_item(const Fact& fact, Dtype dtype, int decimals) {
  Item item{fact.key, words(fact_text(fact, dtype, decimals))};
  if (fact.note.empty()) return item;
  item.prose.push_back({Piece::Kind::gap});
  for (Piece& piece : pieces(fact.note)) item.prose.push_back(std::move(piece));
  return item;
}

void tell_facts(const Report& report, int decimals, Typesetter& document) {
  std::vector<Item> items;
  for (const Fact& fact : report.facts)
    if (fact.audience != Audience::machines) items.push_back(fact_item(fact, report.dtype, decimals));
  if (!items.empty()) document.list(items);
}

void tell_section(const Section& section, std::size_t number, Typesetter& document) {
  document.head(Typesetter::Heading::section, titled(fmt::format("{}. {}", number, section.title), section.path));
  if (!section.formula.empty()) document.say(pieces(section.formula));
  document.show(section);
}

struct BodyTeller {
  Typesetter& document;

  void operator()(const Lines& lines) const {
    for (const std::string& line : lines) document.say(words(line));
  }
  void operator()(const TextTable& table) const { document.show(table); }
  void operator()(const Formulas& formulas) const {
    std::vector<Item> items;
    for (const Formula& formula : formulas) items.push_back({formula.label, pieces(formula.maths)});
    if (!items.empty()) document.list(items);
  }
};

void tell_passage(const Passage& passage, Typesetter& document) {
  if (!passage.title.empty())
    document.head(passage.opens_a_chapter ? chapter : Typesetter::Heading::section, titled(passage.title, passage.path));
  const BodyTeller tell{document};
  tell(passage.lead);
  std::visit(tell, passage.body);
}

} // namespace

void Typesetter::show(const Section& section) {
  const Block block = shown_block(section.block);
  std::string labels;
  for (const Side& side : sides(section.block))
    labels += fmt::format("{}{}: {}", labels.empty() ? "" : "; ", side.name, fmt::join(side.labels, ", "));
  if (!labels.empty()) say(words(std::move(labels)));
  show(block);
}

void typeset(const Report& report, int decimals, Typesetter& document) {
  if (!report.title.empty()) document.head(title, words(report.title));
  tell_facts(report, decimals, document);
  for (std::size_t s = 0; s < report.parts.size(); ++s) {
    if (report.batched) document.head(chapter, words(fmt::format("Sequence {} of {}", s + 1, report.parts.size())));
    std::size_t number = 0;
    for (const Section& section : report.parts[s].sections) tell_section(section, ++number, document);
  }
  for (const Passage& passage : report.passages) tell_passage(passage, document);
  for (const std::string& warning : report.warnings) document.say(words("note: " + warning));
}

} // namespace attn
