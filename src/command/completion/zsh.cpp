// The script for zsh: _arguments is told what each command takes.

#include "command/completion.h"

#include <fmt/format.h>

namespace attn {
namespace {

constexpr std::string_view opening = R"(#compdef attn
# Completion of attn for zsh, written by: attn completion zsh
# Keep it as _attn in a folder of $fpath, or source it after compinit.

# Several words with commas between, the last of them with a sign behind it: comma or =.
_attn_list() {
  local sign=$1
  shift
  compset -P '*,'
  compadd -q -S "$sign" -- "$@"
}
)";

/// Text inside of single quotes.
std::string quoted(std::string_view text) {
  std::string result;
  for (const char c : text) c == '\'' ? result += "'\\''" : result += c;
  return result;
}

/// A sentence inside of an option's brackets.
std::string bracketed(std::string_view sentence) {
  std::string text;
  for (const char c : sentence) {
    if (std::string_view("[]:\\").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return quoted(text);
}

std::string action_of(const Spelling& spelling) {
  const std::string words = fmt::format("{}", fmt::join(spelling.words, " "));
  switch (spelling.form) {
  case Form::word:
    return fmt::format("({})", words);
  case Form::list:
    return fmt::format("{{_attn_list , {}}}", words);
  case Form::marks:
    return fmt::format("{{_attn_list = {}}}", words);
  case Form::file:
    return "_files";
  case Form::none:
  case Form::other:
    break;
  }
  return "";
}

/// '(-o --output)'{-o+,--output=}'[write here]:FILE:_files'
std::string specification_of(const Spelling& spelling) {
  const bool is_flag = spelling.form == Form::none;
  std::string names;
  for (const std::string& name : spelling.names)
    names += (names.empty() ? "" : ",") + name + (is_flag ? "" : name.starts_with("--") ? "=" : "+");
  if (spelling.names.size() > 1) names = fmt::format("'({})'{{{}}}", fmt::join(spelling.names, " "), names);
  const std::string value = is_flag ? "" : fmt::format(":{}:{}", spelling.value, quoted(action_of(spelling)));
  return fmt::format("    {}'[{}]{}'", names, bracketed(spelling.sentence), value);
}

/// _attn_run [OPERAND]: what stands without an option, where it is not the command's own.
std::string function_of(const Command& command) {
  const Grammar grammar = command.grammar();
  std::string text = fmt::format("\n_attn_{}() {{\n  _arguments -s -S :", command.name);
  for (const Spelling& spelling : grammar.spellings)
    if (!spelling.names.empty()) text += " \\\n" + specification_of(spelling);
  const Spelling* const operand = operand_of(grammar);
  if (operand)
    text += fmt::format(" \\\n    \"${{1-{}:{}:{}}}\"", operand->repeats || operand->form == Form::file ? "*" : "1",
                        operand->value, action_of(*operand));
  return text + "\n}\n";
}

std::string table_of(std::span<const Command> commands) {
  std::string text = "\n_attn_first() {\n  local commands=(\n";
  for (const Command& command : commands) text += fmt::format("    '{}:{}'\n", command.name, quoted(command.sentence));
  return text + "  )\n  _describe -t commands command commands\n  _files\n}\n";
}

/// The words before the one that is completed tell the command; it is taken out, and what it takes is completed.
std::string main_function(std::span<const Command> commands) {
  return fmt::format(R"(
_attn() {{
  local command= i
  for ((i = 2; i < CURRENT; i++)); do
    case $words[i] in
    ({}) ((i += 1)) ;;
    (-?*) ;;
    ({}) command=$words[i]; words[i]=(); ((CURRENT -= 1)); break ;;
    (*) command=run; break ;;
    esac
  done
  if [[ -n $command ]]; then
    _attn_$command
  else
    _attn_run '*:command or FILE:_attn_first'
  fi
}}

if [[ $funcstack[1] == _attn ]]; then
  _attn "$@"
else
  compdef _attn attn
fi
)",
                     options_with_values(commands, "|"), names_of_commands(commands, "|"));
}

} // namespace

std::string zsh_completion(std::span<const Command> commands) {
  std::string text(opening);
  for (const Command& command : commands) text += function_of(command);
  return text + table_of(commands) + main_function(commands);
}

} // namespace attn
