// Values in files: what .npy arrays hold, and what is said of files that are none, hostile or cut off.

#include "problem/tensor/tensor_file.h"

#include "problem/read.h"
#include "problem/tensor/file_memory.h"
#include "unit/problem/reading.h"
#include "unit/problem/scratch.h"

#include <bit>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <limits>

using namespace attn;
using namespace attn::test;

namespace {

using Values = attn::AlignedVector<double>;

constexpr const char* order = std::endian::native == std::endian::little ? "<" : ">";
constexpr const char* other = std::endian::native == std::endian::little ? ">" : "<";

std::string header(std::string_view type, std::string_view shape, std::string_view fortran = "False") {
  return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}   \n", type, fortran, shape);
}

Numbers numbers_in(std::string_view bytes) {
  Scratch scratch;
  scratch.save("x.npy", bytes);
  return read_tensor({"x.npy", {}}, {true, scratch.folder()}).numbers;
}

Values values_in(std::string_view bytes) {
  return numbers_in(bytes).values;
}

std::string fault_of(std::string_view bytes, std::string_view name = "x.npy", std::string_view tensor = {}) {
  Scratch scratch;
  scratch.save(name, bytes);
  try {
    read_tensor({name, tensor}, {true, scratch.folder()});
  } catch (const TensorFault& fault) {
    return fault.message;
  }
  return {};
}

Values numbers_of(const Matrix<double>& matrix) {
  return Values(matrix.data(), matrix.data() + matrix.size());
}

std::string refusal_of(std::string_view text, const Scratch& scratch, bool no_files = false) {
  Overrides overrides;
  overrides.no_files = no_files;
  try {
    read_case(text, scratch.path("p.json"), overrides);
  } catch (const Refusal& refusal) {
    std::string lines;
    for (const Error& error : refusal.errors)
      lines += fmt::format("{}:{}: {}: {}\n", error.place.position.line, error.place.position.column,
                           error.place.pointer, error.message);
    return lines;
  }
  return {};
}

} // namespace

TEST_CASE("An array of doubles, row after row") {
  const Numbers numbers =
      numbers_in(npy_file(header(std::string(order) + "f8", "(2, 3)"), bytes_of<double>({1, 2, 3, 4, 5, 6})));
  CHECK(numbers.shape == std::vector<std::size_t>{2, 3});
  CHECK(numbers.values == Values{1, 2, 3, 4, 5, 6});
}

TEST_CASE("An array whose first index runs fastest is turned") {
  const std::string type = std::string(order) + "f8";
  CHECK(values_in(npy_file(header(type, "(2, 3)", "True"), bytes_of<double>({1, 4, 2, 5, 3, 6}))) ==
        Values{1, 2, 3, 4, 5, 6});
  CHECK(values_in(npy_file(header(type, "(2, 1, 2)", "True"), bytes_of<double>({1, 3, 2, 4}))) == Values{1, 2, 3, 4});
}

TEST_CASE("Every type of number becomes a double") {
  const std::string o(order);
  CHECK(values_in(npy_file(header(o + "f4", "(2,)"), bytes_of<float>({0.1f, -2}))) == Values{0.1f, -2});
  CHECK(values_in(npy_file(header("|b1", "(3,)"), bytes_of<std::uint8_t>({1, 0, 1}))) == Values{1, 0, 1});
  CHECK(values_in(npy_file(header("|i1", "(2,)"), bytes_of<std::int8_t>({-1, 127}))) == Values{-1, 127});
  CHECK(values_in(npy_file(header("|u1", "(2,)"), bytes_of<std::uint8_t>({255, 0}))) == Values{255, 0});
  CHECK(values_in(npy_file(header(o + "i2", "(1,)"), bytes_of<std::int16_t>({-300}))) == Values{-300});
  CHECK(values_in(npy_file(header(o + "u2", "(1,)"), bytes_of<std::uint16_t>({65535}))) == Values{65535});
  CHECK(values_in(npy_file(header(o + "i4", "(1,)"), bytes_of<std::int32_t>({-70000}))) == Values{-70000});
  CHECK(values_in(npy_file(header(o + "u4", "(1,)"), bytes_of<std::uint32_t>({4000000000}))) == Values{4e9});
  CHECK(values_in(npy_file(header(o + "i8", "(1,)"), bytes_of<std::int64_t>({-5}))) == Values{-5});
  CHECK(values_in(npy_file(header(o + "u8", "(1,)"), bytes_of<std::uint64_t>({std::uint64_t{1} << 63}))) ==
        Values{0x1p63});
}

