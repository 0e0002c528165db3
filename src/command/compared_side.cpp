#include "command/compared_side.h"

#include "attention/solve.h"
#include "attention/stage.h"
#include "command/files.h"
#include "command/limit.h"
#include "command/tell.h"
#include "problem/character.h"
#include "problem/json.h"
#include "problem/shown.h"
#include "problem/tensor/answer_file.h"
#include "problem/tensor/csv.h"
#include "problem/tensor/step_table.h"
#include "problem/tensor/tensor_file.h"
#include "report/facts.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace attn {
namespace {

std::vector<std::pair<std::string, std::string>> settings_of(const Problem& problem) {
  std::vector<std::pair<std::string, std::string>> settings{{"dtype", std::string(row_of(problem.dtype).name)}};
  if (problem.start != Start::weights) settings.emplace_back("scale", fmt::format("{}", problem.scale));
  settings.emplace_back("mask", problem.mask.words());
  std::ranges::move(positions_in_words(problem), std::back_inserter(settings));
  return settings;
}

/// A result of attn has all digits, what somebody wrote has as many as were written.
ReadSide result_side(const std::string& text, const std::string& file, WrittenDigits digits) {
  Expectation expectation = read_answer(source_of(text), file);
  ReadSide side;
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
  bool by_step = false; ///< --step may say so: its name does not
};

/// The one matrix of a file without names. What stands behind the # beats --step.
MeantTensor lone_matrix(const TensorName& name, const CompareOptions& options) {
  if (!name.tensor.empty()) return {0, step_called(name.tensor, name.file), true};
  if (options.step.empty())
    throw Refusal("the file does not say which step its matrix is",
                  "say --step weights, or save it with its name as .npz");
  return {0, step_called(options.step, "--step"), true};
}

/// The tensor that is named behind the #.
MeantTensor named_tensor(const TensorFile& tensors, const TensorName& name, const CompareOptions& options) {
  const std::size_t index = tensors.need(name.tensor);
  if (!options.step.empty()) return {index, step_called(options.step, "--step"), true};
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
std::vector<MeantTensor> meant_tensors(const TensorFile& tensors, const TensorName& name,
                                       const CompareOptions& options) {
  if (!tensors.has_names()) return {lone_matrix(name, options)};
  if (!name.tensor.empty()) return {named_tensor(tensors, name, options)};
  std::vector<MeantTensor> meant;
  for (std::size_t i = 0; i < tensors.names().size(); ++i)
    if (const auto meaning = find_meaning(tensors.names()[i])) meant.push_back({i, *meaning});
  if (meant.empty() && tensors.names().size() == 1 && !options.step.empty())
    meant.push_back({0, step_called(options.step, "--step"), true});
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
ReadSide table_side(const std::string& file) {
  ReadSide side;
  side.told = {file, "a table of steps", dump_of(read_answer_file(file))};
  side.told.dump.all_heads = false;
  return side;
}

/// Steps in a file of tensors; others in it are passed over.
ReadSide tensors_side(const TensorName& name, const CompareOptions& options) {
  const std::string file(name.file);
  if (is_text_file(name) && is_step_table(read_text(ByteFile(file)))) {
    if (name.tensor.empty()) return table_side(file);
    throw TensorFault("is a table of steps, compared as a whole", "take off the # and what follows");
  }
  const TensorFile tensors(file, {});
  ReadSide side;
  side.told.name = name.tensor.empty() ? file : fmt::format("{}#{}", file, name.tensor);
  side.told.kind = "dumped tensors";
  Dump& dump = side.told.dump;
  dump.all_heads = false; // until an array tells them
  std::string_view dtype;
  Origins origins;
  for (const auto& [index, meaning, by_step] : meant_tensors(tensors, name, options)) {
    side.by_step |= by_step;
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

ReadSide problem_side(const std::string& text, const std::string& file, const Options& options) {
  ReadSide side;
  side.worked = worked(text, file, options);
  side.told.name = file;
  side.told.kind = problem_kind;
  side.told.dump = dump_of(side.worked->problem, side.worked->traces);
  side.told.dump.settings = settings_of(side.worked->problem);
  return side;
}

} // namespace

WorkedProblem worked(const std::string& text, const std::string& file, const Options& options) {
  WorkedProblem result;
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

ReadSide side_of(const std::string& file, const CompareOptions& options) {
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

} // namespace attn
