#pragma once
// How a person asks. A command is one file with its options, its help and its action, and one row in the table here;
// main picks the row and prints what goes wrong.

#include "command/grammar.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The words after the program's name (and after the command's, once it is picked).
using Arguments = std::vector<std::string>;

/// What the program's exit status says.
enum class Status {
  good = 0,
  not_right = 1, ///< it ran, and something in it is not right
  refused = 2,   ///< it could not run
  our_fault = 3,
};

struct Command {
  std::string_view name;
  std::string_view sentence; ///< for help
  Status (*act)(const Arguments& arguments);
  Grammar (*grammar)(); ///< what it takes
};

/// All commands; the first is the one that a bare FILE means.
std::span<const Command> commands();

/// The table as help shows it.
std::string list_of_commands();

/// What to do with the words of a command line.
struct Choice {
  const Command* command;
  Arguments arguments; ///< without the command's name
};

/// The first word that is no option decides: a command's name, else "-" or a file that exists (for the first command).
/// No such word: the first command. Throws Refusal with "did you mean" for any other word.
Choice choose(const Arguments& words);

Status run(const Arguments& arguments);
Grammar run_grammar();
Status check(const Arguments& arguments);
Grammar check_grammar();
Status explain(const Arguments& arguments);
Grammar explain_grammar();
Status verify(const Arguments& arguments);
Grammar verify_grammar();
Status shapes(const Arguments& arguments);
Grammar shapes_grammar();
Status make(const Arguments& arguments);
Grammar make_grammar();
Status compare(const Arguments& arguments);
Grammar compare_grammar();
Status tensors(const Arguments& arguments);
Grammar tensors_grammar();
Status plot(const Arguments& arguments);
Grammar plot_grammar();
Status completion(const Arguments& arguments);
Grammar completion_grammar();
Status help(const Arguments& arguments);
Grammar help_grammar();

} // namespace attn
