#pragma once
// The wrong matrices of one step, and every kind of mistake tried on them.

#include "grade/chain.h"
#include "grade/mistake.h"

#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace attn {

/// What an answer is held against.
struct Sheet {
  const Paper& paper; ///< every matrix of the answer before the wrong ones, at least
  const Tolerance& tolerance;
};

/// A written matrix and those of its cells that are blamed, row after row; all of them if the shape is wrong.
struct Wrong {
  const Claim* claim;
  std::vector<std::pair<std::size_t, std::size_t>> cells;
};

/// What a step may have been worked from; every cell must come out under one of them.
using Bases = std::vector<Basis>;

std::string_view place_of(const Way& way); ///< "W_K", where there is a choice of places

class Inquiry {
public:
  /// The wrong matrices are of one step and one sequence; at least one.
  Inquiry(const Sheet& sheet, std::span<const Wrong> wrong);
  Inquiry(const Inquiry&) = delete;
  Inquiry& operator=(const Inquiry&) = delete;

  int decimals() const; ///< most that the wrong matrices are written with

  /// The mistakes of that surety that give every cell of the wrong matrices under the first of `all` under which any
  /// does and the truth does not.
  std::vector<Finding> find(Surety surety, std::span<const Bases> all) const;

  /// Two mistakes at once, if they explain four blamed cells or more. Of large steps none.
  std::vector<Finding> find_pairs(const Bases& bases) const;

private:
  using Marks = std::vector<std::vector<bool>>; ///< of each wrong matrix, of each written cell

  /// What is told of a mistake that fits, and under which of all bases it does.
  struct Fit {
    std::size_t rank = 0;
    Facts facts;
  };
  using All = std::span<const Bases>;

  std::optional<Fit> fits(const ChangedProblem& way, All all) const;
  std::optional<Fit> fits(const ReplacedWork& way, All all) const;
  std::optional<Fit> fits(const ChangedForOneQuery& way, All all) const;
  std::optional<Fit> fits(const AnotherQuery& way, All all) const;
  std::optional<Fit> fits(const Pattern& way, All all) const;
  std::optional<Fit> fits(const RowPattern& way, All all) const;

  std::optional<std::pair<Fit, const Way*>> best_fit(const Mistake& mistake, All all) const;
  std::optional<std::size_t> rank(const Alteration& change, All all, std::optional<std::size_t> row = {}) const;
  bool is_near(const Alteration& change, const Basis& basis, std::optional<std::size_t> row) const;
  Marks explained(const Alteration& change, const Bases& bases) const;
  std::optional<Facts> find_in_row(const RowPattern& way, std::size_t number, std::size_t row) const;
  bool is_one_number() const;
  bool changes_the_step(const Way& way, const Basis& basis) const;
  std::vector<Finding> pairs_of_changes(const Bases& bases) const;
  std::vector<Finding> pairs_in_rows() const;

  void make_suspects(const Basis& basis);
  View keep(View numbers);
  std::vector<Mixing> mixings(Chain& chain, const Spot& spot, View truth);
  bool is_written_between(const Spot& weights, const Spot& spot) const;
  Matrix<double> effect(Chain& chain, const Spot& spot, std::size_t head) const;
  std::optional<std::size_t> only_wrong_row() const;
  std::size_t wrong_cells() const;
  Chain chain(const Alteration& change, const Basis& basis) const { return {sheet_.paper, basis, &change}; }
  Alteration unchanged() const { return {&problem_, {}, {}, {}}; }
  Finding finding(const Mistake& mistake, const Way& way, const Facts& facts) const;

  const Sheet& sheet_;
  const std::optional<Problem> alone_; ///< of a batch, the sequence
  const Problem& problem_;             ///< that, or the sheet's
  const Spot target_;                  ///< the first wrong matrix
  const std::span<const Wrong> wrong_;
  std::vector<std::pair<std::size_t, std::size_t>> wrong_rows_; ///< (index in wrong_, row)
  std::deque<Matrix<double>> numbers_;                          ///< that suspects look at
  std::vector<std::vector<Suspect>> suspects_; ///< of each wrong matrix: from right cells, and from all as written
};

} // namespace attn
