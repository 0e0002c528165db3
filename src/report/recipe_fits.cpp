#include "report/recipe_fits.h"

#include "problem/keys.h"
#include "problem/recipe/fit.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <utility>
#include <vector>

namespace attn {
namespace {

using enum TextTable::Align;

std::string form_and_split(const Recipe& recipe) {
  const std::string_view split = split_words(recipe);
  return fmt::format("{}{}{}", form_words(recipe), split.empty() ? "" : ", ", split);
}

/// "0-11", "0, 1, 11".
std::string layers_text(const std::vector<std::size_t>& layers) {
  if (layers.size() > 2 && layers.back() - layers.front() + 1 == layers.size())
    return fmt::format("{}-{}", layers.front(), layers.back());
  return fmt::format("{}", fmt::join(layers, ", "));
}

TextTable table(const std::vector<FitGroup>& groups) {
  TextTable table{{{"recipe", left}, {"prefix", left}, {"layers N", left}, {"form", left}, {"layout", left}}, {}};
  for (const FitGroup& group : groups)
    table.rows.push_back({std::string(group.recipe->name), group.prefix, layers_text(group.layers),
                          form_and_split(*group.recipe), std::string(layout_words(*group.recipe))});
  return table;
}

Tree tree(const FitGroup& group) {
  const Recipe& recipe = *group.recipe;
  Tree::Object object{{"name", std::string(recipe.name)}, {"prefix", group.prefix}};
  object.emplace_back("layers", Tree::List(group.layers.begin(), group.layers.end()));
  object.emplace_back("form", std::string(form_words(recipe)));
  if (const std::string_view split = split_words(recipe); !split.empty())
    object.emplace_back("split", std::string(split));
  object.emplace_back("layout", std::string(layout_words(recipe)));
  return object;
}

/// What stands beside the weights of a recipe and is easily taken for one of them, once for each recipe.
Lines buffers(const TensorFile& file, const std::vector<Fit>& fits) {
  Lines lines;
  std::vector<const Recipe*> told;
  for (const Fit& fit : fits)
    for (const std::string_view buffer : split(fit.recipe->buffers)) {
      const std::string name = fit.name_of(buffer);
      if (!file.find(name) || std::ranges::find(told, fit.recipe) != told.end()) continue;
      lines.push_back(fmt::format("{} is a buffer of {} and no bias.", name, fit.recipe->name));
      told.push_back(fit.recipe);
    }
  return lines;
}

Lines remarks(const TensorFile& file, const std::vector<Fit>& fits, const std::vector<Fit>& misfits) {
  Lines lines;
  if (fits.empty() && file.has_names()) lines.push_back("No recipe fits.");
  if (fits.empty() && !misfits.empty())
    lines.push_back(
        fmt::format("Names are those of {}, but {}.", misfits.front().recipe->name, misfits.front().misfit));
  std::ranges::move(buffers(file, fits), std::back_inserter(lines));
  return lines;
}

} // namespace

void add_recipes(Report& report, const TensorFile& file) {
  std::vector<Fit> fits = find_fits(file);
  const auto rest = std::stable_partition(fits.begin(), fits.end(), [](const Fit& fit) { return fit.misfit.empty(); });
  const std::vector<Fit> misfits(rest, fits.end());
  fits.erase(rest, fits.end());
  const std::vector<FitGroup> groups = grouped(fits);
  if (!groups.empty()) report.passages.push_back({"Recipes that fit", "", table(groups)});
  Lines lines = remarks(file, fits, misfits);
  if (!lines.empty()) report.passages.push_back({"", "", std::move(lines)});
  Tree::List trees;
  for (const FitGroup& group : groups) trees.push_back(tree(group));
  std::get<Tree::Object>(report.tree->is).emplace_back("recipes", std::move(trees));
}

} // namespace attn
