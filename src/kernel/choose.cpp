// Which kernels this CPU can run: a table, one row for each instruction set.

#include "kernel/isa.h"

#include <algorithm>
#include <vector>

namespace attn {
namespace {

struct InstructionSet {
  const Kernel<float>* float32;
  const Kernel<double>* float64;
  bool (*runs_here)();
};

/// The best one last.
constexpr InstructionSet instruction_sets[] = {
    {&generic_float32, &generic_float64, [] { return true; }},
#if defined(__x86_64__)
    {&avx2_float32, &avx2_float64, [] { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }},
    {&avx512_float32, &avx512_float64,
     [] { return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"); }},
#endif
};

const Kernel<float>& kernel_of(const InstructionSet& set, float) {
  return *set.float32;
}
const Kernel<double>& kernel_of(const InstructionSet& set, double) {
  return *set.float64;
}

template <class T>
std::vector<Kernel<T>> runnable_kernels() {
  std::vector<Kernel<T>> runnable;
  for (const InstructionSet& set : instruction_sets)
    if (set.runs_here()) runnable.push_back(kernel_of(set, T{}));
  return runnable;
}

} // namespace

template <class T>
std::span<const Kernel<T>> kernels() {
  static const std::vector<Kernel<T>> runnable = runnable_kernels<T>();
  return runnable;
}

template <class T>
const Kernel<T>* find_kernel(std::string_view name) {
  const std::span<const Kernel<T>> all = kernels<T>();
  if (name.empty()) return &all.back();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Kernel<T>& kernel) { return kernel.name == name; });
  return found == all.end() ? nullptr : &*found;
}

template std::span<const Kernel<float>> kernels();
template std::span<const Kernel<double>> kernels();
template const Kernel<float>* find_kernel(std::string_view);
template const Kernel<double>* find_kernel(std::string_view);

} // namespace attn
