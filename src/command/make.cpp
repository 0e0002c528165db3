// attn make: a new exercise from sizes and a seed.

#include "attention/exercise.h"
#include "attention/solve.h"
#include "attention/stage.h"
#include "command/files.h"
#include "command/options.h"
#include "format/document_json.h"
#include "format/problem_json.h"
#include "problem/pasted/named.h"
#include "problem/resolve.h"
#include "problem/suggest.h"
#include "report/worksheet.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <set>

namespace attn {
namespace {

constexpr const char* description = R"(Makes a new exercise, the same on every machine for the same seed.

Examples:
  attn make --seed 7                            three tokens, one head
  attn make --seed 7 --tokens I,am,good --heads 2 --causal
  attn make --seed 7 | attn run -               its solution
  attn make --seed 7 --worksheet latex          to fill in; --key: filled in
  attn make --seed 7 --count 30 > class.jsonl   thirty of them, a line each
  attn make --random --tokens 4096 -o x.json    the sizes of a real model
  attn make --from notes.txt                    as numpy or LaTeX print it

No row of weights is nearly one-hot (above 0.9) or nearly uniform (within 0.1), unless --any-weights asks for it.
)";

constexpr std::size_t most_size = 1 << 24; ///< of one extent
constexpr std::size_t most_small = 256;    ///< of an exercise's

struct MakeOptions : Options {
  Sizes sizes; ///< heads and widths
  std::string tokens, context;
  std::string from;
  bool cross = false, causal = false, padding = false, bias = false, random = false, any_weights = false;
  std::optional<int> digits;
  std::size_t seed = 1;
  std::optional<std::size_t> count;
  std::string worksheet; ///< a format for people; empty: the problem as JSON
  bool key = false;
};

void declare_make(CLI::App& app, MakeOptions& options) {
  const auto size = [&](const char* name, auto& value, const char* sentence) {
    app.add_option(name, value, sentence)->type_name("N")->check(whole_number(1, most_size));
  };
  app.add_option("--seed", options.seed, "which exercise (default: 1); also its id")
      ->type_name("N")
      ->check(whole_number(0, std::size_t{1} << 53)); // as an id it is a number of JSON
  app.add_option("--tokens", options.tokens, "words with commas between, or how many (default: 3)")->type_name("WORDS");
  size("--d-model", options.sizes.d_model, "width of X (default: 4, with more heads 2 for each)");
  size("--heads", options.sizes.heads, "number of heads (default: 1); several have a W_O");
  size("--kv-heads", options.sizes.kv_heads, "key/value heads that they share (default: as many)");
  size("--d-k", options.sizes.d_k, "width of a head's queries and keys (default: d_model / heads)");
  size("--d-v", options.sizes.d_v, "width of a head's values (default: d_k)");
  app.add_flag("--cross", options.cross, "keys and values come from a context");
  app.add_option("--context", options.context, "its words, or how many (default: one more than tokens); means --cross")
      ->type_name("WORDS");
  app.add_flag("--causal", options.causal, "with the causal mask");
  app.add_flag("--padding", options.padding, "the last keys are padding");
  app.add_flag("--bias", options.bias, "with biases");
  app.add_option("--digits", options.digits, "decimals of every number (default: 0, with --random 6)")
      ->type_name("N")
      ->check(whole_number(0, 6));
  app.add_flag("--any-weights", options.any_weights, "rows of weights may be nearly one-hot or nearly uniform");
  app.add_flag("--random", options.random, "normal numbers; 128 tokens, d_model 768, 12 heads unless said");
  app.add_option("--count", options.count, "so many as JSON Lines, with the seeds that follow; no two are the same")
      ->type_name("N")
      ->check(whole_number(1, 1'000'000));
  app.add_option("--worksheet", options.worksheet,
                 "a sheet with a blank matrix for every step: markdown, latex or table")
      ->type_name("SHEET");
  app.add_flag("--key", options.key, "the sheet filled in");
  app.add_option("--decimals", options.decimals, "digits after the point in the filled sheet, at most (default: 4)")
      ->type_name("N")
      ->check(whole_number(0, 15));
  app.add_option("--from", options.from, "no new one: the problem that stands there as text, W_Q = [1 2; 3 4]")
      ->type_name("FILE");
  app.add_option("-o,--output", options.output, "write here, all or nothing")->type_name("FILE");
}

/// A list of words, or how many there are without any.
struct Words {
  std::vector<std::string> words;
  std::size_t count;
};

Words words_of(const char* option, const std::string& text, std::size_t otherwise) {
  if (text.empty()) return {{}, otherwise};
  Words words;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), words.count);
  if (end == text.data() + text.size()) {
    if (fault == std::errc{} && words.count >= 1 && words.count <= most_size) return words;
    throw Refusal(fmt::format("{}: {} is not a whole number from 1 to {}", option, text, most_size),
                  "say how many, or their words with commas between");
  }
  words.words = split_at_commas(text);
  words.count = words.words.size();
  if (std::ranges::count(words.words, "") != 0)
    throw Refusal(fmt::format("{}: a word of \"{}\" is empty", option, text), "write words with single commas between");
  return words;
}

