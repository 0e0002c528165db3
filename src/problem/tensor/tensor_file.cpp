#include "problem/tensor/tensor_file.h"

#include "problem/character.h"
#include "problem/shown.h"
#include "problem/suggest.h"
#include "problem/tensor/csv.h"
#include "problem/tensor/file_memory.h"
#include "problem/tensor/npy.h"
#include "problem/tensor/npz.h"
#include "problem/tensor/safetensors.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <span>

namespace attn {
namespace {

struct Kind {
  std::string_view ending;
  std::string_view noun;                                      ///< what it calls a tensor
  bool has_names;                                             ///< its tensors have names
  std::unique_ptr<TensorIndex> (*open)(const ByteFile& file); ///< null: refused
  std::string_view conversion = {};
};

/// The names in a file, as many as a line holds.
std::string listed(std::span<const std::string_view> names) {
  constexpr std::size_t most = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) list += (i ? ", " : "") + printable(names[i]);
  return names.size() > most ? list + fmt::format(" and {} more", names.size() - most) : list;
}

// The lines of Python that convert a file: {0} is its name, {1} the name without the ending.
constexpr std::string_view from_pickle = R"(weights = torch.load("{0}", weights_only=True)
safetensors.torch.save_file(weights, "{1}.safetensors"))";
constexpr std::string_view from_onnx = R"(weights = onnx.load("{0}").graph.initializer
numpy.savez("{1}.npz", **{{t.name: onnx.numpy_helper.to_array(t) for t in weights}}))";

constexpr Kind kinds[] = {
    {".npy", "array", false, open_npy},
    {".npz", "array", true, open_npz},
    {".safetensors", "tensor", true, open_safetensors},
    {".csv", "matrix", false, open_csv},
    {".tsv", "matrix", false, open_csv},
    {".pt", "tensor", true, nullptr, from_pickle},
    {".pth", "tensor", true, nullptr, from_pickle},
    {".bin", "tensor", true, nullptr, from_pickle},
    {".pkl", "tensor", true, nullptr, from_pickle},
    {".onnx", "tensor", true, nullptr, from_onnx},
};

/// The kind of a file whose name ends before a # or with the text.
struct Named {
  const Kind* kind;
  TensorName name;
};

std::optional<Named> find_named(std::string_view text) {
  for (const Kind& kind : kinds) {
    const std::size_t at = text.find(std::string(kind.ending) + '#');
    if (at == std::string_view::npos || at == 0) continue;
    const std::size_t end = at + kind.ending.size();
    return Named{&kind, {text.substr(0, end), text.substr(end + 1)}};
  }
  for (const Kind& kind : kinds)
    if (text.size() > kind.ending.size() && text.ends_with(kind.ending)) return Named{&kind, {text, {}}};
  return std::nullopt;
}

const Kind& kind_of(std::string_view file) {
  return *find_named(file)->kind;
}

[[noreturn]] void refuse_name(std::string_view noun, std::string_view name) {
  throw TensorFault(fmt::format("holds one {}, and none called {}", noun, shown(name)),
                    "take off the # and what follows");
}

std::string_view hint_for_missing(const FileAccess& access) {
  if (!access.in_problem) return "check the name";
  return "check the name; in a problem it is meant from the problem's folder on, on standard input from the current "
         "one";
}

} // namespace

std::optional<TensorName> find_tensor_name(std::string_view text) {
  const auto named = find_named(text);
  return named ? std::optional(named->name) : std::nullopt;
}

std::string path_of(std::string_view file, const FileAccess& access) {
  if (!access.allowed)
    throw TensorFault("is not read: --no-files is given", "leave the option out, or write the numbers themselves");
  const Kind& kind = kind_of(file);
  if (!kind.open)
    throw TensorFault(
        fmt::format("is not read: {} files are not taken; in Python, these lines convert it", kind.ending),
        fmt::format(fmt::runtime(kind.conversion), printable(file),
                    printable(file.substr(0, file.size() - kind.ending.size()))));
  const std::string path = (std::filesystem::path(access.folder) / file).string();
  std::error_code none; // no file, or no result
  if (!access.result.empty() && std::filesystem::equivalent(path, access.result, none))
    throw TensorFault("is the file that the result is written to (-o)", "write the result to another file");
  return path;
}

TensorFile::TensorFile(std::string_view file, const FileAccess& access)
    : noun_(kind_of(file).noun), bytes_(path_of(file, access), hint_for_missing(access)),
      index_(kind_of(file).open(bytes_)) {}

std::optional<std::size_t> TensorFile::find(std::string_view name) const {
  const auto found = std::find(names().begin(), names().end(), name);
  if (found == names().end()) return std::nullopt;
  return static_cast<std::size_t>(found - names().begin());
}

std::size_t TensorFile::need(std::string_view name) const {
  if (!has_names() && !name.empty()) refuse_name(noun_, name);
  if (names().empty()) throw TensorFault(fmt::format("holds no {}", noun_), "check the file");
  if (name.empty() && names().size() == 1) return 0;
  const std::vector<std::string_view> known(names().begin(), names().end());
  if (name.empty())
    throw TensorFault(fmt::format("holds {} {}s", known.size(), noun_),
                      fmt::format("say which one behind a #: {}", listed(known)));
  if (const auto found = find(name)) return *found;
  if (const auto found = noun_ == "array" ? find(array_name(name)) : std::nullopt) return *found;
  const auto near = nearest(name, known);
  throw TensorFault(fmt::format("holds no {} {}", noun_, printable(name)),
                    near ? fmt::format("did you mean {}?", printable(*near))
                         : fmt::format("its {}s are {}", noun_, listed(known)));
}

bool is_text_file(const TensorName& name) {
  return kind_of(name.file).open == open_csv;
}

TensorRead read_tensor(const TensorName& name, const FileAccess& access) {
  const Kind& kind = kind_of(name.file);
  if (access.allowed && kind.open && !kind.has_names && !name.tensor.empty()) refuse_name(kind.noun, name.tensor);
  const auto read = [&] {
    const TensorFile file(name.file, access);
    return file.read(file.need(name.tensor));
  };
  if (!access.memory) return read();
  return *access.memory->get<TensorRead>(
      path_of(name.file, access), fmt::format("{} {}", kind.noun, name.tensor), read,
      [](const TensorRead& kept) { return kept.numbers.values.size() * sizeof(double); });
}

std::string tensor_endings() {
  std::string endings;
  for (const Kind& kind : kinds)
    if (kind.open) endings += (endings.empty() ? "" : ", ") + std::string(kind.ending);
  return endings;
}

} // namespace attn
