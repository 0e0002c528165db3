// Where libFuzzer comes in: FUZZ_TARGET is the name of one target.

#include "fuzz/target.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const attn::fuzz::Target& target : attn::fuzz::targets())
    if (target.name == FUZZ_TARGET) target.attempt({reinterpret_cast<const char*>(data), size});
  return 0;
}
