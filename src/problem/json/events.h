#pragma once
// A JSON text as a sequence of events, one for each thing that stands in it, each with where it begins. Whoever listens
// never sees the text, and the text never stands in memory as a whole. There are two sources of these events:
// nlohmann's parser (parse.cpp), the reference, which reads whatever stands there; and the scanner of number lists
// (number_run.h), which goes ahead of it where a list holds plain numbers, and is ten times as fast.

#include "error.h"
#include "problem/read.h"

#include <optional>
#include <span>
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

/// A number of a list, and where it begins.
struct PlacedNumber {
  Position at;
  Scalar scalar;
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
  /// Several entries of one list: nothing else than scalar() for each of them, in one call.
  virtual void numbers(std::span<const PlacedNumber> run) {
    for (const PlacedNumber& number : run) scalar(number.at, number.scalar);
  }
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

/// Who reads the numbers of lists. Events and fault are the same; runs of numbers are cut differently.
enum class NumberReading { scanner, library };

/// Reads one JSON text, an object, to its end. Returns the fault at which it stopped; none: all was read.
std::optional<TextFault> parse_json(const Source& source, JsonEvents& events,
                                    NumberReading reading = NumberReading::scanner);

} // namespace attn
