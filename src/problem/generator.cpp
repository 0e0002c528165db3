// The normal distribution by comparisons alone (Karney, Sampling Exactly from the Normal Distribution, ACM TOMS 42,
// 2016, algorithm N), after von Neumann's way to an event of probability e^-x: in a sequence of uniform numbers that
// begins below x, runs of falling numbers have an even length with that probability.

#include "problem/generator.h"

namespace attn {

std::uint64_t Generator::bits() {
  state_ += 0x9E3779B97F4A7C15u;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

std::size_t Generator::below(std::size_t count) {
  const std::uint64_t rest = (0 - std::uint64_t{count}) % count; // 2^64 mod count: so many numbers would come too often
  std::uint64_t number = bits();
  while (number < rest) number = bits();
  return number % count;
}

int Generator::between(int low, int high) {
  return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1)));
}

double Generator::uniform() {
  return static_cast<double>(bits() >> 11) * 0x1p-53;
}

/// With probability e^(-from·with): each number of the run must be below the one before it (`from` at first), and pass
/// a test of probability `with`.
bool Generator::falls_an_even_number_of_times(double from, double with) {
  bool even = true;
  for (double last = from;;) {
    const double next = uniform();
    if (!(next < last) || (with < 1 && !(uniform() < with))) return even;
    last = next;
    even = !even;
  }
}

/// |x| = k + f with k of probability e^(-k²/2) and f below 1 of density e^(-f(2k + f)/2), and a sign.
double Generator::normal() {
  const auto half = [this] { return falls_an_even_number_of_times(0.5, 1); }; // e^(-1/2)
  while (true) {
    int k = 0;
    while (half()) ++k; // e^(-k/2)
    int passed = 0;
    while (passed < k * (k - 1) && half()) ++passed; // e^(-k(k-1)/2)
    if (passed < k * (k - 1)) continue;
    const double f = uniform(), with = (2 * k + f) / (2 * k + 2);
    int times = 0;
    while (times <= k && falls_an_even_number_of_times(f, with)) ++times; // k + 1 times e^(-f(2k + f)/(2k + 2))
    if (times <= k) continue;
    return chance(1, 2) ? -(k + f) : k + f;
  }
}

} // namespace attn
