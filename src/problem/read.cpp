#include "problem/read.h"

#include "problem/json.h"
#include "problem/resolve.h"

#include <algorithm>

namespace attn {

Case read_case(const Source& source, const std::string& file, const Overrides& overrides) {
  Document document = read_document(source, file);
  Problem problem = resolve(document, overrides);
  return {std::move(problem), std::move(document.expectation), std::move(document.expectation_faults)};
}

Case read_case(std::string_view text, const std::string& file, const Overrides& overrides) {
  const Source source = [&text](std::span<char> buffer) {
    const std::size_t count = text.copy(buffer.data(), buffer.size());
    text.remove_prefix(count);
    return count;
  };
  return read_case(source, file, overrides);
}

} // namespace attn
