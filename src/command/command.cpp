#include "command/command.h"

#include "error.h"
#include "problem/suggest.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace attn {
namespace {

constexpr Command table[] = {
    {"run", "work the problem: every step, or those of --only", run, run_grammar},
    {"check", "mark answers step by step, and name the mistake", check, check_grammar},
    {"explain", "show how the numbers of a query come about, term by term", explain, explain_grammar},
    {"verify", "hold the identities of attention on the problem", verify, verify_grammar},
    {"shapes", "the shape of every step, and what it costs", shapes, shapes_grammar},
    {"make", "a new exercise from sizes and a seed", make, make_grammar},
    {"compare", "two results, step by step: where they part", compare, compare_grammar},
    {"tensors", "what is in a file of tensors", tensors, tensors_grammar},
    {"plot", "draw heat maps of the weights, or of any step", plot, plot_grammar},
    {"completion", "what bash, zsh or fish needs to complete all of this", completion, completion_grammar},
    {"help", "the same as --help, of a command too", help, help_grammar},
};

const Command* find_command(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(table), std::end(table), [&](const auto& row) { return row.name == name; });
  return found == std::end(table) ? nullptr : found;
}

/// How many of the words that follow belong to an option of some command: 1 for "--decimals", 0 for "--decimals=3" and
/// for flags; none: no command has it.
std::optional<std::size_t> values_after(const std::string& option) {
  const std::size_t sign = option.find('=');
  for (const Command& row : table)
    for (const Spelling& spelling : row.grammar().spellings)
      if (std::ranges::count(spelling.names, option.substr(0, sign)) != 0)
        return spelling.form != Form::none && sign == std::string::npos ? 1 : 0;
  return std::nullopt;
}

bool names_input(const std::string& word) {
  std::error_code ignored;
  return word == "-" || std::filesystem::exists(word, ignored);
}

Refusal no_command(const std::string& word) {
  std::vector<std::string_view> names;
  for (const Command& row : table) names.push_back(row.name);
  if (const auto close = nearest(word, names))
    return Refusal("no command and no file is called " + word, "did you mean attn " + std::string(*close) + "?");
  constexpr const char* help_lists = "attn --help lists the commands";
  if (word.empty()) return Refusal("a word without a letter is no command and no file", help_lists);
  if (word.find_first_of("./") != std::string::npos) {
    Refusal missing("no such file", "check the name, or pipe the problem in: attn -");
    missing.errors[0].place.file = word;
    return missing;
  }
  return Refusal("no command and no file is called " + word, help_lists);
}

} // namespace

std::span<const Command> commands() {
  return table;
}

std::string list_of_commands() {
  std::string list = "Commands (attn COMMAND --help says more; attn FILE is attn run FILE):\n";
  for (const Command& row : table) list += fmt::format("  {:<12}{}\n", row.name, row.sentence);
  return list + "\nThe problem is described in attn-problem(5), everything in attn(1).\n";
}

Choice choose(const Arguments& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.size() > 1 && word.front() == '-') {
      const auto values = values_after(word);
      if (word == "--" || !values) break; // the first command's parser knows what to say
      i += *values;
      continue;
    }
    if (const Command* command = find_command(word)) {
      Arguments rest = words;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      return {command, rest};
    }
    if (names_input(word)) break;
    throw no_command(word);
  }
  return {&table[0], words};
}

} // namespace attn
