// A stream of numbers through the ordered loop: whatever the threads do, what comes out is what went in, in order.

#include "command/ordered.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace attn {
namespace {

/// Doubles the numbers from 0 up to `count`; slower ones every now and then.
struct Doubling {
  int count = 1000;
  int fails_at = -1;       ///< working this number throws
  int enough_at = 1 << 20; ///< delivering this number is enough
  int taken = 0;
  std::vector<int> delivered;
  std::atomic<int> most_ahead = 0;
  bool woken = false;

  void run(std::size_t threads) {
    Ordered<int> ordered(threads, {[this](int& item) {
                                     item = taken++;
                                     return item < count;
                                   },
                                   [this](int& item) {
                                     if (item == fails_at) throw std::runtime_error("failed");
                                     if (item % 7 == 0) std::this_thread::yield();
                                     item *= 2;
                                   },
                                   [this](int& item) {
                                     most_ahead = std::max(most_ahead.load(), taken - item / 2);
                                     delivered.push_back(item);
                                     return item / 2 < enough_at;
                                   },
                                   [this] { woken = true; }});
    ordered.run();
  }
};

std::vector<int> even_numbers(std::size_t count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (int& number : numbers) number *= 2;
  return numbers;
}

} // namespace

TEST_CASE("items come out in the order in which they went in, for any number of threads") {
  for (const std::size_t threads : {1u, 2u, 3u, 8u}) {
    Doubling doubling;
    doubling.run(threads);
    CHECK(doubling.delivered == even_numbers(1000));
    CHECK_FALSE(doubling.woken);
  }
}

TEST_CASE("no more items are in flight than there is room for") {
  Doubling doubling;
  doubling.run(3);
  CHECK(doubling.most_ahead <= 2 * 3 + 2);
}

TEST_CASE("what work throws ends the stream when it is that item's turn") {
  for (const std::size_t threads : {1u, 4u}) {
    Doubling doubling;
    doubling.fails_at = 500;
    CHECK_THROWS_WITH(doubling.run(threads), "failed");
    doubling.delivered.pop_back(); // the item half worked
    CHECK(doubling.delivered == even_numbers(500));
    CHECK(doubling.woken);
  }
}

TEST_CASE("enough is enough") {
  for (const std::size_t threads : {1u, 4u}) {
    Doubling doubling;
    doubling.enough_at = 99;
    doubling.run(threads);
    CHECK(doubling.delivered == even_numbers(100));
  }
}

TEST_CASE("no items at all") {
  Doubling doubling;
  doubling.count = 0;
  doubling.run(4);
  CHECK(doubling.delivered.empty());
}

} // namespace attn
