#include "problem/pasted/form.h"
#include "problem/pasted/rows.h"
#include "problem/shown.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <string>
#include <utility>

namespace attn {
namespace {

using Kind = PastedToken::Kind;

constexpr std::string_view environments[] = {"bmatrix", "pmatrix", "matrix",      "Bmatrix",
                                             "vmatrix", "Vmatrix", "smallmatrix", "array"};

/// What a command means inside of a matrix.
enum class Meaning { space, group_as_space, fraction, infinity, dots };
struct Command {
  std::string_view name;
  Meaning meaning;
};
constexpr Command commands[] = {
    {",", Meaning::space},
    {";", Meaning::space},
    {":", Meaning::space},
    {"!", Meaning::space},
    {" ", Meaning::space},
    {"quad", Meaning::space},
    {"qquad", Meaning::space},
    {"hline", Meaning::space},
    {"displaystyle", Meaning::space},
    {"phantom", Meaning::group_as_space},
    {"hphantom", Meaning::group_as_space},
    {"frac", Meaning::fraction},
    {"tfrac", Meaning::fraction},
    {"dfrac", Meaning::fraction},
    {"infty", Meaning::infinity},
    {"dots", Meaning::dots},
    {"cdots", Meaning::dots},
    {"ldots", Meaning::dots},
    {"vdots", Meaning::dots},
    {"ddots", Meaning::dots},
};

const Command* find_command(std::string_view name) {
  const auto* row = std::find_if(std::begin(commands), std::end(commands),
                                 [&](const Command& command) { return command.name == name; });
  return row == std::end(commands) ? nullptr : row;
}

/// Commands that may stand around a matrix and change none of its numbers.
constexpr std::string_view around[] = {
    "left",  "right",        "[",           "]",      "(",      ")",         "{",     "}",     "|",     "big",
    "bigl",  "bigr",         "Big",         "Bigl",   "Bigr",   "bigg",      "biggl", "biggr", "Bigg",  "Biggl",
    "Biggr", "lbrack",       "rbrack",      "lbrace", "rbrace", "lvert",     "rvert", "lVert", "rVert", "textstyle",
    "small", "footnotesize", "scriptstyle", "fit",    "boxed",  "ensuremath"};

bool changes_nothing(const PastedToken& token) {
  switch (token.kind) {
  case Kind::command: {
    const Command* command = find_command(token.text);
    return (command && command->meaning == Meaning::space) ||
           std::find(std::begin(around), std::end(around), token.text) != std::end(around);
  }
  case Kind::other:
    return token.text.find_first_not_of("$.,;|") == std::string_view::npos;
  case Kind::open:
  case Kind::close:
  case Kind::comma:
  case Kind::semicolon:
  case Kind::row_end:
  case Kind::line_end:
    return true;
  default:
    return false;
  }
}

/// Reads one environment. The functions return whether to read on; if not, fault_ says why.
class LatexReader {
public:
  LatexReader(std::string_view text) : lexer_(text) {}

  std::optional<TextFault> read(PastedAs as, JsonEvents& events) {
    next();
    if (!begin() || !body() || !end()) return fault_;
    return tell_rows(at_, rows_, as, {}, events);
  }

private:
  void next() { token_ = lexer_.next(); }
  bool stop(TextFault fault) {
    fault_ = std::move(fault);
    return false;
  }
  bool is_command(std::string_view name) const { return token_.kind == Kind::command && token_.text == name; }

  /// X = \left[ \begin{array}{cc}: up to the first entry. A factor would change what is in it.
  bool begin() {
    std::optional<PastedToken> stranger;
    for (; token_.kind != Kind::end && !is_command("begin"); next())
      if (token_.text.ends_with('='))
        stranger.reset(); // what stood before it is a name
      else if (!stranger && !changes_nothing(token_))
        stranger = token_;
    if (stranger && token_.kind != Kind::end)
      return stop({stranger->at, fmt::format("found {} before the matrix", shown(*stranger)),
                   "a matrix stands alone or behind a name and =; write it with factors worked in", true});
    at_ = token_.at;
    if (!environment(name_)) return false;
    if (std::find(std::begin(environments), std::end(environments), name_) == std::end(environments))
      return stop({at_, fmt::format("\\begin{{{}}} is no matrix", shown(name_)),
                   fmt::format("the environments read are {}", fmt::join(environments, ", ")), true});
    if (name_ != "array") return true;
    if (token_.text == "[") pass_group("[", "]"); // where it stands on the line
    if (token_.text == "{") pass_group("{", "}"); // its columns
    return true;
  }

  /// {name} behind \begin or \end.
  bool environment(std::string_view& name) {
    next();
    const bool opened = token_.text == "{";
    next();
    name = token_.text;
    next();
    if (!opened || token_.text != "}")
      return stop({token_.at, "expected the name of an environment in braces", R"(write \begin{bmatrix})", true});
    next();
    return true;
  }

  void pass_group(std::string_view open, std::string_view close) {
    std::size_t depth = 0;
    do {
      if (token_.text == open) ++depth;
      if (token_.text == close) --depth;
      next();
    } while (depth > 0 && token_.kind != Kind::end);
  }

