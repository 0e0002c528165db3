#pragma once
// From bytes to a well-formed Problem. All checks on user data are made here.

#include "problem/expectation.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attn {

/// Hands over the next bytes of an input: fills up to buffer.size() bytes, returns how many; 0 at the end.
using Source = std::function<std::size_t(std::span<char> buffer)>;

/// A text in memory as an input; it must outlive the source.
Source source_of(std::string_view text);

class FileMemory;

/// What the command line says about a problem. Flags beat keys of the file; `causal` is added to the file's mask.
struct Overrides {
  std::optional<std::string> scale; ///< as typed: a number, a fraction "1/8" or "none"
  bool causal = false;
  std::optional<std::size_t> heads;
  std::optional<std::string> layout;
  std::optional<std::string> dtype;
  bool no_files = false;             ///< the problem may name no files
  std::optional<std::string> model;  ///< a file; meant from the current folder on, and read whatever no_files says
  std::optional<std::string> prefix; ///< of the model's tensors
  std::optional<std::size_t> layer;
  std::optional<std::string> recipe;
  std::string result;                 ///< the file that the result is written to, which no value may come from
  std::shared_ptr<FileMemory> memory; ///< of files that are named by more than one problem; null: none
};

/// Holds words of the command line against what they may be, whatever the problem. Throws Refusal.
void check_flags(const Overrides& overrides);

/// Which files a problem may name.
struct FileAccess {
  bool allowed = true;
  std::string folder;           ///< their names are meant from here on; empty: the current folder
  bool in_problem = false;      ///< a problem names them, not the command line
  FileMemory* memory = nullptr; ///< null: each file is read when it is named
  std::string result = {};      ///< of Overrides
};

/// Reads one problem of FORMAT section 1. `file` is what errors call the input ("-": standard input).
/// Throws Refusal with all faults that do not hang on each other.
Case read_case(const Source& source, const std::string& file, const Overrides& overrides = {});

/// The same from text in memory.
Case read_case(std::string_view text, const std::string& file, const Overrides& overrides = {});

} // namespace attn
