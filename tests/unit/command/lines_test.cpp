// How an input is cut into lines: any way of cutting the same bytes gives the same lines, once each.

#include "command/lines.h"
#include "error.h"

#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <rapidcheck/catch.h>
#include <unistd.h>

namespace attn {
namespace {

/// A file that is there as long as this.
struct FileOf {
  explicit FileOf(std::string_view text) : name("lines_test." + std::to_string(::getpid())) {
    std::ofstream(name, std::ios::binary) << text;
  }
  ~FileOf() { std::remove(name.c_str()); }
  std::string name;
};

using Numbered = std::pair<std::size_t, std::string>;

std::vector<Numbered> lines_of(const FileOf& file, const LineRange& range) {
  Input input(file.name);
  LineReader reader(input, range, [] { return true; });
  std::vector<Numbered> lines;
  for (LineBatch batch; reader.next(batch);)
    for (std::size_t i = 0; i < batch.size(); ++i)
      lines.emplace_back(batch[i].number, batch[i].too_long ? "too long" : std::string(batch[i].text));
  return lines;
}

std::vector<Numbered> lines_of(std::string_view text, const LineRange& range = {}) {
  return lines_of(FileOf(text), range);
}

} // namespace

TEST_CASE("lines are numbered, blank ones are counted and passed over") {
  using Lines = std::vector<Numbered>;
  CHECK(lines_of("a\n\n \t\r\nb\r\nc") == Lines{{1, "a"}, {4, "b"}, {5, "c"}});
  CHECK(lines_of("\xEF\xBB\xBF"
                 "a\n\xEF\xBB\xBF"
                 "b\n") == Lines{{1, "a"},
                                 {2, "\xEF\xBB\xBF"
                                     "b"}});
  CHECK(lines_of("").empty());
  CHECK(lines_of("\n\n").empty());
  CHECK(lines_of("\xEF\xBB\xBF").empty());
}

TEST_CASE("a line that is too long is named, and its text is not kept") {
  LineRange range;
  range.max_bytes = 3;
  CHECK(lines_of("abc\nabcd\n\nab\n" + std::string(300000, 'x') + "\nc\n" + std::string(300000, 'y'), range) ==
        std::vector<Numbered>{{1, "abc"}, {2, "too long"}, {4, "ab"}, {5, "too long"}, {6, "c"}, {7, "too long"}});
}

TEST_CASE("skip goes by the number of the line, limit by lines that are not blank") {
  LineRange range;
  range.skip = 2;
  range.limit = 2;
  CHECK(lines_of("a\nb\n\nc\n\nd\ne\n", range) == std::vector<Numbered>{{4, "c"}, {6, "d"}});
}

TEST_CASE("parts, one after the other, are the whole") {
  rc::prop("for any text and any number of parts", [] {
    const auto text = *rc::gen::container<std::string>(rc::gen::element('a', 'b', ' ', '\n', '\n', '\r'));
    const FileOf file(text);
    const std::size_t count = *rc::gen::inRange<std::size_t>(1, 12);
    std::vector<Numbered> joined;
    for (std::size_t index = 1; index <= count; ++index) {
      LineRange range;
      range.shard = {index, count};
      for (const Numbered& line : lines_of(file, range)) joined.push_back(line);
    }
    RC_ASSERT(joined == lines_of(file, {}));
  });
}

TEST_CASE("what is no regular file has no parts") {
  Input input("/dev/null");
  LineRange range;
  range.shard = {1, 2};
  CHECK_THROWS_AS(LineReader(input, range, [] { return true; }), Refusal);
}

} // namespace attn
