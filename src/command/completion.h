#pragma once
// What shells need to complete the words behind attn: a script for each, written from the table of commands and from
// what every command takes.

#include "command/command.h"

#include <span>
#include <string>
#include <string_view>

namespace attn {

struct Shell {
  std::string_view name;
  std::string (*script)(std::span<const Command> commands);
};

/// The table of shells.
std::span<const Shell> shells();

std::string bash_completion(std::span<const Command> commands);
std::string zsh_completion(std::span<const Command> commands);
std::string fish_completion(std::span<const Command> commands);

/// Names of the options, of any command, whose value is a word of its own: "--format|-o", with `bar` between.
std::string options_with_values(std::span<const Command> commands, std::string_view bar);
std::string names_of_commands(std::span<const Command> commands, std::string_view bar);

/// Of what stands without an option, that which a command takes; null: it takes options alone.
const Spelling* operand_of(const Grammar& grammar);

} // namespace attn
