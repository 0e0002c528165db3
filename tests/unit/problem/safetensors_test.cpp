// Tensors of .safetensors files: what they hold, and what is said of broken and hostile ones.

#include "problem/tensor/tensor_file.h"
#include "unit/problem/scratch.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace attn;
using namespace attn::test;

namespace {

using Values = attn::AlignedVector<double>;

/// A file with that header and those elements.
std::string safetensors(std::string_view header, std::string_view elements, std::uint64_t length) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(length >> (8 * i) & 255);
  return bytes.append(header).append(elements);
}
std::string safetensors(std::string_view header, std::string_view elements) {
  return safetensors(header, elements, header.size());
}

/// "name": {...} of a header.
std::string entry(std::string_view name, std::string_view type, std::string_view shape, std::uint64_t begin,
                  std::uint64_t end) {
  return fmt::format(R"("{}":{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})", name, type, shape, begin, end);
}

Numbers numbers_in(std::string_view bytes, std::string_view name) {
  Scratch scratch;
  scratch.save("w.safetensors", bytes);
  return read_tensor({"w.safetensors", name}, {true, scratch.folder()}).numbers;
}

std::string fault_of(std::string_view bytes, std::string_view name = "w") {
  try {
    numbers_in(bytes, name);
  } catch (const TensorFault& fault) {
    return fault.message;
  }
  return {};
}

} // namespace

TEST_CASE("Two tensors under their names, the second one first in the header") {
  const std::string header = "{" + entry("b", "F32", "2,1", 8, 16) + "," + entry("a", "F64", "", 0, 8) + "}  ";
  const std::string bytes = safetensors(header, bytes_of<double>({7}) + bytes_of<float>({1.5f, -2}));
  CHECK(numbers_in(bytes, "a").values == Values{7});
  CHECK(numbers_in(bytes, "a").shape.empty());
  CHECK(numbers_in(bytes, "b").values == Values{1.5, -2});
  CHECK(numbers_in(bytes, "b").shape == std::vector<std::size_t>{2, 1});
}

TEST_CASE("The directory tells names, types and shapes before any element is read") {
  Scratch scratch;
  const std::string header = R"({"__metadata__":{"format":"pt"},)" + entry("b", "F8_E4M3", "2,1", 4, 6) + "," +
                             entry("layer.0.a", "BF16", "1,2", 0, 4) + "}";
  scratch.save("w.safetensors", safetensors(header, std::string("\x80\x3F\x00\xC0\x01\x02", 6)));
  const TensorFile file("w.safetensors", {true, scratch.folder()});
  CHECK(file.names() == std::vector<std::string>{"b", "layer.0.a"});
  CHECK(file.describe(0).type == "F8_E4M3");
  CHECK(file.describe(0).shape == TensorShape{2, 1});
  CHECK(file.find("layer.0.a") == 1);
  CHECK_FALSE(file.find("layer.0"));
  CHECK(file.read(1).numbers.values == Values{1, -2});
  CHECK_THROWS_AS(file.read(0), TensorFault);
}

TEST_CASE("Every type of number in a safetensors file becomes a double") {
  const auto read = [](std::string_view type, std::string_view bytes) {
    const std::string header = "{" + entry("w", type, "1", 0, bytes.size()) + "}";
    return numbers_in(safetensors(header, bytes), "w").values;
  };
  CHECK(read("F64", bytes_of<double>({-0.1})) == Values{-0.1});
  CHECK(read("F32", bytes_of<float>({0.1f})) == Values{0.1f});
  CHECK(read("F16", bytes_of<std::uint16_t>({0x3555})) == Values{0.333251953125});
  CHECK(read("BF16", bytes_of<std::uint16_t>({0x3EAB})) == Values{0.333984375});
  CHECK(read("BOOL", bytes_of<std::uint8_t>({1})) == Values{1});
  CHECK(read("I8", bytes_of<std::int8_t>({-7})) == Values{-7});
  CHECK(read("U8", bytes_of<std::uint8_t>({200})) == Values{200});
  CHECK(read("I16", bytes_of<std::int16_t>({-300})) == Values{-300});
  CHECK(read("U16", bytes_of<std::uint16_t>({65535})) == Values{65535});
  CHECK(read("I32", bytes_of<std::int32_t>({-70000})) == Values{-70000});
  CHECK(read("U32", bytes_of<std::uint32_t>({4000000000})) == Values{4e9});
  CHECK(read("I64", bytes_of<std::int64_t>({-5})) == Values{-5});
  CHECK(read("U64", bytes_of<std::uint64_t>({std::uint64_t{1} << 63})) == Values{0x1p63});
}

