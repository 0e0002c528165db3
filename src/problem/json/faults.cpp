#include "problem/json/faults.h"

#include <fmt/format.h>

namespace attn {

void Faults::add(Position position, std::string pointer, std::string message, std::string hint) {
  const bool told = !is_full();
  ++count_;
  if (!told) return;
  errors_.push_back({{file_, position, std::move(pointer)}, std::move(message), std::move(hint)});
}

void Faults::add_last(Position position, std::string pointer, std::string message, std::string hint) {
  errors_ = take();
  count_ = 0;
  add(position, std::move(pointer), std::move(message), std::move(hint));
}

std::vector<Error> Faults::take() {
  if (count_ > most)
    errors_.push_back(
        Error{Place{file_, {}, {}}, fmt::format("and {} more faults", count_ - most), "mend these first"});
  count_ = 0;
  return std::move(errors_);
}

} // namespace attn
