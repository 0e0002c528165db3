// A Report as Markdown: CommonMark with the tables of GitHub and formulas in $…$ and $$…$$ as KaTeX reads them. What
// users named cannot become markup: every character that might begin some is escaped.

#include "format/document.h"
#include "problem/character.h"

#include <cctype>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace attn {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether a backslash must stand before text[i] to keep it from being markup.
bool is_markup(std::string_view text, std::size_t i) {
  const char c = text[i];
  const char before = i == 0 ? ' ' : text[i - 1], after = i + 1 == text.size() ? ' ' : text[i + 1];
  if (std::string_view(R"(\`*<&$|~)").find(c) != std::string_view::npos) return true;
  if (c == '_') return !is_word(before) || !is_word(after); // between letters it is a letter
  return c == ']' && std::string_view("([:").find(after) != std::string_view::npos && !std::isdigit(before);
}

/// Whether a line that begins with `text` would be a heading, a list, a quotation or a rule.
bool begins_block(std::string_view text) {
  const std::size_t digits = text.find_first_not_of("0123456789");
  if (digits != 0 && digits != std::string_view::npos)
    return text.substr(digits).starts_with(". ") || text.substr(digits).starts_with(") ");
  return !text.empty() && std::string_view("#+->=[!:").find(text[0]) != std::string_view::npos;
}

std::string escaped(std::string_view words) {
  const std::string text = printable(words);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_markup(text, i)) out += '\\';
    out += text[i];
  }
  return out;
}

/// The same at the beginning of a line.
std::string escaped_line(const std::string& words) {
  const std::string text = escaped(words);
  if (!begins_block(text)) return text;
  const std::size_t sign = std::isdigit(static_cast<unsigned char>(text[0])) ? text.find_first_of(".)") : 0;
  return text.substr(0, sign) + '\\' + text.substr(sign);
}

std::string markdown(const Piece& piece) {
  switch (piece.kind) {
  case Piece::Kind::path:
    return fmt::format("`{}`", piece.text);
  case Piece::Kind::maths: {
    const std::size_t first = piece.text.find_first_not_of(' '), last = piece.text.find_last_not_of(' ');
    return fmt::format("${}$", piece.text.substr(first, last - first + 1)); // $ holds to what it encloses
  }
  case Piece::Kind::gap:
    return "\u2003"; // an em wide; of several blanks one would stay
  default:
    return escaped(piece.text);
  }
}

std::string markdown(const Prose& prose) {
  std::string text;
  for (const Piece& piece : prose) {
    if (piece.kind == Piece::Kind::maths && text.ends_with('`')) text += ' '; // $ opens no formula behind a letter
    text += text.empty() && piece.kind == Piece::Kind::words ? escaped_line(piece.text) : markdown(piece);
  }
  return text;
}

class Markdown : public Typesetter {
public:
  Markdown(const Report& report, int decimals, Sink& sink) : dtype_(report.dtype), decimals_(decimals), sink_(sink) {}

  void head(Heading level, const Prose& prose) override {
    begin();
    std::string marks = "#";
    if (level != Heading::title) marks += level == Heading::chapter ? "#" : "##";
    std::string text;
    for (const Piece& piece : prose) text += markdown(piece);
    sink_.write(fmt::format("{} {}\n", marks, text));
  }

  void say(const Prose& prose) override {
    begin();
    sink_.write(markdown(prose) + '\n');
  }

  void list(const std::vector<Item>& items) override {
    begin();
    for (const Item& item : items) {
      const std::string label = item.label.empty() ? "" : fmt::format("**{}** ", escaped(item.label));
      sink_.write("- " + label + markdown(item.prose) + '\n');
    }
  }

  using Typesetter::show;
  void show(const Block& block) override {
    begin();
    sink_.write("$$\n" + latex_matrix(block, dtype_, decimals_) + "\n$$\n");
  }

  void show(const TextTable& table) override {
    begin();
    std::string heads = "|", rule = "|";
    for (const TextTable::Column& column : table.columns) {
      heads += ' ' + escaped(column.head) + " |";
      rule += column.align == TextTable::Align::right ? "---:|" : ":---|";
    }
    sink_.write(heads + '\n' + rule + '\n');
    for (const auto& row : table.rows) sink_.write(line(row, table.has_total && &row == &table.rows.back()));
  }

private:
  /// Blocks stand apart.
  void begin() {
    if (!first_) sink_.write("\n");
    first_ = false;
  }

  static std::string line(const std::vector<std::string>& cells, bool is_total) {
    std::string text = "|";
    for (const std::string& cell : cells) {
      const std::string_view strong = is_total && !cell.empty() ? "**" : "";
      text += fmt::format(" {}{}{} |", strong, escaped(cell), strong);
    }
    return text + '\n';
  }

  Dtype dtype_;
  int decimals_;
  Sink& sink_;
  bool first_ = true;
};

} // namespace

void write_markdown(const Report& report, const Style& style, Sink& sink) {
  Markdown document(report, style.decimals, sink);
  typeset(report, style.decimals, document);
}

} // namespace attn
