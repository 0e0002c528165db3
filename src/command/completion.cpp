// attn completion: scripts by which bash, zsh and fish complete commands, options, their values, steps and files.

#include "command/completion.h"

#include "command/files.h"
#include "command/options.h"
#include "problem/suggest.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace attn {
namespace {

constexpr const char* description = R"(Writes what a shell needs to complete commands, options, values, steps and files.

Examples:
  source <(attn completion bash)          in this shell alone
  attn completion bash -o ~/.local/share/bash-completion/completions/attn
  attn completion zsh -o ~/.zfunc/_attn   fpath=(~/.zfunc $fpath) in ~/.zshrc
  attn completion fish -o ~/.config/fish/completions/attn.fish

An attn that is installed under /usr or /usr/local has them at their places.
)";

constexpr Shell table[] = {
    {"bash", bash_completion},
    {"zsh", zsh_completion},
    {"fish", fish_completion},
};

struct CompletionOptions : Options {
  std::string shell;
};

void declare_completion(CLI::App& app, CompletionOptions& options) {
  app.add_option("SHELL", options.shell, fmt::format("one of {}", fmt::join(names_of(shells()), ", ")));
  app.add_option("-o,--output", options.output, "write here, all or nothing")->type_name("FILE");
}

const Shell& chosen(const std::string& name) {
  const auto* const row = std::ranges::find(table, name, &Shell::name);
  if (row != std::end(table)) return *row;
  const auto names = names_of(shells());
  if (name.empty()) throw Refusal("completion needs to know the shell", suggestion(name, names, "shells"));
  throw Refusal("no shell that is known here is called " + name, suggestion(name, names, "shells"));
}

} // namespace

std::span<const Shell> shells() {
  return table;
}

std::string options_with_values(std::span<const Command> commands, std::string_view bar) {
  std::set<std::string> names;
  for (const Command& command : commands)
    for (const Spelling& spelling : command.grammar().spellings)
      if (spelling.form != Form::none) names.insert(spelling.names.begin(), spelling.names.end());
  return fmt::format("{}", fmt::join(names, bar));
}

std::string names_of_commands(std::span<const Command> commands, std::string_view bar) {
  return fmt::format("{}", fmt::join(names_of(commands), bar));
}

const Spelling* operand_of(const Grammar& grammar) {
  const auto found = std::ranges::find_if(grammar.spellings, [](const auto& each) { return each.names.empty(); });
  return found == grammar.spellings.end() ? nullptr : &*found;
}

Grammar completion_grammar() {
  CompletionOptions options;
  CLI::App app(description, "attn completion");
  declare_completion(app, options);
  return grammar_of(app, options);
}

Status completion(const Arguments& arguments) {
  CompletionOptions options;
  CLI::App app(description, "attn completion");
  declare_completion(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  const Shell& shell = chosen(options.shell);
  Output output(options.output);
  output.write(shell.script(commands()));
  output.finish();
  return Status::good;
}

} // namespace attn