/// What is left out follows from what is said.
ProblemSpec spec_of(const MakeOptions& options) {
  ProblemSpec spec;
  Sizes& sizes = spec.sizes = options.sizes;
  const Words tokens = words_of("--tokens", options.tokens, options.random ? 128 : 3);
  sizes.tokens = tokens.count;
  spec.tokens = tokens.words;
  if (options.cross || !options.context.empty()) {
    const Words context = words_of("--context", options.context, tokens.count + 1);
    sizes.context = context.count;
    spec.context_tokens = context.words;
  }
  if (options.random && !sizes.d_model && !sizes.d_k && sizes.heads == 1) {
    sizes.d_model = 768;
    sizes.heads = 12;
  }
  const std::size_t width = sizes.d_k.value_or(options.random ? 64 : sizes.heads == 1 ? 4 : 2);
  if (!sizes.d_model) sizes.d_model = sizes.heads * width;
  spec.causal = options.causal;
  spec.padding = options.padding;
  spec.bias = options.bias;
  spec.digits = options.digits.value_or(options.random ? 6 : 0);
  return spec;
}

void refuse_what_cannot_be(const MakeOptions& options, const ProblemSpec& spec) {
  const Shape shape = shape_of(spec.sizes);
  const std::size_t most =
      std::max({shape.n, shape.m, shape.d_model, shape.heads * shape.d_k, shape.heads * shape.d_v});
  if (!options.random && most > most_small)
    throw Refusal(fmt::format("an exercise has no size above {}, and one is {}", most_small, most),
                  "for the sizes of real models say --random");
  if (shape.keys() == 1 && spec.padding)
    throw Refusal("--padding needs two keys, one of them real", "take more tokens");
}

Problem problem_of(const MakeOptions& options, const ProblemSpec& spec, std::uint64_t seed) {
  if (!options.random) return exercise(spec, seed, options.any_weights);
  Generator generator(seed);
  Problem problem = invent_normal(spec, generator);
  problem.title = "Random numbers " + std::to_string(seed);
  problem.id = Id{std::to_string(seed), true};
  return problem;
}

/// Text in memory.
struct Text : Sink {
  std::string text;
  void write(std::string_view piece) override { text += piece; }
};

/// What an exercise is but for its name.
std::string content_of(Problem problem) {
  problem.title.clear();
  problem.id.reset();
  Text text;
  write_problem(problem, Layout::compact, text);
  return std::move(text.text);
}

