#include "matrix/multiply.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <new>
#include <random>
#include <vector>

using namespace attn;

namespace {

/// Small integers: every sum is exact, whatever its order.
template <class T>
Matrix<T> integers(std::size_t rows, std::size_t cols, unsigned seed) {
  std::mt19937 engine(seed);
  Matrix<T> made(rows, cols);
  for (std::size_t i = 0; i < made.size(); ++i) made.data()[i] = static_cast<T>(static_cast<int>(engine() % 7) - 3);
  return made;
}

template <class T>
Matrix<T> fractions(std::size_t rows, std::size_t cols, unsigned seed) {
  std::mt19937 engine(seed);
  Matrix<T> made(rows, cols);
  for (std::size_t i = 0; i < made.size(); ++i) made.data()[i] = static_cast<T>(engine() % 2000) / 999 - 1;
  return made;
}

template <class T>
bool same_bits(MatrixView<const T> a, MatrixView<const T> b) {
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j)
      if (std::memcmp(&a(i, j), &b(i, j), sizeof(T)) != 0) return false;
  return a.rows == b.rows && a.cols == b.cols;
}

template <class T>
Matrix<T> product(const Kernel<T>& kernel, MatrixView<const T> a, MatrixView<const T> b) {
  Matrix<T> c(a.rows, b.cols);
  multiply<T>(kernel, a, Packed<T>(kernel, b), c);
  return c;
}

/// As the contract of the kernel says it: a chain of fused multiply-adds for each block of 256, added from +0.
template <class T>
Matrix<T> by_contract(MatrixView<const T> a, MatrixView<const T> b) {
  Matrix<T> c(a.rows, b.cols);
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < b.cols; ++j)
      for (std::size_t first = 0; first < a.cols; first += 256) {
        T chain = 0;
        for (std::size_t p = first; p < a.cols && p < first + 256; ++p)
          chain = fused_multiply_add(a(i, p), b(p, j), chain);
        c(i, j) += chain;
      }
  return c;
}

/// The tiles that a product is made of, in order; nothing is worked.
std::vector<Tile<float>> tiles_met;

/// 4 x 64 numbers, whatever the machine has: panels of four lines.
const Kernel<float> spy{"spy", 4,  64, [](const Tile<float>& tile) noexcept { tiles_met.push_back(tile); },
                        {},    {}, {}, {}};

/// The tiles of a product with `rows` of a, all rows so many numbers apart.
std::vector<Tile<float>> tiles(std::size_t rows, std::size_t depth, std::size_t cols, std::size_t row_step) {
  const Matrix<float> a(rows, row_step), b(depth, row_step);
  Matrix<float> c(rows, cols);
  const Packed<float> packed(spy, b.view().col_range(0, cols));
  tiles_met.clear();
  multiply<float>(spy, a.view().col_range(0, depth), packed, c);
  return tiles_met;
}

std::vector<Fetch> fetches(const std::vector<Tile<float>>& tiles) {
  std::vector<Fetch> all;
  for (const Tile<float>& tile : tiles) all.push_back(tile.fetch);
  return all;
}

bool out_of_memory = false; ///< for those who can do without

} // namespace

/// What ::operator new does that may return null, but for the tests that want it to.
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return out_of_memory ? nullptr : ::operator new(bytes, alignment);
}

TEMPLATE_TEST_CASE("2 x 3 times 3 x 2", "", float, double) {
  Matrix<TestType> a(2, 3), b(3, 2);
  std::copy_n(std::vector<TestType>{1, 2, 3, 4, 5, 6}.data(), 6, a.data());
  std::copy_n(std::vector<TestType>{1, 0, 0, 1, 1, 1}.data(), 6, b.data());
  for (const Kernel<TestType>& kernel : kernels<TestType>()) {
    const Matrix<TestType> c = product<TestType>(kernel, a, b);
    CHECK(std::vector<TestType>(c.data(), c.data() + 4) == std::vector<TestType>{4, 5, 10, 11});
  }
}