TEST_CASE("Half precision: ordinary, largest, smallest, negative") {
  const std::string bytes = bytes_of<std::uint16_t>({0x3C00, 0x3555, 0x7BFF, 0x0001, 0xC000, 0x0400});
  CHECK(values_in(npy_file(header(std::string(order) + "f2", "(6,)"), bytes)) ==
        Values{1, 0.333251953125, 65504, 0x1p-24, -2, 0x1p-14});
}

TEST_CASE("Bytes in the other order are swapped") {
  CHECK(values_in(npy_file(header(std::string(other) + "f4", "(2,)"), bytes_of<float>({1.5f, -2}, true))) ==
        Values{1.5, -2});
  const auto swapped = [](std::string_view type, std::string_view bytes) {
    return values_in(npy_file(header(std::string(other) + std::string(type), "(1,)"), bytes));
  };
  CHECK(swapped("f2", bytes_of<std::uint16_t>({0x3555}, true)) == Values{0.333251953125});
  CHECK(swapped("f8", bytes_of<double>({-0.1}, true)) == Values{-0.1});
  CHECK(swapped("i2", bytes_of<std::int16_t>({-300}, true)) == Values{-300});
  CHECK(swapped("i4", bytes_of<std::int32_t>({-70000}, true)) == Values{-70000});
  CHECK(swapped("i8", bytes_of<std::int64_t>({258}, true)) == Values{258});
  CHECK(swapped("u2", bytes_of<std::uint16_t>({513}, true)) == Values{513});
  CHECK(swapped("u4", bytes_of<std::uint32_t>({4000000000}, true)) == Values{4e9});
  CHECK(swapped("u8", bytes_of<std::uint64_t>({std::uint64_t{1} << 63}, true)) == Values{0x1p63});
  CHECK(swapped("i1", bytes_of<std::int8_t>({-7}, true)) == Values{-7});
}

TEST_CASE("Headers of all versions and writers") {
  const std::string one = bytes_of<double>({7});
  const std::string type = std::string(order) + "f8";
  for (const int version : {1, 2, 3}) CHECK(values_in(npy_file(header(type, "(1,)"), one, version)) == Values{7});
  CHECK(values_in(npy_file(fmt::format("{{\"shape\":(1L,),\"fortran_order\":False,\"descr\":\"{}\"}}", type), one)) ==
        Values{7});
  CHECK(numbers_in(npy_file(header(type, "()"), one)).shape.empty());
}

TEST_CASE("What is no array of numbers is told as what it is") {
  const std::string type = std::string(order) + "f8", one = bytes_of<double>({7});
  CHECK(fault_of("") == "is no .npy array: it is too short");
  CHECK(fault_of("{\"X\": [[1, 0]]}   ") == "is no .npy array: it does not begin like one");
  CHECK(fault_of(npy_file(header(type, "(1,)"), one, 4)) == "is no .npy array: its version is 4");
  CHECK(fault_of(npy_file(header("|O", "(1,)"), one)) ==
        "holds Python objects, which only running its code could read; these lines convert it");
  CHECK(fault_of(npy_file(header("<c16", "(1,)"), one)) ==
        "holds elements of the type <c16, which are no real numbers");
  CHECK(fault_of(npy_file(header("<U5", "(1,)"), one)) == "holds elements of the type <U5, which are no real numbers");
  CHECK(fault_of(npy_file("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}", one)) ==
        "holds elements of the type [...], which are no real numbers");
  CHECK(fault_of(npy_file(header(type, "(0, 3)"), "")) == "holds no numbers: one of its sizes is 0");
  for (const char* text : {"", "{", "{}", "{'descr': '<f8'}", "{'descr': '<f8', 'descr': '<f8'}", "{'shape': (1,}",
                           "{'shape': (-1,)}", "{'shape': 1}", "{'fortran_order': Maybe}", "{'other': 1}", "{'descr"})
    CHECK_THAT(fault_of(npy_file(text, one)), Catch::StartsWith("is no .npy array: its header"));
}

