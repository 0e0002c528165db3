// Several matrices behind their names, as a script or a notebook has them.

#include "problem/pasted/named.h"

#include "problem/json.h"

#include <catch2/catch.hpp>

#include <string>

using namespace attn;

namespace {

Document named(const std::string& text) {
  return read_named(text, "notes.txt");
}

/// The first of the numbers that stand under a name; -1: none do.
double first_number(const Document& document, std::string_view name) {
  const Value* value = find(document.members, name);
  const auto* numbers = value ? std::get_if<Numbers>(&value->is) : nullptr;
  return numbers && !numbers->values.empty() ? numbers->values[0] : -1;
}

} // namespace

TEST_CASE("each name begins a line and has what stands up to the next one") {
  const Document document = named("X = [1 2; 3 4]\nW_Q: [5 6; 7 8];\n\nheads = 2\nlayout = 'torch'\ntitle = By hand\n");
  CHECK(document.errors.empty());
  CHECK(first_number(document, "X") == 1);
  CHECK(first_number(document, "W_Q") == 5);
  CHECK(first_number(document, "heads") == 2);
  CHECK(std::get<std::string>(find(document.members, "layout")->is) == "torch");
  CHECK(document.title == "By hand");
}

TEST_CASE("a text without a name is X, also before the first name") {
  CHECK(first_number(named("[7 8]"), "X") == 7);
  CHECK(first_number(named("{{7, 8},\n{5, 6}}"), "X") == 7);
  const Document two = named("[7 8]\nheads=1");
  CHECK(first_number(two, "X") == 7);
  CHECK(first_number(two, "heads") == 1);
}

TEST_CASE("a line that is set in, or begins with a digit, or has no sign behind its word, goes on with the value") {
  const Document document = named("X = array([[1., 2.],\n       [3., 4.]],\n   dtype=float32)\n");
  CHECK(document.errors.empty());
  CHECK(std::get<Numbers>(find(document.members, "X")->is).shape == std::vector<std::size_t>{2, 2});
  CHECK(std::get<Numbers>(find(named("X =\n1 2\n3 4\n").members, "X")->is).shape == std::vector<std::size_t>{2, 2});
}

TEST_CASE("a fault is where the matrix stands in the text; an unknown name is one") {
  const Document ragged = named("heads = 1\nX = [1 2; 3]\n");
  REQUIRE(ragged.errors.size() == 1);
  CHECK(ragged.errors[0].place.pointer == "/X/1");
  CHECK(named("W_Z = [1 2]").errors.at(0).message == "unknown key \"W_Z\"");
  CHECK(named("X = {\"a\": 1}").errors.size() == 1); // no object is a value
  CHECK(named("X =").errors.size() == 1);
}

TEST_CASE("names have letters, digits and underscores, and a line without a sign behind its word is none") {
  const Document document = named("x1 = [1 2]\nX\t= [3 4]\nheads\nlayout (torch)");
  REQUIRE(document.errors.size() >= 1);
  CHECK(document.errors[0].message == "unknown key \"x1\"");
  CHECK(first_number(named("9 1\nX = [3 4]"), "X") == -1); // X is given twice
  CHECK(named("9 1\nX = [3 4]").errors.at(0).message == "X is given twice, at line 1, column 2 and here");
}

TEST_CASE("a text without anything is an X that is none; a quotation mark at one end belongs to the word") {
  CHECK(named("").errors.at(0).place.pointer == "/X");
  CHECK(named("title = 'tis").title == "'tis");
  CHECK(named("title = '").title == "'");
  CHECK(named("title = 'By hand'").title == "By hand");
  CHECK(named(R"(title = "By hand";)").title == "By hand");
}
