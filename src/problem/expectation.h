#pragma once
// What somebody says the result is: the "expect" of a problem, or an answer file. Nothing in it is checked against the
// problem: a wrong shape, text or null is a wrong entry, found by marking, and no reason to stop.

#include "error.h"
#include "problem/problem.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

/// One entry as it was written. Marking needs the digits: 0.40 claims two decimals, 0.4 one, and 2 claims to be exact.
struct Entry {
  enum class Kind { number, null, text, other };
  Kind kind = Kind::number;
  double value = 0;    ///< of a number or a fraction
  int decimals = 0;    ///< digits after the point as written, an exponent counted in ("1e-3": 3); whole numbers: 0
  int significant = 0; ///< significant digits as written, trailing zeros counted, leading ones not
  bool whole = false;  ///< written without point and exponent, or a fraction of integers
};

/// One matrix (or vector) as it was written.
struct GivenMatrix {
  std::string key;                     ///< canonical key of the result: "scores", "output", …
  std::optional<std::size_t> sequence; ///< entry of "batch"
  std::optional<std::size_t> head;     ///< entry of "heads"; none: written at the top level
  Place place;
  std::size_t levels = 0;             ///< 0: a lone value, 1: a vector, 2: a matrix, 3: a list of matrices
  std::vector<std::size_t> lists;     ///< with three levels: rows of each matrix; else empty
  std::vector<std::size_t> row_sizes; ///< entries of each row (a vector or a lone value is one row)
  std::vector<Entry> entries;         ///< row after row
};

/// A list of objects as it was written: "heads", or "batch".
struct GivenList {
  std::string key;
  std::optional<std::size_t> sequence; ///< entry of "batch" in which heads stand
  Place place;
  std::size_t size = 0;
};

struct Expectation {
  std::optional<Id> id;
  std::vector<GivenMatrix> matrices; ///< in the order in which they were written
  std::vector<GivenList> lists;
  /// What a result says of how it was worked: dtype, scale and mask, as written. Marking knows better.
  std::vector<std::pair<std::string, std::string>> settings = {};
};

/// A file that `attn` reads: the problem, and what its writer says the result is.
struct Case {
  Problem problem;
  std::optional<Expectation> expectation;
  std::vector<Error> expectation_faults; ///< why `expectation` is not all that was meant; the problem is sound all the
                                         ///< same, and only marking by it is to be refused
};

} // namespace attn
