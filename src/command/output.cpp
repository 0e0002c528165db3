#include "command/files.h"

#include "error.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace attn {
namespace {

constexpr std::size_t buffer_size = 1 << 16;

/// The open descriptor that a path names: what it leads to is carried on and not replaced.
std::optional<int> named_descriptor(std::string_view file) {
  if (file == "/dev/stdout") return STDOUT_FILENO;
  if (file == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!file.starts_with(folder)) continue;
    int fd = -1;
    const char* const end = file.data() + file.size();
    if (std::from_chars(file.data() + folder.size(), end, fd).ptr == end && fd >= 0) return fd;
  }
  return std::nullopt;
}

/// Whether a file is there that a new one cannot take the place of.
bool is_irregular(const std::string& file) {
  struct stat status {};
  return ::stat(file.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
}

/// A descriptor that others have set to fail rather than to wait.
void wait_until_writable(int fd) {
  pollfd ready{fd, POLLOUT, 0};
  ::poll(&ready, 1, -1);
}

} // namespace

Output::Output(const std::string& file) : name_(file.empty() ? std::string(1, '-') : file) {
  buffer_.reserve(buffer_size);
  if (name_ == "-") return;
  if (const auto descriptor = named_descriptor(file)) {
    fd_ = *descriptor;
  } else if (is_irregular(file)) {
    open_directly(file);
  } else {
    try {
      fd_ = replaced_.emplace(file).descriptor();
    } catch (const std::system_error& fault) {
      fail("cannot be written", fault.code().value());
    }
  }
}

void Output::open_directly(const std::string& file) {
  fd_ = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd_ < 0) fail("cannot be opened for writing", errno);
  is_own_ = true;
}

Output::~Output() {
  if (is_own_) ::close(fd_);
}

void Output::write(std::string_view text) {
  while (!text.empty()) {
    const std::size_t room = buffer_size - buffer_.size();
    const auto piece = text.substr(0, room);
    buffer_.insert(buffer_.end(), piece.begin(), piece.end());
    text.remove_prefix(piece.size());
    if (buffer_.size() == buffer_size) flush();
  }
}

void Output::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t count = ::write(fd_, buffer_.data() + done, buffer_.size() - done);
    if (count >= 0)
      done += static_cast<std::size_t>(count);
    else if (errno == EPIPE)
      throw BrokenPipe();
    else if (errno == EAGAIN)
      wait_until_writable(fd_);
    else if (errno != EINTR)
      fail("cannot be written", errno);
  }
  buffer_.clear();
}

void Output::finish() {
  flush();
  if (!replaced_) return;
  try {
    replaced_->take_place();
  } catch (const std::system_error& fault) {
    fail("cannot be put in its place", fault.code().value());
  }
}

void Output::fail(const std::string& doing, int error) const {
  const char* hint = error == ENOSPC ? "free some space, or write to another place with -o FILE"
                                     : "check the folder and its permissions, or write to another place with -o FILE";
  throw Refusal(name_ == "-" ? "standard output" : name_, doing + ": " + std::strerror(error), hint);
}

} // namespace attn
