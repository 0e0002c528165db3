#pragma once
// Random numbers that are the same on every machine: integers, and comparisons and divisions that IEEE 754 rounds
// correctly. No distribution of the standard library, which leaves its algorithm open, and no function of libm.

#include <cstddef>
#include <cstdint>

namespace attn {

/// splitmix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014, figure 17): every
/// seed gives a sequence of its own.
class Generator {
public:
  explicit Generator(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits();
  /// From [0, count), each alike; count > 0.
  std::size_t below(std::size_t count);
  /// From [low, high], each alike.
  int between(int low, int high);
  /// In so many of `of` cases.
  bool chance(std::size_t cases, std::size_t of) { return below(of) < cases; }
  /// From [0, 1), a multiple of 2^-53.
  double uniform();
  /// The normal distribution with mean 0 and variance 1, exact up to the multiples of 2^-53 that are compared.
  double normal();

private:
  bool falls_an_even_number_of_times(double from, double with);

  std::uint64_t state_;
};

} // namespace attn
