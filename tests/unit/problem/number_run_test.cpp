// The scanner of number lists beside the library: on texts made at random, on the same broken at random, and on those
// of tests/corpus/json.

#include "problem/json/number_run.h"

#include "problem/json/scan_number.h"
#include "unit/problem/two_sources.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

using namespace attn;
using namespace attn::test;

namespace {

std::size_t below(std::size_t count) {
  return *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, count));
}

std::string one_of(const std::vector<const char*>& words) {
  return words[below(words.size())];
}

std::string digits(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('0' + below(10));
  return text;
}

/// A number as JSON has it, short or long.
std::string number() {
  std::string text = one_of({"", "", "-"});
  text += below(3) != 0 ? one_of({"0", "1", "7"}) : digits(1 + below(22));
  if (text.size() > 1 && text.find('0') < 2) text.assign(1, '0');
  if (below(3) != 0) text.append(1, '.').append(digits(1 + below(below(3) == 0 ? 25 : 6)));
  if (below(5) == 0) text += one_of({"e5", "E-3", "e+20", "e-320", "e-400", "e400", "e022"});
  return text;
}

std::string space() {
  return one_of({"", "", "", "", "", "", " ", " ", "\n", "\r\n  ", "\t"});
}

/// What may stand where a number does, well or badly.
std::string stranger() {
  return one_of({"null", "true",     "\"1/3\"", "\"a,1,2]\"", "{}",    "{\"a\":[1,2,3]}",
                 "[]",   "[1,2]",    "[[1]]",   "01",         "1.",    ".5",
                 "+1",   "-",        "NaN",     "1e",         "1.5.2", "--1",
                 "1x",   "\xC2\xBD", "",        "1 2",        "-0",    "-0.0"});
}

std::string list(std::size_t levels, std::size_t size, std::size_t one_strange_in) {
  std::string text(1, '[');
  for (std::size_t i = 0; i < size; ++i) {
    if (i != 0) text += ',';
    text += space();
    const bool strange = below(one_strange_in) == 0;
    text += strange ? stranger() : levels > 1 ? list(levels - 1, size, one_strange_in) : number();
    text += space();
  }
  return text += ']';
}

std::string document(std::size_t one_strange_in) {
  const std::string key = one_of({"X", "Q", "expect", "_", "tokens"});
  std::string value = list(1 + below(3), 1 + below(6), one_strange_in);
  if (key == "expect") value = fmt::format(R"({{"weights":{}}})", value);
  return fmt::format(R"({{"{}":{}{},"mask":{{"keep":{}}}}})", key, value, space(),
                     list(2, 1 + below(4), 10 * one_strange_in));
}

/// One byte taken off, put in, or doubled.
std::string broken(std::string text) {
  const std::size_t at = below(text.size());
  switch (below(3)) {
  case 0:
    return text.erase(at, 1);
  case 1:
    return text.insert(at, one_of({",", "]", "[", "\"", " ", "0", ".", "e", "-", "\n", "x", "}"}));
  default:
    return text.substr(0, at);
  }
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What the grammar of JSON and std::from_chars say of a word that is followed by a comma.
std::optional<double> by_library(const std::string& word) {
  double value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, fault] = std::from_chars(word.data(), end, value);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  return word == "-0" ? 0.0 : value;
}

std::optional<double> by_scanner(const std::string& word) {
  const std::string text = word + ",";
  double value = 0;
  const char* stop = scan_number(text.data(), text.data() + text.size(), value);
  if (stop != text.data() + word.size()) return std::nullopt;
  return value;
}

} // namespace

TEST_CASE("A number is scanned to the bits of std::from_chars") {
  CHECK(rc::check([] {
    const std::string word = number();
    const auto scanned = by_scanner(word), right = by_library(word);
    RC_ASSERT(scanned.has_value() == right.has_value());
    if (right) RC_ASSERT(std::bit_cast<std::uint64_t>(*scanned) == std::bit_cast<std::uint64_t>(*right));
  }));
  for (const char* word : {"0.1", "0.3", "-2.5", "123456789012345", "1234567890123456", "0.000000000000001",
                           "9007199254740993", "0.12345678901234", "4.35", "8.95", "-0.0"})
    CHECK(std::bit_cast<std::uint64_t>(*by_scanner(word)) == std::bit_cast<std::uint64_t>(*by_library(word)));
  CHECK(std::bit_cast<std::uint64_t>(*by_scanner("-0")) == 0);
}

TEST_CASE("A number halfway between two doubles is scanned to the even one, one beside it to the nearer") {
  CHECK(rc::check([] {
    const std::uint64_t whole =
        (std::uint64_t{1} << 52) + *rc::gen::resize(1000, rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 52));
    for (const char* decimals : {".5", ".50", ".499", ".501", ".4", ".6"}) {
      const std::string word = std::to_string(whole) + decimals;
      RC_ASSERT(by_scanner(word) == by_library(word));
    }
    const std::string odd = std::to_string(2 * whole + 1);
    RC_ASSERT(by_scanner(odd) == by_library(odd));
  }));
  for (const char* word :
       {"9007199254740991.5", "9007199254740992.5", "9007199254740993", "18014398509481981.9", "9999999999999999999",
        "0.9999999999999999999", "0.0000000000000000001", "0.5000000000000000001", "1.1102230246251565"})
    CHECK(by_scanner(word) == by_library(word));
  // Above the middle by less than the 64th bit of the quotient can show; the lower neighbour is the even one.
  for (const char* word : {"0.5315539968248553238", "0.7361225600157375593", "9.830105618688510738"})
    CHECK(by_scanner(word) == by_library(word));
}

