#pragma once
// A folder that is there as long as a test runs, and files in it.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace attn::test {

class Scratch {
public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "attn-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Scratch() { std::filesystem::remove_all(folder_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::string& folder() const { return folder_; }
  std::string path(std::string_view name) const { return (std::filesystem::path(folder_) / name).string(); }
  void save(std::string_view name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
  }

private:
  std::string folder_;
};

/// Numbers as bytes in the order of this machine.
template <class Number>
std::string bytes_of(std::initializer_list<Number> numbers, bool swapped = false) {
  std::string bytes;
  for (const Number& number : numbers) {
    std::string each(reinterpret_cast<const char*>(&number), sizeof(Number));
    bytes += swapped ? std::string(each.rbegin(), each.rend()) : each;
  }
  return bytes;
}

/// A .npy file: its header is `dictionary` as it stands.
inline std::string npy_file(std::string_view dictionary, std::string_view elements, int version = 1) {
  std::string text = "\x93NUMPY";
  text += static_cast<char>(version);
  text += '\0';
  for (std::size_t i = 0, size = dictionary.size(); i < (version == 1 ? 2u : 4u); ++i, size >>= 8)
    text += static_cast<char>(size & 255);
  return text.append(dictionary).append(elements);
}

} // namespace attn::test
