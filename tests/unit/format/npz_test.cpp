// Results as arrays, read back by the reader of problem/tensor.

#include "format/format.h"
#include "format/zip_writer.h"
#include "problem/tensor/tensor_file.h"
#include "problem/tensor/zip.h"
#include "text_sink.h"
#include "unit/problem/scratch.h"

#include <catch2/catch.hpp>
#include <limits>

namespace attn {
namespace {

constexpr double masked = -std::numeric_limits<double>::infinity();

Section section(std::string path, const Matrix<double>& values) {
  Section section;
  section.path = std::move(path);
  section.block.values = values;
  return section;
}

std::string npz_of(const Report& report) {
  return written([&](Sink& sink) { write_npz(report, Style{}, sink); });
}

/// One array of an archive.
Numbers array(const std::string& archive, std::string_view name) {
  test::Scratch scratch;
  scratch.save("r.npz", archive);
  return read_tensor({"r.npz", name}, {true, scratch.folder()}).numbers;
}

} // namespace

TEST_CASE("arrays under their paths, in the dtype of the result") {
  const Matrix<double> scores = rows({{1, masked}, {0.5, -2}}), sums = rows({{2.5}, {1}}), last = rows({{0.1f, 3}});
  Report report;
  report.schema = "attn/1";
  report.facts = {{"shape", Fact::Counts{{"n", 2}, {"m", 3}}}, {"scale", 0.125}, {"tokens", Fact::Words{"a", "büß"}}};
  report.parts = {{{section(".heads[0].masked_scores", scores), section(".heads[0].row_sum", sums)}, 1}};
  report.parts[0].sections[1].block.is_vector = true;
  for (const Dtype dtype : {Dtype::float64, Dtype::float32}) {
    report.dtype = dtype;
    const std::string archive = npz_of(report);
    CHECK(array(archive, "heads[0].masked_scores").values == AlignedVector<double>{1, masked, 0.5, -2});
    CHECK(array(archive, "heads[0].masked_scores").shape == std::vector<std::size_t>{2, 2});
    CHECK(array(archive, "heads[0].row_sum").shape == std::vector<std::size_t>{2});
    CHECK(array(archive, "shape.m").values == AlignedVector<double>{3});
    CHECK(array(archive, "scale").values == AlignedVector<double>{0.125});
    CHECK(archive.find(dtype == Dtype::float32
                           ? "f4', 'fortran_order': False, 'shape': (2, 2), }"
                           : "f8', 'fortran_order': False, 'shape': (2, 2), }") != std::string::npos);
    CHECK(archive.find("U3', 'fortran_order': False, 'shape': (2,), }") != std::string::npos);
    CHECK(archive == npz_of(report));
  }
}

TEST_CASE("the elements of an array begin at a multiple of 64 bytes of it") {
  const Matrix<double> values = rows({{1, 2}});
  Report report;
  report.parts = {{{section(".output", values)}, 0}};
  const std::string archive = npz_of(report);
  const std::size_t begin = archive.find("\x93NUMPY", archive.find("output.npy"));
  CHECK((archive.find('\n', begin) + 1 - begin) % 64 == 0);
}

TEST_CASE("more numbers than are held at once") {
  Matrix<double> values(130, 130);
  for (std::size_t k = 0; k < values.size(); ++k) values.data()[k] = static_cast<double>(k);
  Report report;
  report.parts = {{{section(".Q", values)}, 0}};
  const Numbers back = array(npz_of(report), "Q");
  CHECK(back.values.back() == 130 * 130 - 1);
  CHECK(std::equal(back.values.begin(), back.values.end(), values.data()));
}

TEST_CASE("records of 8 bytes are read like those of 4") {
  const std::string bytes = test::npy_file("{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }", "\1\2\3");
  for (const std::uint64_t widest : {ZipWriter::narrow, std::uint64_t{200}, std::uint64_t{0}}) {
    const std::string archive = written([&](Sink& sink) {
      ZipWriter zip(sink, widest);
      for (const char* name : {"a.npy", "b.npy", "c.npy"})
        zip.add(name, [&](const ZipWriter::Take& take) { take(bytes); });
      zip.finish();
    });
    CHECK(array(archive, "c").values == AlignedVector<double>{1, 2, 3});
    CHECK((archive.find("PK\6\6") != std::string::npos) == (widest != ZipWriter::narrow));
  }
}

TEST_CASE("an archive cut off anywhere, or with any byte changed, is read or refused") {
  const std::string bytes = test::npy_file("{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }", "\1\2\3");
  for (const std::uint64_t widest : {ZipWriter::narrow, std::uint64_t{0}}) {
    const std::string archive = written([&](Sink& sink) {
      ZipWriter zip(sink, widest);
      zip.add("a.npy", [&](const ZipWriter::Take& take) { take(bytes); });
      zip.finish();
    });
    test::Scratch scratch;
    const auto read = [&](const std::string& changed) {
      scratch.save("r.npz", changed);
      try {
        return read_tensor({"r.npz", "a"}, {true, scratch.folder()}).numbers.values.size();
      } catch (const TensorFault&) {
        return std::size_t{0};
      }
    };
    for (std::size_t size = 0; size < archive.size(); ++size) CHECK(read(archive.substr(0, size)) == 0);
    for (std::size_t at = 0; at < archive.size(); ++at)
      for (const char byte : {'\0', '\1', '\x7F', '\xFF'}) {
        std::string changed = archive;
        changed[at] = byte;
        CHECK(read(changed) <= 3);
      }
  }
}

} // namespace attn
