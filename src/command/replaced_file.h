#pragma once
// A file that is written beside its place and then takes it. Whatever ends the program meanwhile, a fault or a signal
// that asks it to end, takes the file beside away; only SIGKILL leaves it.

#include <string>

namespace attn {

/// There is one at a time. What fails throws std::system_error.
class ReplacedFile {
public:
  /// Opens a file beside `target`; links are followed to where they lead, whether there is a file or not.
  explicit ReplacedFile(const std::string& target);
  ~ReplacedFile();
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;

  int descriptor() const { return fd_; }
  /// Puts the file in its place, all of it.
  void take_place();

private:
  std::string target_;
  std::string beside_; ///< empty once it has taken its place
  int fd_ = -1;
};

} // namespace attn
