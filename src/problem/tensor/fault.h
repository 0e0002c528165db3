#pragma once
// What is wrong with a file of tensors, or with what is asked of it. Whoever named the file knows where that stands.

#include <exception>
#include <string>
#include <utility>

namespace attn {

struct TensorFault final : std::exception {
  TensorFault(std::string message_, std::string hint_) : message(std::move(message_)), hint(std::move(hint_)) {}
  const char* what() const noexcept override { return message.c_str(); }

  std::string message; ///< goes behind the name of the file
  std::string hint;
};

} // namespace attn