TEST_CASE("A header that claims more than is there is refused before anything is set aside for it") {
  const std::string type = std::string(order) + "f8", one = bytes_of<double>({7});
  CHECK(fault_of(npy_file(header(type, "(2,)"), one)) == "is cut off: its header claims 2 numbers, and there are 1");
  CHECK_THAT(fault_of(npy_file(header(type, "(1000000, 1000000)"), one)), Catch::StartsWith("is cut off"));
  CHECK(fault_of(npy_file(header(type, "(4294967296, 4294967296)"), one)) == "claims more numbers than can be counted");
  CHECK(fault_of(npy_file(header(type, "(99999999999999999999,)"), one)) ==
        "is no .npy array: a size in its header is beyond counting");
  std::string axes;
  for (int i = 0; i < 40; ++i) axes += "1,";
  CHECK(fault_of(npy_file(header(type, fmt::format("({})", axes)), one)) ==
        "is no .npy array: its header claims too many axes");
  std::string long_header = npy_file(header(type, "(1,)"), one, 2);
  long_header[10] = '\x7F'; // the third byte of its length
  CHECK(fault_of(long_header) == "is no .npy array: its header is too long");
}

TEST_CASE("A broken archive is refused") {
  CHECK(fault_of("", "x.npz") == "is no whole .npz file: it is too short");
  CHECK(fault_of(std::string(500, 'x'), "x.npz") == "is no whole .npz file: it has no directory");
  const std::string end = std::string("PK\x05\x06") + std::string(4, '\0') + std::string("\x01\0\x01\0", 4);
  CHECK(fault_of(end + std::string("\x40\0\0\0\xFF\xFF\0\0\0\0", 10), "x.npz") ==
        "is no whole .npz file: its directory points beyond its end");
  CHECK(fault_of(end + std::string(10, '\0'), "x.npz") == "is no whole .npz file: its directory is cut off");
}

TEST_CASE("Names of files: kinds that are read, kinds that are refused, and what is none") {
  CHECK(find_tensor_name("wq.npy")->file == "wq.npy");
  CHECK(find_tensor_name("a/b.npz#layer.0#wq")->tensor == "layer.0#wq");
  CHECK(find_tensor_name("w.npz#wq.npy")->file == "w.npz");
  CHECK_FALSE(find_tensor_name("identity"));
  CHECK_FALSE(find_tensor_name(".npy"));
  CHECK_FALSE(find_tensor_name("1/3"));
  CHECK(fault_of("x", "x.pt") == "is not read: .pt files are not taken; in Python, these lines convert it");
  CHECK(fault_of("x", "x.npy", "wq") == "holds one array, and none called wq");
}

TEST_CASE("A problem takes values from files beside it") {
  Scratch scratch;
  const std::string type = std::string(order) + "f8";
  scratch.save("x.npy", npy_file(header(type, "(2, 2)"), bytes_of<double>({1, 0, 0, 1})));
  scratch.save("keep.npy", npy_file(header("|b1", "(2, 2)"), bytes_of<std::uint8_t>({1, 0, 1, 1})));
  const Case read = read_case(R"({"X": "x.npy", "mask": {"keep": "keep.npy"}})", scratch.path("p.json"));
  CHECK(read.problem.X[0](1, 1) == 1);
  CHECK(read.problem.mask.keep.values == std::vector<std::uint8_t>{1, 0, 1, 1});
  CHECK(read.file_bytes == 4 * 8 + 4);
}

