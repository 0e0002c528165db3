#include "report/labels.h"

#include "small_problems.h"

#include <catch2/catch.hpp>

namespace attn {

TEST_CASE("without tokens queries are q1, q2, … and keys k1, k2, …") {
  CHECK(query_labels(given_directly(), 0) == Labels{"q1", "q2"});
  CHECK(key_labels(given_directly(), 0) == Labels{"k1", "k2", "k3"});
}

TEST_CASE("tokens name the keys too where keys are the same positions") {
  Problem problem = two_heads();
  problem.tokens = shared<std::vector<std::string>>({"a", "b", "c"});
  CHECK(query_labels(problem, 0) == Labels{"a", "b", "c"});
  CHECK(key_labels(problem, 0) == Labels{"a", "b", "c"});
}

TEST_CASE("keys of a context have other names than the queries, even if there are as many") {
  Problem problem = two_heads();
  problem.tokens = shared<std::vector<std::string>>({"a", "b", "c"});
  problem.context = shared(Matrix<double>(3, 4));
  CHECK(key_labels(problem, 0) == Labels{"k1", "k2", "k3"});
  problem.context_tokens = shared<std::vector<std::string>>({"x", "y", "z"});
  CHECK(key_labels(problem, 0) == Labels{"x", "y", "z"});
}

TEST_CASE("with cached keys tokens name the queries alone") {
  Problem problem = two_heads();
  problem.shape.past = 1;
  problem.tokens = shared<std::vector<std::string>>({"a", "b", "c"});
  CHECK(key_labels(problem, 0) == Labels{"k1", "k2", "k3", "k4"});
}

TEST_CASE("each sequence of a batch may have its own") {
  Problem problem = two_heads();
  problem.tokens = PerSequence<std::vector<std::string>>({{"a", "b", "c"}, {"d", "e", "f"}});
  CHECK(query_labels(problem, 1) == Labels{"d", "e", "f"});
  CHECK(key_labels(problem, 1) == Labels{"d", "e", "f"});
}

} // namespace attn
