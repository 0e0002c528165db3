#pragma once
// Memory for many numbers: aligned to 64 bytes, and entries made without a value hold nothing yet, so that whoever
// fills them is the first to touch them.

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace attn {

template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};

  AlignedAllocator() = default;
  template <class Other>
  AlignedAllocator(const AlignedAllocator<Other>&) noexcept {}

  T* allocate(std::size_t count) {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(count, sizeof(T), &bytes)) throw std::bad_alloc();
    return static_cast<T*>(::operator new(bytes, alignment));
  }
  void deallocate(T* at, std::size_t) noexcept { ::operator delete(at, alignment); }

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
