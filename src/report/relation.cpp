#include "report/relation.h"

#include "report/numeral.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace attn {
namespace {

using Kind = Maths::Kind;

/// A fraction of two decimal numbers: both are whole multiples of a power of ten, so that two of them differ either by
/// nothing or by more than rounding can make of nothing.
struct Ratio {
  long double above = 0, below = 1;
  int above_decimals = 0, below_decimals = 0;
};
using Known = std::optional<Ratio>; ///< none: irrational, or a name

/// Whether whole multiples of 10^-decimals of this size can be told apart.
bool can_be_told(long double size, int decimals) {
  constexpr long double precision = 1e-17L;
  return size * precision < std::pow(10.0L, -decimals);
}

bool same(const Ratio& a, const Ratio& b) {
  const long double left = a.above * b.below, right = b.above * a.below;
  const int decimals = std::max(a.above_decimals + b.below_decimals, b.above_decimals + a.below_decimals);
  if (!can_be_told(std::fabs(left) + std::fabs(right), decimals)) return false;
  return std::fabs(left - right) < 0.5L * std::pow(10.0L, -decimals);
}

Known known(const Maths& maths);

Known known_number(const std::string& text) {
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool plain = fault == std::errc{} && end == text.data() + text.size() && text.find('e') == std::string::npos;
  if (!plain) return std::nullopt;
  const std::size_t point = text.find('.');
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
  long double exact = 0;
  std::from_chars(text.data(), text.data() + text.size(), exact);
  return Ratio{exact, 1, decimals, 0};
}

Known known_sum(const Maths& maths, int sign) {
  Ratio sum;
  for (const Maths& part : maths.parts) {
    const Known term = known(part);
    if (!term || term->below != 1) return std::nullopt;
    sum.above += &part == &maths.parts.front() ? term->above : sign * term->above;
    sum.above_decimals = std::max(sum.above_decimals, term->above_decimals);
  }
  return can_be_told(sum.above, sum.above_decimals) ? Known(sum) : std::nullopt;
}

Known known_product(const Maths& maths) {
  Ratio product{1, 1, 0, 0};
  bool all_known = true;
  for (const Maths& part : maths.parts) {
    const Known factor = known(part);
    if (factor && factor->above == 0) return Ratio{}; // whatever the others are
    all_known = all_known && factor;
    if (!all_known) continue;
    product.above *= factor->above;
    product.below *= factor->below;
    product.above_decimals += factor->above_decimals;
    product.below_decimals += factor->below_decimals;
  }
  return all_known ? Known(product) : std::nullopt;
}

Known known_fraction(const Maths& maths) {
  const Known above = known(maths.parts[0]), below = known(maths.parts[1]);
  if (above && above->above == 0) return Ratio{};
  if (!above || !below || below->above == 0) return std::nullopt;
  return Ratio{above->above * below->below, above->below * below->above, above->above_decimals + below->below_decimals,
               above->below_decimals + below->above_decimals};
}

/// The square root of a square number.
Known known_root(const Maths& maths) {
  const Known square = known(maths.parts[0]);
  if (!square || square->below != 1 || square->above_decimals != 0) return std::nullopt;
  const long double root = std::round(std::sqrt(square->above));
  return root * root == square->above ? Known(Ratio{root, 1, 0, 0}) : std::nullopt;
}

/// e^0 = 1; no other power of e is rational (Lindemann 1882), and so it is with tanh.
Known known_at_zero(const Maths& argument, long double value) {
  const Known zero = known(argument);
  return zero && zero->above == 0 ? Known(Ratio{value, 1, 0, 0}) : std::nullopt;
}

Known known(const Maths& maths) {
  switch (maths.kind) {
  case Kind::number:
    return known_number(maths.text);
  case Kind::sum:
    return known_sum(maths, 1);
  case Kind::difference:
    return known_sum(maths, -1);
  case Kind::product:
    return known_product(maths);
  case Kind::fraction:
    return known_fraction(maths);
  case Kind::root:
    return known_root(maths);
  case Kind::power:
    return known_at_zero(maths.parts[1], 1);
  case Kind::call:
    return known_at_zero(maths.parts[0], 0);
  default:
    return std::nullopt;
  }
}

/// Whether every number is shown with all its digits.
bool is_exact(const Maths& maths) {
  return maths.is_exact && std::ranges::all_of(maths.parts, is_exact);
}

/// Whether it is the name of a value: letters and paths, no number.
bool names(const Maths& maths) {
  if (maths.kind == Kind::number) return false;
  const bool is_e = maths.kind == Kind::power; // e is no name
  return !is_e && maths.kind != Kind::vector && std::ranges::all_of(maths.parts, names);
}

bool are_same(const Maths& left, const Maths& right) {
  if (names(left)) return is_exact(right);
  if (names(right)) return is_exact(left);
  if (left.kind == right.kind && (left.kind == Kind::power || left.kind == Kind::vector) &&
      left.parts.size() == right.parts.size())
    return std::ranges::equal(left.parts, right.parts, [](const Maths& a, const Maths& b) {
      return plain_text(a) == plain_text(b) || are_same(a, b);
    });
  const Known a = known(left), b = known(right);
  return a && b && same(*a, *b);
}

} // namespace

Maths number(double value, int most_decimals) {
  Maths maths(Kind::number, numeral(value, most_decimals));
  maths.is_exact = is_shown_exactly(value, maths.text);
  return maths;
}

Maths sign_between(const Maths& left, const Maths& right) {
  return {are_same(left, right) ? Kind::equal : Kind::about, ""};
}

Maths chain(const std::vector<Maths>& sides) {
  std::vector<Maths> parts;
  for (const Maths& side : sides) {
    if (!parts.empty()) parts.push_back(sign_between(parts.back(), side));
    parts.push_back(side);
  }
  return row(std::move(parts));
}

} // namespace attn
