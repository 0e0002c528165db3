#include "fuzz/target.h"

#include "fuzz/scratch_file.h"
#include "problem/json.h"
#include "problem/pasted.h"
#include "problem/tensor/tensor_file.h"
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

/// Every tensor of the file, by its place and by its name.
template <const char* ending>
void attempt_tensors(std::string_view bytes) {
  const ScratchFile scratch(ending, bytes);
  const FileAccess access{true, scratch.folder()};
  refusing([&] {
    const TensorFile file(scratch.name(), access);
    for (std::size_t i = 0; i < file.names().size(); ++i) {
      refusing([&] { file.describe(i); });
      refusing([&] { file.read(i); });
      refusing([&] { file.need(file.names()[i]); });
    }
  });
  refusing([&] { read_tensor({scratch.name(), {}}, access); });
}

constexpr char npy[] = ".npy", npz[] = ".npz", safetensors[] = ".safetensors";

constexpr Target all[] = {
    {"problem", attempt_problem},
    {"answer", attempt_answer},
    {"pasted", attempt_pasted},
    {"sources", attempt_sources},
    {"npy", attempt_tensors<npy>},
    {"npz", attempt_tensors<npz>},
    {"safetensors", attempt_tensors<safetensors>},
    {"chain", attempt_chain},
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
