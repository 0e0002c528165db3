#include "problem/tensor/tensor_file.h"

#include "problem/shown.h"
#include "problem/suggest.h"
#include "problem/tensor/npy.h"
#include "problem/tensor/zip.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>

namespace attn {
namespace {

/// Finds one tensor; an empty name is the only one there is.
using Find = TensorPlace (*)(const ByteFile& file, std::string_view name);

struct Kind {
  std::string_view ending;
  bool holds_several; ///< its tensors have names
  Find find;          ///< null: refused
  std::string_view hint = {};
};

TensorPlace find_in_npy(const ByteFile& file, std::string_view) {
  return read_npy(file, 0, file.size());
}

std::string_view without_npy(std::string_view name) {
  if (name.ends_with(".npy")) name.remove_suffix(4);
  return name;
}

/// The names in an archive, as many as a line holds.
std::string listed(const std::vector<std::string_view>& names) {
  constexpr std::size_t most = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) list += (i ? ", " : "") + shown(names[i]);
  return names.size() > most ? list + fmt::format(" and {} more", names.size() - most) : list;
}

TensorPlace find_in_npz(const ByteFile& file, std::string_view name) {
  const std::vector<ZipEntry> entries = read_zip_directory(file);
  std::vector<std::string_view> names;
  for (const ZipEntry& entry : entries) names.push_back(without_npy(entry.name));
  if (names.empty()) throw TensorFault("holds no array", "check the file");
  if (name.empty() && names.size() > 1)
    throw TensorFault(fmt::format("holds {} arrays", names.size()),
                      fmt::format("say which one behind a #: {}", listed(names)));
  const auto found = name.empty() ? names.begin() : std::find(names.begin(), names.end(), without_npy(name));
  if (found == names.end()) {
    const auto near = nearest(name, names);
    throw TensorFault(fmt::format("holds no array {}", shown(name)),
                      near ? fmt::format("did you mean {}?", shown(*near)) : "its arrays are " + listed(names));
  }
  const ZipEntry& entry = entries[static_cast<std::size_t>(found - names.begin())];
  return read_npy(file, find_stored(file, entry), entry.size);
}

constexpr std::string_view pickle_hint =
    "pickled files run code when they are read; convert it in Python: "
    "numpy.savez(\"x.npz\", **{k: v.float().numpy() for k, v in torch.load(FILE, weights_only=True).items()})";

constexpr Kind kinds[] = {
    {".npy", false, find_in_npy},
    {".npz", true, find_in_npz},
    {".pt", true, nullptr, pickle_hint},
    {".pth", true, nullptr, pickle_hint},
    {".bin", true, nullptr, pickle_hint},
    {".pkl", true, nullptr, pickle_hint},
    {".safetensors", true, nullptr, "safetensors files are not read yet: save the matrix with numpy.save"},
    {".csv", false, nullptr, "CSV files are not read yet: numpy.save(\"x.npy\", numpy.loadtxt(FILE, delimiter=\",\"))"},
    {".onnx", true, nullptr,
     "convert it in Python: numpy.savez(\"x.npz\", **{t.name: onnx.numpy_helper.to_array(t) for t in "
     "onnx.load(FILE).graph.initializer})"},
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

void check_access(const Named& named, const FileAccess& access) {
  if (!access.allowed)
    throw TensorFault("is not read: --no-files is given", "leave the option out, or write the numbers themselves");
  if (!named.kind->find)
    throw TensorFault(fmt::format("is not read: {} files are not taken", named.kind->ending),
                      std::string(named.kind->hint));
  if (!named.kind->holds_several && !named.name.tensor.empty())
    throw TensorFault(fmt::format("holds one array, and none called {}", shown(named.name.tensor)),
                      "take off the # and what follows");
}

} // namespace

std::optional<TensorName> find_tensor_name(std::string_view text) {
  const auto named = find_named(text);
  return named ? std::optional(named->name) : std::nullopt;
}

TensorRead read_tensor(const TensorName& name, const FileAccess& access) {
  Named named = *find_named(name.file);
  named.name = name;
  check_access(named, access);
  const ByteFile file((std::filesystem::path(access.folder) / name.file).string());
  const TensorPlace place = named.kind->find(file, name.tensor);
  TensorRead read;
  read.numbers.shape.assign(place.shape.begin(), place.shape.end());
  read.numbers.values = read_elements(file, place);
  read.bytes = place.bytes;
  return read;
}

std::string tensor_endings() {
  std::string endings;
  for (const Kind& kind : kinds)
    if (kind.find) endings += (endings.empty() ? "" : ", ") + std::string(kind.ending);
  return endings;
}

} // namespace attn
