// The script for fish: a line of complete for each option of each command.

#include "command/completion.h"

#include <fmt/format.h>

namespace attn {
namespace {

/// Several words with commas between, the last of them with a sign behind it; and what command stands on the line.
constexpr std::string_view opening = R"(# Completion of attn for fish, written by: attn completion fish
# Keep it as ~/.config/fish/completions/attn.fish

function __attn_list --argument-names sign
    set -l kept (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,]*$' '')
    for word in $argv[2..-1]
        printf '%s%s%s\n' "$kept" $word $sign
    end
end
)";

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') result += '\\';
    result += c;
  }
  return result + '\'';
}

/// __attn_command prints the command that stands before the cursor, run for a file, nothing where none stands yet.
std::string functions_of(std::span<const Command> commands) {
  return fmt::format(R"(
function __attn_command
    set -l words (commandline -opc)
    set -l i 2
    while test $i -le (count $words)
        switch $words[$i]
            case {}
                set i (math $i + 1)
            case '-?*'
            case {}
                echo $words[$i]
                return
            case '*'
                echo run
                return
        end
        set i (math $i + 1)
    end
end

function __attn_takes
    set -l command (__attn_command)
    test "$command" = $argv[1]; or test -z "$command" -a $argv[1] = run
end

function __attn_needs_command
    set -l command (__attn_command)
    test -z "$command"
end

)",
                     options_with_values(commands, " "), names_of_commands(commands, " "));
}

/// "-x -a 'always never'": how a value is completed.
std::string taken_by(const Spelling& spelling) {
  const std::string words = fmt::format("{}", fmt::join(spelling.words, " "));
  switch (spelling.form) {
  case Form::none:
    return "";
  case Form::word:
    return fmt::format(" -x -a '{}'", words);
  case Form::list:
    return fmt::format(" -x -a '(__attn_list \"\" {})'", words);
  case Form::marks:
    return fmt::format(" -x -a '(__attn_list = {})'", words);
  case Form::file:
    return " -r -F";
  case Form::other:
    break;
  }
  return " -x";
}

std::string lines_of(const Command& command) {
  const Grammar grammar = command.grammar();
  const std::string where = fmt::format("complete -c attn -n '__attn_takes {}'", command.name);
  std::string text;
  for (const Spelling& spelling : grammar.spellings) {
    if (spelling.names.empty()) continue;
    text += where;
    for (const std::string& name : spelling.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    text += taken_by(spelling) + " -d " + quoted(spelling.sentence) + '\n';
  }
  const Spelling* const operand = operand_of(grammar);
  if (!operand || operand->form != Form::file) text += where + " -f";
  if (operand && operand->form == Form::word) text += fmt::format(" -a '{}'", fmt::join(operand->words, " "));
  return text.ends_with('\n') ? text : text + '\n';
}

} // namespace

std::string fish_completion(std::span<const Command> commands) {
  std::string text = std::string(opening) + functions_of(commands);
  for (const Command& command : commands)
    text +=
        fmt::format("complete -c attn -n __attn_needs_command -a {} -d {}\n", command.name, quoted(command.sentence));
  for (const Command& command : commands) text += lines_of(command);
  return text;
}

} // namespace attn
