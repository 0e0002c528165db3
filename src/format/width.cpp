#include "format/width.h"

#include "problem/character.h"

#include <utf8proc.h>

namespace attn {
namespace {

constexpr std::int32_t emoji_selector = 0xFE0F; // "draw what stands before as an emoji"

/// One grapheme cluster (Unicode Standard Annex 29): what a reader takes for one character.
struct Cluster {
  std::size_t sum = 0; ///< columns of its characters, each by itself
  bool wide = false;   ///< it begins wide, or is drawn as an emoji: whatever is joined to it adds nothing

  void add(std::int32_t code, bool first) {
    const auto columns = static_cast<std::size_t>(utf8proc_charwidth(code));
    sum += columns;
    wide = wide || (first && columns == 2) || code == emoji_selector;
  }
  std::size_t columns() const { return wide ? 2 : sum; }
};

} // namespace

std::size_t display_width(std::string_view text) {
  std::size_t finished = 0;
  Cluster cluster;
  std::int32_t before = 0, state = 0;
  for (bool first = true; !text.empty(); first = false) {
    const Character character = first_character(text);
    const bool breaks = first || utf8proc_grapheme_break_stateful(before, character.code, &state);
    if (breaks) {
      finished += cluster.columns();
      cluster = {};
    }
    cluster.add(character.code, breaks);
    before = character.code;
    text.remove_prefix(character.bytes.size());
  }
  return finished + cluster.columns();
}

std::string shortened(std::string_view text, std::size_t columns, std::string_view mark) {
  const std::string all = printable(text);
  if (display_width(all) <= columns) return all;
  std::string kept;
  for (std::string_view rest = all; !rest.empty();) {
    const std::string_view next = first_character(rest).bytes;
    if (display_width(kept + std::string(next)) + display_width(mark) > columns) break;
    kept += next;
    rest.remove_prefix(next.size());
  }
  return kept.append(mark);
}

} // namespace attn
