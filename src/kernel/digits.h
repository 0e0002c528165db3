#pragma once
// Decimal digits, many at a time. SSE2 is part of every x86-64: nothing has to be asked of the CPU.

#include <cstdint>
#include <optional>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace attn {

/// The value of the sixteen bytes from `at` on if all are decimal digits: pairs of them at once, then fours, then eights.
/// Nothing where the machine has no way for it.
inline std::optional<std::uint64_t> sixteen_digits([[maybe_unused]] const char* at) {
#if defined(__SSE2__)
  const __m128i digits = _mm_sub_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)), _mm_set1_epi8('0'));
  const __m128i largest = _mm_max_epu8(digits, _mm_set1_epi8(9)); // 9 everywhere, unless a byte is no digit
  if (_mm_movemask_epi8(_mm_cmpeq_epi8(largest, _mm_set1_epi8(9))) != 0xFFFF) return std::nullopt;
  const __m128i zero = _mm_setzero_si128(), tens = _mm_set1_epi32(1 << 16 | 10);
  const __m128i pairs = _mm_packs_epi32(_mm_madd_epi16(_mm_unpacklo_epi8(digits, zero), tens),
                                        _mm_madd_epi16(_mm_unpackhi_epi8(digits, zero), tens));
  const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(1 << 16 | 100));
  const __m128i eights = _mm_madd_epi16(_mm_packs_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10000));
  const auto both = static_cast<std::uint64_t>(_mm_cvtsi128_si64(eights));
  return (both & 0xFFFFFFFF) * 100000000 + (both >> 32);
#else
  return std::nullopt;
#endif
}

} // namespace attn
