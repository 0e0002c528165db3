#pragma once
// What people round on the way, beside the steps that they write down, and how.

#include "attention/stage.h"
#include "problem/problem.h"

#include <span>

namespace attn {

/// Where a tie goes: 0.125 to two decimals.
enum class Ties {
  away,      ///< from zero, as people round: 0.13
  even,      ///< to the even digit: 0.12
  as_stored, ///< the binary number is rounded, which rarely is a tie: Python's round(0.145, 2) is 0.14, of 0.155 0.15
};

struct Habit {
  /// Of exponentials and their sum.
  enum class Exponentials {
    as_given, ///< as they were written, else not rounded
    kept,     ///< not rounded, even where they were written
    shifted,  ///< rounded, e^(s - row maximum)
    plain,    ///< rounded, e^s while no |s| of the row exceeds 20, else shifted
    any_size, ///< rounded, e^s
  };
  Exponentials exponentials = Exponentials::as_given;
  bool steps = false;    ///< the other steps that are not given are rounded
  bool products = false; ///< each product of a sum is rounded
  Ties ties = Ties::away;

  bool rounds_exponentials() const { return exponentials >= Exponentials::shifted; }
  bool rounds_nothing() const { return exponentials == Exponentials::as_given && !steps && !products; }
  /// Whether a step that is not given is rounded.
  bool rounds(const Problem& problem, Step step) const;
  double round(double value, int decimals) const;
};

/// All of them; the first rounds nothing.
std::span<const Habit> habits();

bool is_of_exponentials(Step step); ///< exponentials, row_sum

/// Whether the problem gives the numbers of a step, so that they are no work of the student's.
bool is_given(const Problem& problem, Step step);

/// e^s of every score, as an answer may have it whatever its size; a blocked cell has 0.
Matrix<double> plain_exponentials(const Setting& setting, View scores);

/// Their sums, and with a sink its own e^s.
Matrix<double> plain_sums(const Setting& setting, View exponentials, View scores);

} // namespace attn
