#pragma once
// The whole chain of one sequence, fast: row blocks of queries meet all keys, and what is not kept is never held.

#include "attention/processors.h"
#include "attention/trace.h"
#include "problem/problem.h"

#include <cstddef>
#include <string>

namespace attn {

/// How the work is done. No choice here changes a bit of the result.
struct Engine {
  std::size_t threads = 0; ///< 0: as many as the process may use
  std::string kernel;      ///< by name; empty: the best one
  std::size_t least_shared = attn::least_shared; ///< multiply-adds; what has less is one thread's
};

/// How many numbers the traces of all sequences hold with the steps of `keep`.
std::size_t kept_numbers(const Problem& problem, StepSet keep);

/// Bytes that solve() needs beside the problem and its trace: queries, keys, values and outputs of a sequence in the
/// dtype of the problem. No matrix of queries x keys is among them.
std::size_t working_bytes(const Problem& problem);

/// The steps of `keep` that apply to the problem (the rest of the Trace stays empty).
/// Throws Refusal if a value of any step is not finite, kept or not: the first one by step, head, row and column. Its
/// place bears the JSON pointer and no file.
Trace solve(const Problem& problem, std::size_t sequence, StepSet keep, const Engine& engine = {});

} // namespace attn
