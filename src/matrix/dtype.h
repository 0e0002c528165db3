#pragma once
// The number formats that a chain is worked in. Numbers are kept as double whatever the dtype: each narrower one widens
// exactly. Half precision has no arithmetic of its own: sums run in float32, and what comes out is rounded.

#include "matrix/matrix.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace attn {

enum class Dtype { float64, float32, float16, bfloat16 };

/// A row of the table of dtypes.
struct DtypeRow {
  Dtype dtype;
  std::string_view name;
  Dtype sums; ///< in which products and exponentials are added up: itself, or float32
  std::size_t bytes;
  double half_unit;      ///< u: half a unit in the last place of 1
  double least;          ///< the smallest number above 0
  double least_normal;   ///< from here down numbers lose digits
  double end;            ///< the least magnitude that rounds to infinity
  std::string_view ends; ///< the largest number as people write it: "3.4e38"
};

/// All of them, in the order of Dtype.
std::span<const DtypeRow> dtypes();
const DtypeRow& row_of(Dtype dtype);

/// Whether steps are rounded to fewer digits than they are summed in.
inline bool is_half(Dtype dtype) {
  return dtype == Dtype::float16 || dtype == Dtype::bfloat16;
}

/// The nearest number of the dtype, of two the even one; beyond the last one infinity.
double round_to(Dtype dtype, double value) noexcept;
void round_to(Dtype dtype, Matrix<double>& values);

/// Of a number of the dtype, the one with the fewest decimal digits that rounds to it: what is written of it. Finite.
double fewest_digits(Dtype dtype, double value) noexcept;

} // namespace attn
