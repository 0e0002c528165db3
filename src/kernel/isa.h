#pragma once
// What the file of each instruction set gives to choose.cpp. A set beyond the plain one exists only on its
// architecture.

#include "kernel/kernel.h"

namespace attn {

extern const Kernel<float> generic_float32;
extern const Kernel<double> generic_float64;

#if defined(__x86_64__)
extern const Kernel<float> avx2_float32;
extern const Kernel<double> avx2_float64;
extern const Kernel<float> avx512_float32;
extern const Kernel<double> avx512_float64;
#endif

} // namespace attn
