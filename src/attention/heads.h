#pragma once
// All heads of a sequence, from its queries, keys and values to their outputs side by side; work shared among threads.

#include "attention/head.h"
#include "attention/parallel.h"
#include "attention/project.h"
#include "attention/trace.h"

#include <cstdint>
#include <vector>

namespace attn {

/// Keys and values of a key/value head, ready for tiles: shared by the query heads that use it, and by all threads.
template <class T>
struct SharedHead {
  Packed<T> keys;   ///< d_k x M
  Packed<T> values; ///< M x d_v
};

template <class T>
class Heads {
public:
  /// Steps of `kept`, one for each head, whose matrices have their size are kept. All must outlive this.
  Heads(const Kernel<T>& kernel, const Problem& problem, std::size_t sequence, const Operands<T>& operands,
        std::vector<HeadTrace>& kept);
  Heads(const Heads&) = delete;
  Heads& operator=(const Heads&) = delete;

  /// Throws Refusal, the first of all faults, if a value is not finite.
  void run(const Team& team);

  Matrix<T> concat;                ///< n x H·d_v
  std::vector<std::uint8_t> blind; ///< H·n: 1 for a query that may see no key

private:
  const Problem& problem_;
  const std::size_t sequence_;
  std::vector<SharedHead<T>> shared_;
  std::vector<Head<T>> heads_;
};

} // namespace attn
