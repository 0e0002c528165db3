#include "attention/identity.h"

#include "attention/by_position.h"
#include "attention/decode.h"
#include "attention/one_head.h"
#include "attention/rounding.h"
#include "attention/stage.h"

#include <utility>

namespace attn {
namespace {

std::string applies(const Problem&) {
  return "";
}

std::string needs_heads(const Problem& problem) {
  return problem.shape.heads == 1 ? "there is one head, which is the whole matrix" : "";
}

std::string needs_values(const Problem& problem) {
  return problem.has_values() ? "" : "there are no values: the chain ends with the weights";
}

Agreement by_position_is_matrices(const Ground& ground) {
  const Trace plain = by_position(ground.problem, ground.sequence);
  const Trace bounds = rounding_bounds(ground.problem, ground.sequence, plain);
  return agree(ground.problem, ground.sequence, plain, ground.all, every_step(), &bounds);
}

/// A head's own columns in the trace of all heads.
void put_columns(View own, Matrix<double>& all, std::size_t block) {
  for (std::size_t i = 0; i < own.rows; ++i)
    for (std::size_t j = 0; j < own.cols; ++j) all(i, block * own.cols + j) = own(i, j);
}

/// Each head alone, with its own columns of the weights: nothing is fused.
Trace head_by_head(const Ground& ground) {
  const Shape& s = ground.problem.shape;
  Trace all = ground.all; // of the right size; every step but the output is written anew
  all.output = Matrix<double>(all.output.rows(), all.output.cols());
  for (std::size_t h = 0; h < s.heads; ++h) {
    Trace own = solve(one_head(ground.problem, h), ground.sequence, every_step(), ground.engine);
    put_columns(own.Q, all.Q, h);
    put_columns(own.K, all.K, s.kv_head(h));
    put_columns(own.V, all.V, s.kv_head(h));
    put_columns(own.normed_Q, all.normed_Q, h);
    put_columns(own.normed_K, all.normed_K, s.kv_head(h));
    put_columns(own.rotated_Q, all.rotated_Q, h);
    put_columns(own.rotated_K, all.rotated_K, s.kv_head(h));
    put_columns(own.concat, all.concat, h);
    for (std::size_t at = 0; at < own.output.size(); ++at) all.output.data()[at] += own.output.data()[at];
    all.heads[h] = std::move(own.heads[0]);
  }
  const std::vector<double>& b = ground.problem.project_O.b;
  for (std::size_t i = 0; !b.empty() && i < all.output.rows(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) all.output(i, j) += b[j];
  return all;
}

/// The heads' own outputs are added up one after the other, those of the block all at once: the one place where the two
/// round differently.
Agreement head_by_head_is_block(const Ground& ground) {
  Trace bounds;
  bounds.heads.resize(ground.problem.shape.heads);
  if (ground.problem.has_values())
    bounds.output = rounding_bounds(ground.problem, ground.all.concat, ground.problem.project_O);
  return agree(ground.problem, ground.sequence, head_by_head(ground), ground.all, every_step(), &bounds);
}

Agreement step_by_step_is_causal(const Ground& ground) {
  return agree(ground.problem, ground.sequence, decode(ground.problem, ground.sequence, ground.engine), ground.all,
               {Step::Q, Step::K, Step::V, Step::row_sum, Step::weights, Step::concat, Step::output});
}

Agreement streamed_is_kept(const Ground& ground) {
  const StepSet last{ground.problem.has_values() ? Step::output : Step::weights};
  const Trace streamed = solve(ground.problem, ground.sequence, last, ground.engine);
  return agree(ground.problem, ground.sequence, streamed, ground.all, last);
}

Agreement weights_sum_to_one(const Ground& ground) {
  return rows_sum_to_one(ground.problem, ground.sequence, ground.all);
}

Agreement outputs_are_convex(const Ground& ground) {
  return outputs_between_values(ground.problem, ground.sequence, ground.all);
}

constexpr Identity table[] = {
    {"by_position", "position by position = matrices", "", "up to rounding", applies, by_position_is_matrices},
    {"head_by_head", "head by head = one block matrix", "", "to the bit, sums over heads up to rounding", needs_heads,
     head_by_head_is_block},
    {"step_by_step", "all at once under a causal mask = step by step with a cache", "", "to the bit", why_not_decodable,
     step_by_step_is_causal},
    {"streamed", "streamed = kept", "", "to the bit", applies, streamed_is_kept},
    {"row_sums", "weights of each row sum to 1 (0 for a query that may see no key)",
     "weights of each row and the share of its sink sum to 1 (0 for a query that may see no key)", "up to rounding",
     applies, weights_sum_to_one},
    {"convex", "every output row is a convex combination of the value rows",
     "every output row is a convex combination of the value rows and 0, which the sink weighs", "up to rounding",
     needs_values, outputs_are_convex},
};

} // namespace

std::span<const Identity> identities() {
  return table;
}

std::vector<IdentityFinding> verify(const Problem& problem, const Engine& engine) {
  std::vector<IdentityFinding> findings;
  for (const Identity& identity : table) {
    const bool other = !problem.sinks.empty() && !identity.sentence_with_sinks.empty();
    findings.push_back(
        {&identity, identity.why_not(problem), {}, other ? identity.sentence_with_sinks : identity.sentence});
  }
  for (std::size_t sequence = 0; sequence < problem.shape.sequences; ++sequence) {
    const Trace all = solve(problem, sequence, every_step(), engine);
    for (IdentityFinding& finding : findings)
      if (finding.why_not.empty()) finding.agreement.take(finding.identity->work({problem, sequence, all, engine}));
  }
  return findings;
}

} // namespace attn
