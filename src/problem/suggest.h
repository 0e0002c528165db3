#pragma once
// "Did you mean …": the known word nearest to one that is not known.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// How many single changes lead from `a` to `b`: a character put in, taken out, replaced, or two neighbours swapped
/// (Damerau-Levenshtein distance, in its form without changes inside of a swap). Case does not count.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The nearest of `known`; of several the first that begins as `word` does, else the first. None if more than a third
/// of `word` would have to change (one change is allowed from two characters on).
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known);

/// A hint for a word that is not known: "did you mean weights?", else "steps: Q, K, …" with all of them.
std::string suggestion(std::string_view word, std::span<const std::string_view> known, std::string_view what);

} // namespace attn
