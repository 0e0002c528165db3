#pragma once
// What is asked, in one form: `read` has checked every shape and number and resolved layouts, per-head lists, keep and
// block, and the default scale. Past it a Problem is well-formed, and the rest only asserts. Always double; the dtype
// says in what the chain is worked. In half precision the numbers are rounded to it already.
//
// Letters (../man/attn-problem.5): n queries, m new keys, P cached keys, d_model width of X, H heads, G key/value
// heads, d_k width of a head's query and key, d_v of its value. Keys are cached ones first, then new ones, then extra
// ones: M in all.

#include "matrix/dtype.h"
#include "matrix/matrix.h"
#include "problem/mask.h"

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn {

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

/// Rotary positions (Su et al. 2021): pair i of the first `dims` coordinates of a query or key is turned by the angle
/// position · base^(-2i/dims). Query i and new key i stand at position offset + i; cached keys are turned already.
struct Rope {
  double base = 10000;
  std::size_t dims = 0;     ///< even, at most d_k; the coordinates after them stay as they are
  bool interleaved = false; ///< pair i is coordinates 2i and 2i+1 (GPT-J); else i and i + dims/2 (LLaMA, GPT-NeoX)
  std::size_t offset = 0;
};

/// Each query and each new key of a head divided by its size before anything else happens to it.
struct QkNorm {
  enum class Kind {
    rms,   ///< by the root of the mean square
    layer, ///< the mean taken off, by the root of the variance
  };
  Kind kind = Kind::rms;
  double eps = 1e-6;        ///< above 0; added under the root
  std::vector<double> Q, K; ///< d_k factors each; empty: none
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
  std::size_t d_model = 0;   ///< width of X; 0: no X
  std::size_t heads = 1;     ///< H
  std::size_t kv_heads = 1;  ///< G, divides H
  std::size_t d_k = 0;       ///< 0: not known, the chain starts at scores with a scale, or at weights
  std::size_t d_v = 0;       ///< 0: no V, the chain ends with the weights
  std::size_t d_out = 0;     ///< width of the output; 0: no V
  std::size_t extra = 0;     ///< keys behind all others that no mask blocks

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
  std::optional<QkNorm> qk_norm;
  std::optional<Rope> rope;
  std::optional<double> softcap;
  std::vector<double> alibi; ///< H slopes: each times the distance of query and key is taken off the score; empty: none
  std::vector<double>
      sinks; ///< H scores that stand in each row's softmax as one key more, without a value; empty: none
  Mask mask;
  MaskedRow masked_row = MaskedRow::zero;

  PerSequence<std::vector<std::string>> tokens;         ///< labels of the n queries
  PerSequence<std::vector<std::string>> context_tokens; ///< labels of the M keys, where they differ from tokens

  std::vector<std::string> warnings; ///< what reading noticed that is allowed but rarely meant

  bool has_values() const { return shape.d_v != 0; }

  /// How many keys lie between a key and the position of a query, either way: what a slope of ALiBi is multiplied by.
  double distance(std::size_t query, std::size_t key) const {
    return std::fabs(static_cast<double>(mask.position(query) - static_cast<std::ptrdiff_t>(key)));
  }
};

} // namespace attn
