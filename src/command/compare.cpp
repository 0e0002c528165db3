// attn compare: two results, or a problem and a result, step by step: the first step at which they part.

#include "attention/solve.h"
#include "attention/stage.h"
#include "command/files.h"
#include "command/limit.h"
#include "command/options.h"
#include "command/tell.h"
#include "grade/dump_tensors.h"
#include "grade/grade.h"
#include "problem/character.h"
#include "problem/json.h"
#include "problem/shown.h"
#include "problem/tensor/answer_file.h"
#include "problem/tensor/csv.h"
#include "problem/tensor/step_table.h"
#include "problem/tensor/tensor_file.h"
#include "report/comparison.h"
#include "report/facts.h"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace attn {
namespace {

constexpr const char* description = R"(Holds two results against each other and says at which step they part.

Examples:
  attn compare mine.json theirs.json
  attn compare problem.json theirs.json   the problem is worked first
  attn compare a.json b.json --problem problem.json
  attn compare problem.json dumped.npz    steps of another program, by name
  attn compare problem.json weights.npy --step weights
  attn compare problem.json 'weights.npy#heads[0].weights'

A is a result (attn run --json), a problem, or a file of tensors, and so is B. With a problem, a known mistake is named.
)";

struct CompareOptions : Options {
  std::vector<std::string> files;
  std::string problem;
  std::string step;
  std::optional<double> atol, rtol;
};

void declare_compare(CLI::App& app, CompareOptions& options) {
  options.told = Content::tables;
  app.add_option("FILE", options.files, "A and B: results, problems or tensors; - is standard input");
  app.add_option("--problem", options.problem, "what both are results of: names the mistake of one that is wrong")
      ->type_name("FILE");
  app.add_option("--step", options.step, "which step one matrix is: weights, or a path such as heads[0].weights")
      ->type_name("STEPS");
  app.add_option("--atol", options.atol, "the same if |A - B| <= atol + rtol * |B| (default: by the dtype)")
      ->type_name("X")
      ->check(not_negative());
  app.add_option("--rtol", options.rtol, "see --atol")->type_name("X")->check(not_negative());
  for (const auto declare : {declare_output, declare_problem, declare_engine}) declare(app, options);
}

/// A problem, and what is true of it.
struct Worked {
  Problem problem;
  std::vector<Trace> traces;
};

Worked worked(const std::string& text, const std::string& file, const Options& options) {
  Worked result;
  result.problem = read_case(text, file, options.overrides).problem;
  if (!options.quiet) tell_weights(file, result.problem.source);
  refuse_if_too_large(result.problem, every_step(), text.size(), memory_of(options));
  for (std::size_t sequence = 0; sequence < result.problem.shape.sequences; ++sequence)
    result.traces.push_back(solve(result.problem, sequence, every_step(), engine_of(options)));
  return result;
}

std::string text_of(const std::string& file) {
  const Source source = open_source(file);
  std::string text;
  std::vector<char> buffer(1 << 16);
  while (const std::size_t count = source(buffer)) text.append(buffer.data(), count);
  return text;
}

std::vector<std::pair<std::string, std::string>> settings_of(const Problem& problem) {
  std::vector<std::pair<std::string, std::string>> settings{{"dtype", std::string(row_of(problem.dtype).name)}};
  if (problem.start != Start::weights) settings.emplace_back("scale", fmt::format("{}", problem.scale));
  settings.emplace_back("mask", problem.mask.words());
  std::ranges::move(positions_in_words(problem), std::back_inserter(settings));
  return settings;
}

constexpr std::string_view problem_kind = "a problem, worked here";

/// One of the two, and the problem that it is, if it is one.
struct Side {
  ComparedSide told;
  std::optional<Worked> worked;
  std::optional<Expectation> written = {}; ///< by hand, with the digits that it has
  bool by_step = false;                    ///< one matrix, of which --step may say what it is
};

