#pragma once
// How far the lines are, on standard error. On a terminal one line that is written over, from the first second on; for
// logs (--progress always) a plain line now and then and one at the end.

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace attn {

class Progress {
public:
  enum class Kind { none, terminal, log };

  /// `when` is --progress. Results on the same terminal are progress enough: `output` is where they go.
  Progress(const std::optional<std::string>& when, int output);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// So many lines have been written, so many of them failed; `bytes` of `all` have been cut into lines.
  void advance(std::size_t lines, std::size_t failed, std::size_t bytes, std::optional<std::size_t> all);
  /// Something else is about to be written to standard error.
  void make_way();
  /// The last word.
  void finish();

private:
  using Clock = std::chrono::steady_clock;

  void tell(double seconds) const;

  Kind kind_;
  Clock::time_point begin_ = Clock::now(), next_;
  bool shown_ = false;
  std::size_t lines_ = 0, failed_ = 0, bytes_ = 0;
  std::optional<std::size_t> all_;
};

/// "12000 lines, 24000 a second, 3 failed, 40 %, 0:12 left".
std::string progress_words(std::size_t lines, std::size_t failed, double seconds, std::optional<double> share_done);

} // namespace attn
