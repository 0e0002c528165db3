#include "command/options.h"

#include "attention/stage.h"
#include "command/files.h"
#include "command/lines.h"
#include "command/terminal.h"
#include "command/version.h"
#include "error.h"
#include "kernel/kernel.h"
#include "problem/suggest.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <limits>
#include <unistd.h>
#include <utility>

namespace attn {
namespace {

constexpr std::size_t all = std::numeric_limits<std::uint32_t>::max(); ///< more than any problem has

/// A word that is left over: an option that the parser does not know, or a FILE too many.
void refuse_left_over(const CLI::App& app, const std::string& file) {
  const auto operands = app.get_options([](const CLI::Option* each) { return each->get_positional(); });
  for (const std::string& word : app.remaining()) {
    if (word == "--") continue;
    const bool is_option = word.size() > 1 && word.front() == '-';
    if (!is_option && file.empty() && !operands.empty())
      throw Refusal(fmt::format("{} takes one {}, and {} is one more", app.get_name(), operands[0]->get_name(), word),
                    app.get_name() + " --help lists what it takes");
    if (!is_option && file.empty())
      throw Refusal(app.get_name() + " takes no FILE: " + word, app.get_name() + " --help lists what it takes");
    if (!is_option)
      throw Refusal("more than one FILE: " + file + " and " + word,
                    app.get_name() + " takes one problem; call it once for each");
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

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

void print(std::string_view text) {
  Output output("");
  output.write(text);
  output.finish();
}

/// Whether the output has no name that could say how to write.
bool goes_to_stream(const Options& options) {
  return options.output.empty() || options.output == "-" || options.output.starts_with("/dev/");
}

} // namespace

CLI::Validator whole_number(std::size_t low, std::size_t high) {
  const auto check = [low, high](const std::string& text) {
    std::size_t value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good = fault == std::errc{} && end == text.data() + text.size() && low <= value && value <= high;
    return good ? "" : fmt::format("{} is not a whole number from {} to {}", text, low, high);
  };
  return CLI::Validator(check, "");
}

CLI::Validator not_negative() {
  const auto check = [](const std::string& text) {
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool good = fault == std::errc{} && end == text.data() + text.size() && value >= 0 && std::isfinite(value);
    return good ? "" : fmt::format("{} is not a number from 0 up", text);
  };
  return CLI::Validator(check, "");
}

CLI::Validator one_of(std::string option, std::string_view value) {
  const auto check = [option = std::move(option), words = value_of(value).words({})](const std::string& text) {
    if (std::ranges::find(words, text) != words.end()) return std::string();
    throw Refusal(fmt::format("{}: {} is none of {}", option, text, fmt::join(words, ", ")),
                  suggestion(text, words, "words"));
  };
  return CLI::Validator(check, "");
}

std::vector<std::string> split_at_commas(const std::string& list) {
  std::vector<std::string> items;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    items.push_back(trimmed(list.substr(at, comma - at)));
    at = comma + 1;
  }
  return items;
}

void declare_problem(CLI::App& app, Options& options) {
  app.add_option("--dtype", options.overrides.dtype, "float64, float32, float16 or bfloat16")->type_name("DTYPE");
  app.add_option("--scale", options.overrides.scale, "multiplies the scores: a number, 1/8, none")->type_name("S");
  app.add_flag("--causal", options.overrides.causal, "add the causal mask (top-left) to that of the file");
  app.add_flag("--no-files", options.overrides.no_files, "read no file that the problem names");
  app.add_option("--heads", options.overrides.heads, "number of heads")->type_name("N")->check(whole_number(1, all));
  app.add_option("--layout", options.overrides.layout, "of the weights: in_out (X·W) or out_in (X·Wᵀ, as torch)")
      ->type_name("LAYOUT");
  declare_model(app, options);
}

void declare_model(CLI::App& app, Options& options) {
  app.add_option("--model", options.overrides.model, "take the weights from a file of a model, such as .safetensors")
      ->type_name("FILE");
  app.add_option("--prefix", options.overrides.prefix, "of the model's tensors, such as encoder.layer.0")
      ->type_name("TEXT");
  app.add_option("--layer", options.overrides.layer, "number in the names of the model's tensors")
      ->type_name("N")
      ->check(whole_number(0, all));
  app.add_option("--recipe", options.overrides.recipe, "how the weights are named, where several ways fit")
      ->type_name("RECIPE");
}

void declare_selection(CLI::App& app, Options& options) {
  app.add_option("--only", options.only, "these steps, with commas between: weights,heads.output,row_sum,…")
      ->type_name("STEPS");
  app.add_flag("--heat", options.heat, "shade the cells of tables by their values");
  declare_view(app, options);
}

void declare_view(CLI::App& app, Options& options) {
  app.add_option("--head", options.head, "this head alone, counted from 1")
      ->type_name("N")
      ->check(whole_number(1, all));
  app.add_option("--query", options.query, "this query's row alone, counted from 1 (tables)")
      ->type_name("N")
      ->check(whole_number(1, all));
  app.add_option("--decimals", options.decimals,
                 "digits after the point in tables, at most (default: those of --round-steps, else 4; plot: 2)")
      ->type_name("N")
      ->check(whole_number(0, 15));
  app.add_option("--round-steps", options.round_steps, "round every step to N decimals before the next, as by hand")
      ->type_name("N")
      ->check(whole_number(0, 15));
}

void declare_engine(CLI::App& app, Options& options) {
  app.add_option("--threads", options.threads, "at most so many threads; the result is the same")
      ->type_name("N")
      ->check(whole_number(1, 1024));
  app.add_option("--max-memory", options.max_memory, "let the steps that are kept take so much, such as 500M or 2G")
      ->type_name("SIZE");
  app.add_option("--isa", options.isa, "instruction set of the inner loops; the result is the same")->type_name("ISA");
}

void declare_output(CLI::App& app, Options& options) {
  app.add_flag("--json", options.json, "the same as --format json");
  app.add_option("--format", options.format,
                 fmt::format("how to write: {}", fmt::join(format_names(options.told), ", ")))
      ->type_name("FORMAT");
  app.add_option("-o,--output", options.output, "write here, all or nothing; the ending picks the format")
      ->type_name("FILE");
  app.add_option("--color", options.color, "auto (default), always or never")
      ->type_name("WHEN")
      ->check(one_of("--color", "WHEN"));
  app.add_flag("--quiet", options.quiet, "no warnings on standard error");
  app.add_flag("--version", options.version, "print the version; with --verbose what this build can use");
  app.add_flag("--verbose", options.verbose, "say more");
}

Grammar grammar_of(CLI::App& app, const Options& options) {
  app.allow_extras();
  for (CLI::Option* option : app.get_options())
    if (option->get_items_expected_max() == 1) option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app.set_help_flag("-h,--help", "this help");
  return grammar_of(std::as_const(app), options.told);
}

void print_help(const Grammar& grammar) {
  print(help_of(grammar, page_width()) + '\n' + list_of_commands());
}

bool parse(CLI::App& app, Options& options, const Arguments& arguments) {
  const Grammar grammar = grammar_of(app, options);
  try {
    app.parse(Arguments(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    print_help(grammar);
    return false;
  } catch (const CLI::ParseError& error) {
    throw Refusal(error.what(), app.get_name() + " --help shows what each option takes");
  }
  refuse_left_over(app, options.file);
  check_flags(options.overrides);
  options.overrides.result = options.output;
  if (options.version) print(version_text(options.verbose, engine_of(options).kernel));
  return !options.version;
}

std::optional<std::string> input_of(const Options& options) {
  if (!options.file.empty()) return options.file;
  if (isatty(STDIN_FILENO)) return std::nullopt;
  return "-";
}

void refuse_pictures(const std::string& output, std::string_view hint) {
  for (const std::string_view ending : {".png", ".pdf"})
    if (output.ends_with(ending))
      throw Refusal(fmt::format("{}: {} is not written here", output, ending.substr(1)),
                    fmt::format(fmt::runtime(hint), ending.substr(1)));
}

namespace {

const Format& chosen_format(const Options& options) {
  refuse_pictures(options.output, "write an .svg, and turn it into a {0}: rsvg-convert -f {0} -o x.{0} x.svg");
  const std::string name = options.json && options.format.empty() ? "json" : options.format;
  if (options.json && name != "json")
    throw Refusal("--json and --format " + name + " exclude each other", "leave out one");
  if (!name.empty()) {
    if (const Format* format = find_format(name)) return *format;
    throw Refusal("no format is called " + name, suggestion(name, format_names(options.told), "formats"));
  }
  if (goes_to_stream(options)) return *find_format("table");
  if (const Format* format = format_of_file(options.output)) return *format;
  std::string endings;
  for (const Format& format : formats())
    if (format.holds <= options.told) endings += (endings.empty() ? "" : ", ") + std::string(format.extension);
  throw Refusal("the ending of " + options.output + " names no format",
                "end it in one of " + endings + ", or say --format NAME");
}

} // namespace

std::optional<std::string> input_or_help(CLI::App& app, const Options& options) {
  auto input = input_of(options);
  if (!input)
    std::cerr << short_help_of(grammar_of(app, options), page_width()) << '\n'
              << app.get_name() << " --help lists the options.\n\n"
              << list_of_commands();
  return input;
}

const Format& format_of(const Options& options) {
  const Format& format = chosen_format(options);
  if (format.holds > options.told)
    throw Refusal(fmt::format("{} holds {}, and none are told here", format.name,
                              format.holds == Content::tables ? "tables" : "matrices"),
                  fmt::format("take one of {}", fmt::join(format_names(options.told), ", ")));
  if (format.binary && (options.output.empty() || options.output == "-") && isatty(STDOUT_FILENO))
    throw Refusal(fmt::format("{} is binary, and standard output is a terminal", format.name),
                  fmt::format("write it to a file: -o result{}", format.extension));
  return format;
}

bool asks_for_json(const Options& options) {
  if (options.format.empty() && names_lines(options.output)) return true;
  return format_of(options).name == "json";
}

std::size_t size_of(const std::string& option, const std::string& text) {
  std::size_t size = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), size);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  constexpr std::pair<std::string_view, int> units[] = {{"", 0}, {"K", 10}, {"M", 20}, {"G", 30}, {"T", 40}};
  for (const auto& [name, shift] : units)
    if (fault == std::errc{} && unit == name && size <= std::numeric_limits<std::size_t>::max() >> shift)
      return size << shift;
  throw Refusal(option + ": " + text + " is no size", "sizes look like 500M or 2G");
}

std::optional<std::size_t> memory_of(const Options& options) {
  if (options.max_memory.empty()) return std::nullopt;
  return size_of("--max-memory", options.max_memory);
}

Engine engine_of(const Options& options) {
  const std::string name = options.isa.empty() ? variable("ATTN_ISA") : options.isa;
  if (!find_kernel<double>(name))
    throw Refusal("no instruction set that this CPU can run is called " + name,
                  suggestion(name, names_of(kernels<double>()), "instruction sets"));
  return {options.threads, name};
}

std::optional<StepSet> steps_of(const Options& options) {
  if (!options.only) return std::nullopt;
  StepSet steps;
  for (const std::string& name : split_at_commas(*options.only)) {
    const auto step = find_step(name);
    if (!step) throw Refusal("no step is called \"" + name + "\"", suggestion(name, names_of(stages()), "steps"));
    steps.add(*step);
  }
  return steps;
}

Style style_of(const Options& options) {
  const bool terminal = (options.output.empty() || options.output == "-") && isatty(STDOUT_FILENO);
  Style style;
  style.decimals = options.decimals.value_or(options.round_steps.value_or(4));
  style.ascii = !speaks_utf8();
  style.color = wants_color(options.color, terminal);
  if (options.heat) style.heat = heat_of(style.color);
  if (terminal) style.width = terminal_width();
  style.threads = options.threads;
  return style;
}

} // namespace attn
