#include "command/version.h"

#include "kernel/kernel.h"

namespace attn {
namespace {

std::string compiler() {
#ifdef __clang__
  return "clang " __clang_version__;
#else
  return "g++ " __VERSION__;
#endif
}

} // namespace

std::string version_text(bool verbose) {
  std::string text = "attn " ATTN_VERSION "\n";
  if (!verbose) return text;
  text += "compiler: " + compiler() + "\nkernels:";
  const auto available = kernels<double>();
  for (const Kernel<double>& kernel : available) {
    text += ' ' + std::string(kernel.name);
    if (&kernel == &available.back()) text += " (in use)";
  }
  return text + '\n';
}

} // namespace attn
