#pragma once
// The metal: the inner loops that everything else is made of, as a contract that each instruction set fulfils.
// Every implementation gives the same bits, because the order of every operation is fixed here:
//
//   tile          Each entry is one chain of fused multiply-adds over ascending depth that starts from +0, and is then
//                 added to what stands in c (`accumulate`) or to +0; the caller cuts depth into blocks of
//                 `depth_block` from 0 and adds them in ascending order (matrix/multiply). As every product is added
//                 to +0, none is -0, and terms of weight 0 can be left out without changing a bit.
//   exponentials  Row sums use `lanes<T>` partial sums (entry j goes to lane j mod lanes, ascending), which are then
//                 folded in halves: lane i += lane i + lanes/2, and so on.
//   exponential   The polynomial of kernel/exponential.inl: the same operations in the same order everywhere.
//   scale, divide One rounded multiplication, one rounded division.
//
// An instruction set is one file of vector types (generic.cpp is the plain one) and one row in choose.cpp; the loops
// are tile.inl, row.inl and exponential.inl for all. Its object holds no weak symbol: a linker that kept the AVX
// copy of an inline function for the whole program would break it on older CPUs.

#include <cstddef>
#include <span>
#include <string_view>

namespace attn {

/// Products are summed in blocks of so many terms (the last may be shorter).
inline constexpr std::size_t depth_block = 256;

/// Partial sums of a softmax row: one AVX-512 register of T, whatever the machine has.
template <class T>
inline constexpr std::size_t lanes = 64 / sizeof(T);

/// What a tile fetches into the cache while it goes down the rows of b. No more than a wish, but for the copy: small
/// tiles fetch ahead.
enum class Fetch {
  ahead,          ///< Tile::ahead
  ahead_and_copy, ///< and puts the rows of b into Tile::copy; cols are Kernel::nr, rows Kernel::mr or one less
  own,            ///< b itself, which comes from far
};

/// c[i][j] (+)= sum over p < depth of a[i][p] * b[p][j], for i < rows and j < cols. Rows are contiguous and lie
/// row_steps apart. Rows of b can be read up to a whole number of 64 bytes, or to the kernel's nr if that is less.
template <class T>
struct Tile {
  std::size_t rows, cols, depth; ///< at least 1; at most Kernel::mr, nr, depth_block
  const T* a;
  std::size_t a_row_step;
  const T* b;
  std::size_t b_row_step;
  T* c;
  std::size_t c_row_step;
  bool accumulate;
  Fetch fetch;
  /// Numbers needed soon, one for two rows of b; where there are fewer, what lies behind them is fetched for nothing.
  const T* ahead;
  std::size_t ahead_row_step;
  T* copy = nullptr; ///< depth x Kernel::nr, row after row
};

/// What a softmax needs to know of a row.
template <class T>
struct Peak {
  T most;      ///< the largest number; means nothing if one is NaN
  bool finite; ///< none is infinite or NaN
};

template <class T>
struct Kernel {
  std::string_view name; ///< as in ATTN_ISA
  std::size_t mr;        ///< most rows of a tile
  std::size_t nr;        ///< most columns of a tile

  void (*tile)(const Tile<T>& tile) noexcept;

  /// row[j] = row[j] * factor for j < n; the peak of the products.
  Peak<T> (*scale)(T* row, std::size_t n, T factor) noexcept;

  /// row[j] = e^(row[j] - max) for j < n; returns their sum. max is finite; row[j] <= max; -infinity gives exactly 0.
  T (*exponentials)(T* row, std::size_t n, T max) noexcept;

  /// row[j] = row[j] / sum for j < n. 0 <= row[j] <= sum, 1 <= sum <= 2^64.
  void (*divide)(T* row, std::size_t n, T sum) noexcept;

  /// row[j] = cap * tanh(row[j] / cap) for j < n; cap > 0. NaN stays NaN.
  void (*soften)(T* row, std::size_t n, T cap) noexcept;
};

/// All kernels that this CPU can run, the best one last. Never empty; the same names for every T.
template <class T>
std::span<const Kernel<T>> kernels();

/// The kernel called `name` among those that this CPU can run, the best one if `name` is empty; null: none.
template <class T>
const Kernel<T>* find_kernel(std::string_view name);

/// e^x, at most 1 ulp off, subnormal results included; beyond the largest number +infinity, of -infinity +0, of NaN
/// NaN. The one exponential of the whole program.
/// Measured: float 0.811 ulp (every argument); double 0.808, and 0.821 where e^x is subnormal (16 million arguments
/// against __float128).
template <class T>
T exponential(T x) noexcept;

/// tanh x from the same polynomial, odd to the bit, of NaN NaN; the one hyperbolic tangent of the whole program.
/// Measured: float 2.573 ulp (every argument); double 2.537 (6 million arguments against __float128).
template <class T>
T hyperbolic_tangent(T x) noexcept;

/// a * b + c, rounded once.
template <class T>
T fused_multiply_add(T a, T b, T c) noexcept;

} // namespace attn
