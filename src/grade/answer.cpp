#include "grade/answer.h"

#include "attention/stage.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <tuple>

namespace attn {
namespace {

/// Rows of entries as they stand in the text: a matrix, a vector (one row), or one matrix of a list.
struct Block {
  std::size_t levels;
  std::vector<std::size_t> row_sizes;
  std::vector<Entry> entries;
  std::size_t matrices = 1; ///< with three levels: how many
};

Block whole(const GivenMatrix& given) {
  return {given.levels, given.row_sizes, given.entries, given.levels == 3 ? given.lists.size() : 1};
}

/// The matrices of a list, one after the other; else the only one.
std::vector<Block> matrices_of(const GivenMatrix& given) {
  std::vector<Block> blocks;
  if (given.levels != 3) blocks.push_back(whole(given));
  auto row = given.row_sizes.begin();
  auto entry = given.entries.begin();
  for (const std::size_t rows : given.lists) {
    Block block{2, {row, row + static_cast<std::ptrdiff_t>(rows)}, {}};
    row += static_cast<std::ptrdiff_t>(rows);
    std::ptrdiff_t size = 0;
    for (const std::size_t cols : block.row_sizes) size += static_cast<std::ptrdiff_t>(cols);
    block.entries.assign(entry, entry + size);
    entry += size;
    blocks.push_back(std::move(block));
  }
  return blocks;
}

bool is_rectangle(const Block& block) {
  return !block.row_sizes.empty() &&
         std::ranges::all_of(block.row_sizes, [&](std::size_t size) { return size == block.row_sizes.front(); });
}

std::string words(const Block& block) {
  if (block.levels == 3) return std::to_string(block.matrices) + (block.matrices == 1 ? " matrix" : " matrices");
  if (block.levels == 0) return "1";
  if (block.levels > 3) return std::to_string(block.levels) + " levels of lists";
  if (!is_rectangle(block)) return "rows of different lengths";
  const std::string cols = std::to_string(block.row_sizes.front());
  if (block.levels == 1) return cols;
  return std::to_string(block.row_sizes.size()) + " x " + cols;
}

/// A vector is a matrix of one row or of one column, as the step has it, if it has as many entries; a lone value is one
/// of one entry.
bool stands_for(const Block& block, std::size_t rows, std::size_t cols) {
  if (block.levels > 2 || !is_rectangle(block)) return false;
  if (block.levels < 2) return (rows == 1 || cols == 1) && block.entries.size() == rows * cols;
  return block.row_sizes.size() == rows && block.row_sizes.front() == cols;
}

Claim claim_on(const Spot& spot, std::string path, View truth, Block block) {
  Claim claim;
  claim.spot = spot;
  claim.path = std::move(path);
  claim.rows = truth.rows;
  claim.cols = truth.cols;
  claim.fits = stands_for(block, truth.rows, truth.cols);
  claim.written_shape = words(block);
  if (claim.fits) {
    claim.written_rows = truth.rows;
    claim.written_cols = truth.cols;
  } else if (is_rectangle(block)) {
    claim.written_rows = block.row_sizes.size();
    claim.written_cols = block.row_sizes.front();
  }
  if (claim.fits || is_rectangle(block)) claim.entries = std::move(block.entries);
  for (const Entry& entry : claim.entries) {
    claim.decimals = std::max(claim.decimals, entry.decimals);
    claim.significant = std::max(claim.significant, entry.significant);
  }
  return claim;
}

/// A list has an entry for each head or sequence.
void check_size(const Problem& problem, const GivenList& list) {
  const bool of_heads = list.key == "heads";
  const std::size_t count = of_heads ? problem.shape.heads : problem.shape.sequences;
  if (list.size == count || (!of_heads && !problem.batched)) return;
  const std::string_view one = of_heads ? " head" : " sequence", many = of_heads ? " heads" : " sequences";
  const auto counted = [](std::size_t number, std::string_view single, std::string_view several) {
    return std::to_string(number) + std::string(number == 1 ? single : several);
  };
  throw Refusal(Error{list.place,
                      "expected " + counted(count, " entry", " entries") + ", as the problem has " +
                          counted(count, one, many) + ", found " + std::to_string(list.size),
                      "an entry that was not worked is {}"});
}

/// A program that prints numbers in their shortest text drops the digits of those that come out whole: a matrix of
/// whole numbers alone was printed with as many as the others.
void share_digits(std::vector<Claim>& claims) {
  int most = 0;
  for (const Claim& claim : claims) most = std::max(most, claim.significant);
  for (Claim& claim : claims)
    if (std::ranges::all_of(claim.entries, &Entry::whole)) claim.significant = most;
}

/// Lays one answer's matrices on the steps of one problem.
class Layer {
public:
  Layer(const Problem& problem, const std::vector<Trace>& truth) : problem_(problem), truth_(truth) {}

