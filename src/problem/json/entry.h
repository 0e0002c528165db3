#pragma once
// One entry of numbers: which scalars are taken for it, and what to say of the others.

#include "problem/json/events.h"
#include "problem/keys.h"

#include <optional>
#include <string>

namespace attn {

/// "null", "true", "2.5", `the text "abc"`.
std::string shown(const Scalar& scalar);

/// Whether a number is such an entry.
bool is_entry(Entries entries, double value);

/// The number that `scalar` stands for; none: it is no such entry.
std::optional<double> read_entry(Entries entries, const Scalar& scalar);

struct EntryFault {
  std::string message;
  std::string hint;
};

/// Why read_entry gave none. `key` is what the entry stands under.
EntryFault entry_fault(const Key& key, const Scalar& scalar);

} // namespace attn
