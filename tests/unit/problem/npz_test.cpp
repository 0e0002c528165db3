// Arrays of .npz archives: deflated ones, sizes of 8 bytes, checksums, and what is said of hostile archives.

#include "problem/tensor/tensor_file.h"
#include "unit/problem/scratch.h"
#include "unit/problem/zip_file.h"

#include <catch2/catch.hpp>

using namespace attn;
using namespace attn::test;

namespace {

using Values = attn::AlignedVector<double>;

std::string array(std::string_view shape, std::string_view elements, std::string_view type = "|u1") {
  return npy_file("{'descr': '" + std::string(type) + "', 'fortran_order': False, 'shape': " + std::string(shape) + "}",
                  elements);
}

Values values_in(std::string_view archive, std::string_view name = "a") {
  Scratch scratch;
  scratch.save("w.npz", archive);
  return read_tensor({"w.npz", name}, {true, scratch.folder()}).numbers.values;
}

std::string fault_of(std::string_view archive, std::string_view name = "a") {
  try {
    values_in(archive, name);
  } catch (const TensorFault& fault) {
    return fault.message;
  }
  return {};
}

std::string fault_of(const ZipItem& item) {
  return fault_of(zip_file({item}));
}

} // namespace

TEST_CASE("Stored and deflated arrays, with sizes of 4 and of 8 bytes") {
  const std::string bytes = array("(3,)", "\1\2\3");
  for (ZipItem item : {ZipItem("a.npy", bytes), ZipItem::packed("a.npy", bytes)})
    for (const bool wide : {false, true}) {
      item.wide = wide;
      CHECK(values_in(zip_file({{"b.npy", array("(1,)", "\7")}, item})) == Values{1, 2, 3});
    }
}

TEST_CASE("A deflated array of more than is unpacked at once") {
  std::string elements(300000, '\0');
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<char>(i * i >> 7 & 127);
  const Values values = values_in(zip_file({ZipItem::packed("a.npy", array("(300000,)", elements))}));
  REQUIRE(values.size() == elements.size());
  CHECK(std::equal(values.begin(), values.end(), elements.begin(), [](double v, char c) { return v == c; }));
}

TEST_CASE("An array that is not what its checksum says is refused, however it is packed") {
  const std::string bytes = array("(3,)", "\1\2\3");
  for (ZipItem item : {ZipItem("a.npy", bytes), ZipItem::packed("a.npy", bytes)}) {
    item.checksum ^= 1;
    CHECK(fault_of(item) == "is damaged: its checksum is another");
  }
}

TEST_CASE("An array that is damaged where it says what it is is told as damaged") {
  ZipItem item = ZipItem::packed("a.npy", "no array, but a text");
  item.checksum ^= 1;
  CHECK(fault_of(item) == "is damaged: its checksum is another");
}

TEST_CASE("What is deflated may be no more and no less than it claims") {
  ZipItem item = ZipItem::packed("a.npy", array("(3,)", "\1\2\3"));
  item.size -= 1;
  CHECK(fault_of(item) == "is cut off: its header claims 3 numbers, and there are 2");
  item = ZipItem::packed("a.npy", array("(3,)", "\1\2\3\4"));
  item.size -= 1;
  CHECK(fault_of(item) == "is damaged: it holds more bytes than it claims");
  item = ZipItem::packed("a.npy", array("(3,)", "\1\2"));
  item.size += 1;
  CHECK(fault_of(item) == "is damaged: it holds fewer bytes than it claims");
  item = ZipItem::packed("a.npy", array("(3,)", "\1\2\3"));
  item.bytes.resize(item.bytes.size() - 4);
  CHECK(fault_of(item) == "is damaged: its compressed bytes end too early");
  item = ZipItem("a.npy", std::string(100, '\xFF'));
  item.method = zip::deflated;
  CHECK(fault_of(item) == "is damaged: its compressed bytes cannot be understood");
}

