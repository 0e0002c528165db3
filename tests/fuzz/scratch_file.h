#pragma once
// Bytes as a file: tensors are read from anywhere in one. It lies in a folder that lives as long as the program.

#include "unit/problem/scratch.h"

#include <string>
#include <string_view>

namespace attn::fuzz {

class ScratchFile {
public:
  ScratchFile(std::string_view ending, std::string_view bytes) : name_(std::string("x").append(ending)) {
    scratch().save(name_, bytes);
  }
  const std::string& name() const { return name_; }
  const std::string& folder() const { return scratch().folder(); }
  std::string path() const { return scratch().path(name_); }

private:
  static const test::Scratch& scratch() {
    static const test::Scratch folder;
    return folder;
  }
  std::string name_;
};

} // namespace attn::fuzz
