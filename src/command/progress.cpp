#include "command/progress.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <iostream>
#include <unistd.h>

namespace attn {
namespace {

using std::chrono::duration;
using std::chrono::seconds;

constexpr seconds first_after{1}, log_every{5};
constexpr std::chrono::milliseconds terminal_every{200};

Progress::Kind kind_of(const std::optional<std::string>& when, int output) {
  if (when == "always") return Progress::Kind::log;
  const bool is_seen = when != "never" && isatty(STDERR_FILENO) && !isatty(output);
  return is_seen ? Progress::Kind::terminal : Progress::Kind::none;
}

std::string clock_words(double left) {
  constexpr double most = 100 * 3600;
  const auto all = static_cast<long>(std::ceil(std::min(left, most)));
  const long hours = all / 3600, minutes = all / 60 % 60, rest = all % 60;
  return hours ? fmt::format("{}:{:02}:{:02}", hours, minutes, rest) : fmt::format("{}:{:02}", minutes, rest);
}

} // namespace

std::string progress_words(std::size_t lines, std::size_t failed, double seconds, std::optional<double> share_done) {
  const double rate = seconds > 0 ? static_cast<double>(lines) / seconds : 0;
  std::string words = fmt::format("{} {}, {:.0f} a second", lines, lines == 1 ? "line" : "lines", rate);
  if (failed != 0) words += fmt::format(", {} failed", failed);
  if (share_done && *share_done > 0 && *share_done < 1)
    words += fmt::format(", {:.0f} %, {} left", std::floor(100 * *share_done),
                         clock_words(seconds * (1 - *share_done) / *share_done));
  return words;
}

Progress::Progress(const std::optional<std::string>& when, int output)
    : kind_(kind_of(when, output)), next_(begin_ + first_after) {}

Progress::~Progress() {
  make_way();
}

void Progress::advance(std::size_t lines, std::size_t failed, std::size_t bytes, std::optional<std::size_t> all) {
  if (kind_ == Kind::none) return;
  lines_ += lines;
  failed_ += failed;
  bytes_ = bytes;
  all_ = all;
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + (kind_ == Kind::log ? Clock::duration(log_every) : Clock::duration(terminal_every));
  make_way();
  tell(duration<double>(now - begin_).count());
  shown_ = kind_ == Kind::terminal;
}

void Progress::tell(double seconds) const {
  std::optional<double> share_done;
  if (all_ && *all_ != 0) share_done = static_cast<double>(bytes_) / static_cast<double>(*all_);
  const std::string words = progress_words(lines_, failed_, seconds, share_done);
  std::cerr << (kind_ == Kind::terminal ? words : "attn: " + words + '\n');
}

void Progress::make_way() {
  if (!shown_) return;
  std::cerr << "\r\033[K";
  shown_ = false;
}

void Progress::finish() {
  make_way();
  if (kind_ != Kind::log) return;
  bytes_ = all_.value_or(0); // nothing is left
  tell(duration<double>(Clock::now() - begin_).count());
}

} // namespace attn
