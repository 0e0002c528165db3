#pragma once
// Memory for many numbers: aligned to 64 bytes, and entries made without a value hold nothing yet, so that whoever
// fills them is the first to touch them.

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace attn {

/// Memory aligned to 64 bytes, of large pages where it is large. Throws std::bad_alloc.
void* allocate_aligned(std::size_t bytes);
void free_aligned(void* begin, std::size_t bytes) noexcept;

template <class T>
struct AlignedAllocator {
  using value_type = T;

  AlignedAllocator() = default;
  template <class Other>
  AlignedAllocator(const AlignedAllocator<Other>&) noexcept {}

  T* allocate(std::size_t count) {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(count, sizeof(T), &bytes)) throw std::bad_alloc();
    return static_cast<T*>(allocate_aligned(bytes));
  }
  void deallocate(T* at, std::size_t count) noexcept { free_aligned(at, count * sizeof(T)); }

  template <class Other>
  void construct(Other* at) noexcept {
    static_assert(std::is_trivially_default_constructible_v<Other>);
    ::new (static_cast<void*>(at)) Other;
  }
  template <class Other, class... Arguments>
  void construct(Other* at, Arguments&&... arguments) {
    ::new (static_cast<void*>(at)) Other(std::forward<Arguments>(arguments)...);
  }

  bool operator==(const AlignedAllocator&) const { return true; }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

} // namespace attn
