// How wide everything is: what each matrix and bias must be to fit the one that it meets.

#include "problem/resolve/draft.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace attn::resolving {
namespace {

/// The columns of Q, K or V as they are written: of each head by itself (listed), or of all heads side by side.
struct Width {
  Size cols;
  bool listed = false;
};

struct Widths {
  Width q, k, v;
};

Width width_of(const Given& given, std::string_view letter) {
  return {given.size(Axis::cols, letter), given.listed};
}

std::string owner(const Size& size) {
  return name_of(*size.spot.value);
}

// From X: projections.

Axis in_axis(Layout layout) {
  return layout == Layout::in_out ? Axis::rows : Axis::cols;
}
Axis out_axis(Layout layout) {
  return layout == Layout::in_out ? Axis::cols : Axis::rows;
}

/// A layout as it would be asked for: by the flag where there is one, as it beats the key.
std::string layout_words(const Draft& draft, std::string_view name) {
  return fmt::format(fmt::runtime(draft.overrides.layout ? "--layout {}" : R"("layout": "{}")"), name);
}

/// What to do with a weight that does not fit; one that fits the other way round is likely to be in the other layout.
std::string weight_advice(const Draft& draft, const Given& W, const Size& in) {
  if (const auto& source = draft.problem.source)
    return fmt::format("the recipe {} stores it {}", source->recipe, source->layout);
  const bool turned = W.count(out_axis(*draft.layout)) == in.count;
  if (draft.layout == Layout::in_out)
    return turned ? fmt::format("it fits as nn.Linear stores it, with {}", layout_words(draft, "out_in"))
                  : fmt::format("y = x·{0}: {0} needs a row for each column that it meets", W.name);
  if (turned) return fmt::format("it fits with {}, which is the default", layout_words(draft, "in_out"));
  return fmt::format("y = x·{0}ᵀ with {1}: {0} needs a column for each column that it meets", W.name,
                     layout_words(draft, "out_in"));
}

/// The width of x·W, x of width `in`.
Width projected(Draft& draft, const Given& W, const Size& in) {
  if (W.identity) return {{in.count, in.words, {W.value}, {"column", "columns"}}};
  if (!W.present()) return {in};
  if (!W.numbers || !draft.layout) return {};
  draft.faults.fits(W.size(in_axis(*draft.layout), "width"), in, [&] { return weight_advice(draft, W, in); });
  return {W.size(out_axis(*draft.layout), "columns"), W.listed};
}

Widths from_X(Draft& draft) {
  const Inputs& in = draft.in;
  const bool crossed = in.context.present(), apart = in.context_V.present();
  const Size d_model = in.X.size(Axis::cols, "d_model");
  const Size of_keys = crossed ? in.context.size(Axis::cols, "d_kv") : d_model;
  const Size of_values = apart ? in.context_V.size(Axis::cols, "d") : of_keys;
  draft.n = in.X.size(Axis::rows, "n");
  draft.m = (crossed ? in.context : in.X).size(Axis::rows, "m");
  if (apart) draft.faults.fits(in.context_V.size(Axis::rows, "m"), draft.m, "every key needs its value");
  return {projected(draft, in.W_Q, d_model), projected(draft, in.W_K, of_keys), projected(draft, in.W_V, of_values)};
}

// Q, K and V, scores or weights as given.

Widths from_QKV(Draft& draft) {
  const Inputs& in = draft.in;
  draft.n = in.Q.size(Axis::rows, "n");
  draft.m = in.K.size(Axis::rows, "m");
  draft.faults.fits(in.V.size(Axis::rows, "m"), draft.m, "every key needs its value: a row of V for each row of K");
  return {width_of(in.Q, "columns"), width_of(in.K, "columns"), width_of(in.V, "columns")};
}

Widths from_cells(Draft& draft, const Given& cells) {
  draft.n = cells.size(Axis::rows, "n");
  draft.m = cells.size(Axis::cols, "m");
  draft.faults.fits(draft.in.V.size(Axis::rows, "m"), draft.m, [&] {
    return fmt::format("every key needs its value: a row of V for each column of {}", cells.name);
  });
  return {{}, {}, width_of(draft.in.V, "columns")};
}

Widths written_widths(Draft& draft) {
  switch (draft.problem.start) {
  case Start::X:
    return from_X(draft);
  case Start::QKV:
    return from_QKV(draft);
  case Start::scores:
    return from_cells(draft, draft.in.scores);
  case Start::weights:
    return from_cells(draft, draft.in.weights);
  }
  return {};
}

// Heads.

/// "1, 2, 4 heads": so many that the columns can be shared out to.
std::string allowed_heads(std::size_t cols) {
  std::vector<std::size_t> all;
  for (std::size_t heads = 1; heads <= cols; ++heads)
    if (cols % heads == 0) all.push_back(heads);
  return fmt::format("{} {}", fmt::join(all, ", "), all.size() == 1 ? "head" : "heads");
}

/// The columns of one head. `heads` that do not divide the width are told once and then count as not known.
Size per_head(Draft& draft, const Width& width, Size& heads, std::string_view letter) {
  if (!width.cols.known() || (!width.listed && !heads.known())) return {};
  Size one = width.cols;
  one.words = size_words(letter, owner(width.cols));
  if (width.listed) return one;
  const bool flag = heads.words.starts_with("--");
  if (width.cols.count % heads.count == 0) {
    if (flag) one.words += fmt::format(" ({} {})", heads.words, heads.count);
    one.count = width.cols.count / heads.count;
    return one;
  }
  draft.faults.at(
      heads.spot,
      fmt::format("{}{} heads do not divide the {} of {}", flag ? heads.words + ": " : "", heads.count,
                  count_of(width.cols.count, {"column", "columns"}), owner(width.cols)),
      fmt::format("{}; so many columns allow {}", describe(*width.cols.spot.value), allowed_heads(width.cols.count)));
  heads = {};
  return {};
}

/// The columns of all heads side by side: "2·d_k of Q".
Size side_by_side(const Size& heads, const Size& one) {
  Size all = one;
  if (__builtin_mul_overflow(heads.count, one.count, &all.count)) all.count = 0;
  if (heads.count != 1) all.words = std::to_string(heads.count).append("·").append(one.words);
  return all;
}

/// Holds a width, written per head or for all heads, against the columns of one head. Advice: as fits() takes it.
template <class Advice>
void fit_heads(Draft& draft, const Width& found, const Size& heads, const Size& one, Advice advice) {
  draft.faults.fits(found.cols, found.listed ? one : side_by_side(heads, one), advice);
}

void fit_bias(Draft& draft, const Given& bias, const Size& heads, const Size& one) {
  fit_heads(draft, width_of(bias, "length"), heads, one, "a bias has a number for each column that it is added to");
}

// Cached keys and values.

void settle_past(Draft& draft) {
  const Inputs& in = draft.in;
  draft.past = in.past_K.size(Axis::rows, "P");
  fit_heads(draft, width_of(in.past_K, "columns"), draft.kv_heads, draft.d_k, "cached keys are shaped as new ones");
  fit_heads(draft, width_of(in.past_V, "columns"), draft.kv_heads, draft.d_v, "cached values are shaped as new ones");
  draft.faults.fits(in.past_V.size(Axis::rows, "P"), draft.past, "every cached key needs its value");

  draft.keys = draft.m;
  if (!draft.has("past")) return;
  draft.keys.count = draft.m.known() && draft.past.known() ? draft.past.count + draft.m.count : 0;
  draft.keys.words = "P + m";
}

/// Keys and values behind all others.
void settle_extra(Draft& draft) {
  const Inputs& in = draft.in;
  draft.extra = in.extra_K.size(Axis::rows, "rows");
  fit_heads(draft, width_of(in.extra_K, "columns"), draft.kv_heads, draft.d_k, "extra keys are shaped as others");
  fit_heads(draft, width_of(in.extra_V, "columns"), draft.kv_heads, draft.d_v, "extra values are shaped as others");
  draft.faults.fits(in.extra_V.size(Axis::rows, "rows"), draft.extra, "every extra key needs its value");
}

// After the heads.

/// The width of the output: heads side by side, or what W_O makes of them.
Size through_W_O(Draft& draft) {
  const Given& W = draft.in.W_O;
  const Size concat = side_by_side(draft.heads, draft.d_v);
  if (!W.present() || W.identity) return concat;
  if (!W.numbers || !draft.layout) return {};
  const Width in{W.size(in_axis(*draft.layout), "width"), W.listed};
  fit_heads(draft, in, draft.heads, draft.d_v, [&] { return weight_advice(draft, W, W.listed ? draft.d_v : concat); });
  return W.size(out_axis(*draft.layout), "d_out");
}

} // namespace

void settle_widths(Draft& draft) {
  const Inputs& in = draft.in;
  const Widths widths = written_widths(draft);
  draft.d_k = per_head(draft, widths.q, draft.heads, "d_k");
  if (!draft.heads.known()) draft.kv_heads = {}; // they share heads that are not known
  fit_heads(draft, widths.k, draft.kv_heads, draft.d_k, "the rows of Q and K are multiplied number by number");
  draft.d_v = per_head(draft, widths.v, draft.kv_heads, "d_v");
  fit_bias(draft, in.b_Q, draft.heads, draft.d_k);
  fit_bias(draft, in.b_K, draft.kv_heads, draft.d_k);
  fit_bias(draft, in.b_V, draft.kv_heads, draft.d_v);
  settle_past(draft);
  settle_extra(draft);
  draft.d_out = through_W_O(draft);
  draft.faults.fits(in.b_O.size(Axis::cols, "length"), draft.d_out, "b_O has a number for each column of the output");
}

} // namespace attn::resolving
