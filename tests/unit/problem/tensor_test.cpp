// Values in files: what .npy arrays hold, and what is said of files that are none, hostile or cut off.

#include "problem/tensor/tensor_file.h"

#include "problem/read.h"
#include "problem/tensor/file_memory.h"
#include "unit/problem/reading.h"
#include "unit/problem/scratch.h"
#include "unit/problem/zip_file.h"

#include <bit>
#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <sys/stat.h>
#include <vector>

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
    memory.get<int>(
        scratch.path("f"), key, [] { return 0; }, [](int) { return std::size_t{0}; });
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

namespace {

/// What is said of a tensor that is asked for: message, then hint.
std::string refused(std::string_view bytes, std::string_view name, std::string_view tensor,
                    const FileAccess& access = {}) {
  const Scratch scratch;
  scratch.save(name, bytes);
  FileAccess there = access;
  there.folder = scratch.folder();
  try {
    read_tensor({name, tensor}, there);
  } catch (const TensorFault& fault) {
    return fault.message + "\n" + fault.hint;
  }
  return {};
}

std::string archive_of(const std::vector<std::string>& names) {
  std::vector<ZipItem> items;
  for (const std::string& name : names) items.emplace_back(name + ".npy", npy_file(header("|u1", "(1,)"), "\1"));
  return zip_file(items);
}

} // namespace

TEST_CASE("Of several arrays one is named; the names there are, or the one that is meant, are told") {
  CHECK(refused(archive_of({"wq"}), "w.npz", "") == "");
  CHECK(refused(archive_of({"wq", "wk"}), "w.npz", "") == "holds 2 arrays\nsay which one behind a #: wq, wk");
  CHECK(refused(archive_of({"wq", "wk"}), "w.npz", "wq.npy") == "");
  CHECK(refused(archive_of({"query", "key"}), "w.npz", "qurey") == "holds no array qurey\ndid you mean query?");
  CHECK(refused(archive_of({"query", "key"}), "w.npz", "b") == "holds no array b\nits arrays are query, key");
  std::vector<std::string> many;
  for (char c = 'a'; c < 'o'; ++c) many.emplace_back(5, c);
  CHECK(refused(archive_of(many), "w.npz", "") ==
        "holds 14 arrays\nsay which one behind a #: aaaaa, bbbbb, ccccc, ddddd, eeeee, fffff, ggggg, hhhhh, iiiii, "
        "jjjjj, kkkkk, lllll and 2 more");
  const Scratch scratch;
  scratch.save("x.npy", npy_file(header("|u1", "(1,)"), "\1"));
  const TensorFile alone("x.npy", {true, scratch.folder()});
  CHECK(alone.need("") == 0);
  CHECK_THROWS_AS(alone.need("wq"), TensorFault);
}

TEST_CASE("No value comes from the file that the result is written to") {
  const Scratch scratch;
  for (const char* name : {"x.npy", "other.npy"}) scratch.save(name, npy_file(header("|u1", "(1, 1)"), "\1"));
  const auto read = [&](std::string_view name) {
    const std::string result = (std::filesystem::path(scratch.folder()) / "." / "x.npy").string();
    try {
      read_tensor({name, {}}, {.folder = scratch.folder(), .result = result});
    } catch (const TensorFault& fault) {
      return fault.message;
    }
    return std::string();
  };
  CHECK(read("other.npy") == "");
  CHECK(read("x.npy") == "is the file that the result is written to (-o)");
  CHECK(read("gone.npy") == "cannot be read: No such file or directory");
}

TEST_CASE("A name is no file's before its ending, and none with a zero byte, too long, or of a pipe") {
  CHECK_FALSE(find_tensor_name(".npy#x"));
  Scratch scratch;
  CHECK(refusal_of(R"({"X": "x\u0000.npy"})", scratch) == "1:7: /X: x\\u0000.npy is no name of a file\n");
  CHECK_THAT(refusal_of(fmt::format(R"({{"X": "{}.npy"}})", std::string(300, 'x')), scratch),
             Catch::EndsWith("cannot be read: File name too long\n"));
  REQUIRE(::mkfifo(scratch.path("pipe.npy").c_str(), 0600) == 0);
  CHECK(refusal_of(R"({"X": "pipe.npy"})", scratch) == "1:7: /X: pipe.npy is no regular file\n");
}

