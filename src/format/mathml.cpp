#include "format/mathml.h"

#include "format/xml.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iterator>

namespace attn {
namespace {

struct Command {
  std::string_view name, element, text;
};

/// What a command without arguments is.
constexpr Command commands[] = {
    {"cdot", "mo", "·"},       {"approx", "mo", "≈"},    {"cdots", "mo", "⋯"},     {"dots", "mo", "…"},
    {"times", "mo", "×"},      {"top", "mo", "⊤"},       {"sum", "mo", "∑"},       {"le", "mo", "≤"},
    {"tanh", "mi", "tanh"},    {"max", "mi", "max"},     {"exp", "mi", "exp"},     {"infty", "mi", "∞"},
    {",", "mspace", ".17em"},  {";", "mspace", ".28em"}, {" ", "mspace", ".25em"}, {"qquad", "mspace", "2em"},
    {"quad", "mspace", "1em"}, {"odot", "mo", "⊙"},      {"gamma", "mi", "γ"},     {"varepsilon", "mi", "ε"},
    {"cos", "mi", "cos"},      {"sin", "mi", "sin"},
};

std::string element(std::string_view name, std::string_view content) {
  return fmt::format("<{0}>{1}</{0}>", name, content);
}

bool is(char c, int (*test)(int)) {
  return test(static_cast<unsigned char>(c)) != 0;
}

/// A formula of no more LaTeX than this stays whole: a window of 400 pixels holds it.
constexpr std::size_t longest_whole = 40;

/// Reads from left to right; an atom takes the scripts that follow it.
class Reader {
public:
  explicit Reader(std::string_view latex) : rest_(latex), is_long_(latex.size() > longest_whole) {}

  /// All of it. Browsers break lines between math elements only: a long formula is one for each side, term and entry.
  std::string formula() {
    constexpr std::string_view opening = "<math><mrow>", closing = "</mrow></math>";
    std::string all(opening);
    for (bool ends_entry = false; !at_end();) {
      const bool is_comma = rest_[0] == ',', is_gap = rest_.starts_with("\\ ");
      if (is_long_ && depth_ == 0 && !starts_piece_ && (at_joint() || (ends_entry && !is_gap))) {
        all += fmt::format("{}<wbr>{}", closing, opening);
        starts_piece_ = true;
      }
      all += with_scripts(atom());
      starts_piece_ = false;
      ends_entry = is_comma || (ends_entry && is_gap);
    }
    return all.append(closing);
  }

private:
  /// Whether nothing is left but blanks, which are passed over.
  bool at_end() {
    while (!rest_.empty() && rest_[0] == ' ') take();
    return rest_.empty();
  }

  /// Before a sign between two sides or terms.
  bool at_joint() const {
    return rest_[0] == '=' || rest_[0] == '+' || rest_.starts_with("\\approx") || (rest_[0] == '-' && after_operand_);
  }

  /// All up to a closing brace or the end, in a row.
  std::string row() {
    starts_piece_ = after_operand_ = false;
    std::string out;
    while (!at_end() && rest_[0] != '}') out += with_scripts(atom());
    return element("mrow", out);
  }

  char take() {
    const char c = rest_.empty() ? ' ' : rest_[0];
    rest_.remove_prefix(rest_.empty() ? 0 : 1);
    return c;
  }

  std::string_view take_while(int (*test)(int)) {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), [&](char c) { return is(c, test); });
    const auto taken = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(taken.size());
    return taken;
  }

  /// A group in braces or one atom.
  std::string argument() {
    while (!rest_.empty() && rest_[0] == ' ') take();
    if (rest_.empty() || rest_[0] != '{') return atom();
    take();
    std::string inner = row();
    take();
    return inner;
  }

  /// Plain words in braces.
  std::string words() {
    std::string text;
    take();
    while (!rest_.empty() && rest_[0] != '}') {
      if (rest_[0] == '\\') take();
      text += take();
    }
    take();
    return in_xml(text);
  }

