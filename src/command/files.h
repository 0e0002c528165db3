#pragma once
// Bytes in and out: standard streams, files, and files that are replaced as a whole or not at all.

#include "error.h"
#include "format/format.h"
#include "problem/read.h"

#include <exception>
#include <string>
#include <vector>

namespace attn {

/// The reader of our output went away. Nobody is left to tell: no message, a good exit.
class BrokenPipe : public std::exception {};

/// Makes file descriptors 0 to 2 exist, so that no file opened later takes their place; a closed one stays unusable.
void hold_standard_streams();

/// Bytes of a file; "-" is standard input. Throws Refusal if it cannot be opened or read.
Source open_source(const std::string& file);

/// The same bytes, counted in `bytes` as they are read.
Source counted(Source source, std::size_t& bytes);

/// Throws Refusal if the result would replace the file that is read.
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
/// any fault, the old file is whole. Other targets (a terminal, a pipe, a device, /dev/stdout
/// wherever it leads) are written directly.
class Output : public Sink {
public:
  /// `file` empty or "-": standard output.
  explicit Output(const std::string& file);
  ~Output() override;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Throws Refusal when the target takes no more, BrokenPipe when nobody reads it.
  void write(std::string_view text) override;
  /// Everything written stands at its place from here on.
  void finish();

private:
  void flush();
  [[noreturn]] void fail(const std::string& doing) const;

  std::string name_;   ///< as the user named it
  std::string target_; ///< where it goes in the end, links to files that exist followed
  std::string beside_; ///< the file written meanwhile; empty: none
  int fd_ = 1;
  std::vector<char> buffer_;
};

} // namespace attn
