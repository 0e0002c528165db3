#include "matrix/aligned.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>

#include <sys/mman.h>

namespace attn {
namespace {

/// A large page of x86-64 and of most others; one of them is cleared and mapped in the time of a few small ones.
constexpr std::size_t large_page = std::size_t{2} << 20;

constexpr std::size_t line = 64; ///< of the cache

/// Memory so small comes from operator new as it is, which hands out again at once what was given back; one that asks
/// for an alignment searches. It costs the room up to the next line, where the beginning is kept.
constexpr std::size_t small = 4096;

void* allocate_small(std::size_t bytes) {
  static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= sizeof(void*) && __STDCPP_DEFAULT_NEW_ALIGNMENT__ < line);
  auto* const begin = static_cast<std::byte*>(::operator new(bytes + line));
  auto* const aligned = begin + (line - reinterpret_cast<std::uintptr_t>(begin) % line);
  std::memcpy(aligned - sizeof begin, &begin, sizeof begin);
  return aligned;
}

void free_small(void* aligned) noexcept {
  void* begin = nullptr;
  std::memcpy(&begin, static_cast<std::byte*>(aligned) - sizeof begin, sizeof begin);
  ::operator delete(begin);
}

constexpr std::align_val_t alignment_for(std::size_t bytes) {
  return std::align_val_t{bytes < large_page ? line : large_page};
}

/// It is a wish: a system that has no large pages changes nothing.
void prefer_large_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  madvise(begin, bytes, MADV_HUGEPAGE);
#endif
}

} // namespace

void* allocate_aligned(std::size_t bytes) {
  if (bytes <= small) return allocate_small(bytes);
  void* const begin = ::operator new(bytes, alignment_for(bytes));
  if (bytes >= large_page) prefer_large_pages(begin, bytes);
  return begin;
}

void free_aligned(void* begin, std::size_t bytes) noexcept {
  if (bytes <= small) return free_small(begin);
  ::operator delete(begin, alignment_for(bytes));
}

} // namespace attn
