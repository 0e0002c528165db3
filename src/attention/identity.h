#pragma once
// The table of identities: what the mechanism promises, each held on a problem by two ways that share no work.

#include "attention/agreement.h"
#include "attention/solve.h"
#include "problem/problem.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What both ways start from.
struct Ground {
  const Problem& problem;
  std::size_t sequence;
  const Trace& all; ///< every step of solve()
  const Engine& engine;
};

struct Identity {
  std::string_view name;                          ///< for machines: "head_by_head"
  std::string_view sentence;                      ///< for people: "head by head = one block matrix"
  std::string_view sentence_with_sinks;           ///< the same where a sink takes a share; empty: `sentence`
  std::string_view measure;                       ///< how near counts as the same
  std::string (*why_not)(const Problem& problem); ///< why it does not apply; empty: it does
  Agreement (*work)(const Ground& ground);        ///< on one sequence
};

std::span<const Identity> identities();

/// What became of an identity on all sequences of a problem.
struct IdentityFinding {
  const Identity* identity;
  std::string why_not;       ///< empty: it applies
  Agreement agreement;       ///< meaningless where it does not apply
  std::string_view sentence; ///< of the identity, as it is said of this problem
  bool holds() const { return !why_not.empty() || agreement.holds; }
};

/// One for each identity, in the order of the table. Throws Refusal as solve() does.
std::vector<IdentityFinding> verify(const Problem& problem, const Engine& engine = {});

} // namespace attn
