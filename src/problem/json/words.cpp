#include "problem/json/words.h"

#include "problem/json/entry.h"
#include "problem/shown.h"

#include <fmt/format.h>

#include <utility>

namespace attn {

void WordsReader::begin_list(Position at) {
  const std::size_t level = depth_++;
  if (faulty_ || level == 0) return;
  if (level == 2) return fault(at, "text", "a list");
  if (!words_.nested && !words_.lists.empty()) return fault(at, "text", "a list");
  words_.nested = true;
  words_.lists.emplace_back();
}

void WordsReader::begin_object(Position at) {
  fault(at, "text", "an object");
  ++depth_;
}

void WordsReader::scalar(Position at, const Scalar& scalar) {
  if (faulty_) return;
  if (scalar.kind != Scalar::Kind::text) return fault(at, "text", shown(scalar));
  if (depth_ == 1 && words_.nested) return fault(at, "a list", shown(scalar));
  if (words_.lists.empty()) words_.lists.emplace_back();
  words_.lists.back().emplace_back(scalar.text);
}

void WordsReader::fault(Position at, std::string_view expected, std::string_view found) {
  if (!faulty_)
    faults_.add(at, pointer(), fmt::format("expected {}, found {}", expected, found), std::string(key_.hint));
  faulty_ = true;
}

std::string WordsReader::pointer() const {
  const std::size_t lists = words_.lists.size();
  if (!words_.nested) return joined(pointer_, lists == 0 ? 0 : words_.lists.back().size());
  return depth_ < 2 ? joined(pointer_, lists) : joined(joined(pointer_, lists - 1), words_.lists.back().size());
}

std::optional<WordList> WordsReader::take() {
  if (faulty_) return std::nullopt;
  if (words_.lists.empty()) words_.lists.emplace_back(); // an empty list of labels
  return std::move(words_);
}

} // namespace attn