TEST_CASE("A small archive that holds gigabytes is refused before they are unpacked") {
  const std::string bytes = array("(1000, 1000)", std::string(1000000, '\0'));
  CHECK_THAT(fault_of(ZipItem::packed("a.npy", bytes)), Catch::StartsWith("holds 1000000 numbers in "));
  ZipItem item = ZipItem::packed("a.npy", array("(1099511627776,)", "\0"));
  item.wide = true;
  item.size = std::uint64_t{1} << 41;
  CHECK_THAT(fault_of(item), Catch::Contains("more than the memory there is") || Catch::Contains("numbers in 3"));
}

TEST_CASE("Entries of an archive that are no arrays, or not to be had") {
  ZipItem item("a.npy", array("(3,)", "\1\2\3"));
  item.flags = 1;
  CHECK(fault_of(item) == "holds a.npy encrypted");
  item.flags = 0;
  item.method = 14;
  CHECK(fault_of(item) == "holds a.npy packed by method 14");
  CHECK(fault_of(ZipItem("a.npy", "no array, but a text")) == "is no .npy array: it does not begin like one");
  CHECK(fault_of(ZipItem("readme.txt", "no array, but a text")) == "holds no array");
  CHECK(fault_of(zip_file({})) == "holds no array");
}

TEST_CASE("Names of an archive are told apart and do no harm") {
  const std::string one = array("(1,)", "\1");
  CHECK(fault_of(zip_file({{"a.npy", one}, {"a.npy", one}})) == "holds two tensors called a");
  CHECK(fault_of(zip_file({{"../a.npy", one}})) == R"(holds a tensor called "../a")");
  CHECK(fault_of(zip_file({{"\x1B[2J.npy", one}})) == R"(holds a tensor called "\u001b[2J")");
  CHECK(fault_of(zip_file({{"\xFF.npy", one}})) == R"(holds a tensor called "\xff")");
}

TEST_CASE("A directory that leads elsewhere is refused") {
  const std::string archive = zip_file({{"a.npy", array("(3,)", "\1\2\3")}});
  const auto changed = [&](std::size_t from_end, std::uint32_t value) {
    std::string copy = archive;
    return copy.replace(copy.size() - from_end, 4, field(value));
  };
  CHECK(fault_of(changed(6, 0x7FFFFFFF)) == "is no whole .npz file: its directory points beyond its end");
  CHECK(fault_of(changed(10, 0x7FFFFFFF)) == "is no whole .npz file: its directory is too large");
  CHECK(fault_of(changed(10, 100000)) == "is no whole .npz file: its directory points beyond its end");
  CHECK(fault_of(std::string(archive).replace(archive.size() - 12, 2, 2, '\0')) == "holds no array");
  CHECK(fault_of(changed(10, 10)) == "is no whole .npz file: its directory is cut off");
  CHECK(fault_of(changed(6, 0)) == "is no whole .npz file: its directory is damaged");
  CHECK(fault_of(changed(12, 2 | (static_cast<std::uint32_t>(51) << 16))) ==
        "is no whole .npz file: its directory is cut off");
}

TEST_CASE("What is no archive, or lost its end, is refused as such") {
  const std::string archive = zip_file({{"a.npy", array("(3,)", "\1\2\3")}});
  CHECK(fault_of("PK") == "is no whole .npz file: it is too short");
  CHECK(fault_of(std::string(100, ' ')) == "is no whole .npz file: it has no directory");
  CHECK(fault_of(archive.substr(0, archive.size() - 1)) == "is no whole .npz file: it has no directory");
  CHECK(values_in(archive + "a comment") == Values{1, 2, 3});
  CHECK(values_in(archive + std::string(0xFFFF, 'c')) == Values{1, 2, 3}); // the longest
}

TEST_CASE("Where a directory does not fit into 4 bytes, a record before it tells in 8") {
  const std::string plain = zip_file({{"a.npy", array("(3,)", "\1\2\3")}});
  const ZipEnd end = ZipEnd::of(plain);
  const std::string before = plain.substr(0, plain.size() - zip::end_size);
  const auto wide = [&](const ZipEnd& narrow, std::uint32_t signature = zip::end64_signature) {
    return before + field(signature) + field(std::uint64_t{44}) + std::string(12, '\0') +
           field(std::uint64_t{end.entries}) + field(std::uint64_t{end.entries}) + field(std::uint64_t{end.size}) +
           field(std::uint64_t{end.offset}) + field(zip::locator64_signature) + field(std::uint32_t{0}) +
           field(std::uint64_t{before.size()}) + field(std::uint32_t{1}) + narrow.record();
  };
  CHECK(values_in(wide({zip::elsewhere16, end.size, end.offset})) == Values{1, 2, 3});
  CHECK(values_in(wide({end.entries, zip::elsewhere32, end.offset})) == Values{1, 2, 3});
  CHECK(values_in(wide({end.entries, end.size, zip::elsewhere32})) == Values{1, 2, 3});
  CHECK(fault_of(wide({zip::elsewhere16, end.size, end.offset}, zip::end_signature + 1)) ==
        "is no whole .npz file: its ZIP64 record is not where it should be");
  // without such a record the fields mean what they say
  CHECK(fault_of(before + ZipEnd{zip::elsewhere16, end.size, end.offset}.record()) ==
        "is no whole .npz file: its directory is cut off");
  CHECK(fault_of(ZipEnd{zip::elsewhere16, 0, 0}.record()) == "is no whole .npz file: its directory is cut off");
}

TEST_CASE("The end of an archive is the last record that looks like one") {
  const std::string archive = zip_file({{"a.npy", array("(3,)", "\1\2\3")}});
  CHECK(fault_of(archive + ZipEnd{}.record()) == "holds no array");
}

TEST_CASE("Fields of an entry that are none of ZIP64 are passed over, and so is a remnant of one") {
  ZipItem item("a.npy", array("(3,)", "\1\2\3"));
  const std::string time = field(std::uint16_t{0x5455}) + field(std::uint16_t{1}) + "\3";
  for (const std::string& extra : {time, time + std::string(3, '\1'), std::string(3, '\1')}) {
    item.extra = extra;
    CHECK(values_in(zip_file({item})) == Values{1, 2, 3});
  }
  item.wide = true;
  item.extra = time;
  CHECK(values_in(zip_file({item})) == Values{1, 2, 3});
  item.wide = false;
  item.extra = field(zip::extra64) + field(std::uint16_t{8}) + std::string(4, '\0');
  CHECK(fault_of(item) == "is no whole .npz file: its directory is cut off");
}

TEST_CASE("An entry that is not where its directory says, or has two sizes, is refused") {
  const std::string bytes = array("(3,)", "\1\2\3");
  ZipItem item("a.npy", bytes);
  item.size += 1;
  CHECK(fault_of(item) == "is no whole .npz file: a stored array has two sizes");
  const std::string archive = zip_file({{"a.npy", bytes}});
  std::string moved = archive;
  moved[0] = 'p';
  CHECK(fault_of(moved) == "is no whole .npz file: an array is not where its directory says");
  std::string long_name = archive;
  long_name.replace(26, 2, field(std::uint16_t{0xFFFF}));
  CHECK(fault_of(long_name) == "is no whole .npz file: an array reaches beyond its end");
  std::string pushed = archive;
  pushed.replace(28, 2, field(std::uint16_t{100}));
  CHECK(fault_of(pushed) == "is no whole .npz file: an array reaches beyond its end");
  ZipItem far("a.npy", bytes);
  far.header = 0xFFFFFF;
  CHECK(fault_of(far) == "is no whole .npz file: its directory points beyond its end");
}

TEST_CASE("A run without a checksum is not held to one, and one that is out of proportion is not unpacked") {
  const Scratch scratch;
  scratch.save("x", "text");
  const ByteFile file(scratch.path("x"));
  CHECK_NOTHROW(refuse_if_damaged(file, whole(file)));
  ZipItem item = ZipItem::packed("a.npy", std::string(5'000'000, ' '));
  item.checksum ^= 1;
  CHECK(fault_of(item) == "is no .npy array: it does not begin like one");
}