/// A result of attn has all digits, what somebody wrote has as many as were written.
Side result_side(const std::string& text, const std::string& file, WrittenDigits digits) {
  Expectation expectation = read_answer(source_of(text), file);
  Side side;
  side.told = {file, digits == WrittenDigits::all ? "a result" : "steps as written", dump_of(expectation, digits)};
  if (digits == WrittenDigits::as_written) side.written = std::move(expectation);
  return side;
}

/// The dtype of an element as its file writes it.
std::string_view dtype_of_elements(std::string_view type) {
  constexpr std::pair<std::string_view, std::string_view> types[] = {
      {"f8", "float64"}, {"F64", "float64"}, {"f4", "float32"},   {"F32", "float32"},
      {"f2", "float16"}, {"F16", "float16"}, {"BF16", "bfloat16"}};
  for (const auto& [ending, dtype] : types)
    if (type == ending || (type.size() == 3 && type.substr(1) == ending)) return dtype;
  return {};
}

/// A step as --only calls it, or its path with the head or sequence. `said` goes before what is wrong with it.
TensorMeaning step_called(std::string_view words, std::string_view said) {
  if (const auto step = find_step(words)) return TensorMeaning{*step, *step, {}, {}};
  if (const auto path = words.find('[') != std::string_view::npos ? find_meaning(words) : std::nullopt) return *path;
  throw Refusal(fmt::format("{}: no step is called {}", said, shown(words)),
                "attn run --help has the steps; one head of several is heads[0].weights");
}

/// A tensor of a file, and what it is.
struct MeantTensor {
  std::size_t index;
  TensorMeaning meaning;
};

/// The one matrix of a file without names. What stands behind the # beats --step.
MeantTensor lone_matrix(const TensorName& name, const CompareOptions& options, Side& side) {
  side.by_step = true;
  if (!name.tensor.empty()) return {0, step_called(name.tensor, name.file)};
  if (options.step.empty())
    throw Refusal("the file does not say which step its matrix is",
                  "say --step weights, or save it with its name as .npz");
  return {0, step_called(options.step, "--step")};
}

/// The tensor that is named behind the #.
MeantTensor named_tensor(const TensorFile& tensors, const TensorName& name, const CompareOptions& options, Side& side) {
  const std::size_t index = tensors.need(name.tensor);
  side.by_step = !options.step.empty();
  if (side.by_step) return {index, step_called(options.step, "--step")};
  if (const auto meaning = find_meaning(tensors.names()[index])) return {index, *meaning};
  throw Refusal(std::string(name.file), fmt::format("{} is no name of a step", shown(name.tensor)),
                "say which step it is: --step weights, or --step heads[0].weights");
}

[[noreturn]] void refuse_nameless(const TensorFile& tensors, std::string_view file) {
  const bool is_one = tensors.names().size() == 1;
  throw Refusal(std::string(file), "no tensor in it has the name of a step",
                is_one ? "say which step it is: --step weights"
                       : "name one behind a #, and its step: 'dump.npz#layer0' --step weights");
}

/// Those of a file that are steps, by their names; one that says nothing and stands alone is what --step says.
std::vector<MeantTensor> meant_tensors(const TensorFile& tensors, const TensorName& name, const CompareOptions& options,
                                       Side& side) {
  if (!tensors.has_names()) return {lone_matrix(name, options, side)};
  if (!name.tensor.empty()) return {named_tensor(tensors, name, options, side)};
  std::vector<MeantTensor> meant;
  for (std::size_t i = 0; i < tensors.names().size(); ++i)
    if (const auto meaning = find_meaning(tensors.names()[i])) meant.push_back({i, *meaning});
  side.by_step = meant.empty() && tensors.names().size() == 1 && !options.step.empty();
  if (side.by_step) meant.push_back({0, step_called(options.step, "--step")});
  if (meant.empty()) refuse_nameless(tensors, name.file);
  return meant;
}

