// What is said of a text that is not JSON.

#include "unit/problem/reading.h"

#include <catch2/catch.hpp>

namespace attn::test {
namespace {

/// The fault at which reading stopped, the last one.
std::string stop_of(std::string_view text) {
  const Document document = document_of(text);
  REQUIRE(document.cut_short);
  REQUIRE_FALSE(document.errors.empty());
  return told({document.errors.back()});
}

TEST_CASE("a trailing comma is named where it stands") {
  CHECK(stop_of("{\"X\": [[1, 0],\n      [0, 1],\n]}") ==
        "p.json:2:13: trailing comma before ]\n    take the comma off: none stands after the last entry\n");
  CHECK(stop_of(R"({"heads": 1,})") ==
        "p.json:1:12: trailing comma before }\n    take the comma off: none stands after the last entry\n");
}

TEST_CASE("comments are refused") {
  const std::string rest =
      "JSON has no comments\n    put remarks under the key \"comment\", or under one that begins with _\n";
  CHECK(stop_of("{\"X\": [[1]] // one\n}") == "p.json:1:13: " + rest);
  CHECK(stop_of("/* one */ {}") == "p.json:1:1: " + rest);
  CHECK(stop_of("{}\n# one") == "p.json:2:1: " + rest);
}

TEST_CASE("numbers that are not finite are named, with what is taken instead") {
  for (const char* word : {"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "+Infinity"})
    CHECK(stop_of("{\"X\": [[1, " + std::string(word) + "]]}") ==
          "p.json:1:12: /X/0/1: " + std::string(word) +
              " is not a JSON number\n"
              "    numbers are finite; \"-inf\", in quotes, stands for a blocked cell in mask.add and in answers\n");
}

TEST_CASE("numbers that JSON writes otherwise are told with how it does") {
  const auto number = [](const std::string& word) { return stop_of("{\"X\": [[" + word + "]]}"); };
  const std::string place = "p.json:1:9: /X/0/0: ";
  CHECK(number("1.") == place + "1. is not a JSON number\n    write 1.0\n");
  CHECK(number(".5") == place + ".5 is not a JSON number\n    write 0.5\n");
  CHECK(number("-.5") == place + "-.5 is not a JSON number\n    write -0.5\n");
  CHECK(number("+1") == place + "+1 is not a JSON number\n    write 1\n");
  CHECK(number("-") == place + "- is not a JSON number\n    numbers look like 3, -0.5 or 1e-3\n");
  CHECK(number("1e") == place + "1e is not a JSON number\n    numbers look like 3, -0.5 or 1e-3\n");
  // The parser has taken their first part as a number, so the pointer of the next one would mislead.
  CHECK(number("01") == "p.json:1:9: 01 is not a JSON number\n    write 1\n");
  CHECK(number("1/3") == "p.json:1:9: 1/3 is not a JSON number\n    put fractions in double quotes: \"1/3\"\n");
  CHECK(number("0x1F") == "p.json:1:9: 0x1F is not a JSON number\n    numbers look like 3, -0.5 or 1e-3\n");
}

TEST_CASE("words of the text are not taken for the parser's own: it quotes them when it complains") {
  CHECK(stop_of("{\"title\": \"a - unexpected string\tb\"}") ==
        "p.json:1:33: a tab stands inside of text\n    write \\t\n");
  CHECK(stop_of("{\"title\": \"control character, 4 hex digits, surrogate \xFF\"}").find("the text is not UTF-8") !=
        std::string::npos);
  CHECK(stop_of("{\"X\": while parsing object key - unexpected ','}").find("while stands without quotes") !=
        std::string::npos);
}

TEST_CASE("a number of any length where a key belongs is one, in whatever pieces it comes") {
  for (const std::size_t digits : {1u, 63u, 64u, 65u, 66u, 200u, 20000u})
    for (const std::size_t piece : {1u, 7u, 64u, 65u, 70u, 65536u}) {
      const std::string number(digits, '4');
      for (const char* behind : {"", " ", "\"X\"", ": 1}"}) {
        const Document document = document_of("{\"heads\": 1, " + number + behind, piece);
        CHECK(told({document.errors.back()}).starts_with("p.json:1:14: expected a key, found 4"));
      }
      CHECK(told({document_of("{\"heads\": 1, " + number + "x", piece).errors.back()}).find("is not a JSON number") !=
            std::string::npos);
    }
}

TEST_CASE("a number beyond double is an error, not infinity") {
  CHECK(stop_of(R"({"X": [[1, 1e400], [0, 1]]})") ==
        "p.json:1:12: /X/0/1: 1e400 is larger than a double can hold\n    the largest double is about 1.8e308\n");
  CHECK(stop_of(R"({"X": [[-1e400]]})").starts_with("p.json:1:9: /X/0/0: -1e400 is larger"));
}

TEST_CASE("words of other languages are told with JSON's") {
  CHECK(stop_of(R"({"mask": {"causal": True}})") == "p.json:1:21: /mask/causal: True is not JSON\n    write true, "
                                                    "where a flag belongs; numbers are written 1 and 0\n");
  for (const char* word : {"None", "nil", "NULL", "undefined"})
    CHECK(stop_of("{\"mask\": " + std::string(word) + "}") ==
          "p.json:1:10: /mask: " + std::string(word) +
              " is not JSON\n    leave the key out: null is not taken either, and no entry of a list may be missing\n");
  for (const char* word : {"1/sqrt(2)", "sqrt(2)", "math.sqrt(2)"})
    CHECK(stop_of("{\"scale\": " + std::string(word) + "}")
              .ends_with(std::string(word) + " is not JSON\n    write the number itself, such as 1.4142; "
                                             "a scale of 1/sqrt(d_k) is the default\n"));
}

TEST_CASE("what Python prints is told with how it prints JSON") {
  const std::string hint = "\n    in Python, json.dumps(X.tolist()) prints the numbers as JSON\n";
  const std::string row = "\n    entries are parted by commas; in Python, json.dumps(X.tolist()) prints them so\n";
  for (const char* call : {"array(", "tensor(", "np.array("})
    CHECK(stop_of("{\"X\": " + std::string(call) + "[[1, 0]])}") ==
          "p.json:1:7: /X: " + std::string(call) + " is Python's print-out, not JSON" + hint);
  CHECK(stop_of("{\"X\": [[0.12 0.5]\n [1 2]]}") == "p.json:1:14: a comma is missing before 0.5" + row);
  CHECK(stop_of("{\"X\": [[1. 0.5]]}") == "p.json:1:9: /X/0/0: 1. is Python's print-out, not JSON" + hint);
  CHECK(stop_of("{\"X\": [[1., 0.5]]}").ends_with("1. is not a JSON number\n    write 1.0\n"));
}

TEST_CASE("an assignment is told with the object to write") {
  const std::string fault = "X = is Python, not JSON\n"
                            "    write {\"X\": [[1, 0], [0, 1]]}; json.dumps({\"X\": X.tolist()}) prints it\n";
  for (const char* text : {"X = [[1, 0]]", "X=[[1, 0]]", "X =\n[[1]]", "{X = [[1]]}"})
    CHECK(stop_of(text) == (text[0] == '{' ? "p.json:1:2: " : "p.json:1:1: ") + fault);
  CHECK(stop_of("{\"X\" = [[1]]}") == "p.json:1:6: a colon is missing after the key\n    write \"key\": value\n");
}

TEST_CASE("characters that stand for one of ASCII are named, with what to write") {
  const auto number = [](const std::string& word) { return stop_of("{\"X\": [[" + word + "]]}"); };
  const std::string place = "p.json:1:9: /X/0/0: found ";
  CHECK(number("\u22120.5") == place + "\u2212 (U+2212, the minus sign)\n    write -0.5\n");
  CHECK(number("\u20131") == place + "\u2013 (U+2013, an en dash)\n    write -1\n");
  CHECK(number("\uFF10\uFF0E\uFF15") == place + "\uFF10 (U+FF10, a fullwidth character)\n    write 0.5\n");
  CHECK(number("\uFF5E") == place + "\uFF5E (U+FF5E, a fullwidth character)\n    write ~\n");
  CHECK(number("\u00BD") == place + "\u00BD (U+00BD, one half)\n    write \"1/2\", in quotes\n");
  CHECK(number("\u221A2") == place + "\u221A (U+221A, the square root)\n"
                                     "    write the number itself, such as 1.4142; a scale of 1/sqrt(d_k) is the "
                                     "default\n");
  CHECK(number("\u00A01") == place + "\u00A0 (U+00A0, a no-break space)\n    write an ordinary space, or nothing\n");
  // The parser has taken the number before it, so the pointer of the next one would mislead.
  CHECK(number("1\uFF0C0") == "p.json:1:9: found \uFF0C (U+FF0C, a fullwidth character)\n    write 1,0\n");
}

TEST_CASE("characters beside those of ASCII in full width are none of them") {
  const auto number = [](const std::string& word) { return stop_of("{\"X\": [[" + word + "]]}"); };
  for (const char* other : {"\uFF00", "\uFF5F", "\uFE41"})
    CHECK(number(other).find("a fullwidth character") == std::string::npos);
  CHECK(number("\uFF21").find("write A") != std::string::npos);
}

TEST_CASE("quotation marks of other languages are shown alone") {
  for (const char* mark : {"`", "\u201C", "\u201D", "\u201E", "\u00AB"})
    CHECK(stop_of("{\"id\": " + std::string(mark) + "a\"}") ==
          "p.json:1:8: /id: text does not begin with " + std::string(mark) +
              " in JSON\n    put keys and text in straight double quotes: \"X\"\n");
}

TEST_CASE("dots of one character stand for something, names of any script stand without quotes") {
  CHECK(stop_of("{\"X\": [[1, \u2026]]}").find("\u2026 stands for something left out") != std::string::npos);
  for (const char* name : {"_a", "Z", "\u00E9t\u00E9", "\u4E2D"})
    CHECK(stop_of("{\"id\": " + std::string(name) + "}") ==
          "p.json:1:8: /id: " + std::string(name) +
              " stands without quotes\n    put keys and text in double quotes: \"" + name + "\"\n");
  CHECK(stop_of("\xF8 = 1").find("\\xf8 has no place in JSON") != std::string::npos);
  CHECK(stop_of("{\"id\": \u00A7}").find("has no place in JSON") != std::string::npos);
  CHECK(stop_of("{\"X\": [[1/a]]}").find("numbers look like 3, -0.5 or 1e-3") != std::string::npos);
}

TEST_CASE("a word behind a key without a colon is a value, a remark is none") {
  CHECK(stop_of("{\"id\" name}") == "p.json:1:7: a colon is missing after the key\n    write \"key\": value\n");
  CHECK(stop_of("{\"id\" // of it\n: 1}").starts_with("p.json:1:7: JSON has no comments\n"));
}

TEST_CASE("of a binary file a few bytes are shown, once and escaped") {
  CHECK(stop_of("\x7F"
                "ELF\x02\x01\x01\x03\x04\x05\x06") ==
        "p.json:1:1: \\u007fELF\\u0002\\u0001\\u0001\\u0003... has no place in JSON\n"
        "    a problem is JSON text in UTF-8; this may be another kind of file\n");
  CHECK(stop_of("\x93NUMPY") == "p.json:1:1: \\x93NUMPY has no place in JSON\n"
                                "    a problem is JSON text in UTF-8; this may be another kind of file\n");
}

TEST_CASE("text and keys stand in double quotes") {
  CHECK(stop_of("{'X': [[1]]}") ==
        "p.json:1:2: text does not begin with ' in JSON\n    put keys and text in straight double quotes: \"X\"\n");
  CHECK(stop_of("{X: [[1]]}") ==
        "p.json:1:2: X stands without quotes\n    put keys and text in double quotes: \"X\"\n");
  CHECK(stop_of("{\"mask\": causal}") ==
        "p.json:1:10: /mask: causal stands without quotes\n    put keys and text in double quotes: \"causal\"\n");
  CHECK(stop_of("{1: 2}") == "p.json:1:2: expected a key, found 1\n    keys stand in double quotes: \"X\"\n");
  CHECK(stop_of("{[1]: 2}") == "p.json:1:2: expected a key, found [\n    keys stand in double quotes: \"X\"\n");
}

TEST_CASE("numbers left out by a printer are missed") {
  CHECK(stop_of(R"({"X": [[1, ..., 2]]})") ==
        "p.json:1:12: /X/0/1: ... stands for something left out\n    write out every number\n");
}

TEST_CASE("commas, colons and brackets are missed where they belong") {
  CHECK(stop_of(R"({"heads": 1 "X": 2})") ==
        "p.json:1:13: a comma is missing before text\n    entries are parted by commas\n");
  CHECK(stop_of(R"({"X": [[1] [2]]})") ==
        "p.json:1:12: a comma is missing before [\n    entries are parted by commas\n");
  CHECK(stop_of(R"({"X": [1,,2]})") ==
        "p.json:1:10: two commas without an entry between them\n    take one off, or write the entry\n");
  CHECK(stop_of(R"({"X": [,1]})") == "p.json:1:8: unexpected comma\n    commas stand between entries only\n");
  CHECK(stop_of(R"({"heads": , "X": 1})") ==
        "p.json:1:11: a value is missing after the colon\n    write the value, or take the key off\n");
  CHECK(stop_of(R"({"heads": })") ==
        "p.json:1:11: a value is missing after the colon\n    write the value, or take the key off\n");
  CHECK(stop_of(R"({"heads" 2})") == "p.json:1:10: a colon is missing after the key\n    write \"key\": value\n");
  CHECK(stop_of(R"({"heads"})") == "p.json:1:9: a value is missing after the key\n    write \"key\": value\n");
  CHECK(stop_of(R"({"X": [[1], "K": 2]})") ==
        "p.json:1:16: unexpected colon\n    keys with values stand in an object: {\"X\": ...}\n");
  CHECK(stop_of(R"({"X": [[1]})") ==
        "p.json:1:11: found }, but the list that opens at line 1, column 7 is not closed\n    close it with ] first\n");
}

TEST_CASE("at the end it is said what is still open") {
  CHECK(stop_of("{\"X\": [[1, 0],\n [0,") ==
        "p.json:2:5: unexpected end of input: the list that opens at line 2, column 2 is not closed\n"
        "    close it with ], if the file was not cut off\n");
  CHECK(stop_of(R"({"heads": 1)") ==
        "p.json:1:12: unexpected end of input: the object that opens at line 1, column 1 is not closed\n"
        "    close it with }, if the file was not cut off\n");
  CHECK(stop_of(R"({"title": "two)") ==
        "p.json:1:15: unexpected end of input: the text that begins at line 1, column 11 is not closed\n"
        "    close it with a double quote, if the file was not cut off\n");
}

TEST_CASE("nothing stands after the end") {
  CHECK(stop_of("{}\n{}") ==
        "p.json:2:1: a second JSON text begins here\n    a file holds one problem: give each its own\n");
  CHECK(stop_of("{}}") ==
        "p.json:1:3: } stands after the end of the problem\n    a problem is one object and nothing after it\n");
  CHECK(stop_of("{} end") ==
        "p.json:1:4: end stands after the end of the problem\n    a problem is one object and nothing after it\n");
  CHECK(stop_of(std::string_view("{}\0", 3)) ==
        "p.json:1:3: \\u0000 stands after the end of the problem\n    a problem is one object and nothing after it\n");
}

TEST_CASE("a problem is an object") {
  const std::string hint = "\n    a problem is one object, such as {\"X\": [[1, 0], [0, 1]]}\n";
  CHECK(stop_of("") == "p.json: the input is empty" + hint);
  CHECK(stop_of(" \n\t") == "p.json: the input is empty" + hint);
  CHECK(stop_of("[[1]]") == "p.json:1:1: expected an object, found a list" + hint);
  CHECK(stop_of("\n 12") == "p.json:2:2: expected an object, found a number" + hint);
  CHECK(stop_of("null") == "p.json:1:1: expected an object, found null" + hint);
  CHECK(stop_of("\"a\"") == "p.json:1:1: expected an object, found text" + hint);
}

TEST_CASE("text alone that is cut off is not an empty input") {
  CHECK(stop_of("\"aaaa") ==
        "p.json:1:6: unexpected end of input: the text that begins at line 1, column 1 is not closed\n"
        "    close it with a double quote, if the file was not cut off\n");
}

TEST_CASE("faults inside of text") {
  CHECK(stop_of("{\"title\": \"two\nheads\"}") ==
        "p.json:1:15: a line ends inside of text\n"
        "    close the text with a double quote; a line break in it is written \\n\n");
  CHECK(stop_of("{\"title\": \"a\tb\"}") == "p.json:1:13: a tab stands inside of text\n    write \\t\n");
  CHECK(stop_of("{\"title\": \"a\x01\"}") ==
        "p.json:1:13: a control character stands inside of text\n    write it as \\u and four hexadecimal digits\n");
  CHECK(stop_of("{\"title\": \"caf\xE9\"}") ==
        "p.json:1:16: the text is not UTF-8\n    convert the file: iconv -f LATIN1 -t UTF-8 OLD > NEW\n");
  CHECK(stop_of(R"({"title": "C:\path"})") ==
        "p.json:1:15: unknown escape in text\n    a backslash itself is written \\\\\n");
  CHECK(stop_of(R"({"title": "\u12"})") ==
        "p.json:1:16: \\u without four hexadecimal digits\n    write it as in \\u00e9\n");
  CHECK(stop_of(R"({"title": "\ud83d!"})") == "p.json:1:18: half of a surrogate pair stands alone\n"
                                              "    characters beyond \\uffff are two halves: \\ud83d\\ude00\n");
}

TEST_CASE("UTF-16 and UTF-32 are named, with how to convert them") {
  using namespace std::string_view_literals;
  CHECK(stop_of("\xFF\xFE{\0}\0"sv) ==
        "p.json: the text is UTF-16; JSON is UTF-8\n    convert it: iconv -f UTF-16 -t UTF-8 OLD > NEW\n");
  CHECK(stop_of("{\0\"\0X\0"sv) ==
        "p.json: the text is UTF-16LE; JSON is UTF-8\n    convert it: iconv -f UTF-16LE -t UTF-8 OLD > NEW\n");
  CHECK(stop_of("\0{\0\""sv).starts_with("p.json: the text is UTF-16BE;"));
  CHECK(stop_of("{\0\0\0"sv).starts_with("p.json: the text is UTF-32LE;"));
  CHECK(stop_of("\0\0\xFE\xFF"sv).starts_with("p.json: the text is UTF-32;"));
  CHECK(stop_of("\xFF\xFE\0\0"sv).starts_with("p.json: the text is UTF-32;"));
  CHECK(stop_of("\xFE\xFF\0{"sv).starts_with("p.json: the text is UTF-16;"));
}

TEST_CASE("a byte-order mark of UTF-8 is fine and takes no column") {
  CHECK(faults_of("\xEF\xBB\xBF{\"heads\": 1}") == "");
  CHECK(faults_of("\xEF\xBB\xBF{\"head\": 1}").starts_with("p.json:1:2: /head"));
}

TEST_CASE("columns count characters, not bytes, and lines may end in CRLF") {
  CHECK(stop_of("{\"title\":\r\n \"\xE6\x82\xA3\xE8\x80\x85\", ?}").starts_with("p.json:2:8: "));
}

TEST_CASE("depth has an end, in keys that are passed over too") {
  const std::string open(31, '['), close(31, ']');
  CHECK(faults_of("{\"_deep\": " + open + close + "}") == "");
  CHECK(stop_of("{\"_deep\": " + open + "[") == "p.json:1:42: lists and objects stand more than 32 deep in each other\n"
                                                "    no key needs more than four levels of lists\n");
  std::string objects;
  for (int i = 0; i < 100000; ++i) objects += "{\"_a\":";
  CHECK(stop_of(objects).starts_with("p.json:1:193: lists and objects stand more than 32 deep"));
}

TEST_CASE("faults found before reading stopped are told too, and the stop is the last") {
  const Document document = document_of(R"({"head": 1, "X": [[1], [1, 2]], "K": [[1,]]})");
  REQUIRE(document.errors.size() == 3);
  CHECK(document.errors[2].message == "trailing comma before ]");
}

TEST_CASE("long and wild words are cut and escaped") {
  CHECK(stop_of("{\"X\": [[" + std::string(1000, 'N') + "]]}") == "p.json:1:9: /X/0/0: " + std::string(40, 'N') +
                                                                      "... stands without quotes\n"
                                                                      "    put keys and text in double quotes: \"" +
                                                                      std::string(40, 'N') + "...\"\n");
  CHECK(stop_of("{\"X\": [[\x1B[31m]]}").starts_with("p.json:1:9: /X/0/0: \\u001b has no place in JSON"));
}

TEST_CASE("the diagnosis is the same however the text arrives") {
  for (const char* text :
       {"{\"X\": [[1, NaN]]}", "{\"X\": [[1, 0],]}", "{\"X\": [[1, 1e400]]}", "{} // end", "{\"X\": [[01]]}"})
    for (const std::size_t piece : {1u, 2u, 5u}) CHECK(told(document_of(text, piece).errors) == faults_of(text));
}

} // namespace
} // namespace attn::test
