// nlohmann's parser as a source of events: the only file of this room that knows the library. Its callbacks carry no
// place, and no text for an integer of at most 64 bits: JsonText has both.

#include "problem/json/events.h"
#include "problem/json/fault.h"
#include "problem/json/number_run.h"
#include "problem/json/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace attn {
namespace {

/// nlohmann says all of it in one sentence: "syntax error while parsing object key - unexpected ']'; expected …".
template <class What>
struct Clue {
  std::string_view words;
  What what;
};

constexpr Clue<Awaited> contexts[] = {
    {"while parsing object key", Awaited::key},
    {"while parsing object separator", Awaited::colon},
    {"while parsing object", Awaited::comma},
    {"while parsing array", Awaited::comma},
    {"", Awaited::value},
};

constexpr Clue<Found> obstacles[] = {
    {" - unexpected end of input", Found::end}, {" - unexpected '", Found::mark}, // "unexpected ','"
    {" - unexpected string", Found::mark},      {" - unexpected ", Found::word},  // "unexpected number literal"
    {" - invalid string", Found::string},       {"", Found::other},               // "invalid number", "invalid literal"
};

/// Without the quotation of the text at its end.
std::string_view own_words(std::string_view complaint) {
  return complaint.substr(0, complaint.find("; last read: "));
}

template <class What, std::size_t count>
What look_up(const Clue<What> (&table)[count], std::string_view complaint) {
  const auto* clue = std::find_if(std::begin(table), std::end(table), [&](const Clue<What>& row) {
    return complaint.find(row.words) != std::string_view::npos;
  });
  return clue->what;
}

/// Listens to nlohmann and hands on. Every function returns whether the parser shall go on.
class Listener final : public nlohmann::json_sax<nlohmann::json> {
public:
  Listener(JsonText& text, JsonEvents& events, NumberReading reading)
      : text_(text), events_(events), reading_(reading) {}

  bool null() override { return scalar("null", text_.word().position, {Scalar::Kind::null, 0, {}}); }
  bool boolean(bool value) override {
    return scalar(value ? "true" : "false", text_.word().position, {Scalar::Kind::boolean, value ? 1.0 : 0.0, {}});
  }
  bool number_integer(std::int64_t value) override { return number(static_cast<double>(value), text_.word_text()); }
  bool number_unsigned(std::uint64_t value) override { return number(static_cast<double>(value), text_.word_text()); }
  bool number_float(double value, const std::string& text) override { return number(value, text); }
  bool string(std::string& value) override {
    return scalar("text", text_.mark().position, {Scalar::Kind::text, 0, value});
  }
  bool binary(nlohmann::json::binary_t&) override { return false; } // not in JSON
  bool key(std::string& name) override {
    events_.key(text_.mark().position, name);
    return true;
  }

  bool start_array(std::size_t) override {
    if (open_.empty()) return stop(describe_not_object(text_.mark().position, "a list"));
    if (!open('[')) return false;
    events_.begin_list(text_.mark().position);
    row_ = 0;
    read_ahead(&NumberScanner::take_numbers);
    return true;
  }
  bool end_array() override {
    open_.pop_back();
    events_.end_list(text_.mark().position);
    const bool in_list = open_.back().bracket == '[';
    if (in_list && row_ != 0 && row_ <= NumberScanner::longest_row) read_ahead(&NumberScanner::take_rows);
    row_ = 0;
    return true;
  }
  bool start_object(std::size_t) override {
    if (!open('{')) return false;
    events_.begin_object(text_.mark().position);
    return true;
  }
  bool end_object() override {
    open_.pop_back();
    events_.end_object(text_.mark().position);
    return true;
  }

  bool parse_error(std::size_t, const std::string& read, const nlohmann::json::exception& fault) override {
    constexpr int out_of_range = 406; // https://json.nlohmann.me/home/exceptions/#jsonexceptionout_of_range406
    if (fault.id == out_of_range) return stop(describe_too_large(text_));
    const std::string_view complaint = own_words(fault.what());
    return stop(
        describe({look_up(obstacles, complaint), look_up(contexts, complaint), read, complaint, open_, taken_}, text_));
  }

  /// After the last event: a zero byte is an end to nlohmann, but not to us.
  std::optional<TextFault> finish() {
    if (!fault_ && text_.last_byte() == '\0') stop(describe({Found::end, {}, {}, {}, open_, taken_}, text_));
    return std::move(fault_);
  }

private:
  bool number(double value, std::string_view text) {
    taken_ = text_.word().position;
    ++row_;
    if (!scalar("a number", taken_, {Scalar::Kind::number, value, text})) return false;
    if (open_.back().bracket == '[' && text_.last_byte() == ',') read_ahead(&NumberScanner::take_numbers);
    return true;
  }

  /// The scanner goes ahead of the parser, which never knows.
  void read_ahead(std::size_t (NumberScanner::*take)()) {
    if (reading_ == NumberReading::library) return;
    const std::size_t count = (scanner_.*take)();
    if (count != 0) taken_ = scanner_.last();
    row_ += count;
  }

  bool scalar(std::string_view name, Position at, const Scalar& scalar) {
    if (open_.empty()) return stop(describe_not_object(at, name));
    events_.scalar(at, scalar);
    return true;
  }

  bool open(char bracket) {
    const Position at = text_.mark().position;
    if (open_.size() == deepest_nesting) return stop(describe_too_deep(at));
    open_.push_back({bracket, at});
    return true;
  }

  bool stop(TextFault fault) {
    fault_ = std::move(fault);
    return false;
  }

  JsonText& text_;
  JsonEvents& events_;
  NumberReading reading_;
  NumberScanner scanner_{text_, events_};
  std::size_t row_ = 0; ///< numbers of the list that is open, or was closed last
  std::vector<Open> open_;
  Position taken_;
  std::optional<TextFault> fault_;
};

} // namespace

std::optional<TextFault> parse_json(const Source& source, JsonEvents& events, NumberReading reading) {
  JsonText text(source);
  if (auto fault = check_encoding(text)) return fault;
  Listener listener(text, events, reading);
  nlohmann::json::sax_parse(JsonTextIterator(text), JsonTextIterator(), &listener);
  return listener.finish();
}

} // namespace attn
