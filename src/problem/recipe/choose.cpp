#include "problem/recipe/choose.h"

#include "problem/shown.h"
#include "problem/suggest.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace attn {
namespace {

using Fits = std::vector<Fit>;

constexpr std::string_view by_hand =
    "attn tensors lists what it holds; name the weights one by one: \"W_Q\": \"FILE#NAME\"";

/// A prefix without the dot that may end it.
std::string_view stem(std::string_view prefix) {
  while (prefix.ends_with('.') || prefix.ends_with('/')) prefix.remove_suffix(1);
  return prefix;
}

/// Whether a name begins with a prefix that ends at a dot of it.
bool begins_with(std::string_view name, std::string_view prefix) {
  prefix = stem(prefix);
  if (prefix.empty()) return true;
  return name.starts_with(prefix) &&
         (name.size() == prefix.size() || name[prefix.size()] == '.' || name[prefix.size()] == '/');
}

bool is_in_layout(const Recipe& recipe, std::string_view layout) {
  return (layout == "in_out") == (recipe.axes != Axes::out_in);
}

/// "BERT at bert.encoder.layer.N.attention., N from 0 to 11; …", as many as a line holds.
std::string listed(const Fits& fits) {
  constexpr std::size_t most = 6;
  const std::vector<FitGroup> groups = grouped(fits);
  std::string list;
  for (std::size_t i = 0; i < std::min(most, groups.size()); ++i)
    list += fmt::format("{}{}", i ? "; " : "", words_of(groups[i]));
  return groups.size() > most ? list + fmt::format("; and {} more", groups.size() - most) : list;
}

/// The fits that pass, and why none is left.
class Sieve {
public:
  explicit Sieve(Fits fits) : fits_(std::move(fits)) {}

  /// Throws TensorFault if fewer than one pass.
  template <class Passes>
  void keep(Passes passes, const std::string& fault) {
    Fits rest;
    std::ranges::copy_if(fits_, std::back_inserter(rest), passes);
    if (rest.empty()) throw TensorFault(fault, "what fits: " + listed(fits_));
    fits_ = std::move(rest);
  }

  const Fits& fits() const { return fits_; }
  void keep_exact(std::string_view prefix) {
    Fits exact;
    std::ranges::copy_if(fits_, std::back_inserter(exact),
                         [&](const Fit& fit) { return stem(fit.prefix) == stem(prefix); });
    if (!exact.empty()) fits_ = std::move(exact);
  }

private:
  Fits fits_;
};

void check_recipe_name(const std::string& name) {
  std::vector<std::string_view> names;
  for (const Recipe& recipe : recipes())
    if (std::ranges::find(names, recipe.name) == names.end()) names.push_back(recipe.name);
  if (std::ranges::find(names, name) != names.end()) return;
  throw TensorFault(fmt::format("is not looked into: no recipe is called {}", quoted(name)),
                    suggestion(name, names, "recipes"));
}

[[noreturn]] void refuse_without_fits(const TensorFile& file) {
  const auto lack = find_lack(file);
  throw TensorFault(lack ? fmt::format("holds weights named as in {}, but no {}", lack->recipe->name, lack->tensor)
                         : "holds no weights that a recipe knows",
                    std::string(by_hand));
}

/// Those whose shapes fit. Throws TensorFault if there is none, with the first reason.
Fits sound(const Fits& fits) {
  Fits rest;
  std::ranges::copy_if(fits, std::back_inserter(rest), [](const Fit& fit) { return fit.misfit.empty(); });
  if (!rest.empty()) return rest;
  throw TensorFault(fmt::format("holds weights named as in {}, but {}", fits.front().recipe->name, fits.front().misfit),
                    std::string(by_hand));
}

/// How to tell apart what is left: by the layer, else by the prefix, else by the layout, else by the recipe.
std::string way_out(const Fits& fits) {
  const auto differs = [&](auto of) {
    return std::ranges::any_of(fits, [&](const Fit& fit) { return of(fit) != of(fits.front()); });
  };
  const auto prefix = [](const Fit& fit) { return fit.prefix; };
  const Fit& first = fits.front();
  if (grouped(fits).size() == 1) // they differ in the layer alone
    return fmt::format("say which: \"layer\": {0}, or --layer {0}", *first.layer);
  if (differs(prefix)) return fmt::format("say where: \"prefix\": \"{0}\", or --prefix {0}", first.prefix);
  if (differs([](const Fit& fit) { return fit.recipe->axes == Axes::out_in; }))
    return "say which: \"layout\": \"in_out\" (y = x·W) or \"out_in\" (y = x·Wᵀ), or --layout";
  return fmt::format("say which: \"recipe\": \"{0}\", or --recipe {0}", first.recipe->name);
}

} // namespace

Fit choose_fit(const TensorFile& file, const ModelWish& wish) {
  if (wish.recipe) check_recipe_name(*wish.recipe);
  Fits all = find_fits(file);
  if (wish.recipe) {
    std::erase_if(all, [&](const Fit& fit) { return fit.recipe->name != *wish.recipe; });
    if (all.empty())
      throw TensorFault(fmt::format("holds no weights named as in {}", *wish.recipe), std::string(by_hand));
  }
  if (all.empty()) refuse_without_fits(file);
  Sieve sieve(sound(all));
  if (wish.prefix) {
    sieve.keep([&](const Fit& fit) { return begins_with(fit.name_of(fit.recipe->anchor()), *wish.prefix); },
               fmt::format("holds no weights of attention whose names begin with {}", quoted(*wish.prefix)));
    sieve.keep_exact(*wish.prefix);
  }
  if (wish.layer)
    sieve.keep([&](const Fit& fit) { return fit.layer == wish.layer; }, fmt::format("holds no layer {}", *wish.layer));
  if (wish.layout)
    sieve.keep([&](const Fit& fit) { return is_in_layout(*fit.recipe, *wish.layout); },
               fmt::format("holds no weights in the layout {}", *wish.layout));
  const Fits& fits = sieve.fits();
  if (fits.size() == 1) return fits.front();
  throw TensorFault("holds several weights that fit: " + listed(fits), way_out(fits));
}

} // namespace attn
