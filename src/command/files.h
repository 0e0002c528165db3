#pragma once
// Bytes in and out: standard streams, files (input.cpp), and files that are replaced as a whole or not at all
// (output.cpp). What goes wrong is told as the user named it; standard input is "-".

#include "command/replaced_file.h"
#include "error.h"
#include "format/format.h"
#include "problem/read.h"

#include <cstddef>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The reader of our output went away. Nobody is left to tell: no message, a good exit.
class BrokenPipe : public std::exception {};

/// Makes file descriptors 0 to 2 exist, so that no file opened later takes their place; a closed one stays unusable.
/// Makes a write to a pipe without a reader, or beyond what a file may take, an error and no signal.
void hold_standard_streams();

/// An input that is read once, from front to back.
class Input {
public:
  /// Throws Refusal if it cannot be opened.
  explicit Input(const std::string& file);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  /// The next bytes, at most buffer.size() of them; 0 at the end. Throws Refusal if they cannot be read, or if at the
  /// end the file is shorter than it was when it was opened.
  std::size_t read(std::span<char> buffer);

  const std::string& name() const { return name_; }
  int descriptor() const { return fd_; }
  /// Bytes from where reading began to the end, as they were then; none: a pipe, a terminal, a device.
  std::optional<std::size_t> size() const;

private:
  std::string name_;
  int fd_;
  std::optional<std::size_t> whole_size_; ///< of a regular file, when it was opened
  std::size_t begin_ = 0;                 ///< where in it reading began
};

/// Bytes of a file. Throws Refusal as Input does.
Source open_source(const std::string& file);

/// The same bytes, counted in `bytes` as they are read.
Source counted(Source source, std::size_t& bytes);

/// Throws Refusal if the result would replace the file that is read, or be added to it.
void keep_input(const std::string& input, const std::string& output);

/// What act() returns. A fault in the problem that was read from `file` gets the file's name.
template <class Act>
auto at_file(const std::string& file, const Act& act) {
  try {
    return act();
  } catch (Refusal& refusal) {
    for (Error& error : refusal.errors)
      if (error.place.file.empty() && !error.place.pointer.empty()) error.place.file = file;
    throw;
  }
}

/// Where the result goes. A regular file is written beside its place and renamed by finish(): without it, and after
/// any fault, the old file is whole. Links are followed, also to a file that is not there yet. Other targets (a
/// terminal, a pipe, a device, a descriptor such as /dev/stdout wherever it leads) are written directly.
class Output : public Sink {
public:
  /// `file` empty or "-": standard output.
  explicit Output(const std::string& file);
  ~Output() override;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Throws Refusal when the target takes no more, BrokenPipe when nobody reads it.
  void write(std::string_view text) override;
  /// Hands over what is held back.
  void flush();
  /// Everything written stands at its place from here on.
  void finish();

  int descriptor() const { return fd_; }

private:
  void open_directly(const std::string& file);
  [[noreturn]] void fail(const std::string& doing, int error) const;

  std::string name_;                     ///< as the user named it
  std::optional<ReplacedFile> replaced_; ///< of a regular file
  int fd_ = 1;
  bool is_own_ = false; ///< opened directly
  std::vector<char> buffer_;
};

} // namespace attn
