#pragma once
// One entry of numbers: which scalars are taken for it, and what to say of the others.

#include "problem/json/events.h"
#include "problem/keys.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// "null", "true", "2.5", `the text "abc"`.
std::string shown(const Scalar& scalar);

/// Whether a number is such an entry.
bool is_entry(Entries entries, double value);

/// How many numbers stand before the first that is no such entry.
std::size_t entries_before_stranger(Entries entries, std::span<const PlacedNumber> run);

/// The number that `scalar` stands for; none: it is no such entry.
std::optional<double> read_entry(Entries entries, const Scalar& scalar);

/// The first that is no such entry, of numbers that come from no text and may be anything; none: all are.
std::optional<std::size_t> first_stranger(Entries entries, std::span<const double> numbers);

/// What to do about such a number.
std::string_view hint_for_stranger(const Key& key, double number);

/// What to do about a text that stands for a list and names no file.
std::string hint_for_file();

/// What to do about true and false in a file, where they are no entries.
std::string_view hint_for_truths(Entries entries);

struct EntryFault {
  std::string message;
  std::string hint;
};

/// Why read_entry gave none. `key` is what the entry stands under.
EntryFault entry_fault(const Key& key, const Scalar& scalar);

} // namespace attn
