#pragma once
// Reads what somebody says the result is: an answer file, or the "expect" of a problem. Only keys and the grammar can
// be at fault; whatever stands where a number belongs is an entry, right or wrong.

#include "problem/expectation.h"
#include "problem/json/answer_keys.h"
#include "problem/json/faults.h"
#include "problem/json/reader.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Where an object of an answer stands.
struct AnswerPlace {
  AnswerLevel level = AnswerLevel::top;
  std::string pointer;
  std::optional<std::size_t> sequence;
  std::optional<std::size_t> head;
};

/// Listens to one object: the answer, an entry of "batch", or an entry of "heads".
class AnswerReader final : public ParentReader {
public:
  AnswerReader(AnswerPlace place, Expectation& expectation, Faults& faults)
      : place_(std::move(place)), expectation_(expectation), faults_(faults) {}

protected:
  Child make_child(Position at, Bracket bracket) override;
  void own_key(Position at, std::string_view name) override;
  void own_scalar(Position at, const Scalar& scalar) override;
  std::string own_pointer() const override { return pointer_; }

private:
  GivenMatrix given(Position at) const;
  void wrong_value(Position at);

  AnswerPlace place_;
  Expectation& expectation_;
  Faults& faults_;
  std::set<std::string_view> written_;
  const AnswerKey* key_ = nullptr; ///< whose value comes; null: it is passed over
  std::string pointer_;            ///< of that value
};

/// Listens to the list "heads" or "batch": objects, each at the place of the list with its own head or sequence.
class AnswerListReader final : public ParentReader {
public:
  AnswerListReader(AnswerPlace place, AnswerLevel entries, Expectation& expectation, Faults& faults)
      : place_(std::move(place)), entries_(entries), expectation_(expectation), faults_(faults) {}

  std::size_t size() const { return size_; }

protected:
  Child make_child(Position at, Bracket bracket) override;
  void own_key(Position, std::string_view) override {}
  void own_scalar(Position at, const Scalar& scalar) override;
  std::string own_pointer() const override;

private:
  void wrong_entry(Position at);

  AnswerPlace place_; ///< of the list
  AnswerLevel entries_;
  Expectation& expectation_;
  Faults& faults_;
  std::size_t size_ = 0; ///< entries so far
};

/// Listens to a value of any form and collects its entries row by row.
class EntriesReader final : public ValueReader {
public:
  EntriesReader(GivenMatrix matrix, Faults& faults) : matrix_(std::move(matrix)), faults_(faults) {}

  void begin_list(Position at) override;
  void end_list(Position at) override;
  void begin_object(Position at) override;
  void key(Position, std::string_view) override {}
  void end_object(Position) override { --ignored_depth_; }
  void scalar(Position at, const Scalar& scalar) override;
  std::string pointer() const override { return matrix_.place.pointer; }

  GivenMatrix take();

private:
  struct List {
    std::size_t first_row = 0; ///< rows that were complete when it opened
    std::size_t loose = 0;     ///< entries of it that stand in no row yet
    bool has_lists = false;
  };

  bool holds_matrix(const Scalar& scalar) const;
  void pasted(Position at, std::string_view text);
  void add(Entry entry);
  void end_row(std::size_t size);
  void end_loose_row(List& list);

  GivenMatrix matrix_;
  Faults& faults_;
  std::vector<List> open_;
  std::size_t ignored_depth_ = 0; ///< brackets open in an object, which is one wrong entry
};

} // namespace attn