TEST_CASE("A safetensors header that does not hold is refused as what it is") {
  const std::string whole = "is no whole .safetensors file: ", four = bytes_of<float>({1});
  const auto fault = [&](std::string_view header, std::string_view elements) {
    const std::string told = fault_of(safetensors(header, elements));
    return told.starts_with(whole) ? told.substr(whole.size()) : told;
  };
  CHECK(fault_of("") == whole + "it is too short");
  CHECK(fault_of(safetensors("{}", "", 100000001)) == whole + "its header is to have 100000001 bytes");
  CHECK(fault_of(safetensors("{}", "", ~std::uint64_t{0})) ==
        whole + "its header is to have 18446744073709551615 bytes");
  CHECK(fault_of(safetensors("{}", "", 3)) == whole + "its header is cut off");
  CHECK(fault("{}", "") == "holds no tensor");
  CHECK(fault("", "") == "its header is not JSON: the input is empty");
  CHECK(fault("[]", "") == "its header is not JSON: expected an object, found a list");
  CHECK(fault(R"({"w":1})", "") == "a value stands in the header's w");
  CHECK(fault(R"({"w":{"dtype":"F32"}})", "") == "no dtype, no shape or no two data_offsets stand in the header's w");
  CHECK(fault(R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0]}})", four) ==
        "no dtype, no shape or no two data_offsets stand in the header's w");
  CHECK(fault(R"({"w":{"dtype":"F32","dtype":"F32"}})", "") == "the key \"dtype\" does not belong in the header's w");
  CHECK(fault(R"({"w":{"strides":[1]}})", "") == "the key \"strides\" does not belong in the header's w");
  CHECK(fault(R"({"w":{"shape":[-1]}})", "") == "-1 stands where sizes are counted, in the header's w");
  CHECK(fault(R"({"w":{"shape":[1.5]}})", "") == "1.5 stands where sizes are counted, in the header's w");
  CHECK(fault(R"({"w":{"dtype":1}})", "") == "a value stands in the header's w");
  CHECK(fault(R"({"w":{"shape":"1"}})", "") == "a value stands in the header's w");
  CHECK(fault(R"({"w":{"shape":["1"]}})", "") == "a value stands in the header's w");
  CHECK(fault(R"({"w":{"shape":[],"shape":[]}})", "") == "the key \"shape\" does not belong in the header's w");
  CHECK(fault(R"({"w":{"data_offsets":[],"data_offsets":[]}})", "") ==
        "the key \"data_offsets\" does not belong in the header's w");
  for (const char* two : {R"("dtype":"F32","data_offsets":[0,4])", R"("dtype":"F32","shape":[1])"})
    CHECK(fault(fmt::format(R"({{"w":{{{}}}}})", two), four) ==
          "no dtype, no shape or no two data_offsets stand in the header's w");
  CHECK(fault(R"({"__metadata__":{"a":{}}})", "") == "holds no tensor");
  CHECK(fault(R"({"w":{"shape":[[1]]}})", "") == "a list stands in the header's w");
  CHECK(fault(R"({"w":{"shape":{}}})", "") == "an object stands in the header's w");
  CHECK(fault(R"({"w":{"data_offsets":[0,4,8]}})", "") == "too many numbers stand in the header's w");
  CHECK(fault(R"({"w":{"shape":[99999999999999999999]}})", "") ==
        "99999999999999999999 stands where sizes are counted, in the header's w");
  CHECK(fault("{" + entry("w", "F32", "2", 0, 4) + "}", four) ==
        "the header's w has 4 bytes for 2 numbers of the type F32");
  CHECK(fault("{" + entry("w", "F32", "4294967296,4294967296", 0, 4) + "}", four) ==
        "the header's w claims more numbers than can be counted");
  CHECK(fault("{" + entry("w", "F32", "1", 0, 8) + "}", four) == "the header's w reaches beyond its end");
  CHECK(fault("{" + entry("w", "F32", "1", 4, 0) + "}", four) == "the header's w reaches beyond its end");
  CHECK(fault("{" + entry("w", "F32", "1", 0, 4) + "," + entry("v", "F32", "1", 0, 4) + "}", four) ==
        "the header's v overlaps another");
  CHECK(fault("{" + entry("w", "F32", "1", 4, 8) + "}", four + four) == "a hole stands before the header's w");
  CHECK(fault("{" + entry("w", "F32", "1", 0, 4) + "}", four + "x") == "its tensors take 4 bytes, and there are 5");
}

TEST_CASE("Names in a safetensors file are told apart and do no harm") {
  const std::string eight = bytes_of<float>({1, 2});
  const auto named = [&](std::string_view a, std::string_view b) {
    return fault_of(safetensors("{" + entry(a, "F32", "1", 0, 4) + "," + entry(b, "F32", "1", 4, 8) + "}", eight), "x");
  };
  CHECK(named("a", "b") == "holds no tensor x");
  CHECK(named("a", "a") == "holds two tensors called a");
  CHECK(named("a", "\\u001b[31m") == R"(holds a tensor called "\u001b[31m")");
  CHECK(named("a", "../b") == R"(holds a tensor called "../b")");
  CHECK(named("a", "b/..") == R"(holds a tensor called "b/..")");
  CHECK(named("a", "/b") == R"(holds a tensor called "/b")");
  CHECK(named("a", "b..c") == "holds no tensor x");
}

TEST_CASE("A file that shrinks after its header was read gives an error") {
  Scratch scratch;
  scratch.save("w.safetensors", safetensors("{" + entry("w", "F32", "2", 0, 8) + "}", bytes_of<float>({1, 2})));
  const TensorFile file("w.safetensors", {true, scratch.folder()});
  std::filesystem::resize_file(scratch.path("w.safetensors"), 12);
  try {
    file.read(0);
    FAIL("read beyond the end");
  } catch (const TensorFault& fault) {
    CHECK(fault.message == "ends too early: the file is cut off");
  }
}

TEST_CASE("A header of a hundred levels, and one of many axes") {
  CHECK_THAT(fault_of(safetensors("{\"__metadata__\":" + std::string(100, '[') + std::string(100, ']') + "}", "")),
             Catch::Contains("a list stands in its header"));
  std::string axes = "1";
  for (int i = 0; i < 32; ++i) axes += ",1";
  CHECK_THAT(fault_of(safetensors("{" + entry("w", "F32", axes, 0, 4) + "}", bytes_of<float>({1}))),
             Catch::Contains("too many numbers stand"));
}

TEST_CASE("A tensor without elements is listed and not read") {
  const std::string header = "{" + entry("w", "F32", "0,3", 0, 0) + "}";
  CHECK(fault_of(safetensors(header, "")) == "holds no numbers: one of its sizes is 0");
}