TEST_CASE("What does not fit is told at the text that names the file") {
  Scratch scratch;
  const std::string type = std::string(order) + "f8";
  scratch.save("row.npy", npy_file(header(type, "(3,)"), bytes_of<double>({1, 2, 3})));
  scratch.save("nan.npy",
               npy_file(header(type, "(1, 2)"), bytes_of<double>({1, std::numeric_limits<double>::quiet_NaN()})));
  scratch.save("w.npy", npy_file(header(type, "(1, 1)"), bytes_of<double>({2})));
  CHECK(refusal_of(R"({"X": "row.npy"})", scratch) ==
        "1:7: /X: expected a list of rows or a list of matrices, found an array of 1 axis in row.npy\n");
  CHECK(refusal_of(R"({"X": "nan.npy"})", scratch) == "1:7: /X: expected a number, found nan in nan.npy at [0, 1]\n");
  CHECK(refusal_of(R"({"X": "gone.npy"})", scratch) == "1:7: /X: gone.npy cannot be read: No such file or directory\n");
  CHECK(refusal_of(R"({"X": [[1, 0]], "W_Q": "w.npy", "W_K": [[1], [1]], "W_V": [[1], [1]]})", scratch) ==
        "1:24: /W_Q: expected 2 rows, as d_model of X is 2, found 1\n");
  CHECK(refusal_of(R"({"X": [[1]], "mask": {"keep": "w.npy"}})", scratch) ==
        "1:31: /mask/keep: expected 0, 1, true or false, found 2 in w.npy at [0, 0]\n");
  CHECK(refusal_of(R"({"X": "w.npy"})", scratch, true) == "1:7: /X: w.npy is not read: --no-files is given\n");
}

TEST_CASE("A list may name a file for each of its matrices, or of its rows") {
  Scratch scratch;
  const std::string type = std::string(order) + "f8";
  scratch.save("one.npy", npy_file(header(type, "(2, 1)"), bytes_of<double>({1, 2})));
  scratch.save("two.csv", "3\n4\n");
  scratch.save("row.npy", npy_file(header(type, "(2,)"), bytes_of<double>({5, 6})));
  const Case read = read_case(R"({"X": ["row.npy", [1, 0]], "W_Q": ["one.npy", "two.csv"],
      "W_K": [[[7], [8]], "one.npy"], "W_V": ["one.npy", "[[7], [8]]"], "b_Q": [[9], [9]]})",
                              scratch.path("p.json"));
  const Problem& problem = read.problem;
  CHECK(problem.shape.heads == 2);
  CHECK(numbers_of(problem.X[0]) == Values{5, 6, 1, 0});
  CHECK(numbers_of(problem.project_Q.W) == Values{1, 3, 2, 4});
  CHECK(numbers_of(problem.project_K.W) == Values{7, 1, 8, 2});
  CHECK(numbers_of(problem.project_V.W) == Values{1, 7, 2, 8});
  CHECK(read.file_bytes == 2 * 8 + 3 * 16 + 4);
}

TEST_CASE("A file in a list that does not fit the others is told at its name") {
  Scratch scratch;
  const std::string type = std::string(order) + "f8";
  scratch.save("one.npy", npy_file(header(type, "(2, 1)"), bytes_of<double>({1, 2})));
  scratch.save("wide.npy", npy_file(header(type, "(1, 2)"), bytes_of<double>({1, 2})));
  scratch.save("row.npy", npy_file(header(type, "(2,)"), bytes_of<double>({5, 6})));
  const auto refused = [&](std::string_view list) {
    return refusal_of(fmt::format(R"({{"W_Q": {}, "X": [[1, 0]], "W_K": "identity", "W_V": "identity"}})", list),
                      scratch);
  };
  CHECK(refused(R"(["one.npy", "wide.npy"])") ==
        "1:21: /W_Q/1: expected 2 x 1, as /W_Q/0 is, found 1 x 2 in wide.npy\n");
  CHECK(refused(R"(["one.npy", "row.npy"])") ==
        "1:21: /W_Q/1: expected an array of 2 axes, found an array of 1 axis in row.npy\n");
  CHECK(refused(R"(["one.npy", [[1], [2], [3]]])") ==
        "1:21: /W_Q/1: expected 2 rows, as matrix /W_Q/0 has 2, found 3\n");
  CHECK(refused(R"(["gone.npy", "one.npy"])") == "1:10: /W_Q/0: gone.npy cannot be read: No such file or directory\n");
  CHECK(refused(R"(["one.npy", "one"])") == "1:21: /W_Q/1: expected a matrix, found the text \"one\"\n");
}

