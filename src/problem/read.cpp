#include "problem/read.h"

#include "problem/json.h"
#include "problem/recipe/model.h"
#include "problem/resolve.h"

#include <filesystem>

namespace attn {

Case read_case(const Source& source, const std::string& file, const Overrides& overrides) {
  const FileAccess files{!overrides.no_files, std::filesystem::path(file).parent_path().string(), true,
                         overrides.memory.get(), overrides.result};
  Document document = read_document(source, file, files);
  read_model(document, overrides, files);
  Case read{{}, std::move(document.expectation), std::move(document.expectation_faults), document.file_bytes};
  read.problem = resolve(std::move(document), overrides);
  return read;
}

Source source_of(std::string_view text) {
  return [text](std::span<char> buffer) mutable {
    const std::size_t count = text.copy(buffer.data(), buffer.size());
    text.remove_prefix(count);
    return count;
  };
}

Case read_case(std::string_view text, const std::string& file, const Overrides& overrides) {
  return read_case(source_of(text), file, overrides);
}

} // namespace attn
