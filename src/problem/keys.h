#pragma once
// The table of keys: every key that a problem may have, its other names, and what may stand under it. The
// reader checks by it, and so do the hints.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What may stand under a key of the problem. `texts` of the key may stand there besides.
enum class Holds {
  numbers,  ///< numbers in lists of levels.least to levels.most levels
  words,    ///< a list of texts, or a list of such lists
  title,    ///< any text
  text,     ///< the same, which becomes a member
  id,       ///< any text or number
  choice,   ///< one of `texts`
  object,   ///< an object with `members`
  result,   ///< an object with keys of the result: what somebody says it is
  anything, ///< whatever stands there is passed over
};

/// What an entry of numbers may be. A fraction in quotes is a number.
enum class Entries {
  number,
  positive, ///< above 0
  size,     ///< whole, at least 1
  count,    ///< whole, at least 0
  flag,     ///< 0, 1, true, false
  added,    ///< a number or "-inf"
};

/// Lists within each other; 0: a lone number.
struct Levels {
  std::size_t least = 0, most = 0;
};

struct Key {
  std::string_view name;
  Holds holds = Holds::anything;
  bool flag = false;             ///< true and false may stand there too
  std::string_view aliases = {}; ///< parted by spaces, as are texts
  Levels levels = {};
  Entries entries = Entries::number;
  std::string_view texts = {};       ///< "causal none"
  std::span<const Key> members = {};
  std::string_view hint = {};         ///< what to do when something else stands there
  std::string_view numbers_hint = {}; ///< the same when it is a list of numbers; empty: `hint`
};

/// The keys of a problem.
std::span<const Key> problem_keys();

/// By name or alias (names first); null: no such key.
const Key* find_key(std::span<const Key> keys, std::string_view word);

/// Keys that begin with an underscore are remarks.
bool is_remark(std::string_view key);

/// "K, V": the canonical names of all keys that are built.
std::string names_of(std::span<const Key> keys);

/// The key that was probably meant, of those that are built: its name or alias nearest to `word`.
struct Nearest {
  const Key* key;
  std::string_view name; ///< or the alias
};
std::optional<Nearest> nearest_key(std::span<const Key> keys, std::string_view word);

/// The words of a list that is parted by spaces.
std::vector<std::string_view> split(std::string_view words);
bool has_word(std::string_view words, std::string_view word);

/// What belongs there, for messages: `a list of rows, a list of matrices or "identity"`, "a number above 0".
std::string form_of(const Key& key);
std::string_view form_of(Entries entries);

} // namespace attn
