#include "problem/recipe/fit.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

namespace attn {
namespace {

struct PartOfText {
  std::size_t begin = 0, size = 0;
};

bool is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

bool is_separator(char byte) {
  return byte == '.' || byte == '/';
}

/// Where the number of the layer stands in a prefix; none: no part of it between dots is a number. What no size can
/// hold is none.
std::optional<PartOfText> find_layer(std::string_view prefix) {
  constexpr std::size_t most_digits = std::numeric_limits<std::size_t>::digits10;
  assert(prefix.empty() || is_separator(prefix.back()));
  for (std::size_t end = prefix.size(); end > 0;) {
    std::size_t begin = end;
    while (begin > 0 && is_digit(prefix[begin - 1])) --begin;
    const std::size_t digits = end - begin;
    const bool is_part = digits != 0 && is_separator(prefix[end]) && (begin == 0 || is_separator(prefix[begin - 1]));
    if (is_part && digits <= most_digits) return PartOfText{begin, digits};
    end = std::min(begin, end - 1);
  }
  return std::nullopt;
}

std::optional<std::size_t> layer_of(std::string_view prefix) {
  const auto at = find_layer(prefix);
  std::size_t layer = 0;
  if (!at) return std::nullopt;
  const char* begin = prefix.data() + at->begin;
  std::from_chars(begin, begin + at->size, layer);
  return layer;
}

std::string with_letter(std::string_view prefix) {
  const auto at = find_layer(prefix);
  if (!at) return std::string(prefix);
  return fmt::format("{}N{}", prefix.substr(0, at->begin), prefix.substr(at->begin + at->size));
}

/// What stands before the anchor in a name; none: the name does not end in it.
std::optional<std::string_view> prefix_of(std::string_view name, std::string_view anchor) {
  if (!name.ends_with(anchor)) return std::nullopt;
  const std::string_view prefix = name.substr(0, name.size() - anchor.size());
  return prefix.empty() || is_separator(prefix.back()) ? std::optional(prefix) : std::nullopt;
}

/// Where each name stands: files of a hundred thousand tensors are asked for each of them.
using Places = std::unordered_map<std::string_view, std::size_t>;

Places places_of(const TensorFile& file) {
  Places places;
  for (std::size_t i = 0; i < file.names().size(); ++i) places.emplace(file.names()[i], i);
  return places;
}

/// The shapes of a fit's weights, held against each other as far as that tells one recipe from another. What else must
/// fit is checked where the weights meet the problem.
class Shapes {
public:
  Shapes(const TensorFile& file, const Places& places, const Fit& fit)
      : file_(file), places_(places), fit_(fit), recipe_(*fit.recipe) {}

  std::string misfit() const {
    for (const TensorNames& names : {recipe_.QKV, recipe_.Q, recipe_.K, recipe_.V, recipe_.O})
      if (!names.weight.empty() && !is_weight(shape(names)))
        return fmt::format("{} is {}", told(names.weight), words(names));
    if (recipe_.O.weight.empty() || recipe_.axes == Axes::head_in_out || recipe_.axes == Axes::in_head_out) return "";
    return recipe_.QKV.weight.empty() ? misfit_of_separate() : misfit_of_fused();
  }

private:
  bool is_weight(const TensorShape& sizes) const {
    const std::size_t levels = recipe_.axes == Axes::out_in || recipe_.axes == Axes::in_out ? 2 : 3;
    return sizes.size() == levels && std::ranges::find(sizes, 0u) == sizes.end();
  }

  TensorShape shape(const TensorNames& names) const {
    return file_.describe(places_.at(fit_.name_of(names.weight))).shape;
  }
  std::uint64_t out(const TensorNames& names) const { return shape(names)[recipe_.axes == Axes::out_in ? 0 : 1]; }
  std::uint64_t in(const TensorNames& names) const { return shape(names)[recipe_.axes == Axes::out_in ? 1 : 0]; }

  std::string told(std::string_view tensor) const { return fit_.name_of(tensor); }
  std::string words(const TensorNames& names) const {
    const TensorShape sizes = shape(names);
    return sizes.empty() ? "a lone number" : fmt::format("{}", fmt::join(sizes, " x "));
  }