TEMPLATE_TEST_CASE("sizes on both sides of every boundary give the bits of the contract", "", float, double) {
  for (const Kernel<TestType>& kernel : kernels<TestType>())
    for (const std::size_t rows : {std::size_t{1}, kernel.mr - 1, kernel.mr, kernel.mr + 1, 2 * kernel.mr + 1})
      for (const std::size_t cols : {std::size_t{1}, kernel.nr - 1, kernel.nr, kernel.nr + 1, 2 * kernel.nr + 3})
        for (const std::size_t depth : {1u, 2u, 255u, 256u, 257u, 600u}) {
          const auto a = fractions<TestType>(rows, depth, 1), b = fractions<TestType>(depth, cols, 2);
          CAPTURE(kernel.name, rows, cols, depth);
          REQUIRE(same_bits<TestType>(product<TestType>(kernel, a, b), by_contract<TestType>(a, b)));
        }
}

TEMPLATE_TEST_CASE("more rows than stay in the cache, and a c that does not", "", float, double) {
  const auto a = fractions<TestType>(211, 259, 1), b = fractions<TestType>(259, 70, 2);
  for (const Kernel<TestType>& kernel : kernels<TestType>())
    CHECK(same_bits<TestType>(product<TestType>(kernel, a, b), by_contract<TestType>(a, b)));
  const auto tall = fractions<TestType>(1600, 2, 3), wide = fractions<TestType>(2, 1030, 4); // c: more than 4 MB
  CHECK(same_bits<TestType>(product<TestType>(kernels<TestType>().back(), tall, wide),
                            by_contract<TestType>(tall, wide)));
}

TEMPLATE_TEST_CASE("rows whole pages apart, which are copied on the way", "", float, double) {
  constexpr std::size_t step = 4096 / sizeof(TestType);
  for (const Kernel<TestType>& kernel : kernels<TestType>())
    for (const std::size_t rows : {95u, 96u, 400u}) {
      const bool is_slow = kernel.name == "generic";
      const std::size_t depth = rows == 400 && is_slow ? 30 : 300;
      const auto wide_a = fractions<TestType>(rows, step, 1), wide_b = fractions<TestType>(depth, step, 2);
      const auto a = wide_a.view().col_range(0, depth), b = wide_b.view().col_range(0, 5 * kernel.nr);
      for (const std::size_t cols : {kernel.nr, 4 * kernel.nr, 5 * kernel.nr - 1}) {
        CAPTURE(kernel.name, rows, cols);
        Matrix<TestType> c(rows, cols);
        multiply<TestType>(kernel, a, Packed<TestType>(kernel, b), c);
        CHECK(same_bits<TestType>(c, by_contract<TestType>(a, b.col_range(0, cols))));
      }
      if (depth <= 256) continue;
      Matrix<TestType> part(rows, 2 * kernel.nr); // of b: rows from 256 on, columns from the third panel on
      const auto a_part = a.col_range(0, depth - 256);
      const auto b_part = b.row_range(256, depth - 256).col_range(2 * kernel.nr, 2 * kernel.nr);
      multiply<TestType>(kernel, a_part, Packed<TestType>(kernel, b), part, {256, 2 * kernel.nr});
      CHECK(same_bits<TestType>(part, by_contract<TestType>(a_part, b_part)));
    }
}

TEMPLATE_TEST_CASE("many rows and more depth than a panel is copied of at a time", "", float, double) {
  const Kernel<TestType>& kernel = kernels<TestType>().back();
  const auto a = fractions<TestType>(256, 1100, 1), b = fractions<TestType>(1100, 2 * kernel.nr + 1, 2);
  CHECK(same_bits<TestType>(product<TestType>(kernel, a, b), by_contract<TestType>(a, b)));
  const auto transposed = fractions<TestType>(kernel.nr, 1100, 3);
  CHECK(same_bits<TestType>(product<TestType>(kernel, a, transposed.view().transposed()),
                            by_contract<TestType>(a, transposed.view().transposed())));
}

