#include "problem/pasted/form.h"
#include "problem/pasted/rows.h"
#include "problem/shown.h"

#include <fmt/format.h>

#include <utility>

namespace attn {
namespace {

using Kind = PastedToken::Kind;

bool is_number(const PastedToken& token) {
  return token.kind == Kind::number || token.kind == Kind::constant;
}

/// numpy parts numbers by blanks, or wraps them in a call; a bare point at the end of a number is its own too.
bool is_print_out(std::string_view text) {
  PastedLexer lexer(text);
  bool commas = false, calls = false, points = false;
  for (PastedToken token = lexer.next(), before; token.kind != Kind::end; before = token, token = lexer.next()) {
    commas |= token.kind == Kind::comma;
    calls |= before.kind == Kind::word && token.text == "(";
    points |= token.kind == Kind::number && token.text.ends_with('.');
  }
  const std::size_t first = text.find('[');
  const bool nested = first != std::string_view::npos && text.find('[', first + 1) != std::string_view::npos;
  return calls || points || (nested && !commas);
}

/// Reads one value: a list, or a call around one. The functions return whether to read on; if not, fault() says why.
class BracketReader {
public:
  BracketReader(std::string_view text, JsonEvents& events)
      : lexer_(text), events_(events), digits_(is_print_out(text) ? PastedDigits::of(text) : PastedDigits()) {}

  std::optional<TextFault> read(PastedAs as) {
    next();
    if (token_.text == "Parameter") pass_words(); // "Parameter containing:" stands before torch's tensor(
    if (!value(as)) return fault_;
    while (token_.kind == Kind::line_end || token_.kind == Kind::semicolon) next();
    if (token_.kind != Kind::end) stop(left_over(token_));
    return fault_;
  }

private:
  void next() {
    follows_number_ = is_number(token_);
    token_ = lexer_.next();
  }
  bool is_glued() const { return follows_number_ && is_number(token_) && !token_.after_blank; }
  void skip_lines() {
    while (token_.kind == Kind::line_end) next();
  }
  void pass_words() {
    while (token_.text == "Parameter" || token_.text.starts_with("containing") || token_.text == ":") next();
  }
  bool stop(TextFault fault) {
    fault_ = std::move(fault);
    return false;
  }

  /// A list, a call, or a number.
  bool value(PastedAs as) {
    skip_lines();
    if (token_.kind == Kind::open) return list(as);
    if (token_.kind == Kind::word) return call();
    if (token_.kind == Kind::dots) return stop(cut_short(token_));
    if (!is_number(token_)) return stop(not_a_number(token_));
    if (!digits_.tell(token_, events_)) return stop(too_large(token_));
    next();
    return true;
  }

  /// tensor([...], dtype=torch.float64): what stands behind the first argument says nothing about the numbers.
  bool call() {
    const PastedToken name = token_;
    next();
    if (token_.text != "(") return stop(not_a_number(name));
    if (is_too_deep()) return false;
    next();
    ++calls_;
    const bool read = value(PastedAs::row);
    --calls_;
    return read && pass_arguments(name);
  }

  bool pass_arguments(const PastedToken& name) {
    for (std::size_t depth = 1; depth > 0; next()) {
      if (token_.kind == Kind::end) return stop(not_closed("(", name.at));
      if (token_.text == "(") ++depth;
      if (token_.text == ")") --depth;
    }
    return true;
  }

  /// A list of lists, or rows of numbers.
  bool list(PastedAs as) {
    if (is_too_deep()) return false;
    open_.push_back(token_);
    next();
    skip_lines();
    return (begins_list() ? lists() : rows(as)) && close();
  }

  /// A list, or a call around one; np.float64(0.5) is a number.
  bool begins_list() const {
    PastedLexer ahead = lexer_;
    return token_.kind == Kind::open ||
           (token_.kind == Kind::word && ahead.next().text == "(" && ahead.next().kind == Kind::open);
  }

  bool is_too_deep() {
    if (open_.size() + calls_ < deepest_nesting) return false;
    stop({token_.at, fmt::format("brackets stand more than {} deep in each other", deepest_nesting),
          "no key needs more than four levels of lists", true});
    return true;
  }

  bool lists() {
    events_.begin_list(open_.back().at);
    while (true) {
      while (token_.kind == Kind::line_end || token_.kind == Kind::comma || token_.kind == Kind::semicolon) next();
      if (token_.kind == Kind::close || token_.kind == Kind::end) break;
      if (!value(PastedAs::row)) return false;
    }
    events_.end_list(open_.back().at);
    return true;
  }

  /// MATLAB's rows end at ; and at the end of a line; a line also ends where numpy wraps a long vector.
  bool rows(PastedAs as) {
    const bool by_lines = open_.size() == 1 && calls_ == 0 && as != PastedAs::vector;
    std::vector<PastedRow> all;
    bool in_row = false, after_comma = false;
    while (token_.kind != Kind::close && token_.kind != Kind::end) {
      if (is_glued()) return stop(is_arithmetic(token_));
      if (is_number(token_) || token_.kind == Kind::word) {
        const Position at = token_.at;
        if (!entry()) return false;
        if (!in_row) all.push_back({all.empty() ? open_.back().at : at, {}});
        all.back().numbers.push_back(std::exchange(entry_, {}));
        in_row = true;
        after_comma = false;
      } else if (token_.kind == Kind::comma) {
        if (!in_row || after_comma) return stop(no_entry(token_));
        after_comma = true;
        next();
      } else if (token_.kind == Kind::semicolon || token_.kind == Kind::line_end) {
        in_row = in_row && token_.kind == Kind::line_end && (!by_lines || after_comma);
        next();
      } else {
        return stop(token_.kind == Kind::dots ? cut_short(token_) : not_a_number(token_));
      }
    }
    if (token_.kind == Kind::end) return stop(not_closed(open_.back().text, open_.back().at));
    const auto fault = tell_rows(open_.back().at, all, as, digits_, events_);
    return fault ? stop(*fault) : true;
  }

  /// A number, or np.float64(0.5), as lists of numpy's numbers are printed.
  bool entry() {
    entry_ = token_;
    next();
    if (entry_.kind != Kind::word) return true;
    const PastedToken name = entry_;
    if (token_.text != "(") return stop(not_a_number(name));
    next();
    if (!is_number(token_)) return stop(not_a_number(token_));
    entry_ = token_;
    next();
    return pass_arguments(name);
  }

  bool close() {
    const PastedToken open = open_.back();
    if (token_.kind == Kind::end) return stop(not_closed(open.text, open.at));
    const std::string_view wanted = open.text == "[" ? "]" : open.text == "(" ? ")" : "}";
    if (token_.text != wanted)
      return stop({token_.at, fmt::format("expected {}, found {}", wanted, shown(token_)),
                   fmt::format("{} at {} is still open", open.text, spot(open.at)), true});
    open_.pop_back();
    next();
    return true;
  }

  TextFault not_closed(std::string_view bracket, Position at) const {
    return {token_.at, fmt::format("the text ends before the {} at {} is closed", bracket, spot(at)),
            "paste the whole print-out", true};
  }

  PastedLexer lexer_;
  JsonEvents& events_;
  PastedDigits digits_;
  PastedToken token_, entry_;
  bool follows_number_ = false;   ///< the token before is a number
  std::vector<PastedToken> open_; ///< brackets around what comes next
  std::size_t calls_ = 0;
  std::optional<TextFault> fault_;
};

} // namespace

std::optional<TextFault> read_brackets(std::string_view text, PastedAs as, JsonEvents& events) {
  return BracketReader(text, events).read(as);
}

} // namespace attn
