#include "command/options.h"

#include "attention/stage.h"
#include "command/version.h"
#include "error.h"
#include "problem/suggest.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace attn {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// "did you mean X?", else all that there is.
std::string suggestion(std::string_view word, const std::vector<std::string_view>& known, std::string_view what) {
  if (const auto close = nearest(word, known)) return fmt::format("did you mean {}?", *close);
  std::string list;
  for (std::string_view name : known) list += (list.empty() ? "" : ", ") + std::string(name);
  return fmt::format("{}: {}", what, list);
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const Format& format : formats()) names.push_back(format.name);
  return names;
}

std::vector<std::string_view> step_names() {
  std::vector<std::string_view> names;
  for (const Stage& stage : stages()) names.push_back(stage.name);
  return names;
}

/// Words that look like options and that the parser does not know.
void refuse_unknown(const CLI::App& app) {
  for (const std::string& word : app.remaining()) {
    const std::string option = word.substr(0, word.find('='));
    std::vector<std::string> names;
    for (const CLI::Option* each : app.get_options())
      for (const std::string& name : each->get_lnames()) names.push_back("--" + name);
    const std::vector<std::string_view> known(names.begin(), names.end());
    const auto close = nearest(option, known);
    throw Refusal("unknown option " + option,
                 close ? fmt::format("did you mean {}?", *close) : app.get_name() + " --help lists the options");
  }
}

/// The locale that the terminal says its text is in: the first of these that is set decides (POSIX, section 8.2).
bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value = variable(name);
    if (value.empty()) continue;
    std::transform(value.begin(), value.end(), value.begin(), [](unsigned char c) { return std::tolower(c); });
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

bool wants_color(const Options& options, bool terminal) {
  if (options.color != "auto") return options.color == "always";
  return terminal && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
}

} // namespace

void declare(CLI::App& app, Options& options) {
  app.add_option("FILE", options.files, "problem to read; - or none: standard input")->type_name("");
  app.add_flag("--json", options.json, "the same as --format json");
  app.add_option("--format", options.format, "how to write: table, json")->type_name("NAME");
  app.add_option("--only", options.only, "these steps, with commas between: weights,heads.output,row_sum,…")
      ->type_name("STEPS");
  app.add_option("--head", options.head, "this head alone, counted from 1")->type_name("N");
  app.add_option("--query", options.query, "this query's row alone, counted from 1 (tables)")->type_name("N");
  app.add_option("--decimals", options.decimals, "digits after the point in tables, at most")
      ->type_name("N")
      ->check(CLI::Range(0, 15))
      ->capture_default_str();
  app.add_option("--round-steps", options.round_steps, "round every step to N decimals before the next, as by hand")
      ->type_name("N")
      ->check(CLI::Range(0, 15));
  app.add_option("--dtype", options.overrides.dtype, "float64 or float32")->type_name("NAME");
  app.add_option("--scale", options.overrides.scale, "multiplies the scores: a number, 1/8, none")->type_name("S");
  app.add_flag("--causal", options.overrides.causal, "add the causal mask (top-left) to that of the file");
  app.add_option("--heads", options.overrides.heads, "number of heads")->type_name("N");
  app.add_option("--layout", options.overrides.layout, "of the weights: in_out (X·W) or out_in (X·Wᵀ, as torch)")
      ->type_name("NAME");
  app.add_option("--threads", options.engine.threads, "at most so many threads; the result is the same")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  app.add_option("--isa", options.engine.kernel, "instruction set of the inner loops; the result is the same")
      ->type_name("NAME");
  app.add_option("-o,--output", options.output, "write here, all or nothing; the ending picks the format")
      ->type_name("FILE");
  app.add_option("--color", options.color, "auto, always or never")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  app.add_flag("--quiet", options.quiet, "no warnings on standard error");
  app.add_flag("--version", options.version, "print the version; with --verbose what this build can use");
  app.add_flag("--verbose", options.verbose, "say more");
}

bool parse(CLI::App& app, const Options& options, const Arguments& arguments) {
  app.allow_extras();
  app.set_help_flag("-h,--help", "this help");
  app.get_formatter()->column_width(28);
  try {
    app.parse(Arguments(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return false;
  } catch (const CLI::ParseError& error) {
    throw Refusal(error.what(), app.get_name() + " --help shows what each option takes");
  }
  refuse_unknown(app);
  if (options.version) std::cout << version_text(options.verbose);
  return !options.version;
}

bool takes_next_word(const std::string& option) {
  static Options unused;
  static CLI::App app;
  if (app.get_options().size() <= 1) declare(app, unused);
  if (option.find('=') != std::string::npos) return false;
  const CLI::Option* found = app.get_option_no_throw(option);
  return found && found->get_items_expected_max() > 0;
}

std::optional<std::string> input_of(const Options& options) {
  if (options.files.size() > 1)
    throw Refusal("more than one FILE: " + options.files[0] + " and " + options.files[1],
                 "run works one problem; call it once for each file");
  if (options.files.size() == 1) return options.files[0];
  if (isatty(STDIN_FILENO)) return std::nullopt;
  return "-";
}

const Format& format_of(const Options& options) {
  const std::string name = options.json && options.format.empty() ? "json" : options.format;
  if (options.json && name != "json") throw Refusal("--json and --format " + name + " exclude each other", "leave out one");
  if (!name.empty()) {
    if (const Format* format = find_format(name)) return *format;
    throw Refusal("no format is called " + name, suggestion(name, format_names(), "formats"));
  }
  if (options.output.empty() || options.output == "-" || options.output.starts_with("/dev/"))
    return *find_format("table");
  if (const Format* format = format_of_file(options.output)) return *format;
  std::string endings;
  for (const Format& format : formats()) endings += (endings.empty() ? "" : ", ") + std::string(format.extension);
  throw Refusal("the ending of " + options.output + " names no format", "end it in one of " + endings +
                                                                           ", or say --format NAME");
}

StepSet steps_of(const Options& options) {
  if (options.only.empty()) return default_steps();
  StepSet steps;
  for (std::size_t at = 0; at <= options.only.size();) {
    const std::size_t comma = std::min(options.only.find(',', at), options.only.size());
    const std::string name = options.only.substr(at, comma - at);
    const auto step = find_step(name);
    if (!step) throw Refusal("no step is called \"" + name + "\"", suggestion(name, step_names(), "steps"));
    steps.add(*step);
    at = comma + 1;
  }
  return steps;
}

Style style_of(const Options& options) {
  const bool terminal = (options.output.empty() || options.output == "-") && isatty(STDOUT_FILENO);
  Style style;
  style.decimals = options.decimals;
  style.ascii = !speaks_utf8();
  style.color = wants_color(options, terminal);
  winsize size{};
  if (terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) style.width = size.ws_col;
  return style;
}

} // namespace attn