TEST_CASE("True and false of a file stand where they do in JSON: in flags") {
  Scratch scratch;
  scratch.save("t.npy", npy_file(header("|b1", "(1, 1)"), bytes_of<std::uint8_t>({1})));
  scratch.save("t.csv", "True,True\nTrue,False\n");
  const auto refused = [&](std::string_view key, std::string_view file) {
    const bool is_mask = std::string_view("keep block add padding queries lengths").find(key) != std::string_view::npos;
    return refusal_of(is_mask ? fmt::format(R"({{"X": [[1]], "mask": {{"{}": "{}"}}}})", key, file)
                              : fmt::format(R"({{"{}": "{}"}})", key, file),
                      scratch);
  };
  for (const std::string file : {"t.npy", "t.csv"}) {
    const std::string found = "found true and false in " + file + "\n";
    CHECK(refused("X", file) == "1:7: /X: expected a number, " + found);
    CHECK(refused("W_Q", file) == "1:9: /W_Q: expected a number, " + found);
    CHECK(refused("add", file) == "1:30: /mask/add: expected a number or \"-inf\", " + found);
  }
  for (const std::string_view key : {"keep", "block"}) CHECK(refused(key, "t.npy").empty());
}

TEST_CASE("What is read of a file is kept for the next problem, until the file is another") {
  using namespace std::chrono_literals;
  Scratch scratch;
  const std::string type = std::string(order) + "f8";
  Overrides overrides;
  overrides.memory = std::make_shared<FileMemory>(std::size_t{1} << 20, 0ns);
  const auto save = [&](double number) {
    scratch.save("x.npy", npy_file(header(type, "(1, 1)"), bytes_of<double>({number})));
  };
  const auto read = [&](std::string_view text) {
    return read_case(text, scratch.path("p.json"), overrides).problem.X[0](0, 0);
  };
  save(1);
  CHECK(read(R"({"X": "x.npy"})") == 1);
  const std::size_t once = overrides.memory->bytes();
  CHECK(once > 8);
  CHECK(read(R"({"X": "x.npy"})") == 1);
  CHECK(overrides.memory->bytes() == once);
  save(2);
  std::filesystem::last_write_time(scratch.path("x.npy"), std::filesystem::file_time_type() + 1h);
  CHECK(read(R"({"X": "x.npy"})") == 2);
  overrides.no_files = true;
  CHECK_THROWS_AS(read(R"({"X": "x.npy"})"), Refusal);
}

TEST_CASE("Memory of files makes a value once, and lets those go that were not used for longest") {
  Scratch scratch;
  scratch.save("f", "");
  constexpr std::size_t megabyte = 1 << 20; // beside which keys are small
  FileMemory memory(5 * megabyte / 2, std::chrono::nanoseconds(0));
  int made = 0;
  const auto get = [&](std::string_view key, std::size_t bytes) {
    return *memory.get<int>(
        scratch.path("f"), key, [&] { return ++made; }, [&](int) { return bytes; });
  };
  CHECK(get("a", megabyte) == 1);
  CHECK(get("b", megabyte) == 2);
  CHECK(get("a", megabyte) == 1);
  CHECK(get("c", megabyte) == 3); // b goes
  CHECK(get("a", megabyte) == 1);
  CHECK(get("b", megabyte) == 4);
  CHECK(get("large", 3 * megabyte) == 5);
  CHECK(get("large", 3 * megabyte) == 6);
  CHECK(memory.bytes() / megabyte == 2);
}

TEST_CASE("Memory of files: small values take room too, and a file that has just been written is not kept") {
  Scratch scratch;
  scratch.save("f", "");
  const auto get = [&](FileMemory& memory, std::string_view key) {
    memory.get<int>(scratch.path("f"), key, [] { return 0; }, [](int) { return std::size_t{0}; });
    return memory.bytes();
  };
  FileMemory memory(100'000, std::chrono::nanoseconds(0)), patient(100'000, std::chrono::hours(1));
  for (int i = 0; i < 1000; ++i) CHECK(get(memory, std::to_string(i)) <= 100'000);
  CHECK(get(memory, "last") > 50'000);
  CHECK(get(patient, "a") == 0);
}

TEST_CASE("A folder and a pipe are no files of numbers") {
  Scratch scratch;
  std::filesystem::create_directory(scratch.path("d.npy"));
  CHECK(refusal_of(R"({"X": "d.npy"})", scratch) == "1:7: /X: d.npy cannot be read: Is a directory\n");
}

TEST_CASE("An answer names no file: such a text is a wrong entry") {
  const Expectation answer = read_answer(pieces_of(R"({"output": "/etc/passwd.npy"})"), "a.json");
  CHECK(answer.matrices[0].entries[0].kind == Entry::Kind::text);
}