TEST_CASE("the first tiles fetch the next panel, the others the rows behind theirs, of few rows the first its own") {
  const auto met = tiles(40, 10, 128, 200);
  CHECK(fetches(met) == std::vector<Fetch>(20, Fetch::ahead));
  CHECK(met[0].ahead == met[0].b + 64);      // the second panel
  CHECK(met[1].ahead == met[0].ahead + 16);  // its next line
  CHECK(met[4].ahead == met[0].ahead + 200); // and the next row: four lines, of each every second row
  CHECK(met[4].ahead_row_step == 400);
  CHECK(met[8].ahead == met[9].a);
  CHECK(met[8].ahead_row_step == 16);
  CHECK(fetches(tiles(8, 10, 64, 100)) == std::vector{Fetch::own, Fetch::ahead});
}

/// Whether no tile copies what it reads.
bool in_place(const std::vector<Tile<float>>& tiles) {
  return std::all_of(tiles.begin(), tiles.end(), [](const Tile<float>& tile) {
    return tile.copy == nullptr && tile.fetch != Fetch::ahead_and_copy;
  });
}

TEST_CASE("the first tile of many copies the panel's rows, if they lie apart, and all go through all of depth") {
  const auto met = tiles(96, 300, 256, 1024);
  const std::size_t of_panel = 24; // tiles
  REQUIRE(met.size() == 2 * 4 * of_panel);
  CHECK(met[0].fetch == Fetch::ahead_and_copy);
  CHECK(met[0].b_row_step == 1024);
  CHECK(met[1].fetch == Fetch::ahead_and_copy); // the same rows of c, the rest of depth
  CHECK(met[1].a == met[0].a + 256);
  CHECK(met[1].c == met[0].c);
  CHECK(met[1].accumulate);
  CHECK(met[1].copy == met[0].copy + 256 * 64);
  CHECK(met[2].fetch == Fetch::ahead);
  CHECK(met[2].b == met[0].copy);
  CHECK(met[3].b == met[1].copy);
  CHECK(met[3].b_row_step == 64);
  CHECK(met[2 * of_panel].fetch == Fetch::ahead_and_copy);
  CHECK(met[2 * of_panel].b_row_step == 1024);
}

TEST_CASE("many are 96 rows where those of b lie whole pages apart, else 256; without memory nothing is copied") {
  CHECK(in_place(tiles(95, 300, 256, 1024)));
  CHECK(in_place(tiles(255, 300, 256, 1000)));
  CHECK_FALSE(in_place(tiles(256, 300, 256, 1000)));
  const auto few = tiles(95, 300, 256, 1024); // a block of depth after the other
  CHECK(few[1].a == few[0].a + 4 * 1024);
  out_of_memory = true;
  const auto without = tiles(96, 300, 256, 1024);
  out_of_memory = false;
  CHECK(without.size() == tiles(96, 300, 256, 1024).size());
  CHECK(in_place(without));
  CHECK(without[1].a == without[0].a + 4 * 1024);
}

TEST_CASE("rows that follow each other are copied by nobody, and all of depth goes by where there are many") {
  const Matrix<float> transposed(64, 300);
  for (const std::size_t rows : {255u, 256u}) {
    const Matrix<float> a(rows, 300);
    Matrix<float> c(rows, 64);
    tiles_met.clear();
    multiply<float>(spy, a, Packed<float>(spy, transposed.view().transposed()), c);
    CHECK(in_place(tiles_met));
    CHECK(tiles_met[1].a == a.data() + (rows == 256 ? 256 : 4 * 300));
  }
}

TEMPLATE_TEST_CASE("a transpose and the columns of a head are multiplied where they lie", "", float, double) {
  const auto a = fractions<TestType>(9, 300, 1), b = fractions<TestType>(70, 300, 2);
  for (const Kernel<TestType>& kernel : kernels<TestType>()) {
    const auto transposed = b.view().transposed();
    CHECK(same_bits<TestType>(product<TestType>(kernel, a, transposed), by_contract<TestType>(a, transposed)));
    const auto a_columns = a.view().col_range(11, 70), b_columns = b.view().col_range(5, 37);
    Matrix<TestType> wide(9, 100);
    multiply<TestType>(kernel, a_columns, Packed<TestType>(kernel, b_columns), wide.view().col_range(3, 37));
    CHECK(same_bits<TestType>(wide.view().col_range(3, 37), by_contract<TestType>(a_columns, b_columns)));
    CHECK(wide(0, 2) == 0);
    CHECK(wide(8, 40) == 0);
  }
}