/// What a result in the form of tensors says of how it was worked; the dtype of the elements is a guess beside it:
/// numpy has no bfloat16.
void add_settings(const TensorFile& tensors, std::string_view dtype_of_elements, Dump& dump) {
  std::string dtype(dtype_of_elements);
  const auto find = [&](std::string_view key) { return tensors.has_names() ? tensors.find(key) : std::nullopt; };
  if (const auto index = find("dtype"))
    if (const auto words = tensors.words(*index); words && closeness_of(*words).dtype == *words) dtype = *words;
  if (!dtype.empty()) dump.settings.emplace_back("dtype", dtype);
  if (const auto index = find("scale");
      index && tensors.describe(*index).is_read && tensors.describe(*index).shape.empty())
    dump.settings.emplace_back("scale", fmt::format("{}", tensors.read(*index).numbers.values.front()));
  if (const auto index = find("mask"))
    if (const auto words = tensors.words(*index)) dump.settings.emplace_back("mask", *words);
}

[[noreturn]] void refuse_twice(const std::string& file, const Origins::Earlier& earlier, std::string_view name) {
  throw Refusal(
      file,
      fmt::format("{} and {} are the same step, {}", shown(earlier.name), shown(name), stage(earlier.spot.step).key),
      fmt::format("compare one of them: '{}#{}'", printable(file), printable(name)));
}

/// The long table that run writes as csv.
Side table_side(const std::string& file) {
  Side side;
  side.told = {file, "a table of steps", dump_of(read_answer_file(file))};
  side.told.dump.all_heads = false;
  return side;
}

/// Steps in a file of tensors; others in it are passed over.
Side tensors_side(const TensorName& name, const CompareOptions& options) {
  const std::string file(name.file);
  if (is_text_file(name) && is_step_table(read_text(ByteFile(file)))) {
    if (name.tensor.empty()) return table_side(file);
    throw TensorFault("is a table of steps, compared as a whole", "take off the # and what follows");
  }
  const TensorFile tensors(file, {});
  Side side;
  side.told.name = name.tensor.empty() ? file : fmt::format("{}#{}", file, name.tensor);
  side.told.kind = "dumped tensors";
  Dump& dump = side.told.dump;
  dump.all_heads = false; // until an array tells them
  std::string_view dtype;
  Origins origins;
  for (const auto& [index, meaning] : meant_tensors(tensors, name, options, side)) {
    const std::string& own_name = tensors.names()[index];
    const std::size_t first = dump.steps.size();
    add_tensor(own_name.empty() ? file : own_name, meaning, tensors.read(index).numbers, dump);
    if (const auto earlier = origins.claim(dump, first, own_name)) refuse_twice(file, *earlier, own_name);
    const std::string_view own = dtype_of_elements(tensors.describe(index).type);
    if (!own.empty()) dtype = own;
  }
  add_settings(tensors, dtype, dump);
  settle(dump);
  return side;
}

Side problem_side(const std::string& text, const std::string& file, const Options& options) {
  Side side;
  side.worked = worked(text, file, options);
  side.told.name = file;
  side.told.kind = problem_kind;
  side.told.dump = dump_of(side.worked->problem, side.worked->traces);
  side.told.dump.settings = settings_of(side.worked->problem);
  return side;
}

/// A result of attn says so. Other text is a problem if it can be read as one, else what somebody wrote of the steps;
/// if it is neither, the faults of the reading that came further are told.
Side side_of(const std::string& file, const CompareOptions& options) {
  if (const auto name = find_tensor_name(file)) try {
      return tensors_side(*name, options);
    } catch (const TensorFault& fault) {
      throw Refusal(std::string(name->file), fault.message, fault.hint);
    }
  const std::string text = text_of(file);
  constexpr std::size_t head = 256;
  if (std::string_view(text).substr(0, head).find("\"attn/1\"") != std::string_view::npos)
    return result_side(text, file, WrittenDigits::all);
  try {
    return problem_side(text, file, options);
  } catch (const Refusal& as_problem) {
    try {
      return result_side(text, file, WrittenDigits::as_written);
    } catch (const Refusal& as_result) {
      if (as_problem.errors.size() <= as_result.errors.size()) throw Refusal(as_problem.errors);
      throw;
    }
  }
}

