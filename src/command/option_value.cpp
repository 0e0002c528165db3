#include "command/option_value.h"

#include "attention/stage.h"
#include "command/completion.h"
#include "command/options.h"
#include "kernel/kernel.h"
#include "problem/keys.h"
#include "problem/recipe/recipe.h"

#include <algorithm>
#include <array>

namespace attn {
namespace {

using Words = std::vector<std::string_view>;

Words step_names(Content) {
  return names_of(stages());
}

/// What may stand under a key of the problem that has texts to choose from.
Words texts_of(std::string_view key) {
  return split(find_key(problem_keys(), key)->texts);
}

/// The formats that a person fills in on paper or screen.
Words sheet_names(Content) {
  Words names;
  for (const Format& format : formats())
    if (format.audience == Audience::people && !format.derives) names.push_back(format.name);
  return names;
}

/// Of rows that share a name, one.
Words recipe_names(Content) {
  Words names = names_of(recipes());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

constexpr std::array table{
    OptionValue{"FILE", Form::file},
    OptionValue{"FORMAT", Form::word, format_names},
    OptionValue{"SHEET", Form::word, sheet_names},
    OptionValue{"WHEN", Form::word,
                [](Content) {
                  return Words{"auto", "always", "never"};
                }},
    OptionValue{"DTYPE", Form::word, [](Content) { return texts_of("dtype"); }},
    OptionValue{"LAYOUT", Form::word, [](Content) { return texts_of("layout"); }},
    OptionValue{"RECIPE", Form::word, recipe_names},
    OptionValue{"ISA", Form::word, [](Content) { return names_of(kernels<double>()); }},
    OptionValue{"STEPS", Form::list, step_names},
    OptionValue{"MARKS", Form::marks, step_names},
    OptionValue{"COMMAND", Form::word, [](Content) { return names_of(commands()); }},
    OptionValue{"SHELL", Form::word, [](Content) { return names_of(shells()); }},
};

} // namespace

OptionValue value_of(std::string_view name) {
  const auto* const row = std::ranges::find(table, name, &OptionValue::name);
  return row == table.end() ? OptionValue{name} : *row;
}

std::vector<std::string_view> format_names(Content told) {
  Words names;
  for (const Format& format : formats())
    if (format.holds <= told) names.push_back(format.name);
  return names;
}

} // namespace attn
