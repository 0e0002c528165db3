#pragma once
// The two sources of events, set beside each other: what the scanner of numbers makes of a text must be what the
// library makes of it, event by event, fault by fault, however the text comes in. A fuzzer can call difference() as it
// is.

#include "problem/json/events.h"
#include "unit/problem/reading.h"

#include <bit>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace attn::test {

/// Writes down every event.
class Record final : public JsonEvents {
public:
  void begin_list(Position at) override { add(at, "["); }
  void end_list(Position at) override { add(at, "]"); }
  void begin_object(Position at) override { add(at, "{"); }
  void key(Position at, std::string_view name) override { add(at, fmt::format("key {}", name)); }
  void end_object(Position at) override { add(at, "}"); }
  void scalar(Position at, const Scalar& scalar) override {
    add(at, fmt::format("{} {:x} {}", static_cast<int>(scalar.kind), std::bit_cast<std::uint64_t>(scalar.value),
                        scalar.text));
  }
  void numbers(std::span<const PlacedNumber> run) override {
    in_runs += run.size();
    JsonEvents::numbers(run);
  }

  std::string text;
  std::size_t in_runs = 0; ///< numbers that the scanner took

private:
  void add(Position at, std::string_view what) { text += fmt::format("{}:{} {}\n", at.line, at.column, what); }
};

/// All events of a text, and the fault at its end.
inline std::string events_of(std::string_view text, NumberReading reading, std::size_t piece) {
  Record record;
  if (const auto fault = parse_json(pieces_of(text, piece), record, reading))
    record.text += fmt::format("{}:{} {} {} {}\n", fault->position.line, fault->position.column, fault->in_value,
                               fault->message, fault->hint);
  return record.text;
}

/// What a problem's reader and an answer's make of a text.
inline std::string read_by(std::string_view text, NumberReading reading, std::size_t piece) {
  const Document document = read_document(pieces_of(text, piece), "p.json", {}, reading);
  std::string result = told(document.errors) + told(document.expectation_faults);
  for (const Member& member : document.members)
    if (const auto* numbers = std::get_if<Numbers>(&member.value.is))
      for (const double value : numbers->values) result += fmt::format("{:x} ", std::bit_cast<std::uint64_t>(value));
  if (document.expectation)
    for (const GivenMatrix& matrix : document.expectation->matrices)
      for (const Entry& entry : matrix.entries)
        result += fmt::format("{} {} {} {} ", entry.value, entry.decimals, entry.significant, entry.whole);
  return result;
}

/// Where the two sources part; empty: nowhere.
inline std::string difference(std::string_view text, std::size_t piece) {
  const std::string fast = events_of(text, NumberReading::scanner, piece);
  const std::string slow = events_of(text, NumberReading::library, 65536);
  if (fast != slow) return fmt::format("in pieces of {}: {}\nscanner:\n{}library:\n{}", piece, text, fast, slow);
  const std::string by_fast = read_by(text, NumberReading::scanner, piece);
  const std::string by_slow = read_by(text, NumberReading::library, 65536);
  return by_fast == by_slow ? "" : fmt::format("{}\nscanner:\n{}library:\n{}", text, by_fast, by_slow);
}

} // namespace attn::test
