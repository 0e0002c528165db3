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

std::string version_text(bool verbose, std::string_view kernel_in_use) {
  std::string text = "attn " ATTN_VERSION "\n";
  if (!verbose) return text;
  text += "compiler: " + compiler() + "\nkernels:";
  const Kernel<double>* in_use = find_kernel<double>(kernel_in_use);
  for (const Kernel<double>& kernel : kernels<double>()) {
    text += ' ';
    text += kernel.name;
    if (&kernel == in_use) text += " (in use)";
  }
  return text + '\n';
}

} // namespace attn
