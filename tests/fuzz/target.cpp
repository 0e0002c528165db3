#include "fuzz/target.h"

#include "fuzz/scratch_file.h"
#include "problem/json.h"
#include "problem/pasted.h"
#include "problem/tensor/tensor_file.h"
#include "problem/tensor/zip.h"
#include "unit/problem/two_sources.h"

#include <cstdlib>
#include <fmt/core.h>
#include <string>
#include <vector>

namespace attn::fuzz {
namespace {

/// Every error says what is wrong and what to do.
void require_words(const std::vector<Error>& errors) {
  require(!errors.empty(), "a refusal without an error");
  for (const Error& error : errors) require(!error.message.empty() && !error.hint.empty(), "an error without words");
}

template <class Attempt>
void refusing(Attempt attempt) {
  try {
    attempt();
  } catch (const Refusal& refusal) {
    require_words(refusal.errors);
  } catch (const TensorFault& fault) {
    require(!fault.message.empty() && !fault.hint.empty(), "a fault without words");
  }
}

void attempt_problem(std::string_view bytes) {
  Overrides overrides;
  overrides.no_files = true;
  refusing([&] { read_case(bytes, "p.json", overrides); });
}

void attempt_answer(std::string_view bytes) {
  refusing([&] { read_answer(source_of(bytes), "a.json"); });
}

void attempt_pasted(std::string_view bytes) {
  if (!is_pasted(bytes)) return;
  for (const PastedAs as : {PastedAs::vector, PastedAs::matrix, PastedAs::row}) {
    test::Record record;
    if (const auto fault = read_pasted(bytes, as, record)) require(!fault->message.empty(), "a fault without words");
  }
}

/// The scanner of numbers and nlohmann's parser make the same of it, in pieces of any size.
void attempt_sources(std::string_view bytes) {
  const std::string parts = test::difference(bytes, 1 + bytes.size() % 97);
  require(parts.empty(), parts);
}

void read_file_of(std::string_view ending, std::string_view tensor, std::string_view bytes) {
  const ScratchFile file(ending, bytes);
  refusing([&] { read_tensor({file.name(), tensor}, {true, file.folder()}); });
}

void attempt_npy(std::string_view bytes) {
  read_file_of(".npy", {}, bytes);
}

/// Whichever array is named.
void attempt_npz(std::string_view bytes) {
  read_file_of(".npz", {}, bytes);
  const ScratchFile file(".npz", bytes);
  refusing([&] {
    for (const ZipEntry& entry : read_zip_directory(ByteFile(file.path()))) read_file_of(".npz", entry.name, bytes);
  });
}

constexpr Target all[] = {
    {"problem", attempt_problem}, {"answer", attempt_answer}, {"pasted", attempt_pasted}, {"sources", attempt_sources},
    {"npy", attempt_npy},         {"npz", attempt_npz},       {"chain", attempt_chain},
};

} // namespace

std::span<const Target> targets() {
  return all;
}

void require(bool holds, std::string_view words) {
  if (holds) return;
  fmt::print(stderr, "{}\n", words);
  std::abort();
}

} // namespace attn::fuzz
