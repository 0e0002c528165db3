#include "problem/tensor/csv.h"

#include "problem/json/entry.h"
#include "problem/number_text.h"
#include "problem/pasted/separated.h"
#include "problem/shown.h"
#include "problem/tensor/fault.h"

#include <fmt/format.h>
#include <limits>
#include <optional>
#include <span>

namespace attn {
namespace {

/// What is no number of JSON stands for itself; whether it belongs there is for the key to say.
std::optional<double> value_of(const Scalar& scalar) {
  if (scalar.kind == Scalar::Kind::number || scalar.kind == Scalar::Kind::boolean) return scalar.value;
  if (scalar.text == "-inf") return -std::numeric_limits<double>::infinity();
  if (scalar.text == "inf") return std::numeric_limits<double>::infinity();
  if (scalar.text == "nan") return std::numeric_limits<double>::quiet_NaN();
  const FractionText fraction = read_fraction(scalar.text);
  return fraction.kind == FractionText::Kind::fraction ? std::optional(fraction.value) : std::nullopt;
}

/// Listens to a list of rows, and holds them to numbers and to one length.
class RowsReader final : public JsonEvents {
public:
  void begin_list(Position at) override {
    row_at_ = at;
    row_size_ = 0;
    ++depth_;
  }
  void end_list(Position) override {
    if (--depth_ == 0) return;
    if (numbers_.shape.empty()) numbers_.shape = {0, row_size_};
    ++numbers_.shape[0];
    if (row_size_ != numbers_.shape[1])
      refuse_text(row_at_,
                  fmt::format("has {} {} where the first row has {}", row_size_, row_size_ == 1 ? "number" : "numbers",
                              numbers_.shape[1]),
                  "all rows of a matrix have the same number of entries");
  }
  void begin_object(Position) override {}
  void key(Position, std::string_view) override {}
  void end_object(Position) override {}
  void scalar(Position at, const Scalar& scalar) override {
    const auto value = value_of(scalar);
    if (!value && scalar.kind == Scalar::Kind::null)
      refuse_text(at, "has an empty cell", "write a 0 where there is nothing");
    if (!value)
      refuse_text(at, fmt::format("has {} where a number belongs", shown(scalar.text)),
                  "cells are numbers such as 3, -0.5 or 1e-3; a first row and a first column may be labels");
    has_truths_ |= scalar.kind == Scalar::Kind::boolean;
    numbers_.values.push_back(*value);
    ++row_size_;
  }

  TensorRead take(std::size_t bytes) { return {std::move(numbers_), bytes, nullptr, has_truths_}; }

private:
  Numbers numbers_;
  bool has_truths_ = false;
  Position row_at_;
  std::size_t row_size_ = 0, depth_ = 0;
};

class Csv final : public TensorIndex {
public:
  explicit Csv(const ByteFile& file) {
    names.emplace_back();
    RowsReader reader;
    if (const auto fault = read_separated(read_text(file), reader))
      refuse_text(fault->position, fmt::format("has {}", fault->message), fault->hint);
    read_ = reader.take(file.size());
  }

  TensorHeader describe(std::size_t) const override {
    return {"text", TensorShape(read_.numbers.shape.begin(), read_.numbers.shape.end()), "text", true};
  }
  TensorRead read(std::size_t) const override { return read_; }

private:
  TensorRead read_;
};

} // namespace

void refuse_text(Position at, const std::string& what, std::string hint) {
  throw TensorFault(at.line == 0 ? what : fmt::format("{}: {}", what, spot(at)), std::move(hint));
}

std::string read_text(const ByteFile& file) {
  std::string text(file.size(), '\0');
  file.read(0, std::as_writable_bytes(std::span(text)));
  return text;
}

std::unique_ptr<TensorIndex> open_csv(const ByteFile& file) {
  return std::make_unique<Csv>(file);
}

} // namespace attn
