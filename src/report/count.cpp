#include "report/count.h"

#include "error.h"
#include "report/numeral.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace attn {
namespace {

[[noreturn]] void refuse(std::initializer_list<std::size_t> counts, const char* sign) {
  throw Refusal(fmt::format("{} exceeds 2^64 - 1, and so many multiply-adds, bytes or numbers cannot be counted",
                            fmt::join(counts, sign)),
                "take smaller sizes");
}

} // namespace

std::size_t product(std::initializer_list<std::size_t> factors) {
  std::size_t result = 1;
  bool beyond = false;
  for (const std::size_t factor : factors) {
    if (factor == 0) return 0;
    beyond = __builtin_mul_overflow(result, factor, &result) || beyond;
  }
  if (beyond) refuse(factors, " x ");
  return result;
}

std::size_t sum(std::initializer_list<std::size_t> terms) {
  std::size_t result = 0;
  for (const std::size_t term : terms)
    if (__builtin_add_overflow(result, term, &result)) refuse(terms, " + ");
  return result;
}

std::string grouped(std::size_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string percentage(std::size_t part, std::size_t whole) {
  if (whole == 0) return "0 %";
  return numeral(100 * (static_cast<double>(part) / static_cast<double>(whole)), 1) + " %";
}

} // namespace attn
