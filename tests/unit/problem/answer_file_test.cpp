// Answers in files of matrices: they are what the same answer in JSON is.

#include "problem/tensor/answer_file.h"

#include "unit/problem/reading.h"
#include "unit/problem/scratch.h"
#include "unit/problem/zip_file.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <fmt/format.h>

using namespace attn;
using namespace attn::test;

namespace {

/// What stands in an answer, as text: ".heads[1].weights 2: 0.5(1) null | 1(0)".
std::string shown(const Expectation& answer) {
  std::string text;
  for (const GivenMatrix& given : answer.matrices) {
    if (given.sequence) text += fmt::format("batch {} ", *given.sequence);
    if (given.head) text += fmt::format("head {} ", *given.head);
    text += fmt::format("{} {}:", given.key, given.levels);
    auto entry = given.entries.begin();
    for (const std::size_t size : given.row_sizes) {
      for (std::size_t i = 0; i < size; ++i, ++entry)
        text += entry->kind == Entry::Kind::null     ? " null"
                : entry->kind != Entry::Kind::number ? " wrong"
                                                     : fmt::format(" {:.3}({})", entry->value, entry->decimals);
      text += " |";
    }
    text += "\n";
  }
  return text;
}

std::string read_as(std::string_view name, std::string_view bytes, std::string_view step = {}) {
  Scratch scratch;
  scratch.save(name, bytes);
  try {
    return shown(read_answer_file(scratch.path(name) + std::string(step)));
  } catch (const Refusal& refusal) {
    std::string lines;
    for (const Error& error : refusal.errors) lines += error.place.pointer + ": " + error.message + "\n";
    return lines;
  }
}

std::string in_json(std::string_view text) {
  return shown(read_answer(pieces_of(text), "a.json"));
}

std::string array(std::string_view type, std::string_view shape, std::string_view elements) {
  return npy_file("{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': " + std::string(shape) + "}",
                  elements);
}

} // namespace

TEST_CASE("An archive has the names of a result") {
  const std::string row = array("<f8", "(1, 2)", bytes_of<double>({0.25, 0.5}));
  const std::string masked = array("<f4", "(1, 2)", bytes_of<float>({0.1f, -HUGE_VALF}));
  const std::string archive = zip_file({{"schema.npy", array("<U6", "()", std::string(24, '\0'))},
                                        {"shape.n.npy", array("<i8", "()", bytes_of<std::int64_t>({1}))},
                                        {"heads[1].weights.npy", row},
                                        {"heads[1].masked_scores.npy", masked},
                                        {"output.npy", row}});
  CHECK(read_as("a.npz", archive) == in_json(R"({"schema": "attn/1", "shape": {"n": 1},
    "heads": [{}, {"weights": [[0.25, 0.5]], "masked_scores": [[0.1, null]]}], "output": [[0.25, 0.5]]})"));
}

TEST_CASE("An archive of a batch, and one with a list of matrices for the heads") {
  const std::string two = array("<f8", "(2, 1, 1)", bytes_of<double>({0.25, 0.5}));
  CHECK(read_as("a.npz", zip_file({{"batch[1].weights.npy", two}})) ==
        in_json(R"({"batch": [{}, {"weights": [[[0.25]], [[0.5]]]}]})"));
}

TEST_CASE("Names that are none of an answer are told as in JSON") {
  const std::string one = array("<f8", "(1, 1)", bytes_of<double>({1}));
  const auto named = [&](std::string name) { return read_as("a.npz", zip_file({{name + ".npy", one}})); };
  CHECK(named("heads[0].wieghts") == "/heads/0/wieghts: unknown key \"wieghts\"\n");
  CHECK(named("heads[70000].weights") == ": holds \"[70000].weights\", which is no place in an answer\n");
  CHECK(named("heads[x].weights") == ": holds \"[x].weights\", which is no place in an answer\n");
  CHECK(named("heads[0]weights[") == ": holds \"[\", which is no place in an answer\n");
  CHECK(named("[0]") == ": holds \"[0]\", which is no place in an answer\n");
  CHECK(named("") == ": holds a tensor called \"\"\n");
  CHECK(read_as("a.npz", zip_file({{"heads.npy", one}, {"heads[0].weights.npy", one}})) ==
        ": holds \"heads[0].weights\", which is no place in an answer\n");
}

TEST_CASE("What is no number in an answer is a wrong entry, and digits are those of the type") {
  const double nan = std::nan("");
  CHECK(read_as("w.npy", array("<f8", "(3,)", bytes_of<double>({nan, HUGE_VAL, -HUGE_VAL})), "#output") ==
        in_json(R"({"output": ["nan", "inf", null]})"));
  CHECK(read_as("w.npy", array("<f2", "(1,)", bytes_of<std::uint16_t>({0x3555})), "#.output") ==
        in_json(R"({"output": [0.333]})"));
  CHECK(read_as("w.npy", array("<f4", "(1,)", bytes_of<float>({0.1f})), "#heads[0].output") ==
        in_json(R"({"heads": [{"output": [0.1]}]})"));
}

TEST_CASE("A matrix alone says which step it is, or is refused") {
  CHECK(read_as("w.npy", array("<f8", "(1,)", bytes_of<double>({1}))) ==
        ": holds a matrix, and does not say which step it is\n");
  CHECK(read_as("w.csv", "0.50,0.5\n") == ": holds a matrix, and does not say which step it is\n");
  CHECK(read_as("w.csv", ",k1,k2\nq1,0.50,\n", "#weights") == in_json(R"({"weights": [[0.50, null]]})"));
  CHECK(read_as("w.csv", "0.50,half\n", "#weights") == in_json(R"({"weights": [[0.50, "half"]]})"));
}

