// Matrices in .csv and .tsv files: what spreadsheets make of them.

#include "problem/read.h"
#include "problem/tensor/tensor_file.h"
#include "unit/problem/scratch.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace attn;
using namespace attn::test;

namespace {

using Values = attn::AlignedVector<double>;

Numbers numbers_in(std::string_view text, std::string_view name = "x.csv") {
  Scratch scratch;
  scratch.save(name, text);
  return read_tensor({name, {}}, {true, scratch.folder()}).numbers;
}

Values values_in(std::string_view text) {
  return numbers_in(text).values;
}

std::string fault_of(std::string_view text) {
  try {
    numbers_in(text);
  } catch (const TensorFault& fault) {
    return fault.message;
  }
  return {};
}

} // namespace

TEST_CASE("Lines of a file are rows, with any separator") {
  for (const char* text : {"1,2\n3,4\n", "1;2\n3;4\n", "1\t2\n3\t4\n", "1 2\n3 4\n", " 1 ,  2\r\n3,4\r\n",
                           "\xEF\xBB\xBF"
                           "1,2\n3,4",
                           "# by numpy\n1,2\n\n3,4\n\n", "\"1\",\"2\"\n\"3\",\"4\""}) {
    CHECK(values_in(text) == Values{1, 2, 3, 4});
    CHECK(numbers_in(text, "x.tsv").shape == std::vector<std::size_t>{2, 2});
  }
  CHECK(numbers_in("1\n2\n").shape == std::vector<std::size_t>{2, 1});
  CHECK(values_in("1.5e-3,-.5,1/4,+2,1.") == Values{0.0015, -0.5, 0.25, 2, 1});
}

TEST_CASE("A first row and a first column may be labels") {
  CHECK(values_in("a,b\n1,2\n3,4\n") == Values{1, 2, 3, 4});
  CHECK(values_in("the,1,2\ncat,3,4\n") == Values{1, 2, 3, 4});
  CHECK(values_in(",0,1\n0,1,2\n1,3,4\n") == Values{1, 2, 3, 4});
  CHECK(values_in("\"\",\"V1\",\"V2\"\n\"1\",1,2\n\"2\",3,4\n") == Values{1, 2, 3, 4});
  CHECK(values_in("token;x\n\"a;b\";1,5\nc;2\n") == Values{1.5, 2});
}

TEST_CASE("A decimal comma is a point where a semicolon or a tab separates") {
  CHECK(values_in("0,5;1\n-2,25;3,125\n") == Values{0.5, 1, -2.25, 3.125});
  CHECK(values_in("0,5\t1\n") == Values{0.5, 1});
  CHECK(values_in("1,234;2\n") == Values{1.234, 2});
  CHECK(values_in("1234,567\t-12,5\t,5\n") == Values{1234.567, -12.5, 0.5});
  CHECK(values_in("0.5\t1\n") == Values{0.5, 1});
  for (const char* text : {"-1,234\t2\n", "+1,234\t2\n"})
    CHECK(fault_of(text) == "has a comma that is a point or parts thousands: line 1, column 1");
  CHECK(fault_of("1,234\t2\n") == "has a comma that is a point or parts thousands: line 1, column 1");
  CHECK(fault_of("1.234;2,5\n") == "has a comma in one number and a point in another: line 1, column 7");
  CHECK(fault_of("1.234,5;2\n") == "has 1.234,5 where a number belongs: line 1, column 1");
}

TEST_CASE("What is no matrix of numbers is told with its line") {
  CHECK(fault_of("") == "has no numbers");
  CHECK(fault_of("a,b\n") == "has no numbers");
  CHECK(fault_of("1,2\n3\n") == "has 1 number where the first row has 2: line 2, column 1");
  CHECK(fault_of("1,2\n3,x\n") == "has x where a number belongs: line 2, column 3");
  CHECK(fault_of("1,2\n3,\n") == "has an empty cell: line 2, column 3");
  CHECK(fault_of("1,2,\n") == "has an empty cell: line 1, column 5");
  CHECK(fault_of("1,1e999\n") == "has a number that is larger than a double can hold: line 1, column 3");
  CHECK(fault_of("1,\"2\n3,4\n") == "has \"2 where a number belongs: line 1, column 3");
  CHECK(fault_of("ä,1\nü,=1+1\n") == "has =1+1 where a number belongs: line 2, column 3");
  CHECK(fault_of(std::string("1,2\0", 4)) == R"(has 2\u0000 where a number belongs: line 1, column 3)");
}

TEST_CASE("What begins as a number does is no label, so that no column is lost") {
  for (const char* text : {"\u22121,2\n3,4\n", "1 000;2\n3;4\n", "0x10,2\n", "1_000,2\n"})
    CHECK(fault_of(text).find("where a number belongs") != std::string::npos);
  CHECK(fault_of("NA,1\n2,3\n").starts_with("has a number in a column that begins with a label: line 2, column 1"));
  CHECK(values_in(",1\nNA,1\n2,3\n") == Values{1, 3}); // an empty cell above says that they are labels
}

TEST_CASE("A problem takes matrices, masks and vectors from such files") {
  Scratch scratch;
  scratch.save("x.csv", "the,1,0\ncat,0,1\n");
  scratch.save("bias.tsv", "0,5\t1\n");
  scratch.save("add.csv", "0,-inf\n0,0\n");
  const Case read = read_case(R"({"X": "x.csv", "W_Q": "identity", "W_K": "identity", "W_V": "identity",
    "b_Q": "bias.tsv", "mask": {"add": "add.csv"}})",
                              scratch.path("p.json"));
  CHECK(read.problem.X[0](1, 1) == 1);
  CHECK(read.problem.mask.add.values == std::vector<double>{0, -HUGE_VAL, 0, 0});
}

TEST_CASE("Dashes and empty cells above and beside numbers are labels, or holes") {
  CHECK(values_in("-,a\n1,2\n") == Values{1, 2});
  CHECK(values_in("\"\"\n1\n") == Values{1});
  CHECK(fault_of("a,b\n,1\n") == "has an empty cell: line 2, column 1");
  CHECK(values_in("1  2\n 3   4 \n") == Values{1, 2, 3, 4});
}

TEST_CASE("Numbers that are not finite are what they are, and rows have as many") {
  const Values values = values_in("inf,nan,-inf\n");
  CHECK(values[0] == HUGE_VAL);
  CHECK(std::isnan(values[1]));
  CHECK(values[2] == -HUGE_VAL);
  CHECK(fault_of("1\n2 3\n") == "has 2 numbers where the first row has 1: line 2, column 1");
}