TEST_CASE("Numbers of a file are held to the dtype and the widths at the text that names it") {
  Scratch scratch;
  scratch.save("x.npy", npy_file(header(std::string(order) + "f8", "(1, 2)"), bytes_of<double>({1, 1e39})));
  scratch.save("wide.npy", npy_file(header(std::string(order) + "f8", "(2, 3)"), std::string(48, '\0')));
  CHECK(refusal_of(R"({"dtype": "float32", "X": "x.npy"})", scratch) == "1:27: /X/0/1: 1e+39 is beyond float32\n");
  CHECK(refusal_of(R"({"X": [[1, 0]], "W_Q": [[1], [2]], "W_K": "wide.npy", "W_V": "identity"})", scratch) ==
        "1:43: /W_K/0: expected 1 number, as d_k of W_Q is 1, found 3\n");
}

TEST_CASE("More than a million numbers are read where there is room for them") {
  CHECK(values_in(npy_file(header("|u1", "(1048577,)"), std::string(1048577, '\1'))).back() == 1);
}

TEST_CASE("A value that is made while it is made is kept once; of a file that is gone nothing is") {
  const Scratch scratch;
  scratch.save("f", "");
  FileMemory memory(100'000, std::chrono::nanoseconds(0));
  const auto bytes_of_one = [](int) { return std::size_t{1}; };
  const auto inner = [&] {
    return *memory.get<int>(
        scratch.path("f"), "a", [] { return 1; }, bytes_of_one);
  };
  CHECK(*memory.get<int>(
            scratch.path("f"), "a", [&] { return inner() + 1; }, bytes_of_one) == 2);
  CHECK(inner() == 1);
  const std::size_t once = memory.bytes();
  CHECK(*memory.get<int>(
            scratch.path("gone"), "a", [] { return 3; }, bytes_of_one) == 3);
  CHECK(memory.bytes() == once);
}

TEST_CASE("What no memory holds is refused before any of it is read") {
  const Scratch scratch;
  scratch.save("x.npy", npy_file(header("|u1", "(1099511627776,)"), ""));
  std::filesystem::resize_file(scratch.path("x.npy"), (std::uint64_t{1} << 40) + 1000); // takes no room on the disk
  try {
    read_tensor({"x.npy", {}}, {true, scratch.folder()});
    FAIL("a terabyte was read");
  } catch (const TensorFault& fault) {
    CHECK(fault.message == "holds 1099511627776 numbers, more than the memory there is");
  }
  CHECK(fault_of(npy_file(header("|u1", "(2305843009213693952,)"), "\1")) == "claims more numbers than can be counted");
}

TEST_CASE("Half precision has infinities and nan; they are no weights") {
  const auto half = [](std::uint16_t bits) {
    return values_in(npy_file(header(std::string(order) + "f2", "(1,)"), bytes_of<std::uint16_t>({bits})))[0];
  };
  CHECK(half(0x7C00) == HUGE_VAL);
  CHECK(half(0xFC00) == -HUGE_VAL);
  CHECK(std::isnan(half(0x7E00)));
}

TEST_CASE("The words of a tensor are one short text in ASCII") {
  const auto words = [](std::string_view type, std::string_view shape, std::u32string_view text, bool swapped = false) {
    const Scratch scratch;
    std::string bytes;
    for (const char32_t c : text) bytes += bytes_of<char32_t>({c}, swapped);
    scratch.save("x.npy", npy_file(header(type, shape), bytes));
    return TensorFile("x.npy", {true, scratch.folder()}).words(0).value_or("none");
  };
  const std::string here = order, there = other;
  CHECK(words(here + "U7", "()", U"float32") == "float32");
  CHECK(words(here + "U5", "()", std::u32string_view(U"ab\0\0\0", 5)) == "ab");
  CHECK(words(there + "U2", "()", U"ab", true) == "ab");
  CHECK(words(here + "U2", "()", U"a~") == "a~");
  CHECK(words(here + "U2", "()", U"a\u00E9") == "none");
  CHECK(words(here + "U2", "()", U"a\n") == "none");
  CHECK(words(here + "U2", "(1,)", U"ab") == "none");
  CHECK(words(here + "U257", "()", std::u32string(257, U'a')) == "none");
  for (const char* type : {"U2", "|U2", "<f8", "<U", "<U2x", "<U99999999999999999999"})
    CHECK(words(type, "()", U"ab") == "none");
  const Scratch scratch;
  scratch.save("x.npy", npy_file(header(here + "U3", "()"), "a"));
  const TensorFile cut("x.npy", {true, scratch.folder()});
  CHECK_THROWS_WITH(cut.words(0), "is damaged: it ends too early");
  scratch.save("x.csv", "1,2\n");
  CHECK_FALSE(TensorFile("x.csv", {true, scratch.folder()}).words(0));
}

TEST_CASE("A header of .npy has three keys, once each, and a version") {
  const std::string type = std::string(order) + "f8", one = bytes_of<double>({7});
  CHECK(fault_of(npy_file(header(type, "(1,)"), one, 0)) == "is no .npy array: its version is 0");
  CHECK(fault_of(npy_file(header("", "(1,)"), one)) == "is no .npy array: its header names no type");
  for (const char* text : {"{'fortran_order': False, 'fortran_order': False}", "{'shape': (1,), 'shape': (1,)}"})
    CHECK(fault_of(npy_file(text, one)) == "is no .npy array: its header has a key that does not belong there");
  for (const char* text : {"{'descr': '<f8', 'shape': (1,)}", "{'descr': '<f8', 'fortran_order': False}",
                           "{'fortran_order': False, 'shape': (1,)}"})
    CHECK(fault_of(npy_file(text, one)) == "is no .npy array: its header lacks a key");
  std::string longer = npy_file(header(type, "(1,)"), one);
  longer[9] = '\1'; // the second byte of its length
  CHECK(fault_of(longer) == "is no .npy array: its header is too long");
  CHECK(values_in(npy_file(header(type, "(1,)", "True"), one)) == Values{7});
  CHECK(values_in(npy_file(header("u1", "(1,)"), "\7")) == Values{7});
  CHECK(fault_of(npy_file("{'descr': [('a', '<f8')", one)).starts_with("is no .npy array: its header"));
}

TEST_CASE("Numbers of a file that do not belong to a key are told with what does") {
  Scratch scratch;
  const double inf = std::numeric_limits<double>::infinity();
  const auto told = [&](std::string_view text, double number) {
    scratch.save("x.npy", npy_file(header(std::string(order) + "f8", "(1, 1)"), bytes_of<double>({number})));
    try {
      read_case(text, scratch.path("p.json"));
    } catch (const Refusal& refusal) {
      return refusal.errors.at(0).message + "\n" + refusal.errors.at(0).hint;
    }
    return std::string();
  };
  CHECK(told(R"({"X": [[1]], "mask": {"keep": "x.npy"}})", -inf) ==
        "expected 0, 1, true or false, found -inf in x.npy at [0, 0]\n"
        "numbers that are added to the scores, and -inf to block, stand in add");
  CHECK(told(R"({"X": [[1]], "mask": {"add": "x.npy"}})", inf) ==
        "expected a number or \"-inf\", found inf in x.npy at [0, 0]\n"
        "-inf alone, which blocks a cell, may stand there beside finite numbers");
  CHECK(told(R"({"X": [[1]], "mask": {"add": "x.npy"}})", -inf) == "");
}

TEST_CASE("One column of text is a vector where a vector belongs, and a file in a list has an axis less") {
  Scratch scratch;
  scratch.save("column.csv", "1\n2\n");
  scratch.save("square.csv", "1,2\n3,4\n");
  scratch.save("x.npy", npy_file(header(std::string(order) + "f8", "(1, 1, 1, 1)"), bytes_of<double>({1})));
  CHECK(read_case(R"({"X": [[1, 0]], "W_Q": "identity", "W_K": "identity", "W_V": "identity", "b_Q": "column.csv"})",
                  scratch.path("p.json"))
            .problem.project_Q.b.at(1) == 2);
  CHECK(refusal_of(R"({"X": [[1]], "b_O": "square.csv"})", scratch).starts_with("1:21: /b_O: expected a list of numb"));
  CHECK(refusal_of(R"({"X": ["x.npy"]})", scratch) ==
        "1:8: /X/0: expected an array of 2 axes, found an array of 4 axes in x.npy\n");
}
