#include "format/xml.h"

#include "problem/character.h"

#include <algorithm>
#include <iterator>

namespace attn {
namespace {

struct Escape {
  std::string_view text, escaped;
};

/// The two last ones are no characters, and XML refuses them (section 2.2); printable() has escaped all others.
constexpr Escape escapes[] = {{"&", "&amp;"}, {"<", "&lt;"},         {">", "&gt;"},        {"\"", "&quot;"},
                              {"'", "&#39;"}, {"\uFFFE", "\\ufffe"}, {"\uFFFF", "\\uffff"}};

} // namespace

std::string in_xml(std::string_view text) {
  std::string out;
  const std::string safe = printable(text);
  for (std::string_view rest = safe; !rest.empty();) {
    const auto* row =
        std::ranges::find_if(escapes, [&](const Escape& escape) { return rest.starts_with(escape.text); });
    const bool found = row != std::end(escapes);
    out += found ? row->escaped : rest.substr(0, 1);
    rest.remove_prefix(found ? row->text.size() : 1);
  }
  return out;
}

} // namespace attn
