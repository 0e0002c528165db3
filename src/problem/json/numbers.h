#pragma once
// Reads numbers in lists of lists into one flat buffer, and holds them to a rectangle. A list may also be a text: a
// matrix pasted from elsewhere, or the name of a file that holds it.

#include "problem/document.h"
#include "problem/json/faults.h"
#include "problem/json/reader.h"
#include "problem/keys.h"
#include "problem/pasted.h"
#include "problem/read.h"
#include "problem/tensor/tensor_file.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Listens to one list. Faults of different rows are told each, of one row the first.
class NumbersReader final : public ValueReader {
public:
  /// Bytes that are read from files are added to `file_bytes`.
  NumbersReader(const Key& key, std::string pointer, Faults& faults, const FileAccess& files, std::size_t& file_bytes);

  void begin_list(Position at) override;
  void end_list(Position at) override;
  void begin_object(Position at) override;
  void key(Position, std::string_view) override {}
  void end_object(Position) override { --ignored_depth_; }
  void scalar(Position at, const Scalar& scalar) override;
  void numbers(std::span<const PlacedNumber> run) override;
  std::string pointer() const override;

  /// What stands here is a matrix pasted as text.
  void pasted(Position at, std::string_view text);

  /// What stands here is the name of a file that holds the numbers.
  void tensor(Position at, const TensorName& name);

  /// None: there was a fault, and it has been told.
  std::optional<Numbers> take();

private:
  struct List {
    Position position;
    std::size_t size = 0; ///< entries so far
  };

  PastedAs pasted_as() const;
  bool is_list(const Scalar& text) const;
  std::optional<TensorFault> fault_of(const TensorRead& read, std::string_view file) const;
  std::optional<TensorFault> misfit(const Numbers& array, std::string_view file) const;
  void append(Position at, Numbers array);
  std::string expected_axes() const;
  bool ignoring() const { return ignored_depth_ > 0 || spoiled_ || abandoned_; }
  std::size_t append(std::span<const PlacedNumber> run);
  void misplaced(Position at, std::string_view found, std::string_view hint);
  void check_size(const List& list, std::size_t level);
  void fault(Position at, std::string pointer, std::string message, std::string_view hint);
  std::string list_pointer() const;

  const Key& key_;
  std::string pointer_; ///< of the whole value
  Faults& faults_;
  const FileAccess& files_;
  std::size_t& file_bytes_;
  Numbers numbers_;
  std::vector<List> open_;
  std::size_t levels_ = 0;          ///< of lists around each number; 0: no number yet
  std::vector<std::string> models_; ///< the first list of each level, which the others must be like
  bool spoiled_ = false;            ///< the innermost list has had its fault
  std::optional<Position> text_at_; ///< positions of events are of a pasted text, which begins here in the file
  std::size_t ignored_depth_ = 0;   ///< brackets open in an entry that is passed over
  bool abandoned_ = false;          ///< lists stand deeper than the key allows: nothing more is told of it
  bool faulty_ = false;
};

} // namespace attn
