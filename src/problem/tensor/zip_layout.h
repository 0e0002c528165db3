#pragma once
// Numbers that readers and writers of zip archives share (APPNOTE.TXT, sections 4.3 and 4.5).

#include <cstdint>

namespace attn::zip {

inline constexpr std::uint32_t local_signature = 0x04034b50;
inline constexpr std::uint32_t directory_signature = 0x02014b50;
inline constexpr std::uint32_t end64_signature = 0x06064b50;
inline constexpr std::uint32_t locator64_signature = 0x07064b50;
inline constexpr std::uint32_t end_signature = 0x06054b50;

// Sizes of the parts, without names and extra fields.
inline constexpr std::uint64_t local_size = 30;
inline constexpr std::uint64_t directory_size = 46;
inline constexpr std::uint64_t end64_size = 56;
inline constexpr std::uint64_t locator64_size = 20;
inline constexpr std::uint64_t end_size = 22;

inline constexpr std::uint16_t stored = 0, deflated = 8;
inline constexpr std::uint16_t extra64 = 1;              ///< the extra field with sizes of 8 bytes
inline constexpr std::uint32_t elsewhere32 = 0xFFFFFFFF; ///< the number stands in a field of 8 bytes
inline constexpr std::uint16_t elsewhere16 = 0xFFFF;

} // namespace attn::zip