TEMPLATE_TEST_CASE("a panel that is not full is filled up with 0, whatever its memory held", "", float, double) {
  const Kernel<TestType>& kernel = kernels<TestType>().back();
  { const AlignedVector<TestType> used(5 * kernel.nr, 7); } // the next of this size takes its memory
  const Matrix<TestType> b(5, kernel.nr - 1);
  const Packed<TestType> packed(kernel, b);
  const auto panel = packed.panel(0);
  CHECK(panel.data[kernel.nr - 1] == 0);
  CHECK(panel.data[4 * panel.row_step + kernel.nr - 1] == 0);
}

TEMPLATE_TEST_CASE("leaving out trailing rows of weight 0 changes no bit, not even of a sum that is -0", "", float,
                   double) {
  constexpr std::size_t depth = 530, met = 261;
  const TestType tiny = std::numeric_limits<TestType>::denorm_min();
  for (const Kernel<TestType>& kernel : kernels<TestType>()) {
    auto a = fractions<TestType>(5, depth, 1), b = fractions<TestType>(depth, 20, 2);
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t p = met; p < depth; ++p) a(i, p) = 0;
    for (std::size_t p = 0; p < depth; ++p) b(p, 0) = p < met ? -tiny : TestType{1}; // every product rounds to -0
    for (std::size_t p = 0; p < met; ++p) a(4, p) = TestType(0.25);
    const Packed<TestType> packed(kernel, b);
    Matrix<TestType> all(5, 20), first(5, 20);
    multiply<TestType>(kernel, a, packed, all);
    multiply<TestType>(kernel, a.view().col_range(0, met), packed, first);
    CHECK(same_bits<TestType>(all, first));
    CHECK(!std::signbit(all(4, 0)));
  }
}

TEMPLATE_TEST_CASE("a part of b, and leaving out leading rows of weight 0", "", float, double) {
  for (const Kernel<TestType>& kernel : kernels<TestType>()) {
    auto a = fractions<TestType>(7, 700, 1), b = fractions<TestType>(700, 3 * kernel.nr + 1, 2);
    for (std::size_t i = 0; i < 7; ++i)
      for (std::size_t p = 0; p < 512; ++p) a(i, p) = 0;
    const Packed<TestType> packed(kernel, b);
    const std::size_t cols = kernel.nr + 1;
    Matrix<TestType> part(7, cols);
    multiply<TestType>(kernel, a.view().col_range(512, 188), packed, part, {512, 2 * kernel.nr});
    CHECK(same_bits<TestType>(part, by_contract<TestType>(a, b.view().col_range(2 * kernel.nr, cols))));
  }
}

TEMPLATE_TEST_CASE("fewer columns than b has, and no depth at all", "", float, double) {
  for (const Kernel<TestType>& kernel : kernels<TestType>()) {
    const auto a = integers<TestType>(3, 40, 1), b = integers<TestType>(40, 50, 2);
    const Packed<TestType> packed(kernel, b);
    Matrix<TestType> c(3, 21);
    multiply<TestType>(kernel, a, packed, c);
    CHECK(same_bits<TestType>(c, by_contract<TestType>(a, b.view().col_range(0, 21))));
    multiply<TestType>(kernel, a.view().col_range(0, 0), packed, c);
    CHECK(same_bits<TestType>(c, Matrix<TestType>(3, 21)));
  }
}

TEMPLATE_TEST_CASE("(A·B)·t = A·(B·t) on integers, where both are exact", "", float, double) {
  const auto A = integers<TestType>(131, 517, 1), B = integers<TestType>(517, 97, 2), t = integers<TestType>(97, 1, 3);
  for (const Kernel<TestType>& kernel : kernels<TestType>()) {
    const auto left = product<TestType>(kernel, product<TestType>(kernel, A, B), t);
    const auto right = product<TestType>(kernel, A, product<TestType>(kernel, B, t));
    CHECK(same_bits<TestType>(left, right));
  }
}
