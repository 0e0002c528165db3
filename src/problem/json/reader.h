#pragma once
// How a document is read: each value by a reader of its own that listens to the events of that value. A reader of an
// object or a list of objects makes the readers of what stands in it, and hands the events on to them.

#include "problem/json/events.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace attn {

/// Listens to one value, its own brackets included.
class ValueReader : public JsonEvents {
public:
  /// JSON pointer of what will be read next.
  virtual std::string pointer() const = 0;
};

/// Passes over whatever stands there.
class SkippingReader final : public ValueReader {
public:
  explicit SkippingReader(std::string pointer) : pointer_(std::move(pointer)) {}
  void begin_list(Position) override {}
  void end_list(Position) override {}
  void begin_object(Position) override {}
  void key(Position, std::string_view) override {}
  void end_object(Position) override {}
  void scalar(Position, const Scalar& scalar) override { holds_text_ |= scalar.kind == Scalar::Kind::text; }
  void numbers(std::span<const PlacedNumber>) override {}
  std::string pointer() const override { return pointer_; }

  /// Whether any text stood there (keys do not count).
  bool holds_text() const { return holds_text_; }

private:
  std::string pointer_;
  bool holds_text_ = false;
};

/// A reader with readers for the lists and objects that stand in its value.
class ParentReader : public ValueReader {
public:
  void begin_list(Position at) final;
  void end_list(Position at) final;
  void begin_object(Position at) final;
  void key(Position at, std::string_view name) final;
  void end_object(Position at) final;
  void scalar(Position at, const Scalar& scalar) final;
  void numbers(std::span<const PlacedNumber> run) final;
  std::string pointer() const final;

protected:
  enum class Bracket { list, object };

  /// Who reads a list or object in it, and what is to be done when its end has been read.
  struct Child {
    std::unique_ptr<ValueReader> reader; ///< never null
    std::function<void()> finish;        ///< may be empty
  };

  virtual Child make_child(Position at, Bracket bracket) = 0;
  virtual void own_key(Position at, std::string_view name) = 0;
  virtual void own_scalar(Position at, const Scalar& scalar) = 0;
  virtual std::string own_pointer() const = 0;

private:
  ValueReader* begin(Position at, Bracket bracket);
  void end();

  bool begun_ = false;
  Child child_;
  std::size_t child_depth_ = 0; ///< brackets of the child that are open
};

} // namespace attn
