#include "command/files.h"

#include "error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace attn {
namespace {

constexpr std::size_t buffer_size = 1 << 16;

/// A file descriptor that closes itself; the standard streams stay open.
struct Descriptor {
  int fd;
  explicit Descriptor(int fd_taken) : fd(fd_taken) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd > 2) ::close(fd);
  }
};

std::string reason(int error) {
  return std::strerror(error);
}

[[noreturn]] void refuse_input(const std::string& file, int error) {
  const char* hint = error == EISDIR   ? "name a file with a JSON problem in it"
                     : error == ENOENT ? "check the name; - is standard input"
                                       : "check the file and its permissions";
  throw Refusal(Error{{file, {}, {}}, "cannot be read: " + reason(error), hint});
}

/// The standard stream that a path names, so that what it leads to is carried on and not replaced.
std::optional<int> standard_stream(const std::string& file) {
  constexpr std::pair<std::string_view, int> streams[] = {
      {"/dev/stdout", 1}, {"/dev/fd/1", 1}, {"/proc/self/fd/1", 1},
      {"/dev/stderr", 2}, {"/dev/fd/2", 2}, {"/proc/self/fd/2", 2},
  };
  for (const auto& [path, fd] : streams)
    if (file == path) return fd;
  return std::nullopt;
}

mode_t mode_for(const std::string& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

} // namespace

void hold_standard_streams() {
  for (int fd = 0; fd <= 2; ++fd)
    if (::fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
      // The lowest free descriptor is taken, so this one becomes fd. Input from it fails, and so does output to it.
      [[maybe_unused]] const int held = ::open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    }
}

Source open_source(const std::string& file) {
  const int fd = file == "-" ? 0 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) refuse_input(file, errno);
  auto open = std::make_shared<Descriptor>(fd);
  return [open, file](std::span<char> buffer) {
    while (true) {
      const ssize_t count = ::read(open->fd, buffer.data(), buffer.size());
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) refuse_input(file, errno);
    }
  };
}

Source counted(Source source, std::size_t& bytes) {
  return [source = std::move(source), &bytes](std::span<char> buffer) {
    const std::size_t count = source(buffer);
    bytes += count;
    return count;
  };
}

void keep_input(const std::string& input, const std::string& output) {
  std::error_code none;
  if (input == "-" || output.empty() || !std::filesystem::is_regular_file(output, none)) return;
  if (std::filesystem::equivalent(input, output, none))
    throw Refusal("-o " + output + " is the file that is read", "write the result to another file");
}

Output::Output(const std::string& file) : name_(file.empty() ? std::string(1, '-') : file) {
  buffer_.reserve(buffer_size);
  if (name_ == "-") return;
  if (const auto stream = standard_stream(file)) {
    fd_ = *stream;
    return;
  }
  std::error_code none;
  const auto followed = std::filesystem::weakly_canonical(file, none);
  target_ = none ? file : followed.string();
  struct stat status {};
  const bool exists = ::stat(target_.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) {
    fd_ = ::open(file.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) fail("cannot be opened for writing");
    return;
  }
  const mode_t mode = mode_for(target_);
  std::string pattern = target_ + ".XXXXXX";
  fd_ = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (fd_ < 0) fail("cannot be written");
  beside_ = pattern;
  ::fchmod(fd_, mode);
}

Output::~Output() {
  if (fd_ > 2) ::close(fd_);
  if (!beside_.empty()) ::unlink(beside_.c_str());
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
    else if (errno != EINTR)
      fail("cannot be written");
  }
  buffer_.clear();
}

void Output::finish() {
  flush();
  if (beside_.empty()) return;
  const int fd = std::exchange(fd_, 1);
  if (::close(fd) != 0) fail("cannot be written");
  if (::rename(beside_.c_str(), target_.c_str()) != 0) fail("cannot be put in its place");
  beside_.clear();
}

void Output::fail(const std::string& doing) const {
  const int error = errno;
  const char* hint = error == ENOSPC ? "free some space, or write to another place with -o FILE"
                                     : "check the folder and its permissions, or write to another place with -o FILE";
  throw Refusal(Error{{name_ == "-" ? "standard output" : name_, {}, {}}, doing + ": " + reason(error), hint});
}

} // namespace attn
