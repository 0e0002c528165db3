#include "problem/tensor/byte_file.h"

#include "problem/tensor/fault.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace attn {
namespace {

[[noreturn]] void refuse(int error, std::string_view hint = {}) {
  throw TensorFault(std::string("cannot be read: ") + std::strerror(error),
                    std::string(error == ENOENT ? hint : "check the file and its permissions"));
}

/// The system takes a name to end at a zero byte: it would open another file than the one that is named.
int open(const std::string& path) {
  if (path.find('\0') != std::string::npos) throw TensorFault("is no name of a file", "take out the zero byte");
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

} // namespace

ByteFile::ByteFile(const std::string& path, std::string_view hint) : fd_(open(path)) {
  if (fd_ < 0) refuse(errno, hint);
  struct stat status {};
  const bool told = ::fstat(fd_, &status) == 0;
  if (told && S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
    return;
  }
  const int error = told ? EISDIR : errno;
  const bool folder = told && S_ISDIR(status.st_mode);
  ::close(fd_);
  if (told && !folder) throw TensorFault("is no regular file", "save the numbers in a file");
  refuse(error);
}

ByteFile::~ByteFile() {
  ::close(fd_);
}

void ByteFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::pread(fd_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse(errno);
    if (count == 0) throw TensorFault("ends too early: the file is cut off", "save or copy it once more");
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
}

} // namespace attn
