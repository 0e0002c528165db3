#include "format/number_block.h"

#include "format/number.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace attn {
namespace {

/// Cells of one block: a thread's work of a fifth of a millisecond.
constexpr std::size_t block_cells = 4096;

char* put(std::string_view text, char* to) {
  return std::copy(text.begin(), text.end(), to);
}

char* put_number(double value, Dtype dtype, char* to) {
  if (!std::isfinite(value)) return put("null", to);
  return to + shortest(value, dtype, std::span<char, longest_number>(to, longest_number));
}

/// Rows of numbers as one sequence of cells, which blocks cut anywhere.
class RowsText {
public:
  RowsText(View values, Dtype dtype, const RowMarks& marks) : values_(values), dtype_(dtype), marks_(marks) {}

  std::size_t cells() const { return values_.rows * values_.cols; }
  std::size_t blocks() const { return (cells() + block_cells - 1) / block_cells; }

  /// Room that the text of any block needs.
  std::size_t longest_block() const {
    const std::size_t row = std::max(marks_.before_first.size(), marks_.before_next.size()) + 2;
    const std::size_t cells_held = std::min(cells(), block_cells);
    return cells_held * (longest_number + marks_.comma.size()) + (cells_held / values_.cols + 2) * row;
  }

  /// Writes one block; returns the end of its text.
  char* write(std::size_t block, char* to) const {
    const std::size_t first = block * block_cells, end = std::min(first + block_cells, cells());
    std::size_t i = first / values_.cols, j = first % values_.cols;
    for (std::size_t cell = first; cell < end; ++cell) {
      to = j == 0 ? put("[", put(i == 0 ? marks_.before_first : marks_.before_next, to)) : put(marks_.comma, to);
      to = put_number(values_(i, j), dtype_, to);
      if (++j != values_.cols) continue;
      *to++ = ']';
      j = 0;
      ++i;
    }
    return to;
  }

private:
  View values_;
  Dtype dtype_;
  const RowMarks& marks_;
};

} // namespace

void write_rows(View values, Dtype dtype, const RowMarks& marks, const Team& team, Sink& sink) {
  constexpr std::size_t multiply_adds_a_cell = 500; // that take the time of one cell
  constexpr std::size_t blocks_a_thread = 4;        // so that a slow one keeps nobody waiting
  if (values.empty()) return;
  const RowsText text(values, dtype, marks);
  const std::size_t threads = team.threads_for(text.cells() * multiply_adds_a_cell);
  const std::size_t at_once = std::min(text.blocks(), threads == 1 ? 1 : threads * blocks_a_thread);
  std::vector<char> room(at_once * text.longest_block());
  std::vector<std::size_t> sizes(at_once);
  for (std::size_t first = 0; first < text.blocks(); first += at_once) {
    const std::size_t count = std::min(at_once, text.blocks() - first);
    Team::share(threads, count, [&](std::size_t block, std::size_t) {
      char* const begin = room.data() + block * text.longest_block();
      sizes[block] = static_cast<std::size_t>(text.write(first + block, begin) - begin);
    });
    for (std::size_t block = 0; block < count; ++block)
      sink.write({room.data() + block * text.longest_block(), sizes[block]});
  }
}

} // namespace attn
