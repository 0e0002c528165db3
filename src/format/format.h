#pragma once
// The table of formats. Every writer takes a Report and a sink and nothing else; a new format is one file and one row.

#include "report/report.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace attn {

/// Where text goes. Writers hand over pieces of any size; the sink buffers and reports faults of its own.
class Sink {
public:
  virtual ~Sink() = default;
  virtual void write(std::string_view text) = 0;
};

/// How tables show amounts beside the numbers.
enum class Heat {
  none,
  characters, ///< a swatch after each number, for screens without colour
  palette,    ///< cells on one of the 256 colours of terminals
  full,       ///< cells on any colour (24 bits)
};

/// What a person's screen asks for; machines' formats ignore all of it but the threads.
struct Style {
  int decimals = 4;   ///< at most so many digits after the point
  bool ascii = false; ///< symbols and rules in ASCII; labels pass through
  bool color = false;
  Heat heat = Heat::none;
  std::optional<std::size_t> width = {}; ///< columns of the terminal: wider matrices are split; none: never split
  std::size_t threads = 1;               ///< at most so many write; 0: as many as the process may use
};

/// What a report has for a writer to write; each has what stands before it as well.
enum class Content {
  words,    ///< sentences and formulas
  tables,   ///< of text
  matrices, ///< steps
};

struct Format {
  std::string_view name;      ///< in --format: "json"
  std::string_view extension; ///< of -o FILE: ".json"
  std::string_view sentence;  ///< for help and manual
  void (*write)(const Report& report, const Style& style, Sink& sink);
  Audience audience = Audience::people; ///< machines are told every row, whatever --query says
  bool derives = false;                 ///< it tells how each entry is worked
  bool binary = false;                  ///< no text: nothing for a terminal
  Content holds = Content::words;       ///< it cannot be written of less
};

std::span<const Format> formats();

/// The row called `name`; null: none.
const Format* find_format(std::string_view name);
/// The row whose extension `file` ends in; null: none.
const Format* format_of_file(std::string_view file);

void write_table(const Report& report, const Style& style, Sink& sink);
void write_json(const Report& report, const Style& style, Sink& sink);
void write_csv(const Report& report, const Style& style, Sink& sink);
void write_html(const Report& report, const Style& style, Sink& sink);
void write_svg(const Report& report, const Style& style, Sink& sink);
void write_tsv(const Report& report, const Style& style, Sink& sink);
void write_markdown(const Report& report, const Style& style, Sink& sink);
void write_latex(const Report& report, const Style& style, Sink& sink);
void write_npz(const Report& report, const Style& style, Sink& sink);

} // namespace attn
