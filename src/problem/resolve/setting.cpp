// Keys that hold one value: title, id, dtype, layout, masked_row, softcap, d_k and scale.

#include "problem/resolve/setting.h"

#include "problem/keys.h"
#include "problem/number_text.h"
#include "problem/resolve/draft.h"
#include "problem/shown.h"
#include "problem/suggest.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <vector>

namespace attn::resolving {
namespace {

template <class Choice>
struct Named {
  std::string_view name;
  Choice choice;
};
constexpr std::array dtype_names{Named<Dtype>{"float64", Dtype::float64}, Named<Dtype>{"float32", Dtype::float32},
                                 Named<Dtype>{"float16", Dtype::float16}, Named<Dtype>{"bfloat16", Dtype::bfloat16}};
constexpr std::array layouts{Named<Layout>{"in_out", Layout::in_out}, Named<Layout>{"out_in", Layout::out_in},
                             Named<Layout>{"torch", Layout::out_in}};
constexpr std::array masked_rows{Named<MaskedRow>{"zero", MaskedRow::zero},
                                 Named<MaskedRow>{"uniform", MaskedRow::uniform}};

using Words = std::vector<std::string_view>;

template <class Names>
Words words_of(const Names& names) {
  Words words;
  for (const auto& named : names) words.push_back(named.name);
  return words;
}

template <class Names>
auto find_choice(const Names& names, std::string_view word) {
  return std::find_if(names.begin(), names.end(), [&](const auto& named) { return named.name == word; });
}

void refuse_flag(Draft& draft, std::string_view key, const std::string& word, const Words& known) {
  draft.faults.at(Spot{}, fmt::format("--{}: no such {}: {}", key, key, quoted(word)),
                  suggestion(word, known, "one of"));
}

/// What the key says; `fallback` if it is not there. None: not known.
template <class Names, class Choice>
std::optional<Choice> choose(const Draft& draft, std::string_view key, const Names& names, Choice fallback) {
  if (draft.faults.left_out(key)) return std::nullopt;
  const Value* value = find(draft.document.members, key);
  return value ? find_choice(names, std::get<std::string>(value->is))->choice : fallback;
}

/// What the flag, else the key, says.
template <class Names, class Choice>
std::optional<Choice> choose(Draft& draft, std::string_view key, const std::optional<std::string>& flag,
                             const Names& names, Choice fallback) {
  if (!flag) return choose(draft, key, names, fallback);
  const auto named = find_choice(names, *flag);
  if (named != names.end()) return named->choice;
  refuse_flag(draft, key, *flag, words_of(names));
  return std::nullopt;
}

/// d_k as a key: what the default scale of given scores is made of; beside Q and K it must be what they say.
void settle_d_k(Draft& draft) {
  const Value* value = find(draft.document.members, "d_k");
  if (!value || draft.faults.left_out("d_k")) return;
  const std::size_t stated = whole(*value);
  if (draft.problem.start == Start::scores)
    draft.d_k = {stated, "d_k", {value}, {}};
  else if (draft.d_k.known() && draft.d_k.count != stated)
    draft.faults.at(*value, fmt::format("d_k is {}, but {} is {}", stated, draft.d_k.words, draft.d_k.count),
                    "leave d_k out; it follows from the matrices and heads");
}

/// The value of a number as typed after --scale, a fraction or "none" (= 1); none: it is nothing of the kind.
std::optional<double> scale_of(std::string_view text) {
  if (text == "none") return 1;
  if (const FractionText fraction = read_fraction(text); fraction.kind == FractionText::Kind::fraction)
    return fraction.value;
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

double settle_scale_flag(Draft& draft) {
  const std::string& text = *draft.overrides.scale;
  const auto scale = scale_of(text);
  if (!scale)
    draft.faults.at(Spot{}, fmt::format("--scale: {} is no scale", quoted(text)),
                    "1/sqrt(d_k) is the default: leave --scale out; else a number, a fraction such as 1/8, or none");
  return scale.value_or(1);
}

/// 1/sqrt(d_k); scores alone do not tell d_k.
double default_scale(Draft& draft) {
  if (draft.document.model && draft.document.model->scale) return *draft.document.model->scale;
  if (draft.d_k.known()) return 1 / std::sqrt(static_cast<double>(draft.d_k.count));
  if (draft.problem.start == Start::scores && !draft.has("d_k"))
    draft.faults.missing({draft.in.scores.value}, "scores need d_k or scale",
                         R"(write "d_k": 64 for a scale of 1/sqrt(64), or "scale": "none" if they are scaled already)");
  return 1;
}

/// In what a number is held. Settings such as the scale are no part of what half precision rounds.
const DtypeRow& dtype_for(const Draft& draft, const Value& value) {
  constexpr std::string_view settings[] = {"/alibi", "/mask/lengths"};
  const DtypeRow& dtype = row_of(draft.problem.dtype);
  const bool is_setting = std::get<Numbers>(value.is).shape.empty() ||
                          std::find(std::begin(settings), std::end(settings), value.pointer) != std::end(settings);
  return is_setting ? row_of(dtype.sums) : dtype;
}

/// "float32 ends at 3.4e38; take a smaller number, or float64".
std::string hint_beyond(const DtypeRow& dtype, std::string_view flag) {
  return fmt::format("{} ends at {}; take a smaller number, or {}{}", dtype.name, dtype.ends, flag,
                     is_half(dtype.dtype) ? "float32" : "float64");
}

/// The first number that the dtype cannot hold; -infinity (of `add`) is not meant.
void check_range(Draft& draft, const Value& value) {
  if (const auto* members = std::get_if<Members>(&value.is))
    for (const Member& member : *members) check_range(draft, member.value);
  const auto* numbers = std::get_if<Numbers>(&value.is);
  if (!numbers) return;
  const DtypeRow& dtype = dtype_for(draft, value);
  const auto beyond = [&](double number) { return std::isfinite(number) && std::fabs(number) >= dtype.end; };
  const auto at = std::find_if(numbers->values.begin(), numbers->values.end(), beyond);
  if (at == numbers->values.end()) return;
  const bool flag = draft.overrides.dtype.has_value();
  draft.faults.at_entry(value, static_cast<std::size_t>(at - numbers->values.begin()),
                        fmt::format("{} is beyond {}{}", *at, dtype.name, flag ? ", as --dtype asks for" : ""),
                        hint_beyond(dtype, flag ? "--dtype " : ""));
}

} // namespace

double lone_number(const Value& value) {
  return std::get<Numbers>(value.is).values.front();
}

std::size_t whole(double number) {
  constexpr double end = 18446744073709551616.0; // 2^64
  return number < end ? static_cast<std::size_t>(number) : std::numeric_limits<std::size_t>::max();
}

std::size_t whole(const Value& value) {
  return whole(lone_number(value));
}

void settle_settings(Draft& draft) {
  draft.problem.title = draft.document.title;
  draft.problem.id = draft.document.id;
  draft.layout = choose(draft, "layout", draft.overrides.layout, layouts, Layout::in_out);
  if (const auto& model = draft.document.model) {
    draft.layout = model->out_in ? Layout::out_in : Layout::in_out;
    draft.problem.source = model->source;
  }
  draft.problem.warnings = draft.document.warnings;
  draft.problem.dtype =
      choose(draft, "dtype", draft.overrides.dtype, dtype_names, Dtype::float64).value_or(Dtype::float64);
  draft.problem.masked_row = choose(draft, "masked_row", masked_rows, MaskedRow::zero).value_or(MaskedRow::zero);
  if (const Value* softcap = find(draft.document.members, "softcap")) draft.problem.softcap = lone_number(*softcap);
}

void settle_scale(Draft& draft) {
  settle_d_k(draft);
  const Value* value = find(draft.document.members, "scale");
  double& scale = draft.problem.scale;
  if (draft.problem.start == Start::weights || draft.faults.left_out("scale")) return;
  if (draft.overrides.scale)
    scale = settle_scale_flag(draft);
  else if (!value)
    scale = default_scale(draft);
  else if (std::holds_alternative<Numbers>(value->is))
    scale = lone_number(*value);
  else
    scale = 1; // "none"
}

void settle_dtype(Draft& draft) {
  if (draft.problem.dtype == Dtype::float64) return;
  for (const Member& member : draft.document.members) check_range(draft, member.value);
  const DtypeRow& sums = row_of(row_of(draft.problem.dtype).sums);
  if (draft.overrides.scale && std::fabs(draft.problem.scale) >= sums.end)
    draft.faults.at(Spot{}, fmt::format("--scale is beyond {}", sums.name), hint_beyond(sums, ""));
}

} // namespace attn::resolving

namespace attn {

void check_flags(const Overrides& overrides) {
  Document nothing;
  resolving::Draft draft(nothing, overrides);
  resolving::settle_settings(draft);
  if (overrides.scale) resolving::settle_scale_flag(draft);
  draft.faults.raise();
}

} // namespace attn
