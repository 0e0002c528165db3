#include "command/line_options.h"

#include "error.h"
#include "matrix/memory.h"
#include "problem/tensor/file_memory.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>
#include <thread>

namespace attn {
namespace {

constexpr std::size_t most_lines = std::numeric_limits<std::size_t>::max();

/// All of a text as a number from 1 up; none: it is something else.
std::optional<std::size_t> count_of(std::string_view text) {
  std::size_t count = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (fault != std::errc{} || end != text.data() + text.size() || count == 0) return std::nullopt;
  return count;
}

/// "2/8": the second of eight parts.
Shard shard_of(const std::string& text) {
  const std::string_view words = text;
  const std::size_t slash = std::min(words.find('/'), words.size());
  const auto index = count_of(words.substr(0, slash));
  const auto count = count_of(words.substr(std::min(slash + 1, words.size())));
  if (index && count && *index <= *count) return {*index, *count};
  throw Refusal("--shard: \"" + text + "\" is no part",
                "write I/N with I from 1 to N: --shard 2/8 is the second of eight");
}

std::size_t line_bytes_of(const std::string& text) {
  constexpr const char* option = "--max-line-bytes";
  if (const std::size_t bytes = size_of(option, text); bytes != 0) return bytes;
  throw Refusal(std::string(option) + ": no line has " + text + " bytes",
                "sizes look like 500M or 2G; 256M is the default");
}

std::size_t threads_of(std::size_t asked) {
  return asked != 0 ? asked : std::max(1u, std::thread::hardware_concurrency());
}

/// The first of the options that mean something to lines alone; null: none was given.
const char* option_of_lines(const LineOptions& options) {
  const std::pair<const char*, bool> given[] = {
      {"--shard", options.shard.has_value()},       {"--skip", options.skip.has_value()},
      {"--limit", options.limit.has_value()},       {"--max-line-bytes", options.max_line_bytes.has_value()},
      {"--progress", options.progress.has_value()}, {"--no-line-numbers", options.no_numbers},
      {"--fail-fast", options.fail_fast},           {"--keep-order", options.keep_order},
  };
  for (const auto& [name, is_given] : given)
    if (is_given) return name;
  return nullptr;
}

} // namespace

void declare_lines(CLI::App& app, LineOptions& options) {
  constexpr const char* group = "JSON Lines";
  const auto flag = [&](const char* name, bool& value, const char* words) {
    app.add_flag(name, value, words)->group(group);
  };
  const auto option = [&](const char* name, auto& value, const char* words, const char* type) {
    return app.add_option(name, value, words)->type_name(type)->group(group);
  };
  flag("--lines", options.lines, "each line is one input and gives one line; *.jsonl and *.ndjson always are");
  option("--shard", options.shard, "this part of the file alone, such as 2/8", "I/N");
  option("--skip", options.skip, "pass over the lines up to number N", "N")->check(whole_number(0, most_lines));
  option("--limit", options.limit, "work at most N lines", "N")->check(whole_number(0, most_lines));
  flag("--fail-fast", options.fail_fast, "end with the first line that fails or is not right");
  flag("--keep-order", options.keep_order, "results in the order of the input; it is always kept");
  flag("--no-line-numbers", options.no_numbers, "results without \"line\", the same for any split of the input");
  option("--max-line-bytes", options.max_line_bytes, "a longer line is an error (default 256M)", "SIZE");
  option("--progress", options.progress, "auto (default: on a terminal), always or never", "WHEN")
      ->check(one_of("--progress", "WHEN"));
}

bool settle_lines(LineOptions& options, const std::string& file, std::size_t threads, Overrides& overrides) {
  constexpr std::size_t most_remembered = std::size_t{256} << 20, part_of_memory = 8;
  options.lines = options.lines || names_lines(file);
  options.threads = threads_of(threads);
  const char* option = option_of_lines(options);
  if (!options.lines && option)
    throw Refusal(std::string(option) + " is for lines", "add --lines if each line of the input is a problem");
  LineRange& range = options.range;
  if (options.shard) range.shard = shard_of(*options.shard);
  range.skip = options.skip.value_or(range.skip);
  range.limit = options.limit.value_or(range.limit);
  if (options.max_line_bytes) range.max_bytes = line_bytes_of(*options.max_line_bytes);
  if (options.lines)
    overrides.memory = std::make_shared<FileMemory>(std::min(most_remembered, usable_memory() / part_of_memory));
  return options.lines;
}

} // namespace attn
