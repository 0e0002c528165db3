#pragma once
// What a person can mend. An error says where it is, what is wrong and what to do next; it is made where the place is
// known, carried by one exception, and printed in one spot (command/tell).

#include <cstddef>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace attn {

/// A spot in the text of a file, both counted from 1; line 0: no spot is known. Columns count characters, not bytes.
struct Position {
  std::size_t line = 0;
  std::size_t column = 0;
};

/// Where an error is: `two-heads.json:7:12: /W_Q/1`. Each part may be missing.
struct Place {
  std::string file;    ///< as the user named it; standard input is "-"
  Position position;   ///< in the file's text
  std::string pointer; ///< JSON pointer into the problem or the result, counted from 0
};

struct Error {
  Place place;
  std::string message; ///< what is wrong
  std::string hint;    ///< what to do next, one line; lines of code have their own
};

/// The work cannot be done: all faults of one problem that do not hang on each other. Never empty.
class Refusal : public std::exception {
public:
  explicit Refusal(std::vector<Error> faults) : errors(std::move(faults)) {}
  explicit Refusal(Error error) { errors.push_back(std::move(error)); }
  /// A fault that stands in no file: the command line's.
  Refusal(std::string message, std::string hint) : Refusal(Error{{}, std::move(message), std::move(hint)}) {}
  /// A fault of a file as a whole.
  Refusal(std::string file, std::string message, std::string hint) {
    Error& error = errors.emplace_back();
    error.place.file = std::move(file);
    error.message = std::move(message);
    error.hint = std::move(hint);
  }
  const char* what() const noexcept override { return errors.front().message.c_str(); }

  std::vector<Error> errors;
};

} // namespace attn
