#include "problem/tensor/npz.h"

#include "problem/tensor/fault.h"
#include "problem/tensor/npy.h"
#include "problem/tensor/zip.h"

#include <utility>

namespace attn {
namespace {

class Npz final : public PlacedTensors {
public:
  explicit Npz(const ByteFile& file) : PlacedTensors(file), entries_(read_zip_directory(file)) {
    std::erase_if(entries_, [](const ZipEntry& entry) { return array_name(entry.name) == entry.name; });
    for (const ZipEntry& entry : entries_) names.emplace_back(array_name(entry.name));
    check_names(names);
  }

protected:
  /// Of an array that is damaged, that is told and not what its bytes look like.
  TensorPlace place(std::size_t index) const override {
    const Stretch stretch = find_bytes(file_, entries_[index]);
    try {
      return read_npy(file_, stretch);
    } catch (const TensorFault&) {
      refuse_if_damaged(file_, stretch);
      throw;
    }
  }

private:
  std::vector<ZipEntry> entries_;
};

} // namespace

std::string_view array_name(std::string_view entry) {
  constexpr std::string_view ending = ".npy";
  if (entry.ends_with(ending)) entry.remove_suffix(ending.size());
  return entry;
}

std::unique_ptr<TensorIndex> open_npz(const ByteFile& file) {
  return std::make_unique<Npz>(file);
}

} // namespace attn
