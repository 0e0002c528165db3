// Laying an answer over the steps: which matrix is which step, and what fits.

#include "marked.h"

#include <catch2/catch.hpp>

using namespace std::string_literals;

namespace attn::test {
namespace {

constexpr auto two_heads = R"({"X":[[1,0,2,1],[0,1,1,3]],"heads":2})";

Strings paths(const std::string& problem, std::string_view answer) {
  Strings made;
  for (const Claim& claim : Asked(problem, answer).answer().claims)
    made.push_back(claim.path + (claim.fits ? "" : " written as " + claim.written_shape));
  return made;
}

std::string refused(const std::string& problem, std::string_view answer) {
  const Asked asked(problem, answer);
  try {
    asked.answer();
  } catch (const Refusal& refusal) {
    return refusal.errors.front().message + " | " + refusal.errors.front().hint;
  }
  return "";
}

} // namespace

TEST_CASE("with one head its steps may stand at the top, where output is the whole's") {
  CHECK(paths(two, R"({"weights":[[1,0],[0,1]],"output":[[1],[2]]})") == Strings{".heads[0].weights", ".output"});
  CHECK(paths(two, R"({"heads":[{"output":[[1],[2]],"Q":[[1,0],[0,1]]}],"Q":[[1,0],[0,1]]})") ==
        Strings{".Q", ".heads[0].Q", ".heads[0].output"});
}

TEST_CASE("with several heads a list of matrices is one for each") {
  CHECK(paths(two_heads, R"({"weights":[[[1,0],[0,1]],[[1,0],[0,1]]]})") ==
        Strings{".heads[0].weights", ".heads[1].weights"});
  CHECK(paths(two_heads, R"({"V":[[[1,0],[0,1]],[[1,0],[0,1]]]})") == Strings{".heads[0].V", ".heads[1].V"});
  CHECK(paths(two_heads, R"({"weights":[[[1,0],[0,1]]]})") ==
        Strings{".heads[0].weights written as one matrix for 2 heads",
                ".heads[1].weights written as one matrix for 2 heads"});
  CHECK(paths(two_heads, R"({"weights":[[1,0],[0,1]]})") ==
        Strings{".heads[0].weights written as one matrix for 2 heads",
                ".heads[1].weights written as one matrix for 2 heads"});
}

TEST_CASE("keys and values that heads share may be written once") {
  constexpr auto shared = R"({"Q":[[1,2]],"K":[[3]],"V":[[4]],"heads":2,"kv_heads":1})";
  CHECK(off(shared, R"({"K":[[[3]]],"V":[[[5]]],"scores":[[[3]],[[6]]]})") ==
        Strings{".heads[0].V[0][0] wrong", ".heads[1].V[0][0] wrong"});
}

TEST_CASE("claims stand in the order of the steps, sequence by sequence") {
  CHECK(paths(R"({"X":[[[1],[2]],[[3],[4]]]})",
              R"({"batch":[{"output":[[1],[2]],"scores":[[1,2],[2,4]]},{"scores":[[9,12],[12,16]],"Q":[[3],[4]]}]})") ==
        Strings{".batch[0].heads[0].scores", ".batch[0].output", ".batch[1].Q", ".batch[1].heads[0].scores"});
}

TEST_CASE("a vector stands for a matrix of one row or one column, and for no other") {
  CHECK(paths(two, R"({"row_sum":[1.37,1.37],"output":[13.77,16.22]})") == Strings{".heads[0].row_sum", ".output"});
  CHECK(paths(R"({"Q":[[1]],"K":[[1],[2]]})", R"({"weights":[0.27,0.73]})") == Strings{".heads[0].weights"});
  CHECK(paths(R"({"Q":[[1]],"K":[[1]]})", R"({"weights":1})") == Strings{".heads[0].weights"});
  CHECK(paths(two, R"({"weights":[0.62,0.38,0.38,0.62]})") == Strings{".heads[0].weights written as 4"});
}

TEST_CASE("another shape fits nothing, and is no reason to stop") {
  CHECK(paths(two, R"({"weights":[[1,0]]})") == Strings{".heads[0].weights written as 1 x 2"});
  CHECK(paths(two, R"({"weights":[[1,0],[1]]})") == Strings{".heads[0].weights written as rows of different lengths"});
  CHECK(paths(two, R"({"weights":[[[[1,0],[0,1]]]]})") == Strings{".heads[0].weights written as 4 levels of lists"});
  CHECK(paths(two, R"({"weights":"none"})") == Strings{".heads[0].weights written as 1"});
  CHECK(off(two, R"({"output":[[10,20]]})") == Strings{".output[0][0] wrong", ".output[1][0] wrong"});
}

TEST_CASE("what the problem does not have is refused, with what it has") {
  CHECK(refused(two, R"({"heads":[{},{"weights":[[1]]}]})") == "weights of head 2 of 1 head | this problem has 1 head");
  CHECK(refused(two, R"({"capped_scores":[[1]]})") ==
        "this problem has no capped_scores | this problem has Q, K, V, heads.Q, heads.K, heads.V, scores, "
        "scaled_scores, exponentials, row_sum, weights, heads.output, concat, output");
  CHECK(refused(two, R"({"batch":[{"output":[[1],[2]]}]})") ==
        "output stands under batch, and this problem is no batch | write the steps at the top");
  CHECK(refused(R"({"X":[[[1]],[[3]]]})", R"({"output":[[1]]})") ==
        R"(output of which sequence | write "batch": [{...}, ...], an object for each sequence)");
  CHECK(refused(R"({"X":[[[1]]]})", R"({"batch":[{},{"output":[[1]]}]})") ==
        "output of sequence 2 of 1 | this batch has 1 sequence");
  CHECK(refused(two, R"({"weights":[[1,0],[0,1]],"heads":[{"weights":[[1,0],[0,1]]}]})") ==
        ".heads[0].weights is written twice | keep one of the two");
}

TEST_CASE("a list has an entry for each head or sequence, also for those not worked") {
  const std::string batch = R"({"X":[[[1]],[[3]]]})";
  CHECK(refused(two, R"({"heads":[{},{}]})") ==
        "expected 1 entry, as the problem has 1 head, found 2 | an entry that was not worked is {}");
  CHECK(refused(two_heads, R"({"heads":[{"weights":[[1,0],[0,1]]}]})") ==
        "expected 2 entries, as the problem has 2 heads, found 1 | an entry that was not worked is {}");
  CHECK(refused(batch, R"({"batch":[{"output":[[1]]}]})") ==
        "expected 2 entries, as the problem has 2 sequences, found 1 | an entry that was not worked is {}");
  CHECK(refused(R"({"X":[[[1]]]})", R"({"batch":[{},{}]})") ==
        "expected 1 entry, as the problem has 1 sequence, found 2 | an entry that was not worked is {}");
  CHECK(refused(batch, R"({"batch":[{"output":[[1]]},{}]})").empty());
}

TEST_CASE("a head or a sequence that the problem does not have is refused with how many there are") {
  CHECK(refused(two_heads, R"({"heads":[{},{},{"Q":[[1,0],[0,1]]}]})") ==
        "Q of head 3 of 2 heads | this problem has 2 heads");
  CHECK(refused(R"({"X":[[[1]],[[3]]]})", R"({"batch":[{},{},{"output":[[1]]}]})") ==
        "output of sequence 3 of 2 | this batch has 2 sequences");
}

TEST_CASE("a list of matrices is none of the whole sequence, however many they are") {
  CHECK(paths(two_heads, R"({"concat":[[[1,0,2,1],[0,1,1,3]]]})") == Strings{".concat written as 1 matrix"});
  CHECK(paths(two_heads, R"({"concat":[[[1,0],[0,1]],[[2,1],[1,3]]]})") == Strings{".concat written as 2 matrices"});
}

TEST_CASE("too many matrices fit no head; keys that are shared may be written once for each that shares them") {
  CHECK(paths(two_heads, R"({"weights":[[[1]],[[1]],[[1]]]})") ==
        Strings{".heads[0].weights written as 3 matrices", ".heads[1].weights written as 3 matrices"});
  constexpr auto shared = R"({"Q":[[1,2]],"K":[[3]],"V":[[4]],"heads":2,"kv_heads":1})";
  CHECK(paths(shared, R"({"K":[[[3]],[[3]]]})") == Strings{".heads[0].K", ".heads[1].K"});
  CHECK(paths(shared, R"({"Q":[[[3]]]})") == Strings{".heads[0].Q written as one matrix for 2 heads",
                                                     ".heads[1].Q written as one matrix for 2 heads"});
}

TEST_CASE("an empty list has no number where one belongs") {
  CHECK(paths(two, R"({"weights":[]})") == Strings{".heads[0].weights written as 0"});
  CHECK(paths(two, R"({"weights":[[],[]]})") == Strings{".heads[0].weights written as 2 x 0"});
  CHECK(paths(two_heads, R"({"weights":[[[1,0],[0,1]],[]]})") ==
        Strings{".heads[0].weights", ".heads[1].weights written as 1 x 0"});
}

TEST_CASE("a batch without steps is no fault where the problem is none") {
  CHECK(refused(two, R"({"batch":[{},{}]})").empty());
}

} // namespace attn::test
