#pragma once
// The metal: the two inner loops that everything else is made of, as a contract that each instruction set fulfils.
// Every implementation gives the same bits, because the order of every operation is fixed here:
//
//   tile          Each entry is one chain of fused multiply-adds over ascending depth that starts from +0.
//                 `accumulate` adds the finished chain to what stands in c; the caller cuts depth into blocks of
//                 `depth_block` from 0 and adds them in ascending order (matrix/multiply).
//   exponentials  Row sums use `Lanes<T>` partial sums (entry j goes to lane j mod lanes, ascending), which are then
//                 folded in halves: lane i += lane i + lanes/2, and so on.
//   exponential   The polynomial of kernel/exponential.inl: the same operations in the same order everywhere.

#include <cstddef>
#include <span>
#include <string_view>

namespace attn {

/// Products are summed in blocks of so many terms (the last may be shorter).
inline constexpr std::size_t depth_block = 256;

/// Partial sums of a softmax row: one AVX-512 register of T, whatever the machine has.
template <class T>
inline constexpr std::size_t lanes = 64 / sizeof(T);

template <class T>
struct Kernel {
  std::string_view name; ///< as in ATTN_ISA
  std::size_t mr;        ///< most rows of a tile
  std::size_t nr;        ///< columns of a tile, always all of them

  /// c[i][j] (+)= sum over p < depth of a[i][p] * b[p][j], for i < rows <= mr and j < nr; depth <= depth_block.
  /// Rows of a and b are contiguous and lie a_row_step and b_row_step numbers apart.
  void (*tile)(std::size_t rows, std::size_t depth, const T* a, std::size_t a_row_step, const T* b,
               std::size_t b_row_step, T* c, std::size_t c_row_step, bool accumulate) noexcept;

  /// row[j] = e^(row[j] - max) for j < n; returns their sum. max is finite; row[j] <= max; -infinity gives exactly 0.
  T (*exponentials)(T* row, std::size_t n, T max) noexcept;
};

/// All kernels that this CPU can run, the best one last. Never empty.
template <class T>
std::span<const Kernel<T>> kernels();

/// e^x, at most 1 ulp off, subnormal results included; the one exponential of the whole program.
template <class T>
T exponential(T x) noexcept;

/// tanh x from the same polynomial; the one hyperbolic tangent of the whole program.
template <class T>
T hyperbolic_tangent(T x) noexcept;

/// a * b + c, rounded once.
template <class T>
T fused_multiply_add(T a, T b, T c) noexcept;

} // namespace attn
