#include "report/numeral.h"

#include "matrix/decimal.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace attn {
namespace {

/// A sum that should be 0.3 is 0.30000000000000004; people see 0.3.
bool shows(double rounded, double value) {
  constexpr double hair = 1e-12;
  return std::fabs(rounded - value) <= hair * std::fabs(value);
}

} // namespace

std::string numeral(double value, int most_decimals) {
  constexpr double huge = 1e15;
  if (!std::isfinite(value)) return "masked";
  const bool looks_like_zero = value != 0 && round_decimals(value, most_decimals) == 0;
  if (looks_like_zero || std::fabs(value) >= huge) return fmt::format("{:.4g}", value);
  int decimals = 0;
  while (decimals < most_decimals && !shows(round_decimals(value, decimals), value)) ++decimals;
  return fmt::format("{:.{}f}", round_decimals(value, decimals), decimals);
}

bool is_shown_exactly(double value, const std::string& numeral) {
  constexpr auto most_digits = 12; // beyond them the bits alone decide
  double shown = 0;
  if (std::from_chars(numeral.data(), numeral.data() + numeral.size(), shown).ec != std::errc{}) return true; // a word
  const auto digits = std::ranges::count_if(numeral, [](char c) { return c >= '0' && c <= '9'; });
  return digits > most_digits ? shown == value : shows(shown, value);
}

} // namespace attn
