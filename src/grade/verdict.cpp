#include "grade/verdict.h"

#include <algorithm>
#include <array>

namespace attn {
namespace {

enum class Counts { right, if_lenient, wrong };

struct Row {
  Verdict verdict;
  std::string_view word;
  Counts counts;
  bool earns;
  bool blamed;
};

constexpr std::array table{
    Row{Verdict::right, "right", Counts::right, true, false},
    Row{Verdict::rounded_by_hand, "rounded_by_hand", Counts::right, true, false},
    Row{Verdict::carried, "carried", Counts::wrong, true, false},
    Row{Verdict::nudged, "nudged", Counts::if_lenient, false, false},
    Row{Verdict::cut_off, "cut_off", Counts::if_lenient, false, false},
    Row{Verdict::last_digit, "last_digit", Counts::if_lenient, false, true},
    Row{Verdict::wrong, "wrong", Counts::wrong, false, true},
    Row{Verdict::unreadable, "unreadable", Counts::wrong, false, false},
};

static_assert(std::ranges::all_of(table, [](const Row& row) { return &table[std::size_t(row.verdict)] == &row; }));

const Row& row(Verdict verdict) {
  return table[static_cast<std::size_t>(verdict)];
}

} // namespace

std::string_view word(Verdict verdict) {
  return row(verdict).word;
}

bool blamed(Verdict verdict) {
  return row(verdict).blamed;
}

bool counts_as_right(Verdict verdict, bool lenient) {
  const Counts counts = row(verdict).counts;
  return counts == Counts::right || (lenient && counts == Counts::if_lenient);
}

bool earns(Verdict verdict, bool lenient) {
  return row(verdict).earns || counts_as_right(verdict, lenient);
}

} // namespace attn
