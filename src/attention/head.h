#pragma once
// One head, from its queries, keys and values to its output, by blocks of query rows that meet all keys.

#include "attention/fault.h"
#include "attention/sight.h"
#include "attention/trace.h"
#include "kernel/kernel.h"
#include "matrix/matrix.h"
#include "matrix/packed.h"
#include "problem/problem.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace attn {

/// What one head works on.
template <class T>
struct Head {
  const Kernel<T>& kernel;
  const Problem& problem;
  std::size_t sequence;
  std::size_t number;
  MatrixView<const T> queries = {};  ///< n x d_k; empty where scores or weights are given
  const Packed<T>* keys = nullptr;   ///< d_k x M, transposed; null where scores or weights are given
  const Packed<T>* values = nullptr; ///< M x d_v; null: the chain ends with the weights
  View given = {};                   ///< n x M scores or weights; empty: worked from queries and keys
  MatrixView<T> output = {};         ///< n x d_v: its columns of concat
  std::uint8_t* blind = nullptr;     ///< n entries, set to 1 for queries that may see no key
  HeadTrace* kept = nullptr;         ///< steps whose matrices have their size are kept, the others not
};

/// Query rows [first, first + count).
struct Rows {
  std::size_t first, count;
};

/// Room for one block of rows; one for each thread.
template <class T>
struct Scratch {
  Scratch(std::size_t rows, std::size_t keys, bool masked)
      : numbers(Matrix<T>::unfilled(rows, keys)), blocked(masked ? rows : 0, keys), sight(rows) {}

  Matrix<T> numbers;            ///< scores, which become weights in place
  Matrix<std::uint8_t> blocked; ///< 1: this query may not see this key; no rows without a mask
  std::vector<Sight> sight;     ///< what each row has to meet
};

/// How many query rows meet M keys at a time: the block stays in the cache while M is small, and keys are read less
/// often when M is large.
std::size_t block_rows(std::size_t keys);

/// Attention of a block of query rows to all keys. Keeping changes nothing that is computed. Returns the first value
/// that is not finite; then what was written means nothing.
template <class T>
std::optional<Fault> attend(const Head<T>& head, Rows rows, Scratch<T>& scratch) noexcept;

} // namespace attn
