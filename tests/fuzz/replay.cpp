// fuzz_replay SEEDS: every target with the seeds of its folder, whole and cut off at every byte, and then with each of
// their bytes changed. Any compiler can build it.

#include "fuzz/target.h"

#include <cstddef>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using attn::fuzz::Target;

constexpr std::size_t most_changes = 300; ///< of a seed: long ones are changed at some bytes only

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void play(const Target& target, const std::string& seed) {
  target.attempt(seed);
  const std::size_t step = 1 + seed.size() / most_changes;
  for (std::size_t at = 0; at < seed.size(); at += step) {
    target.attempt(std::string_view(seed).substr(0, at));
    std::string changed = seed;
    changed[at] = static_cast<char>(changed[at] ^ (1 << at % 8));
    target.attempt(changed);
  }
}

/// How many seeds a target has.
std::size_t play_all(const Target& target, const std::filesystem::path& folder) {
  std::size_t count = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    play(target, bytes_of(file.path()));
    ++count;
  }
  return count;
}

} // namespace

int main(int, char** argv) {
  bool all_have_some = true;
  for (const Target& target : attn::fuzz::targets()) {
    const std::size_t count = play_all(target, std::filesystem::path(argv[1]) / target.name);
    fmt::print("{}: {} seeds\n", target.name, count);
    all_have_some = all_have_some && count != 0;
  }
  return all_have_some ? 0 : 1;
}
