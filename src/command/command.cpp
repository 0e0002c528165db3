#include "command/command.h"

#include "command/options.h"
#include "error.h"
#include "problem/suggest.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace attn {
namespace {

constexpr Command table[] = {
    {"run", "work the problem: every step, or those of --only", run},
    {"check", "mark answers step by step, and name the mistake", check},
    {"explain", "show how the numbers of a query come about, term by term", explain},
    {"verify", "hold the identities of attention on the problem", verify},
    {"shapes", "the shape of every step, and what it costs", shapes},
    {"make", "a new exercise from sizes and a seed", make},
    {"compare", "two results, step by step: where they part", compare},
    {"tensors", "what is in a file of tensors", tensors},
    {"plot", "draw heat maps of the weights, or of any step", plot},
};

const Command* find_command(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(table), std::end(table), [&](const auto& row) { return row.name == name; });
  return found == std::end(table) ? nullptr : found;
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
  if (word.find_first_of("./") != std::string::npos) {
    Refusal missing("no such file", "check the name, or pipe the problem in: attn -");
    missing.errors[0].place.file = word;
    return missing;
  }
  return Refusal("no command and no file is called " + word, "attn --help lists the commands");
}

} // namespace

std::span<const Command> commands() {
  return table;
}

std::string list_of_commands() {
  std::string list = "Commands (attn COMMAND --help says more; attn FILE is attn run FILE):\n";
  for (const Command& row : table) list += fmt::format("  {:<10}{}\n", row.name, row.sentence);
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
