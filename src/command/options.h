#pragma once
// What can be said with options: those that commands share, declared once, and the words that turn their values into
// what the rooms below understand.

#include "attention/solve.h"
#include "command/command.h"
#include "command/grammar.h"
#include "format/format.h"
#include "problem/read.h"
#include "report/results.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Validator;
} // namespace CLI

namespace attn {

/// The shared options as they were typed.
struct Options {
  Content told = Content::matrices; ///< what the command has to tell: formats that ask for more are none of its
  std::string file;
  bool json = false;
  std::string format;
  std::optional<std::string> only;
  std::optional<std::size_t> head, query; ///< counted from 1, as people do
  std::optional<int> decimals;
  std::optional<int> round_steps;
  Overrides overrides;
  std::size_t threads = 0; ///< 0: not given
  std::string isa;
  std::string output;
  std::string color = "auto";
  bool heat = false;
  bool quiet = false;
  std::string max_memory; ///< "500M"; empty: not given
  bool version = false, verbose = false;
};

/// Hold an option to whole numbers of a range, to numbers from 0 up, to the words of its value
/// (command/option_value.h). Help shows the option's own words for it.
CLI::Validator whole_number(std::size_t low, std::size_t high);
CLI::Validator not_negative();
CLI::Validator one_of(std::string option, std::string_view value);

/// "500M" in bytes. Throws Refusal, with the name of the option, for what is no size.
std::size_t size_of(const std::string& option, const std::string& text);

/// "a, b" as "a" and "b".
std::vector<std::string> split_at_commas(const std::string& list);

/// The names of a table's rows.
template <class Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

/// Groups of shared options for a command's parser; a command takes those that mean something to it.
void declare_problem(CLI::App& app, Options& options);   ///< what beats the keys of the file
void declare_model(CLI::App& app, Options& options);     ///< where weights come from; problem has it too
void declare_selection(CLI::App& app, Options& options); ///< which steps, and how they are viewed
void declare_view(CLI::App& app, Options& options);      ///< which heads and rows of them, and how many decimals
void declare_engine(CLI::App& app, Options& options);    ///< how the work is done
void declare_output(CLI::App& app, Options& options);    ///< how and where the result is written

/// What `app` takes, with what every command takes: --help, and the last of options that are said twice counts.
Grammar grammar_of(CLI::App& app, const Options& options);

/// Fills the parser, and by it `options`, from the words. False: help or the version was asked for and is printed.
/// Throws Refusal with a hint.
bool parse(CLI::App& app, Options& options, const Arguments& arguments);

/// Throws Refusal if a file is to have the ending of a picture or page that other programs make. `hint` says how; its
/// {0} is the ending.
void refuse_pictures(const std::string& output, std::string_view hint);

/// Help to standard output, with the list of commands.
void print_help(const Grammar& grammar);

/// The one input: a FILE, or "-" where standard input is not a terminal. None: there is nothing to read.
std::optional<std::string> input_of(const Options& options);

/// The same; where there is nothing to read, help on standard error.
std::optional<std::string> input_or_help(CLI::App& app, const Options& options);

/// --format, else the ending of -o, else the table.
const Format& format_of(const Options& options);

/// Whether JSON is asked for, by name or by the ending of -o, which may be that of lines.
bool asks_for_json(const Options& options);

/// --threads, and the kernel of --isa, else of ATTN_ISA. Throws Refusal for one that this CPU cannot run.
Engine engine_of(const Options& options);

/// The steps named by --only; none: it was not given. Throws Refusal for a step that does not exist.
std::optional<StepSet> steps_of(const Options& options);

/// --max-memory in bytes; none: not given. Throws Refusal for what is no size.
std::optional<std::size_t> memory_of(const Options& options);

/// What --decimals, --color, the terminal and the locale ask of a table.
Style style_of(const Options& options);

} // namespace attn