/// So many that differ, a line each; a seed whose exercise was there already is passed over.
std::string lines_of(const MakeOptions& options, const ProblemSpec& spec) {
  constexpr std::size_t most_repeated = 1000;
  std::set<std::string> written;
  std::size_t repeated = 0;
  Text lines;
  for (std::uint64_t seed = options.seed; written.size() < *options.count; ++seed) {
    const Problem problem = problem_of(options, spec, seed);
    if (!written.insert(content_of(problem)).second) {
      if (++repeated < most_repeated) continue;
      throw Refusal(fmt::format("there are no {} different exercises of these sizes", *options.count),
                    "take larger sizes, or more --digits");
    }
    write_problem(problem, Layout::compact, lines);
  }
  return std::move(lines.text);
}

/// How the sheet is written; null: none was asked for.
const Format* sheet_format(const MakeOptions& options) {
  if (options.worksheet.empty()) {
    if (!options.key) return nullptr;
    throw Refusal("--key fills in a worksheet, and none is asked for", "say --worksheet markdown, or latex");
  }
  if (options.count) throw Refusal("--worksheet makes one sheet, --count many lines", "call it once for each --seed");
  std::vector<std::string_view> names;
  for (const Format& format : formats())
    if (format.audience == Audience::people && !format.derives) names.push_back(format.name);
  if (std::ranges::count(names, options.worksheet) == 0)
    throw Refusal("no worksheet is called " + options.worksheet, suggestion(options.worksheet, names, "worksheets"));
  return find_format(options.worksheet);
}

/// The ending of -o picks nothing here, and must not say what is not written.
void refuse_other_ending(const MakeOptions& options) {
  refuse_pictures(options.output, "--worksheet latex -o x.tex writes a sheet: pdflatex x.tex makes a pdf of it");
  const Format* const named = format_of_file(options.output);
  const std::string_view wanted = options.worksheet.empty() ? "json" : std::string_view(options.worksheet);
  if (named == nullptr || named->name == wanted) return;
  throw Refusal(fmt::format("{} is not the ending of {}", named->extension, wanted),
                options.worksheet.empty() ? "end it in .json; --worksheet markdown or latex prints a sheet"
                                          : fmt::format("end it in {}", find_format(wanted)->extension));
}

void write_sheet(const Problem& problem, const MakeOptions& options, const Format& format, Sink& sink) {
  const std::vector<Trace> traces{solve(problem, 0, every_step())};
  format.write(worksheet(problem, traces, options.key), style_of(options), sink);
}

/// The problem that was pasted into `file`. Throws Refusal if it is none.
Document pasted(const std::string& file) {
  const Source source = open_source(file);
  std::string text;
  std::vector<char> buffer(1 << 16);
  while (const std::size_t count = source(buffer)) text.append(buffer.data(), count);
  Document document = read_named(text, file);
  try {
    resolve(document, {}); // whether its matrices fit
  } catch (Refusal& refusal) {
    for (Error& error : refusal.errors) error.place.position = {}; // of JSON that nobody sees
    throw;
  }
  return document;
}

} // namespace

Grammar make_grammar() {
  MakeOptions options;
  CLI::App app(description, "attn make");
  declare_make(app, options);
  return grammar_of(app, options);
}

Status make(const Arguments& arguments) {
  MakeOptions options;
  CLI::App app(description, "attn make");
  declare_make(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  if (!options.from.empty()) {
    keep_input(options.from, options.output);
    const Document document = pasted(options.from);
    Output output(options.output);
    write_document(document, Layout::indented, output);
    output.finish();
    return Status::good;
  }
  const ProblemSpec spec = spec_of(options);
  refuse_what_cannot_be(options, spec);
  const Format* const sheet = sheet_format(options);
  refuse_other_ending(options);
  Output output(options.output);
  if (options.count)
    output.write(lines_of(options, spec));
  else if (sheet)
    write_sheet(problem_of(options, spec, options.seed), options, *sheet, output);
  else
    write_problem(problem_of(options, spec, options.seed), Layout::indented, output);
  output.finish();
  return Status::good;
}

} // namespace attn
