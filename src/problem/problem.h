#pragma once
// What is asked, in one form: `read` has checked every shape and number and resolved layouts, per-head lists, keep and
// block, and the default scale. Past it a Problem is well-formed, and the rest only asserts. Always double; the dtype
// says in what the chain is worked.
//
// Letters (../man/attn-problem.5): n queries, m new keys, P cached keys, d_model width of X, H heads, G key/value
// heads, d_k width of a head's query and key, d_v of its value. Keys are cached ones first, then new ones, then extra
// ones: M in all.

#include "matrix/matrix.h"
#include "problem/mask.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn {

enum class Dtype { float64, float32 };

/// What a query gets that may see no key.
enum class MaskedRow {
  zero,    ///< weights 0, output 0
  uniform, ///< weight 1/M for every key, blocked ones too
};

/// y = x·W + b, x of width `in`.
struct Projection {
  bool identity = true;  ///< y = x + b; W is empty
  Matrix<double> W;      ///< in x out; heads side by side by columns (W_O: stacked by rows)
  std::vector<double> b; ///< out entries; empty: no bias
};

/// A value for each sequence of a batch, or one that serves them all; empty: not given.
template <class V>
class PerSequence {
public:
  PerSequence() = default;
  explicit PerSequence(std::vector<V> entries) : entries_(std::move(entries)) {}

  bool given() const { return !entries_.empty(); }
  bool shared() const { return entries_.size() == 1; }
  const V& operator[](std::size_t sequence) const { return entries_.size() == 1 ? entries_[0] : entries_[sequence]; }
  const std::vector<V>& entries() const { return entries_; }

private:
  std::vector<V> entries_;
};

/// `id` of a problem: text, or a number as it was written.
struct Id {
  std::string text;
  bool is_number = false;
};

/// Where the chain starts.
enum class Start {
  X,       ///< Q, K, V are projected from X (context, context_V)
  QKV,     ///< Q, K and perhaps V are given
  scores,  ///< scores, and perhaps V, are given
  weights, ///< weights, and perhaps V, are given
};

struct Shape {
  std::size_t sequences = 1; ///< B
  std::size_t n = 0;         ///< queries
  std::size_t m = 0;         ///< new keys
  std::size_t past = 0;      ///< cached keys P
  std::size_t extra = 0;     ///< keys behind all others that no mask blocks
  std::size_t d_model = 0;   ///< width of X; 0: no X
  std::size_t heads = 1;     ///< H
  std::size_t kv_heads = 1;  ///< G, divides H
  std::size_t d_k = 0;       ///< 0: not known, the chain starts at scores with a scale, or at weights
  std::size_t d_v = 0;       ///< 0: no V, the chain ends with the weights
  std::size_t d_out = 0;     ///< width of the output; 0: no V

  std::size_t keys() const { return past + m + extra; } ///< M
  /// The key/value head that query head h uses: neighbours share.
  std::size_t kv_head(std::size_t head) const { return head / (heads / kv_heads); }
};

/// Which weights of a model are worked with, as it is told.
struct WeightSource {
  std::string recipe; ///< "GPT-2"
  std::string file;   ///< as it was named
  std::string prefix; ///< of the names of its tensors; may be empty
  std::string form;   ///< "fused", "separate"
  std::string split;  ///< of what is fused: "columns Q|K|V"; else empty
  std::string layout; ///< "in_out", "out_in", "head_in_out", "in_head_out"
};

/// "GPT-2, at h.0.attn. of gpt2.npz: fused, columns Q|K|V, in_out".
std::string words_of(const WeightSource& source);

struct Problem {
  std::string title;
  std::optional<Id> id;
  std::optional<WeightSource> source; ///< none: the weights are the problem's own

  Dtype dtype = Dtype::float64;
  bool batched = false; ///< written as a batch (also of one): results stand under "batch"
  Start start = Start::X;
  Shape shape;

  PerSequence<Matrix<double>> X;         ///< n x d_model
  PerSequence<Matrix<double>> context;   ///< m x d_kv; not given: keys come from X
  PerSequence<Matrix<double>> context_V; ///< m x d; not given: values come from where keys do
  PerSequence<Matrix<double>> Q;         ///< n x H·d_k, heads side by side
  PerSequence<Matrix<double>> K;         ///< m x G·d_k
  PerSequence<Matrix<double>> V;         ///< m x G·d_v
  PerSequence<Matrix<double>> past_K;    ///< P x G·d_k
  PerSequence<Matrix<double>> past_V;    ///< P x G·d_v
  Matrix<double> extra_K;                ///< extra x G·d_k, of every sequence; empty: none
  Matrix<double> extra_V;                ///< extra x G·d_v
  PerSequence<Matrix<double>> scores;    ///< H·n x M, heads stacked by rows
  PerSequence<Matrix<double>> weights;   ///< H·n x M, heads stacked by rows

  Projection project_Q, project_K, project_V; ///< their biases count also where Q, K, V are given
  Projection project_O;

  double scale = 1;
  std::optional<double> softcap;
  Mask mask;
  MaskedRow masked_row = MaskedRow::zero;

  PerSequence<std::vector<std::string>> tokens;         ///< labels of the n queries
  PerSequence<std::vector<std::string>> context_tokens; ///< labels of the M keys, where they differ from tokens

  std::vector<std::string> warnings; ///< what reading noticed that is allowed but rarely meant

  bool has_values() const { return shape.d_v != 0; }
};

} // namespace attn
