#pragma once
// What stands in the file, key by key under canonical names, before any of it is held against the rest. Number arrays
// are flat buffers, never a tree. The reader (json.h) has checked what each value can be by itself: types, entries,
// rectangles, known and repeated keys. Shapes, sizes and combinations are resolve.h's.

#include "error.h"
#include "matrix/aligned.h"
#include "problem/expectation.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace attn {

/// Numbers in lists of any depth, the same size at each depth (true and false are 1 and 0, a fraction is its value,
/// "-inf" is -infinity). shape.size() is the number of levels: none is a lone number.
struct Numbers {
  std::vector<std::size_t> shape;           ///< outermost list first; none is 0
  AlignedVector<double> values;             ///< last level contiguous
  std::vector<std::vector<Position>> lists; ///< lists[level]: where each list of that level opens, in order
};

struct Value;

/// Lists of text: tokens. One level (flat) or, in a batch, one list for each sequence.
struct WordList {
  bool nested = false;
  std::vector<std::vector<std::string>> lists; ///< flat: one entry
};

struct Member;
using Members = std::vector<Member>; ///< of an object such as mask or past, in the order written

struct Value {
  Position position;   ///< where it begins in the file
  std::string pointer; ///< "/mask/keep"
  std::variant<Numbers, bool, std::string, WordList, Members> is;
  std::string name = {}; ///< as messages call it; empty: as the pointer does
};

struct Member {
  std::string key; ///< canonical
  Value value;
};

/// What a recipe says of the weights that it found in a model.
struct ModelUse {
  WeightSource source;
  bool out_in = false;         ///< they are written as y = x·Wᵀ
  std::optional<double> scale; ///< of the scores; none: 1/sqrt(d_k)
};

struct Document {
  std::string file;     ///< as errors call it
  std::optional<Id> id; ///< text, or a number as it was written
  std::string title;
  Members members; ///< all other known keys, each at most once; title, id, expect, comment and _keys apart
  std::optional<ModelUse> model; ///< where weights come from a model: they are members like others
  std::optional<Expectation> expectation;
  std::vector<Error> expectation_faults; ///< what is wrong inside "expect": no faults of the problem
  std::vector<Error> errors;         ///< faults found so far; a member with a fault of its own is left out of members
  std::vector<std::string> faulty;   ///< canonical keys of members left out because of a fault ("X", "mask/keep"):
                                     ///< they are not missing, and nothing that hangs on them is reported
  std::vector<std::string> warnings; ///< what reading noticed that is allowed but rarely meant
  std::size_t file_bytes = 0;        ///< read from files that it names
  bool cut_short = false; ///< a fault of the grammar ended the reading: keys that are not here may stand further on
};

/// The member of that name; null: none.
const Value* find(const Members& members, std::string_view key);
Value* find(Members& members, std::string_view key);

} // namespace attn