  /// Every head has a value, and heads that share one have as wide ones.
  std::string misfit_of_separate() const {
    if (in(recipe_.O) % out(recipe_.V) == 0) return "";
    return fmt::format("{} gives {} columns, {} takes {}", told(recipe_.V.weight), out(recipe_.V),
                       told(recipe_.O.weight), in(recipe_.O));
  }

  /// Q is as wide as what W_O takes; keys and values share what is left.
  std::string misfit_of_fused() const {
    const std::uint64_t q = in(recipe_.O), all = out(recipe_.QKV);
    const bool narrower = recipe_.fusion == Fusion::blocks || recipe_.fusion == Fusion::groups;
    const bool fits = narrower ? all > q && all < 3 * q && (all - q) % 2 == 0 : all == 3 * q;
    if (fits) return "";
    return fmt::format("{} is {}, and {} is {}", told(recipe_.QKV.weight), words(recipe_.QKV), told(recipe_.O.weight),
                       words(recipe_.O));
  }

  const TensorFile& file_;
  const Places& places_;
  const Fit& fit_;
  const Recipe& recipe_;
};

/// Why the shapes do not fit, or cannot be told.
std::string misfit_of(const TensorFile& file, const Places& places, const Fit& fit) {
  try {
    return Shapes(file, places, fit).misfit();
  } catch (const TensorFault& fault) {
    return fmt::format("a header behind {} {}", fit.prefix, fault.message);
  }
}

/// The weights of a recipe that do not stand behind the prefix.
std::vector<std::string> missing(const Places& places, const Fit& fit) {
  const Recipe& recipe = *fit.recipe;
  std::vector<std::string> names;
  for (const TensorNames& each : {recipe.QKV, recipe.Q, recipe.K, recipe.V, recipe.O})
    if (!each.weight.empty() && !places.contains(fit.name_of(each.weight))) names.push_back(fit.name_of(each.weight));
  return names;
}

/// Wherever the first weight of a recipe stands, whatever there is beside it.
std::vector<Fit> find_anchors(const TensorFile& file) {
  std::vector<Fit> anchors;
  for (const std::string& name : file.names())
    for (const Recipe& recipe : recipes())
      if (const auto prefix = prefix_of(name, recipe.anchor()))
        anchors.push_back({&recipe, std::string(*prefix), layer_of(*prefix), ""});
  return anchors;
}

} // namespace

std::vector<Fit> find_fits(const TensorFile& file) {
  const Places places = places_of(file);
  std::vector<Fit> fits;
  for (Fit& fit : find_anchors(file)) {
    if (!missing(places, fit).empty()) continue;
    fit.misfit = misfit_of(file, places, fit);
    fits.push_back(std::move(fit));
  }
  return fits;
}

std::optional<Lack> find_lack(const TensorFile& file) {
  const Places places = places_of(file);
  for (const Fit& fit : find_anchors(file))
    if (auto names = missing(places, fit); names.size() == 1) return Lack{fit.recipe, std::move(names.front())};
  return std::nullopt;
}

std::vector<FitGroup> grouped(const std::vector<Fit>& fits) {
  std::vector<FitGroup> groups;
  std::map<std::pair<const Recipe*, std::string>, std::size_t> known; // where in groups
  for (const Fit& fit : fits) {
    const std::string prefix = with_letter(fit.prefix);
    const auto [at, is_new] = known.try_emplace({fit.recipe, prefix}, groups.size());
    if (is_new) groups.push_back({fit.recipe, prefix, {}});
    if (fit.layer) groups[at->second].layers.push_back(*fit.layer);
  }
  for (FitGroup& group : groups) {
    std::ranges::sort(group.layers);
    group.layers.erase(std::unique(group.layers.begin(), group.layers.end()), group.layers.end());
  }
  return groups;
}

std::string words_of(const FitGroup& group) {
  std::string words(group.recipe->name);
  if (!group.prefix.empty()) words += fmt::format(" at {}", group.prefix);
  if (group.layers.empty()) return words;
  const std::size_t first = group.layers.front(), last = group.layers.back();
  if (first == last) return words + fmt::format(", N {}", first);
  const bool has_all = last - first + 1 == group.layers.size();
  return words + (has_all ? fmt::format(", N from {} to {}", first, last)
                          : fmt::format(", N one of {}", fmt::join(group.layers, ", ")));
}

} // namespace attn
