#pragma once
// The wrong matrices of one step, and every kind of mistake tried on them.

#include "grade/blame_rework.h"

#include <deque>
#include <optional>
#include <vector>

namespace attn {

class Inquiry {
public:
  /// `claims` are of one step and one sequence; those in which nothing is wrong are left out.
  Inquiry(const Sheet& sheet, const std::vector<const Claim*>& claims);

  bool nothing_wrong() const { return claims_.empty(); }
  int decimals() const; ///< most that the wrong matrices are written with

  /// The mistake, if made in one of its ways it gives every cell of the wrong matrices.
  std::optional<Finding> find(const Mistake& mistake, const std::vector<Basis>& bases) const;

  /// Two mistakes at once, if they explain four wrong cells or more. Of large steps none.
  std::vector<Finding> find_pairs(const std::vector<Basis>& bases) const;

private:
  using Marks = std::vector<std::vector<bool>>;                  ///< of each claim, of each written cell
  using Rows = std::vector<std::pair<std::size_t, std::size_t>>; ///< (claim, row)

  std::optional<Facts> fits(const ChangedProblem& way, const std::vector<Basis>& bases) const;
  std::optional<Facts> fits(const ReplacedWork& way, const std::vector<Basis>& bases) const;
  std::optional<Facts> fits(const ChangedForOneQuery& way, const std::vector<Basis>& bases) const;
  std::optional<Facts> fits(const AnotherQuery& way, const std::vector<Basis>& bases) const;
  std::optional<Facts> fits(const Pattern& way, const std::vector<Basis>& bases) const;
  std::optional<Facts> fits(const RowPattern& way, const std::vector<Basis>& bases) const;

  Marks explained(const Change& change, const std::vector<Basis>& bases) const;
  bool explains_all(const Change& change, const std::vector<Basis>& bases) const;
  bool explains_row(const Change& change, const std::vector<Basis>& bases, std::size_t row) const;
  std::optional<Facts> find_in_row(const RowPattern& way, std::size_t claim, std::size_t row) const;
  std::vector<Finding> pairs_of_changes(const std::vector<Basis>& bases) const;
  std::vector<Finding> pairs_in_rows() const;

  void keep_wrong(const std::vector<const Claim*>& claims);
  void make_suspects(const Basis& basis);
  std::optional<std::size_t> only_wrong_row() const;
  std::size_t wrong_cells() const;
  bool is_small() const;
  Change unchanged() const { return {&sheet_.problem, {}, {}, {}}; }
  Finding finding(const Mistake& mistake) const;

  const Sheet& sheet_;
  Given given_;
  std::vector<const Claim*> claims_;                                    ///< the wrong ones
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> wrong_; ///< cells of each
  Rows wrong_rows_;
  std::deque<Matrix<double>> numbers_;         ///< that suspects look at
  std::vector<std::vector<Suspect>> suspects_; ///< of each claim: from right cells, and from all as written
};

} // namespace attn