  std::string with_scripts(std::string base) {
    std::string below, above;
    const bool is_operand = after_operand_ || (!rest_.empty() && (rest_[0] == '_' || rest_[0] == '^'));
    while (!rest_.empty() && (rest_[0] == '_' || rest_[0] == '^')) {
      std::string& script = take() == '_' ? below : above;
      script = argument();
    }
    after_operand_ = is_operand;
    if (!below.empty() && !above.empty()) return element("msubsup", base + below + above);
    if (!below.empty()) return element("msub", base + below);
    return above.empty() ? base : element("msup", base + above);
  }

  std::string atom() {
    if (rest_.empty()) return "";
    const char c = rest_[0];
    if (c == '{') return argument();
    if (c == '\\') return command();
    if (is(c, std::isdigit)) return number();
    if (is(c, std::isalpha)) return operand("mi", std::string(1, take()));
    return sign(false);
  }

  std::string number() {
    std::string digits(take_while(std::isdigit));
    if (rest_.size() > 1 && rest_[0] == '.' && is(rest_[1], std::isdigit)) {
      digits += take();
      digits += take_while(std::isdigit);
    }
    return operand("mn", digits);
  }

  /// What a sign may stand behind.
  std::string operand(std::string_view name, std::string_view content) {
    after_operand_ = true;
    return element(name, content);
  }

  /// One character that is neither letter nor digit; of UTF-8 all its bytes.
  std::string sign(bool stretches) {
    std::string text(1, take());
    while (!rest_.empty() && (static_cast<unsigned char>(rest_[0]) & 0xC0) == 0x80) text += take();
    return sign(text, stretches);
  }

  /// Its form, which spaces it, is told where its place in the row would not tell.
  std::string sign(std::string_view text, bool stretches) {
    const bool opens = text == "(" || text == "[", closes = text == ")" || text == "]";
    if (text == "(") ++depth_;
    if (text == ")" && depth_ > 0) --depth_;
    const bool is_prefix = opens || (text == "-" && !after_operand_);
    after_operand_ = closes;
    return fmt::format("<mo{}{}>{}</mo>",
                       is_prefix       ? " form=\"prefix\""
                       : closes        ? " form=\"postfix\""
                       : starts_piece_ ? " form=\"infix\""
                                       : "",
                       !opens && !closes ? ""
                       : stretches       ? " lspace=\"0\" rspace=\"0\""
                                         : " stretchy=\"false\"",
                       text == "-" ? "−" : in_xml(text));
  }

  std::string command() {
    take();
    std::string name(take_while(std::isalpha));
    if (name.empty()) name = take();
    if (name == "left" || name == "right") return sign(true);
    if (name == "text" || name == "operatorname" || name == "texttt") {
      const std::string inner = words();
      return operand(name == "operatorname" ? "mi" : "mtext", name == "text" ? spaced(inner) : inner);
    }
    if (name == "sqrt") return operand("msqrt", argument());
    if (name == "overline" || name == "bar") return operand("mover", argument() + "<mo accent=\"true\">¯</mo>");
    if (name == "frac") {
      const std::string above = argument();
      return operand("mfrac", above + argument());
    }
    const auto* row = std::ranges::find(commands, name, &Command::name);
    if (row == std::end(commands)) return operand("mtext", in_xml(name));
    if (row->element == "mspace") return fmt::format("<mspace width=\"{}\"/>", row->text);
    return row->element == "mo" ? sign(row->text, false) : operand(row->element, row->text);
  }

  /// Blanks at the ends of words count, and MathML would drop them.
  static std::string spaced(std::string text) {
    constexpr std::string_view no_break = "\u00A0";
    if (text.starts_with(' ')) text.replace(0, 1, no_break);
    if (text.ends_with(' ')) text.replace(text.size() - 1, 1, no_break);
    return text;
  }

  std::string_view rest_;
  bool is_long_;
  bool starts_piece_ = true;   ///< nothing stands before in this math element
  bool after_operand_ = false; ///< a minus sign here takes off, else it belongs to what follows
  int depth_ = 0;              ///< in round brackets, which stay on one line
};

} // namespace

std::string mathml(std::string_view latex) {
  return Reader(latex).formula();
}

} // namespace attn
