#pragma once
// Reads lists of text: the tokens of one sequence, or of each.

#include "problem/document.h"
#include "problem/json/faults.h"
#include "problem/json/reader.h"
#include "problem/keys.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// Listens to one list; tells its first fault.
class WordsReader final : public ValueReader {
public:
  WordsReader(const Key& key, std::string pointer, Faults& faults)
      : key_(key), pointer_(std::move(pointer)), faults_(faults) {}

  void begin_list(Position at) override;
  void end_list(Position) override { --depth_; }
  void begin_object(Position at) override;
  void key(Position, std::string_view) override {}
  void end_object(Position) override { --depth_; }
  void scalar(Position at, const Scalar& scalar) override;
  std::string pointer() const override;

  /// None: there was a fault, and it has been told.
  std::optional<WordList> take();

private:
  void fault(Position at, std::string_view expected, std::string_view found);

  const Key& key_;
  std::string pointer_;
  Faults& faults_;
  WordList words_;
  std::size_t depth_ = 0;
  bool faulty_ = false;
};

} // namespace attn