TEST_CASE("A table of steps is a result") {
  CHECK(read_as("a.csv", "step,head,row,column,value\nweights,2,1,1,0.50\nweights,2,1,2,\nweights,2,2,1,1\n"
                         "heads.output,1,1,1,3\noutput,,1,1,4\n") ==
        in_json(R"({"heads": [{"output": [[3]]}, {"weights": [[0.50, null], [1]]}], "output": [[4]]})").insert(0, ""));
}

TEST_CASE("A table of steps in which something is amiss is refused with its line") {
  const std::string head = "sequence\tstep\thead\trow\tcolumn\tvalue\n";
  CHECK(read_as("a.tsv", head + "1\toutput\t\t1\t1\t0,5\n") == in_json(R"({"batch": [{"output": [[0.5]]}]})"));
  CHECK(read_as("a.tsv", head + "1\toutput\t\t1\t2\t5\n") == ": has a row out of order: line 2, column 11\n");
  CHECK(read_as("a.tsv", head + "1\toutput\t\t2\t1\t5\n") == ": has a row out of order: line 2, column 11\n");
  CHECK(read_as("a.tsv", head + "0\toutput\t\t1\t1\t5\n") ==
        ": has 0 where a count from 1 belongs: line 2, column 1\n");
  CHECK(read_as("a.tsv", head + "1\toutput\t\t1\n") == ": has 4 cells: line 2, column 1\n");
  CHECK(read_as("a.tsv", head + "1\toutptu\t\t1\t1\t5\n") == "/batch/0/outptu: unknown key \"outptu\"\n");
}

TEST_CASE("Places of an answer that are none, or hold two things, are told") {
  const std::string one = array("<f8", "(1, 1)", bytes_of<double>({1}));
  const auto fault = [](std::string_view path) {
    return fmt::format(": holds \"{}\", which is no place in an answer\n", path);
  };
  const auto step = [&](std::string_view path) { return read_as("w.npy", one, path); };
  CHECK(step("#heads[0x].weights") == fault("[0x].weights"));
  CHECK(step("#heads[].weights") == fault("[].weights"));
  CHECK(step("#heads[99999999999999999999].weights") == fault("[99999999999999999999].weights"));
  CHECK(step("#heads[0]..weights") == fault("..weights"));
  CHECK(step("#output.") == fault("."));
  CHECK(step("#.") == fault(""));
  CHECK(step("#..output") == fault(".output"));
  const auto both = [&](std::string_view first, std::string_view second) {
    return read_as("a.npz", zip_file({{fmt::format("{}.npy", first), one}, {fmt::format("{}.npy", second), one}}));
  };
  CHECK(both("heads[0].weights", "heads[0]") == fault("heads[0]"));
  CHECK(both("heads[0].weights", "heads") == fault("heads"));
}

TEST_CASE("An archive is an answer as a whole; texts in it are passed over") {
  const std::string one = array("<f8", "(1, 1)", bytes_of<double>({1}));
  const std::string tokens = array("<U1", "(2,)", std::string("a\0\0\0b\0\0\0", 8));
  const std::string archive = zip_file({{"output.npy", one}, {"tokens.npy", tokens}});
  CHECK(read_as("a.npz", archive) == in_json(R"({"output": [[1]], "tokens": ["a", "b"]})"));
  CHECK(read_as("a.npz", archive, "#output") == ": is an answer as a whole, with a name for each step\n");
  CHECK(read_as("a.npz", zip_file({{"output.npy", array("f", "(1,)", "1234")}})) ==
        ": holds elements of the type f, which are no real numbers\n");
}

TEST_CASE("Cells of a table of steps are counts and numbers that a double can hold") {
  const std::string head = "step,head,row,column,value\n";
  CHECK(read_as("a.csv", head + "weights,1x,1,1,1\n") == ": has 1x where a count from 1 belongs: line 2, column 9\n");
  CHECK(read_as("a.csv", head + "weights,1,,1,1\n") ==
        ": has nothing where a count from 1 belongs: line 2, column 11\n");
  CHECK(read_as("a.csv", head + "weights,one,1,1,1\n") == ": has one where a count from 1 belongs: line 2, column 9\n");
  CHECK(read_as("a.csv", head + "weights,1,1,1,1e999\n") ==
        ": has a number that is larger than a double can hold: line 2, column 15\n");
  CHECK(read_as("a.csv", "", "#weights") == ": has no numbers\n");
  CHECK(read_as("a.csv", "a,b,c,d,e\n1,2,3,4,5\n", "#weights") == in_json(R"({"weights": [[1, 2, 3, 4, 5]]})"));
  CHECK(read_as("a.csv", "step,head,row,column\n", "#weights") == ": has no numbers\n");
}

TEST_CASE("An answer file can name no other file") {
  CHECK(read_as("w.csv", "/etc/passwd.npy\n", "#output") == ": has no numbers\n");
  CHECK(read_as("w.csv", "1,weights.npz#wq\n", "#output") == in_json(R"({"output": [[1, "weights.npz#wq"]]})"));
  CHECK(in_json(R"({"output": "weights.npz#wq"})") == "output 0: wrong |\n");
}
