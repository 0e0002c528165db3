#include "command/grammar.h"

#include <CLI/CLI.hpp>

namespace attn {
namespace {

Spelling spelling_of(const CLI::Option& option, Content told) {
  Spelling spelling;
  for (const std::string& name : option.get_snames()) spelling.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) spelling.names.push_back("--" + name);
  spelling.sentence = option.get_description();
  spelling.group = option.get_group();
  spelling.repeats = option.get_items_expected_max() > 1;
  if (option.get_items_expected_max() == 0) return spelling;
  const std::string name = option.get_positional() ? option.get_name() : option.get_type_name();
  const OptionValue value = value_of(name); // refers to it
  spelling.value = value.name;
  spelling.form = value.form;
  if (value.words) spelling.words = value.words(told);
  return spelling;
}

} // namespace

Grammar grammar_of(const CLI::App& app, Content told) {
  Grammar grammar{app.get_name(), app.get_description(), {}};
  for (const CLI::Option* option : app.get_options()) grammar.spellings.push_back(spelling_of(*option, told));
  return grammar;
}

} // namespace attn