TEST_CASE("What is no number of JSON is not scanned") {
  for (const char* word : {"", "-", "01", "-01", "1.", ".5", "-.5", "+1", "1.e5", "1e", "1e+", "NaN", "inf", "-inf",
                           "0x1", "1e400", "--1", "1.5.2"})
    CHECK_FALSE(by_scanner(word));
}

TEST_CASE("Decimals end before the first byte that is no digit, wherever it stands and whatever it is") {
  const std::string decimals = "0.12345678901234567890";
  for (std::size_t at = 3; at < decimals.size(); ++at)
    for (int byte = 0; byte < 256; ++byte) {
      if ((byte >= '0' && byte <= '9') || byte == 'e' || byte == 'E') continue;
      std::string text = decimals;
      text[at] = static_cast<char>(byte);
      double value = 0;
      const bool is_right = scan_number(text.data(), text.data() + text.size(), value) == text.data() + at &&
                            value == by_library(text.substr(0, at));
      if (!is_right) FAIL("byte " << byte << " at " << at);
    }
}

TEST_CASE("A number that is cut off by the end of the bytes is not scanned") {
  for (const std::string_view text : {"12", "-", "1.", "1.5", "0", "1e", "1e5", "0.12345678901234567"}) {
    double value = 0;
    CHECK(scan_number(text.data(), text.data() + text.size(), value) == nullptr);
  }
}

TEST_CASE("The scanner takes all numbers of a list but the last, and the rows behind the first") {
  Record record;
  CHECK_FALSE(parse_json(pieces_of(R"({"X":[[1,2,3],[4,5,6],[7,8,9]]})"), record));
  CHECK(record.in_runs == 2 + 3 + 3);
}

TEST_CASE("A long row is scanned across the pieces that it comes in") {
  std::string row;
  for (int i = 0; i < 3000; ++i) row += fmt::format("{}{}", i ? ",\n" : "", i * 0.37);
  const std::string text = fmt::format(R"({{"X":[[{0}],[{0}]]}})", row);
  for (const std::size_t piece : {1u, 3u, 100u, 4096u, 65536u}) {
    CHECK(difference(text, piece).empty());
    Record record;
    CHECK_FALSE(parse_json(pieces_of(text, piece), record));
    CHECK(record.in_runs == 2 * 2999);
  }
}

TEST_CASE("Both sources tell the same of any text, in pieces of any size") {
  CHECK(rc::check([] {
    const std::string text = document(below(4) == 0 ? 4 : 30);
    for (std::size_t piece = 1; piece <= text.size(); piece = piece < 20 ? piece + 1 : 2 * piece)
      RC_ASSERT(difference(text, piece) == "");
  }));
}

TEST_CASE("Both sources tell the same of broken text") {
  CHECK(rc::check([] {
    const std::string text = broken(document(40));
    RC_ASSERT(difference(text, 1 + below(text.size() + 1)) == "");
    RC_ASSERT(difference(broken(text + " "), 65536) == "");
  }));
}

TEST_CASE("Both sources tell the same of the corpus") {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ATTN_CORPUS "/json")) {
    const std::string text = bytes_of(entry.path());
    for (std::size_t piece = 1; piece <= text.size(); ++piece) CHECK(difference(text, piece) == "");
    ++files;
  }
  CHECK(files > 20);
}

TEST_CASE("A list without end and brackets without end are refused like any text that is cut off") {
  const std::string ones(100000, '1'), brackets(100000, '['), blanks(100000, ' ');
  for (const std::string& text : {fmt::format(R"({{"X":[[{})", ones), fmt::format(R"({{"X":[[1,{}]]}})", ones),
                                  fmt::format(R"({{"X":{})", brackets), fmt::format(R"({{"X":[[1,2],{})", blanks)})
    CHECK(difference(text, 65536) == "");
}

TEST_CASE("Rows that are longer than the scanner takes at once are read whole") {
  for (const std::size_t cols :
       {std::size_t{254}, NumberScanner::longest_row, NumberScanner::longest_row + 1, std::size_t{600}}) {
    std::string row = "[1";
    for (std::size_t i = 1; i < cols; ++i) row += fmt::format(", {}", i % 7);
    row += "]";
    const std::string text = fmt::format(R"({{"X": [{0}, {0}, {0}]}})", row);
    CHECK(difference(text, 65536) == "");
    CHECK(value_of<Numbers>(text, "X").shape == std::vector<std::size_t>{3, cols});
    CHECK(difference(fmt::format(R"({{"X": [[1, 2], {0}, {0}]}})", row), 65536) == ""); // behind a short one
  }
}
