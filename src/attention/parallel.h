#pragma once
// The one place where threads are made. Which thread does an item, and how many there are, changes no bit of a result:
// items write to places of their own.

#include "attention/processors.h"

#include <algorithm>
#include <cstddef>
#include <omp.h>

namespace attn {

class Team {
public:
  /// So many threads; 0: as many as the process may use. OMP_NUM_THREADS is ignored. Less than `least` multiply-adds are
  /// one thread's.
  explicit Team(std::size_t threads, std::size_t least = least_shared) : threads_(threads), least_(least) {}

  /// How many share a work of so many multiply-adds.
  std::size_t threads_for(std::size_t multiply_adds) const {
    if (multiply_adds < least_) return 1;
    return threads_ != 0 ? threads_ : usable();
  }

  /// Calls work(item, thread) for every item < items, thread < threads. `work` must not throw.
  template <class Work>
  static void share(std::size_t threads, std::size_t items, Work work) noexcept {
    threads = std::min(threads, items);
    if (threads <= 1) {
      for (std::size_t item = 0; item < items; ++item) work(item, std::size_t{0});
      return;
    }
#pragma omp parallel for num_threads(static_cast <int>(threads)) schedule(dynamic)
    for (std::size_t item = 0; item < items; ++item) work(item, static_cast<std::size_t>(omp_get_thread_num()));
  }

private:
  static std::size_t usable() {
    static const std::size_t once = usable_processors();
    return once;
  }

  std::size_t threads_, least_;
};

} // namespace attn
