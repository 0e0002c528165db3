#pragma once
// A JSON text as a sequence of events, one for each thing that stands in it, each with where it begins. Whoever listens
// never sees the text, and the text never stands in memory as a whole. parse.cpp makes the events with nlohmann's
// parser; any other scanner that makes the same calls can take its place.

#include "error.h"
#include "problem/read.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// A value that is neither list nor object.
struct Scalar {
  enum class Kind { number, text, boolean, null };
  Kind kind = Kind::null;
  double value = 0;      ///< of a number; of a boolean 0 or 1
  std::string_view text; ///< the text; a number as it was written
};

class JsonEvents {
public:
  virtual ~JsonEvents() = default;
  virtual void begin_list(Position at) = 0;
  virtual void end_list(Position at) = 0;
  virtual void begin_object(Position at) = 0;
  virtual void key(Position at, std::string_view name) = 0;
  virtual void end_object(Position at) = 0;
  virtual void scalar(Position at, const Scalar& scalar) = 0;
};

/// A fault of the grammar: nothing after it can be read.
struct TextFault {
  Position position; ///< line 0: the whole text
  std::string message;
  std::string hint;
  bool in_value = false; ///< it is the next value that is at fault, so its JSON pointer helps
};

/// Lists and objects within each other, at most: a batch of per-head matrices in an answer needs 8.
inline constexpr std::size_t deepest_nesting = 32;

/// Reads one JSON text, an object, to its end. Returns the fault at which it stopped; none: all was read.
std::optional<TextFault> parse_json(const Source& source, JsonEvents& events);

} // namespace attn
