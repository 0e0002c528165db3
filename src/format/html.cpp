// A Report as one page that needs nothing else: no network, no library. Matrices are tables of heat; a few lines of
// script (html_script.h) show how the cell under the pointer or with the focus is worked. A policy in the page lets
// that script run and no other, and loads nothing.

#include "format/heat.h"
#include "format/html_data.h"
#include "format/html_script.h"
#include "format/mathml.h"
#include "format/notation.h"
#include "format/typesetter.h"
#include "format/xml.h"

#include <cctype>
#include <fmt/format.h>
#include <string>
#include <unordered_map>

namespace attn {
namespace {

/// Words in a line, which may end behind a / of a file's name.
std::string words(std::string_view text) {
  const std::string in = in_xml(text);
  std::string out;
  for (const char c : in) {
    if (out.ends_with('/') && std::isalnum(static_cast<unsigned char>(c)) != 0) out += "<wbr>";
    out += c;
  }
  return out;
}

std::string html(const Piece& piece) {
  switch (piece.kind) {
  case Piece::Kind::path:
    return fmt::format("<code>{}</code>", in_xml(piece.text));
  case Piece::Kind::maths:
    return mathml(piece.text);
  case Piece::Kind::gap:
    return "&emsp;";
  default:
    return words(piece.text);
  }
}

std::string html(const Prose& prose) {
  std::string text;
  for (const Piece& piece : prose) text += html(piece);
  return text;
}

/// A cell of a table of words. A line may end before the keys and indexes of a path, and behind / and _ before a
/// letter; an arrow is whole.
std::string breakable(std::string_view words) {
  constexpr std::string_view arrow = "-&gt;";
  const std::string text = in_xml(words);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i], before = i == 0 ? ' ' : text[i - 1];
    const bool ends_name = before == ']' || std::isalpha(static_cast<unsigned char>(before)) != 0;
    const bool starts_name = std::isalpha(static_cast<unsigned char>(c)) != 0 && (before == '/' || before == '_');
    if (((c == '.' || c == '[') && ends_name) || starts_name) out += "<wbr>";
    if (text.compare(i, arrow.size(), arrow) == 0) {
      out += fmt::format("<span class=\"whole\">{}</span>", arrow);
      i += arrow.size() - 1;
    } else {
      out += c;
    }
  }
  return out;
}

/// A label, or the number of a row or column without one.
std::string label(const Labels& labels, std::size_t i) {
  return in_xml(labels.empty() ? std::to_string(i + 1) : labels[i]);
}

class Page : public Typesetter {
public:
  Page(const Report& report, const Style& style, Sink& sink)
      : report_(report), style_(style), scales_(report), sink_(sink) {
    for (std::size_t part = 0; part < report.parts.size(); ++part)
      for (const Section& section : report.parts[part].sections) part_of_.emplace(&section, part);
  }

  void write() {
    open();
    typeset(report_, style_.decimals, *this);
    close_section();
    sink_.write("</main>\n");
    if (!report_.parts.empty())
      sink_.write(fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n<script>{}</script>\n",
                              html_data(report_), html_script));
    sink_.write("</body>\n</html>\n");
  }

  void head(Heading level, const Prose& prose) override {
    close_section();
    if (level == Heading::title) return sink_.write(fmt::format("<h1>{}</h1>\n", html(prose)));
    for (; given_parts_ < report_.parts.size(); ++given_parts_) write_given(given_parts_);
    sink_.write(fmt::format("<section>\n<{0}>{1}</{0}>\n", level == Heading::chapter ? "h2" : "h3", html(prose)));
    in_section_ = true;
  }
  void say(const Prose& prose) override { sink_.write(fmt::format("<p class=\"formula\">{}</p>\n", html(prose))); }
  void list(const std::vector<Item>& items) override {
    sink_.write("<dl>\n");
    for (const Item& item : items)
      sink_.write(fmt::format("<dt>{}</dt><dd class=\"formula\">{}</dd>\n", in_xml(item.label), html(item.prose)));
    sink_.write("</dl>\n");
  }
  void show(const Block& block) override {
    Section plain;
    plain.block = block;
    write_matrix(plain, nullptr, 0);
  }
  void show(const Section& section) override {
    write_matrix(section, section.block.is_blank ? nullptr : &scales_.of(section), part_of(section));
  }
  void show(const TextTable& table) override {
    sink_.write("<div class=\"scroll\"><table class=\"told\">\n<thead><tr>");
    for (std::size_t j = 0; j < table.columns.size(); ++j)
      sink_.write(fmt::format("<th scope=\"col\"{}>{}</th>", side(table, j), in_xml(table.columns[j].head)));
    sink_.write("</tr></thead>\n<tbody>\n");
    for (const auto& row : table.rows) {
      const bool total = table.has_total && &row == &table.rows.back();
      sink_.write(total ? "<tr class=\"total\">" : "<tr>");
      for (std::size_t j = 0; j < row.size(); ++j)
        sink_.write(fmt::format("<td{}>{}</td>", side(table, j), breakable(row[j])));
      sink_.write("</tr>\n");
    }
    sink_.write("</tbody></table></div>\n");
  }

