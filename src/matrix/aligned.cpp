#include "matrix/aligned.h"

#include <new>

#include <sys/mman.h>

namespace attn {
namespace {

/// A large page of x86-64 and of most others; one of them is cleared and mapped in the time of a few small ones.
constexpr std::size_t large_page = std::size_t{2} << 20;

constexpr std::align_val_t alignment_for(std::size_t bytes) {
  return std::align_val_t{bytes < large_page ? 64 : large_page};
}

/// It is a wish: a system that has no large pages changes nothing.
void prefer_large_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  madvise(begin, bytes, MADV_HUGEPAGE);
#endif
}

} // namespace

void* allocate_aligned(std::size_t bytes) {
  void* const begin = ::operator new(bytes, alignment_for(bytes));
  if (bytes >= large_page) prefer_large_pages(begin, bytes);
  return begin;
}

void free_aligned(void* begin, std::size_t bytes) noexcept {
  ::operator delete(begin, alignment_for(bytes));
}

} // namespace attn