/// Standard input can be read once.
void refuse_shared_input(const CompareOptions& options) {
  const auto of_sides = std::ranges::count(options.files, "-");
  if (of_sides == 2) throw Refusal("A and B cannot both be standard input", "save one of them to a file");
  if (of_sides == 1 && options.problem == "-")
    throw Refusal("--problem cannot be standard input, too", "save the problem to a file");
}

Closeness closeness_for(const ComparedRuns& runs, const CompareOptions& options) {
  const auto dtype_of = [](const Dump& dump) {
    for (const auto& [key, value] : dump.settings)
      if (key == "dtype") return std::string_view(value);
    return std::string_view();
  };
  Closeness closeness = coarser(closeness_of(dtype_of(runs.a.dump)), closeness_of(dtype_of(runs.b.dump)));
  const bool said = options.atol || options.rtol;
  if (said) closeness = {"", options.atol.value_or(0), options.rtol.value_or(0)};
  return closeness;
}

/// Marks a side by the problem, within what counts as the same.
void blame(char name, const Dump& dump, const std::optional<Expectation>& written, const Worked& truth,
           ComparedRuns& runs) {
  GradeOptions how;
  how.tolerance.atol = runs.closeness.atol;
  how.tolerance.rtol = runs.closeness.rtol;
  Grade marked = grade(truth.problem, truth.traces, written ? *written : expectation_of(dump), how);
  if (!marked.all_right) runs.blamed.push_back({name, std::move(marked)});
}

ComparedRuns compared(const CompareOptions& options) {
  Side a = side_of(options.files[0], options), b = side_of(options.files[1], options);
  if (!options.step.empty() && !a.by_step && !b.by_step)
    throw Refusal("--step says which step one matrix is, and neither file needs it",
                  "name the matrix behind a #, as in 'dump.npz#layer0', or leave the option out");
  ComparedRuns runs{std::move(a.told), std::move(b.told), {}, {}, {}, false};
  runs.closeness = closeness_for(runs, options);
  runs.comparison = compare_dumps(runs.a.dump, runs.b.dump, runs.closeness);
  if (runs.comparison.steps.empty())
    throw Refusal(fmt::format("{} and {} have no step in common", runs.a.name, runs.b.name),
                  "a result has keys such as scores and weights; attn run --json writes one");
  runs.are_of_other_sizes = !runs.comparison.counts.empty() ||
                            std::ranges::any_of(runs.comparison.steps, [](const auto& step) { return !step.fits(); });
  if (runs.comparison.same() || runs.are_of_other_sizes) return runs;
  std::optional<Worked> truth;
  if (!options.problem.empty())
    truth = worked(text_of(options.problem), options.problem, options);
  else
    truth = std::move(a.worked ? a.worked : b.worked);
  if (!truth) return runs;
  runs.is_marked = true;
  const bool a_is_true = options.problem.empty() && runs.a.kind == problem_kind;
  const bool b_is_true = options.problem.empty() && !a_is_true;
  if (!a_is_true) blame('A', runs.a.dump, a.written, *truth, runs);
  if (!b_is_true) blame('B', runs.b.dump, b.written, *truth, runs);
  return runs;
}

} // namespace

Grammar compare_grammar() {
  CompareOptions options;
  CLI::App app(description, "attn compare");
  declare_compare(app, options);
  return grammar_of(app, options);
}

Status compare(const Arguments& arguments) {
  CompareOptions options;
  CLI::App app(description, "attn compare");
  declare_compare(app, options);
  if (!parse(app, options, arguments)) return Status::good;
  if (options.files.size() != 2)
    throw Refusal("compare takes two files", "attn compare A B; attn compare --help says more");
  refuse_shared_input(options);
  const Format& format = format_of(options);
  engine_of(options);
  memory_of(options);
  for (const std::string& file : options.files) keep_input(file, options.output);

  const ComparedRuns runs = compared(options);
  Output output(options.output);
  format.write(comparison(runs), style_of(options), output);
  output.finish();
  return runs.comparison.same() ? Status::good : Status::not_right;
}

} // namespace attn