  /// Entries up to \end.
  bool body() {
    rows_.push_back({token_.at, {}});
    bool entry_wanted = false; // behind &
    while (skip_space(), !is_command("end")) {
      if (token_.kind == Kind::end)
        return stop(
            {token_.at, fmt::format("the text ends before \\end{{{}}}", name_), "paste the whole matrix", true});
      if (token_.kind == Kind::row_end || token_.kind == Kind::ampersand) {
        const bool is_row = token_.kind == Kind::row_end;
        if (entry_wanted || rows_.back().numbers.empty()) return stop(no_entry(token_));
        next();
        if (is_row && token_.text == "[" && !token_.after_blank) pass_group("[", "]"); // \\[2pt]
        if (is_row) rows_.push_back({token_.at, {}});
        entry_wanted = !is_row;
      } else {
        if (!entry_wanted && !rows_.back().numbers.empty())
          return stop({token_.at, "expected & or \\\\, found " + shown(token_), "& parts the entries of a row", true});
        if (!entry()) return false;
        entry_wanted = false;
      }
    }
    if (entry_wanted) return stop(no_entry(token_));
    if (rows_.back().numbers.empty()) rows_.pop_back(); // \\ before \end
    return true;
  }

  void skip_space() {
    while (true) {
      const Command* command = token_.kind == Kind::command ? find_command(token_.text) : nullptr;
      if (command && command->meaning == Meaning::group_as_space) {
        next();
        pass_group("{", "}");
      } else if ((command && command->meaning == Meaning::space) || token_.kind == Kind::line_end) {
        next();
      } else {
        return;
      }
    }
  }

  /// -1, - 1, {-1}, \frac{1}{2}, -\infty
  bool entry() {
    const PastedToken first = token_;
    bool negative = false;
    std::vector<Position> braces;
    for (; token_.kind == Kind::sign || token_.text == "{"; next(), skip_space()) {
      if (token_.text == "{") braces.push_back(token_.at);
      negative ^= token_.text == "-";
    }
    if (!number(negative, first.at)) return false;
    for (; !braces.empty(); braces.pop_back())
      if (!close(braces.back())) return false;
    return true;
  }

  /// The brace that opened there.
  bool close(Position open) {
    if (token_.text != "}")
      return stop({token_.at, fmt::format("expected }}, found {}", shown(token_)),
                   fmt::format("{{ at {} is still open", spot(open)), true});
    next();
    return true;
  }

  bool number(bool negative, Position at) {
    if (token_.kind == Kind::dots) return stop(cut_short(token_));
    if (token_.kind == Kind::number || token_.kind == Kind::constant) {
      keep(token_.kind, negative, std::string(token_.text), at);
      next();
      return true;
    }
    const Command* command = token_.kind == Kind::command ? find_command(token_.text) : nullptr;
    if (!command) return stop(not_a_number(token_)); // spaces have been passed
    if (command->meaning == Meaning::dots) return stop(cut_short(token_));
    next();
    if (command->meaning == Meaning::infinity) return keep(Kind::constant, negative, "inf", at);
    std::string above, below;
    if (!part(above) || !part(below)) return false;
    if (above.starts_with('-') || above.starts_with('+')) {
      negative ^= above.starts_with('-');
      above.erase(0, 1);
    }
    return keep(Kind::number, negative, above + '/' + below, at);
  }

  /// {3}, the upper or lower part of a fraction.
  bool part(std::string& digits) {
    const PastedToken open = token_;
    if (open.text == "{") next();
    digits = token_.text;
    const bool integer = token_.kind == Kind::number && digits.find_first_of("./eE") == std::string::npos;
    if (open.text != "{" || !integer)
      return stop({token_.at, "expected an integer in braces, found " + shown(token_),
                   R"(fractions are of integers: \frac{1}{2})", true});
    next();
    return close(open.at);
  }

  bool keep(Kind kind, bool negative, std::string text, Position at) {
    if (negative) text = text.starts_with('-') ? text.substr(1) : '-' + text.substr(text.starts_with('+') ? 1 : 0);
    texts_.push_back(std::move(text));
    rows_.back().numbers.push_back({kind, at, texts_.back(), false});
    return true;
  }

  /// \end{bmatrix}, and what closes what stood before \begin.
  bool end() {
    const Position at = token_.at;
    std::string_view name;
    if (!environment(name)) return false;
    if (name != name_)
      return stop(
          {at, fmt::format("\\end{{{}}} closes \\begin{{{}}}", shown(name), name_), "paste the whole matrix", true});
    while (token_.kind != Kind::end && changes_nothing(token_)) next();
    return token_.kind == Kind::end ? true : stop(left_over(token_));
  }

  PastedLexer lexer_;
  PastedToken token_;
  std::string_view name_; ///< of the environment, which begins at at_
  Position at_;
  std::vector<PastedRow> rows_;
  std::deque<std::string> texts_; ///< of numbers, which rows_ looks at
  std::optional<TextFault> fault_;
};

} // namespace

std::optional<TextFault> read_latex(std::string_view text, PastedAs as, JsonEvents& events) {
  return LatexReader(text).read(as, events);
}

} // namespace attn
