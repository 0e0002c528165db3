#include "report/numeral.h"

#include "matrix/decimal.h"

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

std::string factor(double value, int most_decimals) {
  const std::string text = numeral(value, most_decimals);
  return text.starts_with('-') ? "(" + text + ")" : text;
}

} // namespace attn
