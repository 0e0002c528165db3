#pragma once
// What can be said of lines with options.

#include "command/lines.h"
#include "command/options.h"

#include <optional>
#include <string>

namespace attn {

/// As they were typed.
struct LineOptions {
  bool lines = false; ///< --lines; after settle_lines() also by the file's name
  bool no_numbers = false, fail_fast = false;
  bool keep_order = false;          ///< it is kept in any case
  std::optional<std::string> shard; ///< "2/8"
  std::optional<std::size_t> skip, limit;
  std::optional<std::string> max_line_bytes;
  std::optional<std::string> progress; ///< auto, always, never

  std::size_t threads = 0; ///< --threads; 0: as many as the process may use
  LineRange range;         ///< settled from the words above
};

void declare_lines(CLI::App& app, LineOptions& options);

/// Whether the input is lines: --lines, or the name of the file. Settles `range`. Throws Refusal for what is no part
/// or size, and for options of lines where there are none. Lines that name the same files share what is read of them.
bool settle_lines(LineOptions& options, const std::string& file, std::size_t threads, Overrides& overrides);

} // namespace attn
