#include "problem/json/entry.h"

#include "problem/json/character.h"
#include "problem/number_text.h"
#include "problem/shown.h"
#include "problem/tensor/tensor_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <utility>

namespace attn {
namespace {

/// Whole numbers beyond this are no sizes, and doubles skip some of them.
constexpr double largest_size = 9007199254740992.0; // 2^53

bool is_whole(double value) {
  return std::floor(value) == value && value <= largest_size;
}

/// Fractions are numbers; where 0 and 1 are words rather than numbers, they are not taken.
std::optional<double> read_text(Entries entries, std::string_view text) {
  if (entries == Entries::flag) return std::nullopt;
  if (entries == Entries::added && text == "-inf") return -std::numeric_limits<double>::infinity();
  const FractionText fraction = read_fraction(text);
  if (fraction.kind != FractionText::Kind::fraction || !is_entry(entries, fraction.value)) return std::nullopt;
  return fraction.value;
}

/// "-Infinity", "inf" and how else it is called.
bool is_infinity(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  std::string word(text);
  std::transform(word.begin(), word.end(), word.begin(), [](unsigned char c) { return std::tolower(c); });
  return word == "inf" || word == "infinity" || word == "infty";
}

bool is_nan(std::string_view text) {
  return text == "nan" || text == "NaN" || text == "NAN";
}

/// What belongs there: an entry of a list, or all that the key takes.
std::string form_there(const Key& key) {
  return key.levels.most == 0 ? form_of(key) : std::string(form_of(key.entries));
}

EntryFault text_fault(const Key& key, const Scalar& scalar) {
  const std::string message = fmt::format("expected {}, found {}", form_there(key), shown(scalar));
  const std::string_view text = scalar.text;
  if (is_infinity(text) && key.entries == Entries::added)
    return {message, R"(write "-inf", in quotes and small letters, for a blocked cell)"};
  if (is_infinity(text)) return {message, R"(numbers are finite; "-inf" stands only in mask.add)"};
  if (is_nan(text)) return {message, "numbers are finite; a nan comes of a step before: mend that one"};
  if (auto character = describe_character(text)) return {message, std::move(character->hint)};
  switch (read_fraction(text).kind) {
  case FractionText::Kind::zero_denominator:
    return {"the denominator of " + quoted(text) + " is 0", "write a number"};
  case FractionText::Kind::too_long:
    return {"the integers of " + quoted(text) + " are too long", "fractions take integers of up to 15 digits"};
  case FractionText::Kind::number:
    return {message, fmt::format("write {} without quotes", shown(text))};
  case FractionText::Kind::fraction:
    return {message, std::string(key.hint)};
  case FractionText::Kind::other:
    break;
  }
  if (key.levels.most == 0) return {message, std::string(key.hint)};
  return {message, R"(the only text that stands for a number is a fraction of integers, such as "1/3")"};
}

} // namespace

std::string shown(const Scalar& scalar) {
  switch (scalar.kind) {
  case Scalar::Kind::null:
    return "null";
  case Scalar::Kind::boolean:
    return scalar.value != 0 ? "true" : "false";
  case Scalar::Kind::text:
    return "the text " + quoted(scalar.text);
  case Scalar::Kind::number:
    break;
  }
  return shown(scalar.text);
}

bool is_entry(Entries entries, double value) {
  switch (entries) {
  case Entries::number:
  case Entries::added:
    return true;
  case Entries::positive:
    return value > 0;
  case Entries::size:
    return value >= 1 && is_whole(value);
  case Entries::count:
    return value >= 0 && is_whole(value);
  case Entries::flag:
    return value == 0 || value == 1;
  }
  return false;
}

std::size_t entries_before_stranger(Entries entries, std::span<const PlacedNumber> run) {
  if (entries == Entries::number || entries == Entries::added) return run.size();
  const auto is_stranger = [entries](const PlacedNumber& number) { return !is_entry(entries, number.scalar.value); };
  return static_cast<std::size_t>(std::find_if(run.begin(), run.end(), is_stranger) - run.begin());
}

std::optional<double> read_entry(Entries entries, const Scalar& scalar) {
  switch (scalar.kind) {
  case Scalar::Kind::number:
    if (is_entry(entries, scalar.value)) return scalar.value;
    return std::nullopt;
  case Scalar::Kind::boolean:
    if (entries == Entries::flag) return scalar.value;
    return std::nullopt;
  case Scalar::Kind::text:
    return read_text(entries, scalar.text);
  case Scalar::Kind::null:
    break;
  }
  return std::nullopt;
}

std::optional<std::size_t> first_stranger(Entries entries, std::span<const double> numbers) {
  constexpr double blocked = -std::numeric_limits<double>::infinity();
  const auto is_stranger = [entries](double number) {
    if (entries == Entries::added && number == blocked) return false;
    return !std::isfinite(number) || !is_entry(entries, number);
  };
  const auto found = std::find_if(numbers.begin(), numbers.end(), is_stranger);
  if (found == numbers.end()) return std::nullopt;
  return static_cast<std::size_t>(found - numbers.begin());
}

std::string_view hint_for_stranger(const Key& key, double number) {
  if (std::isfinite(number)) return key.hint;
  if (key.entries == Entries::flag) return "numbers that are added to the scores, and -inf to block, stand in add";
  if (key.entries == Entries::added) return "-inf alone, which blocks a cell, may stand there beside finite numbers";
  return "numbers are finite: mend what wrote the file";
}

std::string hint_for_file() {
  return fmt::format("a file that holds the numbers ends in {}", tensor_endings());
}

std::string_view hint_for_truths(Entries entries) {
  if (entries == Entries::added) return "true and false stand in keep (true may attend) or in block (true may not)";
  return R"(save numbers, if they are meant: numpy.save("x.npy", x.astype("f8")))";
}

EntryFault entry_fault(const Key& key, const Scalar& scalar) {
  if (scalar.kind == Scalar::Kind::text && key.entries != Entries::flag) return text_fault(key, scalar);
  const bool in_matrix = key.entries == Entries::number && key.levels.most > 0;
  return {fmt::format("expected {}, found {}", form_there(key), shown(scalar)),
          in_matrix ? R"(entries are numbers, or fractions in quotes such as "1/3")" : std::string(key.hint)};
}

} // namespace attn
