// QK-norm, rotary positions, ALiBi and sinks as a problem has them, and what is wrong with them.

#include "document_of.h"

#include <catch2/catch.hpp>

using namespace attn;

TEST_CASE("rope: true has base 10000, all of d_k, halves, and begins after the cached keys") {
  const Problem plain = problem_of(R"({"X":[[1,2],[3,4]],"rope":true})");
  REQUIRE(plain.rope);
  CHECK(plain.rope->base == 10000);
  CHECK(plain.rope->dims == 2);
  CHECK_FALSE(plain.rope->interleaved);
  CHECK(plain.rope->offset == 0);
  const Problem cached = problem_of(R"({"X":[[1,2]],"past":{"K":[[1,2],[3,4]],"V":[[1,2],[3,4]]},"rope":true})");
  CHECK(cached.rope->offset == 2);
  CHECK_FALSE(problem_of(R"({"X":[[1,2]],"rope":false,"alibi":false,"qk_norm":false})").rope);
}

TEST_CASE("rope: every member is taken") {
  const Problem problem =
      problem_of(R"({"X":[[1,2,3,4]],"rope":{"base":500000,"dims":2,"interleaved":true,"offset":7}})");
  REQUIRE(problem.rope);
  CHECK(problem.rope->base == 500000);
  CHECK(problem.rope->dims == 2);
  CHECK(problem.rope->interleaved);
  CHECK(problem.rope->offset == 7);
}

TEST_CASE("rope turns pairs of at most d_k coordinates") {
  CHECK(faults_of(R"({"X":[[1,2,3]],"rope":true})") == Lines{"2:1: /rope: d_k of X is 3"});
  CHECK(faults_of(R"({"X":[[1,2,3]],"rope":{"dims":1}})") == Lines{"2:1: /rope/dims: dims is 1"});
  CHECK(faults_of(R"({"X":[[1,2,3]],"rope":{"dims":4}})") == Lines{"2:1: /rope/dims: dims is 4, but d_k of X is 3"});
  CHECK(faults_of(R"({"X":[[1,2]],"rope":{"base":0.5}})") == Lines{"2:1: /rope/base: base is 0.5"});
  CHECK(faults_of(R"({"X":[[1,2]],"rope":{"offset":4294967295}})").empty());
  CHECK(faults_of(R"({"X":[[1,2]],"rope":{"offset":4294967296}})") ==
        Lines{"2:1: /rope/offset: positions from 4294967296 on are too large"});
  CHECK(faults_of(R"({"scores":[[1,2]],"d_k":1,"rope":true})") == Lines{"3:1: /rope: rope cannot stand beside scores"});
}

TEST_CASE("the slopes of ALiBi by the number of heads, also of one that is no power of two") {
  CHECK(problem_of(R"({"X":[[1,2]],"heads":2,"alibi":true})").alibi == std::vector<double>{0.0625, 0.00390625});
  CHECK(problem_of(R"({"X":[[1,2,3,4,5,6,7,8]],"heads":8,"alibi":true})").alibi ==
        std::vector<double>{0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625});
  CHECK(problem_of(R"({"X":[[1,2,3]],"heads":3,"alibi":true})").alibi == std::vector<double>{0.0625, 0.00390625, 0.25});
  CHECK(problem_of(R"({"X":[[1,2]],"heads":2,"alibi":[1,0.25]})").alibi == std::vector<double>{1, 0.25});
  CHECK(faults_of(R"({"X":[[1,2]],"heads":2,"alibi":[1]})") ==
        Lines{"3:1: /alibi: expected 2 numbers, as heads is 2, found 1"});
}

TEST_CASE("sinks are a score for each head, factors of QK-norm one for each coordinate") {
  CHECK(problem_of(R"({"X":[[1,2]],"heads":2,"sinks":[0.5,-1]})").sinks == std::vector<double>{0.5, -1.0});
  CHECK(faults_of(R"({"X":[[1,2]],"heads":2,"sinks":[1,2,3]})") ==
        Lines{"3:1: /sinks: expected 2 numbers, as heads is 2, found 3"});
  const Problem problem = problem_of(R"({"X":[[1,2]],"qk_norm":{"kind":"layer","eps":0.5,"Q":[1,2],"K":[3,4]}})");
  CHECK(problem.qk_norm->kind == QkNorm::Kind::layer);
  CHECK(problem.qk_norm->eps == 0.5);
  CHECK(problem.qk_norm->Q == std::vector<double>{1, 2});
  CHECK(problem.qk_norm->K == std::vector<double>{3, 4});
  CHECK(faults_of(R"({"X":[[1,2]],"qk_norm":{"Q":[1]}})") ==
        Lines{"2:1: /qk_norm/Q: expected 2 numbers, as d_k of X is 2, found 1"});
}

TEST_CASE("half precision begins with its numbers as it has them; a scale stays what it is") {
  const Problem problem = problem_of(R"({"X":[[0.1,1]],"b_Q":[0.1,0],"dtype":"float16","scale":0.1,"sinks":[0.1]})");
  CHECK(problem.X[0](0, 0) == 0.0999755859375);
  CHECK(problem.project_Q.b[0] == 0.0999755859375);
  CHECK(problem.sinks[0] == 0.0999755859375);
  CHECK(problem.scale == 0.1);
  CHECK(problem_of(R"({"X":[[0.1]],"dtype":"bfloat16"})").X[0](0, 0) == 0.10009765625);
}

TEST_CASE("extra keys have no position") {
  for (const std::string key : {"qk_norm", "rope", "alibi"})
    CHECK(faults_of(R"({"X":[[1,2]],"extra":{"K":[[1,2]],"V":[[1,2]]},")" + key + "\":true}") ==
          Lines{"3:1: /" + key + ": " + key + " cannot stand beside extra"});
  CHECK(faults_of(R"({"X":[[1,2]],"extra":{"K":[[1,2]],"V":[[1,2]]},"sinks":[1]})").empty());
}

TEST_CASE("QK-norm by its root mean square is the default and has a name too") {
  CHECK(problem_of(R"({"X":[[1,2]],"qk_norm":{"kind":"rms"}})").qk_norm->kind == QkNorm::Kind::rms);
  CHECK(problem_of(R"({"X":[[1,2]],"qk_norm":{"kind":"layer"}})").qk_norm->kind == QkNorm::Kind::layer);
}

TEST_CASE("The last position that is turned can be counted too") {
  CHECK(faults_of(R"({"X":[[1,2],[3,4]],"rope":{"offset":4294967294}})").empty());
  CHECK(faults_of(R"({"X":[[1,2],[3,4]],"rope":{"offset":4294967295}})") ==
        Lines{"2:1: /rope/offset: positions from 4294967295 on are too large"});
}

TEST_CASE("Factors of QK-norm are rounded to half precision as weights are") {
  const Problem problem = problem_of(R"({"X":[[1,2]],"dtype":"bfloat16","qk_norm":{"Q":[1.001,1],"K":[1,1.01]}})");
  CHECK(problem.qk_norm->Q == std::vector<double>{1, 1});
  CHECK(problem.qk_norm->K == std::vector<double>{1, 1.0078125});
}
