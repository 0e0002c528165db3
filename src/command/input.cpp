#include "command/files.h"

#include "error.h"
#include "problem/tensor/tensor_file.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace attn {
namespace {

[[noreturn]] void refuse_input(const std::string& file, int error) {
  const char* hint = error == EISDIR   ? "name a file with a JSON problem in it"
                     : error == ENOENT ? "check the name; - is standard input"
                                       : "check the file and its permissions";
  throw Refusal(file, std::string("cannot be read: ") + std::strerror(error), hint);
}

/// Size of a regular file; none: it is something else.
std::optional<std::size_t> size_of(int fd) {
  struct stat status {};
  if (::fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::size_t>(status.st_size);
}

/// Standard input may have been read in part by others.
std::size_t offset_of(int fd) {
  return static_cast<std::size_t>(std::max<off_t>(::lseek(fd, 0, SEEK_CUR), 0));
}

/// A descriptor that others have set to fail rather than to wait.
void wait_until_readable(int fd) {
  pollfd ready{fd, POLLIN, 0};
  ::poll(&ready, 1, -1);
}

bool is_same_file(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

} // namespace

void hold_standard_streams() {
  for (int fd = 0; fd <= 2; ++fd)
    if (::fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
      // The lowest free descriptor is taken, so this one becomes fd. Input from it fails, and so does output to it.
      [[maybe_unused]] const int held = ::open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    }
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

Input::Input(const std::string& file) : name_(file) {
  fd_ = file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd_ < 0) refuse_input(file, errno);
  whole_size_ = size_of(fd_);
  if (whole_size_) begin_ = offset_of(fd_);
}

std::optional<std::size_t> Input::size() const {
  if (!whole_size_) return std::nullopt;
  return *whole_size_ - std::min(begin_, *whole_size_);
}

Input::~Input() {
  if (fd_ > STDERR_FILENO) ::close(fd_);
}

std::size_t Input::read(std::span<char> buffer) {
  while (true) {
    const ssize_t count = ::read(fd_, buffer.data(), buffer.size());
    const int error = count < 0 ? errno : 0;
    if (error == EAGAIN) wait_until_readable(fd_);
    if (error == EINTR || error == EAGAIN) continue;
    if (error != 0) refuse_input(name_, error);
    if (count == 0 && whole_size_ && size_of(fd_) < whole_size_)
      throw Refusal(name_, "became shorter while it was read",
                    "let whatever writes it come to its end, then run again");
    return static_cast<std::size_t>(count);
  }
}

Source open_source(const std::string& file) {
  return [input = std::make_shared<Input>(file)](std::span<char> buffer) { return input->read(buffer); };
}

Source counted(Source source, std::size_t& bytes) {
  return [source = std::move(source), &bytes](std::span<char> buffer) {
    const std::size_t count = source(buffer);
    bytes += count;
    return count;
  };
}

void keep_input(const std::string& input, const std::string& output) {
  const bool to_stream = output.empty() || output == "-";
  const auto tensor = find_tensor_name(input);
  struct stat in {
  }, out{};
  const auto is_found = [&](const std::string& file) { return ::stat(file.c_str(), &in) == 0; };
  const bool is_there = input == "-" ? ::fstat(STDIN_FILENO, &in) == 0
                                     : is_found(input) || (tensor && is_found(std::string(tensor->file)));
  if (!is_there) return;
  if ((to_stream ? ::fstat(STDOUT_FILENO, &out) : ::stat(output.c_str(), &out)) != 0) return;
  if (!S_ISREG(out.st_mode) || !is_same_file(in, out)) return;
  throw Refusal((to_stream ? "standard output" : "-o " + output) + " is the file that is read",
                "write the result to another file");
}

} // namespace attn
