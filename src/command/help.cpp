// attn help: what attn --help and attn COMMAND --help print, as other programs have it.

#include "command/options.h"
#include "problem/suggest.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace attn {
namespace {

constexpr const char* description = R"(Says what attn takes, or one of its commands.

Examples:
  attn help         as attn --help
  attn help check   as attn check --help
)";

struct HelpOptions : Options {
  std::optional<std::string> command;
};

void declare_help(CLI::App& app, HelpOptions& options) {
  app.add_option("COMMAND", options.command, "one of those below; none: run");
}

const Command& chosen(const HelpOptions& options) {
  if (!options.command) return commands().front();
  const auto row = std::ranges::find(commands(), *options.command, &Command::name);
  if (row != commands().end()) return *row;
  const std::string& name = *options.command;
  throw Refusal(name.empty() ? "help of a command without a name" : "no command is called " + name,
                suggestion(name, names_of(commands()), "commands"));
}

} // namespace

Grammar help_grammar() {
  HelpOptions options;
  CLI::App app(description, "attn help");
  declare_help(app, options);
  return grammar_of(app, options);
}

Status help(const Arguments& arguments) {
  HelpOptions options;
  CLI::App app(description, "attn help");
  declare_help(app, options);
  if (parse(app, options, arguments)) print_help(chosen(options).grammar());
  return Status::good;
}

} // namespace attn
