#pragma once
// The faults found in one file, in the order in which they were found.

#include "error.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace attn {

class Faults {
public:
  explicit Faults(std::string file) : file_(std::move(file)) {}

  /// From the `most`-th on, faults are counted and no more described.
  void add(Position position, std::string pointer, std::string message, std::string hint);

  /// A fault that is told however many there are: that at which reading stopped.
  void add_last(Position position, std::string pointer, std::string message, std::string hint);

  const std::string& file() const { return file_; }
  std::size_t count() const { return count_; }
  bool is_full() const { return count_ >= most; }

  /// All of them, and one that says how many more there are.
  std::vector<Error> take();

  static constexpr std::size_t most = 20;

private:
  std::string file_;
  std::vector<Error> errors_;
  std::size_t count_ = 0;
};

} // namespace attn
