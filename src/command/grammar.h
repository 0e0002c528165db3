#pragma once
// What may be typed behind a command, as plain values: read off the parser that takes it, and what help and the
// completion of shells are written from.

#include "command/option_value.h"

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace attn {

/// An option, or what stands without one.
struct Spelling {
  std::vector<std::string> names; ///< "-o", "--output"; none: it stands without
  std::string sentence;
  std::string group; ///< heading in help
  std::string value; ///< help's word for it: "FILE"; empty: a flag
  Form form = Form::none;
  std::vector<std::string_view> words; ///< that the value can be
  bool repeats = false;                ///< several values may follow
};

struct Grammar {
  std::string program;     ///< "attn run"
  std::string description; ///< a sentence, then examples
  std::vector<Spelling> spellings;
};

/// What `app` takes. `told` is what its command tells.
Grammar grammar_of(const CLI::App& app, Content told);

/// For a person, in so many columns: the sentence, examples and usage; and all that with the options.
std::string short_help_of(const Grammar& grammar, std::size_t width);
std::string help_of(const Grammar& grammar, std::size_t width);

} // namespace attn
