#pragma once
// A stream of items that several threads work and that comes out in the order in which it went in. There is no thread
// that only reads or only writes: whoever is free takes the next item, works it and hands it in, and delivers all that
// are due. What is taken and not yet delivered is bounded, so a slow output holds the input back.

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace attn {

/// What is done with an item. What `take` or `work` throws ends the stream when it is that item's turn.
template <class Item>
struct Stations {
  std::function<bool(Item&)> take;    ///< one at a time, in order; false: there are no more
  std::function<void(Item&)> work;    ///< several at once
  std::function<bool(Item&)> deliver; ///< one at a time, in order, also an item half worked; false: enough
  std::function<void()> wake;         ///< the stream has ended while `take` may be waiting for input
};

template <class Item>
class Ordered {
public:
  Ordered(std::size_t threads, Stations<Item> stations)
      : threads_(threads), in_flight_(2 * threads + 1), stations_(std::move(stations)) {}

  /// Returns when all is delivered or was enough. Throws what a station threw.
  void run() {
    {
      std::vector<std::jthread> others;
      try {
        while (others.size() + 1 < threads_) others.emplace_back([this] { serve(); });
      } catch (const std::system_error&) { // no more threads for this process: those there are do the work
      }
      serve();
    }
    if (fault_) std::rethrow_exception(fault_);
  }

private:
  struct Turn {
    std::size_t number;
    Item item = {};
    std::exception_ptr fault = {};
  };

  void serve() noexcept {
    try {
      while (auto turn = take()) {
        if (!turn->fault) attempt(*turn, [&] { stations_.work(turn->item); });
        hand_in(std::move(*turn));
      }
    } catch (...) { // no memory for the bookkeeping itself
      const std::lock_guard lock(mutex_);
      end(std::current_exception());
    }
  }

  template <class Action>
  static void attempt(Turn& turn, Action action) {
    try {
      action();
    } catch (...) {
      turn.fault = std::current_exception();
    }
  }

  std::optional<Turn> take() {
    const std::lock_guard taking(take_mutex_);
    if (!has_more_ || !wait_for_room()) return std::nullopt;
    Turn turn{taken_};
    attempt(turn, [&] { has_more_ = stations_.take(turn.item); });
    if (!has_more_) return std::nullopt;
    if (turn.fault) has_more_ = false;
    ++taken_;
    return turn;
  }

  /// False: the stream has ended.
  bool wait_for_room() {
    std::unique_lock lock(mutex_);
    room_.wait(lock, [this] { return ended_ || taken_ - delivered_ < in_flight_; });
    return !ended_;
  }

  void hand_in(Turn turn) {
    const std::lock_guard lock(mutex_);
    const std::size_t number = turn.number;
    waiting_.emplace(number, std::move(turn));
    while (!ended_ && !waiting_.empty() && waiting_.begin()->first == delivered_) {
      deliver(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++delivered_;
    }
    room_.notify_one(); // only the one that holds take_mutex_ waits
  }

  void deliver(Turn& turn) {
    try {
      if (!stations_.deliver(turn.item)) return end(nullptr);
      if (turn.fault) end(turn.fault);
    } catch (...) {
      end(std::current_exception());
    }
  }

  void end(std::exception_ptr fault) {
    fault_ = std::move(fault);
    ended_ = true;
    room_.notify_one();
    stations_.wake();
  }

  const std::size_t threads_, in_flight_;
  Stations<Item> stations_;

  std::mutex take_mutex_; ///< guards `take`, taken_ and has_more_
  std::size_t taken_ = 0;
  bool has_more_ = true;

  std::mutex mutex_; ///< guards all below
  std::condition_variable room_;
  std::map<std::size_t, Turn> waiting_; ///< worked, but not yet due
  std::size_t delivered_ = 0;
  bool ended_ = false;
  std::exception_ptr fault_;
};

} // namespace attn
