#include "command/limit.h"

#include "attention/solve.h"
#include "attention/stage.h"
#include "error.h"
#include "matrix/memory.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {
namespace {

/// What the system would promise and not have, so that it would end the program in the middle.
void refuse_beyond_memory(std::size_t needed) {
  const std::size_t memory = usable_memory();
  if (needed <= memory) return;
  throw Refusal(fmt::format("the work takes {} MB, and there are {} MB", (needed >> 20) + 1, memory >> 20),
                "keep fewer steps (run: --only output keeps least), work in float32 (--dtype float32), or give the "
                "matrices as .npz, which are read straight into place");
}

/// How many are told, of all heads and sequences.
std::size_t matrices(const Problem& problem, const StepSet& steps) {
  const Shape& s = problem.shape;
  std::size_t count = 0;
  for (const Stage& stage : stages())
    if (steps.has(stage.step) && stage.applies(problem)) count += stage.level == Level::head ? s.heads : 1;
  return s.sequences * count;
}

} // namespace

void refuse_if_too_large(const Problem& problem, const StepSet& keep, std::size_t bytes_read,
                         std::optional<std::size_t> allowed) {
  constexpr std::size_t always = std::size_t{32} << 20, for_each_byte = 256;
  constexpr std::size_t always_pairs = std::size_t{1} << 27, pairs_for_each_byte = std::size_t{1} << 16;
  constexpr std::size_t for_each_matrix = 1024; // its name, its path, its formula: 0.9 to 2 KB were measured
  const Shape& s = problem.shape;
  const std::size_t pairs = s.sequences * s.heads * s.n * s.keys();
  if (!allowed && pairs > std::max(always_pairs, bytes_read * pairs_for_each_byte))
    throw Refusal(fmt::format("all heads together have {} million pairs of query and key, from an input of {} bytes",
                              pairs / 1'000'000, bytes_read),
                  "if that is meant, allow it with --max-memory, such as --max-memory 2G");
  const std::size_t needed = kept_numbers(problem, keep) * sizeof(double) + matrices(problem, keep) * for_each_matrix;
  const std::size_t at_work = needed + working_bytes(problem);
  if (!allowed && at_work > always) refuse_beyond_memory(at_work);
  if (needed <= allowed.value_or(std::max(always, bytes_read * for_each_byte))) return;
  const std::size_t megabytes = (needed >> 20) + 1;
  throw Refusal(fmt::format("the steps to keep take {} MB, from an input of {} bytes", megabytes, bytes_read),
                fmt::format("keep fewer of them (run: --only), or allow it with --max-memory {}M", megabytes));
}

} // namespace attn