  void lay(const GivenMatrix& given) {
    const Stage& step = step_of(given);
    const Spot spot{step.step, sequence_of(given), given.head.value_or(0)};
    if (spot.head >= problem_.shape.heads)
      refuse(given, of_head(given) + " of " + heads(), "this problem has " + heads());
    if (!step.applies(problem_))
      refuse(given, "this problem has no " + std::string(step.name), "this problem has " + step_names(problem_));
    if (step.level == Level::head && !given.head)
      lay_heads(given, spot);
    else
      lay(given, spot, whole(given));
  }

  std::vector<Claim> claims() && {
    std::ranges::stable_sort(claims_, {}, [](const Claim& claim) {
      return std::tuple(claim.spot.sequence, claim.spot.step, claim.spot.head);
    });
    return std::move(claims_);
  }

private:
  [[noreturn]] static void refuse(const GivenMatrix& given, std::string message, std::string hint) {
    throw Refusal(Error{given.place, std::move(message), std::move(hint)});
  }

  std::string heads() const {
    const std::size_t count = problem_.shape.heads;
    return std::to_string(count) + (count == 1 ? " head" : " heads");
  }
  static std::string of_head(const GivenMatrix& given) {
    return given.key + " of head " + std::to_string(*given.head + 1);
  }

  /// A key that is a step of the sequence and of each head is the head's where it stands in one, or is a list of them.
  static const Stage& step_of(const GivenMatrix& given) {
    const bool of_heads = given.head || given.levels == 3;
    const auto is = [&](Level level) {
      return std::ranges::find_if(stages(),
                                  [&, level](const Stage& row) { return row.key == given.key && row.level == level; });
    };
    auto found = is(of_heads ? Level::head : Level::sequence);
    if (found == stages().end()) found = is(of_heads ? Level::sequence : Level::head);
    assert(found != stages().end()); // whoever reads an answer refuses other keys
    return *found;
  }

  std::size_t sequence_of(const GivenMatrix& given) const {
    const std::size_t count = problem_.shape.sequences, sequence = given.sequence.value_or(0);
    if (given.sequence && !problem_.batched)
      refuse(given, given.key + " stands under batch, and this problem is no batch", "write the steps at the top");
    if (!given.sequence && count > 1)
      refuse(given, given.key + " of which sequence", R"(write "batch": [{...}, ...], an object for each sequence)");
    if (sequence >= count)
      refuse(given, given.key + " of sequence " + std::to_string(sequence + 1) + " of " + std::to_string(count),
             "this batch has " + std::to_string(count) + (count == 1 ? " sequence" : " sequences"));
    return sequence;
  }

  /// One matrix serves the only head, a list gives one to each (of keys and values also one to each that shares them);
  /// anything else fits none of them.
  void lay_heads(const GivenMatrix& given, Spot spot) {
    const Shape& shape = problem_.shape;
    const std::vector<Block> blocks = matrices_of(given);
    const bool shares = spot.step == Step::head_K || spot.step == Step::head_V;
    const bool one_each = blocks.size() == shape.heads, one_shared = shares && blocks.size() == shape.kv_heads;
    for (spot.head = 0; spot.head < shape.heads; ++spot.head) {
      const std::size_t own = one_each ? spot.head : shape.kv_head(spot.head);
      if (one_each || one_shared)
        lay(given, spot, blocks[own]);
      else
        lay_misfit(given, spot, blocks.size());
    }
  }

  void lay_misfit(const GivenMatrix& given, const Spot& spot, std::size_t matrices) {
    lay(given, spot, whole(given), false);
    if (matrices == 1) claims_.back().written_shape = "one matrix for " + heads();
  }

  void lay(const GivenMatrix& given, const Spot& spot, Block block, bool may_fit = true) {
    if (!taken_.insert(spot).second)
      refuse(given, path(problem_, spot.step, spot.sequence, spot.head) + " is written twice", "keep one of the two");
    const View truth = stage(spot.step).pick(truth_[spot.sequence], problem_.shape, spot.head);
    Claim claim = claim_on(spot, path(problem_, spot.step, spot.sequence, spot.head), truth, std::move(block));
    claim.fits = claim.fits && may_fit;
    claims_.push_back(std::move(claim));
  }

  const Problem& problem_;
  const std::vector<Trace>& truth_;
  std::set<Spot> taken_;
  std::vector<Claim> claims_;
};

} // namespace

std::string step_names(const Problem& problem) {
  std::string names;
  for (const Stage& stage : stages())
    if (stage.applies(problem)) names += (names.empty() ? "" : ", ") + std::string(stage.name);
  return names;
}

Answer lay_over(const Problem& problem, const std::vector<Trace>& truth, const Expectation& expectation) {
  Layer layer(problem, truth);
  for (const GivenMatrix& given : expectation.matrices) layer.lay(given);
  for (const GivenList& list : expectation.lists) check_size(problem, list);
  Answer answer{expectation.id, std::move(layer).claims()};
  share_digits(answer.claims);
  return answer;
}

} // namespace attn