private:
  static std::string_view side(const TextTable& table, std::size_t j) {
    return table.columns[j].align == TextTable::Align::right ? " class=\"right\"" : "";
  }

  void open() {
    const std::string title = in_xml(report_.title.empty() ? "Attention" : report_.title);
    sink_.write(fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri "
                            "'none'; form-action 'none'; "
                            "style-src 'unsafe-inline'; script-src "
                            "'sha256-{}'\">\n<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n",
                            html_script_hash, title, html_style));
    sink_.write("<main>\n");
  }

  /// What the problem holds, before its steps.
  void write_given(std::size_t part) {
    if (part == 0)
      sink_.write("<p class=\"faint screen\">Point at a number, or go to it with Tab and the arrow keys: it shows how "
                  "it is worked.</p>\n");
    if (report_.parts[part].given.empty()) return;
    const std::string of = report_.batched ? fmt::format(" of sequence {}", part + 1) : "";
    sink_.write(fmt::format("<section>\n<h2>Given{}</h2>\n", of));
    for (const Section& section : report_.parts[part].given) {
      HeatScale scale;
      scale.include(section.block.values);
      sink_.write(fmt::format("<h3>{}</h3>\n", html({{Piece::Kind::path, section.title}})));
      write_matrix(section, &scale, part);
    }
    sink_.write("</section>\n");
  }

  void close_section() {
    if (in_section_) sink_.write("</section>\n");
    in_section_ = false;
  }

  std::size_t part_of(const Section& section) const {
    const auto found = part_of_.find(&section);
    return found == part_of_.end() ? 0 : found->second;
  }

  /// A grid to move in; no scale: a matrix that has no heat and shows no work.
  void write_matrix(const Section& section, const HeatScale* scale, std::size_t part) {
    const Block& block = section.block;
    const auto [first, count] = shown_rows(block);
    const Notation notation =
        block.is_blank ? Notation{} : choose_notation(block.values, block.dtype_in(report_.dtype), style_.decimals);
    const std::string work = fmt::format("work{}", ++matrices_);
    constexpr std::size_t most_kept_together = 30; ///< rows that a printed page holds and more
    sink_.write(count > most_kept_together ? "<div class=\"scroll long\"><table" : "<div class=\"scroll\"><table");
    if (scale)
      sink_.write(fmt::format(" role=\"grid\" data-part=\"{}\" data-path=\"{}\" data-first=\"{}\" aria-label=\"{}\" "
                              "aria-describedby=\"{}\"",
                              part, in_xml(section.path), first, in_xml(section.title), work));
    sink_.write(">\n<thead><tr><td></td>");
    for (std::size_t j = 0; j < block.values.cols; ++j)
      sink_.write(fmt::format("<th scope=\"col\">{}</th>", label(block.col_labels, j)));
    sink_.write("</tr></thead>\n<tbody>\n");
    for (std::size_t i = first; i < first + count; ++i) {
      sink_.write(fmt::format("<tr><th scope=\"row\">{}</th>", label(block.row_labels, i)));
      for (std::size_t j = 0; j < block.values.cols; ++j)
        write_cell(block, i, j, notation, scale, i == first && j == 0);
      sink_.write("</tr>\n");
    }
    sink_.write("</tbody></table></div>\n");
    if (scale) sink_.write(fmt::format("<p class=\"work\" id=\"{}\" role=\"status\"></p>\n", work));
  }

  /// Of each grid one cell takes the Tab key; arrow keys move on from there.
  void write_cell(const Block& block, std::size_t i, std::size_t j, const Notation& notation, const HeatScale* scale,
                  bool takes_tab) {
    const std::string_view tab = !scale ? "" : takes_tab ? " tabindex=\"0\"" : " tabindex=\"-1\"";
    if (block.is_blank) return sink_.write("<td></td>");
    const double value = block.values(i, j);
    const std::string number = in_xml(text(value, notation));
    if (is_masked_cell(block, i, j))
      return sink_.write(fmt::format("<td{} class=\"masked\"><span>{}</span></td>", tab, number));
    if (!scale) return sink_.write(fmt::format("<td>{}</td>", number));
    const Color ground = scale->color(value);
    sink_.write(
        fmt::format("<td{} style=\"background:{};color:{}\">{}</td>", tab, hex(ground), hex(ink_on(ground)), number));
  }

  const Report& report_;
  const Style& style_;
  HeatScales scales_;
  std::unordered_map<const Section*, std::size_t> part_of_; ///< of those of parts
  Sink& sink_;
  bool in_section_ = false;
  std::size_t matrices_ = 0, given_parts_ = 0; ///< written so far
};

} // namespace

void write_html(const Report& report, const Style& style, Sink& sink) {
  Page(report, style, sink).write();
}

} // namespace attn
