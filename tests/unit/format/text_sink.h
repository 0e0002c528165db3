#pragma once
// What the tests of the writers share: a sink that remembers, and small blocks.

#include "format/format.h"

#include <string>
#include <string_view>

namespace attn {

struct TextSink : Sink {
  void write(std::string_view piece) override { text += piece; }
  std::string text;
};

template <class Write, class... Arguments>
std::string written(Write write, Arguments&&... arguments) {
  TextSink sink;
  write(arguments..., sink);
  return sink.text;
}

/// A matrix of rows as they are written down.
inline Matrix<double> rows(std::initializer_list<std::initializer_list<double>> numbers) {
  Matrix<double> matrix(numbers.size(), numbers.begin()->size());
  std::size_t i = 0;
  for (const auto& row : numbers) {
    std::size_t j = 0;
    for (double number : row) matrix(i, j++) = number;
    ++i;
  }
  return matrix;
}

} // namespace attn
