#include "problem/json/reader.h"

namespace attn {

/// The child that the bracket belongs to; null: it is that of the value itself.
ValueReader* ParentReader::begin(Position at, Bracket bracket) {
  if (!begun_) {
    begun_ = true;
    return nullptr;
  }
  if (!child_.reader) child_ = make_child(at, bracket);
  ++child_depth_;
  return child_.reader.get();
}

void ParentReader::end() {
  if (--child_depth_ > 0) return;
  if (child_.finish) child_.finish();
  child_ = {};
}

void ParentReader::begin_list(Position at) {
  if (ValueReader* child = begin(at, Bracket::list)) child->begin_list(at);
}

void ParentReader::begin_object(Position at) {
  if (ValueReader* child = begin(at, Bracket::object)) child->begin_object(at);
}

void ParentReader::end_list(Position at) {
  if (!child_.reader) return;
  child_.reader->end_list(at);
  end();
}

void ParentReader::end_object(Position at) {
  if (!child_.reader) return;
  child_.reader->end_object(at);
  end();
}

void ParentReader::key(Position at, std::string_view name) {
  if (child_.reader) {
    child_.reader->key(at, name);
  } else {
    own_key(at, name);
  }
}

void ParentReader::scalar(Position at, const Scalar& scalar) {
  if (child_.reader) {
    child_.reader->scalar(at, scalar);
  } else {
    own_scalar(at, scalar);
  }
}

void ParentReader::numbers(std::span<const PlacedNumber> run) {
  child_.reader ? child_.reader->numbers(run) : ValueReader::numbers(run);
}

std::string ParentReader::pointer() const {
  return child_.reader ? child_.reader->pointer() : own_pointer();
}

} // namespace attn
