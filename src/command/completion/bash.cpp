// The script for bash. readline cuts words at = and : (COMP_WORDBREAKS) and replaces the last piece alone, so the
// script glues the pieces together, completes the whole word, and hands back what stands behind the cut.

#include "command/completion.h"

#include <fmt/format.h>

namespace attn {
namespace {

constexpr std::string_view opening = R"(# Completion of attn for bash, written by: attn completion bash
# Source it, or keep it as ~/.local/share/bash-completion/completions/attn

# Each of these fills COMPREPLY with whole words: $kept and then what goes on from $word.
_attn_words() { mapfile -t COMPREPLY < <(compgen -P "$kept" -W "$1" -- "$word"); }
_attn_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -P "$kept" -f -- "$word")
}
_attn_list() { # several words with commas between, the last of them with $2 behind it
  compopt -o nospace 2>/dev/null
  kept+=${word%"${word##*,}"} word=${word##*,}
  mapfile -t COMPREPLY < <(compgen -P "$kept" -S "${2-}" -W "$1" -- "$word")
}
)";

constexpr std::string_view closing = R"(  # What readline replaces begins behind the cut.
  local piece=${COMP_WORDS[COMP_CWORD]}
  [[ $piece == [=:]* ]] && piece=
  local cut=${whole%"$piece"}
  for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do COMPREPLY[i]=${COMPREPLY[i]#"$cut"}; done
}
complete -F _attn attn
)";

/// How the value of an option is completed.
std::string action_of(const Spelling& spelling) {
  const std::string words = fmt::format("{}", fmt::join(spelling.words, " "));
  switch (spelling.form) {
  case Form::word:
    return fmt::format("_attn_words '{}'", words);
  case Form::list:
    return fmt::format("_attn_list '{}'", words);
  case Form::marks:
    return fmt::format("_attn_list '{}' =", words);
  case Form::file:
    return "_attn_files";
  case Form::none:
  case Form::other:
    break;
  }
  return ":";
}

/// _attn_run OPTION: completes its value; without one, what stands at its place.
std::string function_of(const Command& command) {
  const Grammar grammar = command.grammar();
  std::string text = fmt::format("\n_attn_{}() {{\n  case $1 in\n", command.name);
  std::string options;
  for (const Spelling& spelling : grammar.spellings) {
    for (const std::string& name : spelling.names) options += (options.empty() ? "" : " ") + name;
    if (spelling.form != Form::none && spelling.form != Form::other && !spelling.names.empty())
      text += fmt::format("  {}) {} ;;\n", fmt::join(spelling.names, "|"), action_of(spelling));
  }
  text += fmt::format("  -*) ;;\n  *)\n    if [[ $word == -* ]]; then\n      _attn_words '{}'\n", options);
  const Spelling* const operand = operand_of(grammar);
  if (operand) text += fmt::format("    else\n      {}\n", action_of(*operand));
  return text + "    fi\n    ;;\n  esac\n}\n";
}

/// The words before the one that is completed tell the command and the option; no command: it may stand here.
std::string main_function(std::span<const Command> commands) {
  return fmt::format(R"(
_attn() {{
  local words=() word kept= command= option= i
  for ((i = 1; i <= COMP_CWORD; i++)); do
    if ((i > 1)) && [[ ${{COMP_WORDS[i]}} == [=:]* || ${{COMP_WORDS[i - 1]}} == [=:]* ]]; then
      words[${{#words[@]}} - 1]+=${{COMP_WORDS[i]}}
    else
      words+=("${{COMP_WORDS[i]}}")
    fi
  done
  local count=$((${{#words[@]}} - 1))
  local whole=${{words[count]}}
  word=$whole
  for ((i = 0; i < count; i++)); do
    option=
    case ${{words[i]}} in
    {0}) option=${{words[i]}}; ((i++)) ;;
    -?*) ;;
    {1}) [[ $command ]] || command=${{words[i]}} ;;
    *) [[ $command ]] || command=run ;;
    esac
  done
  ((i > count)) || option=
  if [[ ! $option && $word == --*=* ]]; then
    option=${{word%%=*}} word=${{word#*=}} kept=$option=
  fi
  COMPREPLY=()
  if [[ $command || $option || $word == -* ]]; then
    "_attn_${{command:-run}}" "$option"
  else
    _attn_files
    mapfile -t -O ${{#COMPREPLY[@]}} COMPREPLY < <(compgen -W '{2}' -- "$word")
  fi
)",
                     options_with_values(commands, "|"), names_of_commands(commands, "|"),
                     names_of_commands(commands, " "));
}

} // namespace

std::string bash_completion(std::span<const Command> commands) {
  std::string text(opening);
  for (const Command& command : commands) text += function_of(command);
  return text + main_function(commands) + std::string(closing);
}

} // namespace attn
