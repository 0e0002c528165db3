// Which problems are one form inside: layouts, lists, batches and defaults.

#include "document_of.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace attn;

TEST_CASE("X alone: Q, K and V are X, one head, scale 1/sqrt(d_model)") {
  const Problem problem = problem_of(R"({"X":[[1,0,1,0],[0,1,0,1],[1,1,0,0]]})");
  CHECK(problem.start == Start::X);
  CHECK_FALSE(problem.batched);
  CHECK(problem.shape.sequences == 1);
  CHECK(problem.shape.n == 3);
  CHECK(problem.shape.m == 3);
  CHECK(problem.shape.keys() == 3);
  CHECK(problem.shape.d_model == 4);
  CHECK(problem.shape.heads == 1);
  CHECK(problem.shape.kv_heads == 1);
  CHECK(problem.shape.d_k == 4);
  CHECK(problem.shape.d_v == 4);
  CHECK(problem.shape.d_out == 4);
  CHECK(problem.scale == 0.5);
  CHECK(problem.project_Q.identity);
  CHECK(problem.project_O.identity);
  CHECK(rows(problem.X[0]) == Rows{{1, 0, 1, 0}, {0, 1, 0, 1}, {1, 1, 0, 0}});
  CHECK(problem.mask.queries_count == 3);
  CHECK(problem.mask.keys_count == 3);
  CHECK_FALSE(problem.mask.given());
}

TEST_CASE("identity stays identity and has no matrix") {
  const Problem problem =
      problem_of(R"({"X":[[1,2]],"W_Q":"identity","W_K":[[1,0],[0,1]],"W_V":"identity","W_O":"identity"})");
  CHECK(problem.project_Q.identity);
  CHECK(problem.project_Q.W.empty());
  CHECK_FALSE(problem.project_K.identity);
  CHECK(problem.project_O.identity);
  CHECK(problem.shape.d_out == 2);
}

TEST_CASE("A per-head list is set side by side by columns, W_O is stacked by rows") {
  const Problem problem = problem_of(R"({"X":[[1,2]],
    "W_Q":[[[1],[2]],[[3],[4]]], "W_K":[[[1],[2]],[[3],[4]]], "W_V":[[[1,2],[3,4]],[[5,6],[7,8]]],
    "W_O":[[[1,2,3],[4,5,6]],[[7,8,9],[10,11,12]]]})");
  CHECK(problem.shape.heads == 2);
  CHECK(problem.shape.kv_heads == 2);
  CHECK(problem.shape.d_k == 1);
  CHECK(problem.shape.d_v == 2);
  CHECK(problem.shape.d_out == 3);
  CHECK(problem.scale == 1);
  CHECK(rows(problem.project_Q.W) == Rows{{1, 3}, {2, 4}});
  CHECK(rows(problem.project_V.W) == Rows{{1, 2, 5, 6}, {3, 4, 7, 8}});
  CHECK(rows(problem.project_O.W) == Rows{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}});
}

TEST_CASE("Layout out_in: every weight is turned, of a list each matrix by itself") {
  const std::string fused = R"({"X":[[1,2]],"layout":"out_in","W_Q":[[1,2],[3,4]],"W_K":[[1,2],[3,4]],
                                "W_V":[[1,2],[3,4]],"W_O":[[1,2],[3,4],[5,6]]})";
  const Problem problem = problem_of(fused);
  CHECK(rows(problem.project_Q.W) == Rows{{1, 3}, {2, 4}});
  CHECK(rows(problem.project_O.W) == Rows{{1, 3, 5}, {2, 4, 6}});

  const Problem lists = problem_of(R"({"X":[[1,2]],"layout":"torch","W_Q":[[[1,2]],[[3,4]]],
    "W_K":[[[1,2]],[[3,4]]],"W_V":[[[1,2]],[[3,4]]],"W_O":[[[1],[3],[5]],[[2],[4],[6]]]})");
  CHECK(rows(lists.project_Q.W) == rows(problem.project_Q.W));
  CHECK(rows(lists.project_O.W) == rows(problem.project_O.W));
}

TEST_CASE("The flag --layout beats the key") {
  Overrides overrides;
  overrides.layout = "out_in";
  const std::string text = R"({"X":[[1,2]],"layout":"in_out","W_Q":[[1,2],[3,4]],"W_K":"identity","W_V":"identity"})";
  CHECK(rows(problem_of(text, overrides).project_Q.W) == Rows{{1, 3}, {2, 4}});
  CHECK(rows(problem_of(text).project_Q.W) == Rows{{1, 2}, {3, 4}});
}

TEST_CASE("Biases are vectors or per-head lists, also beside Q, K and V") {
  const Problem problem = problem_of(R"({"Q":[[1,2]],"K":[[1,2]],"V":[[1,2]],"heads":2,
    "b_Q":[1,2],"b_K":[[3],[4]],"b_V":[5,6],"b_O":[7,8]})");
  CHECK(problem.project_Q.b == std::vector<double>{1, 2});
  CHECK(problem.project_K.b == std::vector<double>{3, 4});
  CHECK(problem.project_O.b == std::vector<double>{7, 8});
  CHECK(problem.project_O.identity);
}

TEST_CASE("Three levels of X are a batch; of Q, K and V they are heads") {
  const Problem batch = problem_of(R"({"X":[[[1,2]],[[3,4]],[[5,6]]]})");
  CHECK(batch.batched);
  CHECK(batch.shape.sequences == 3);
  CHECK(batch.shape.n == 1);
  CHECK(rows(batch.X[2]) == Rows{{5, 6}});

  const Problem heads = problem_of(R"({"Q":[[[1,2]],[[3,4]]],"K":[[[1,2]],[[3,4]]],"V":[[[1]],[[3]]]})");
  CHECK_FALSE(heads.batched);
  CHECK(heads.shape.heads == 2);
  CHECK(heads.shape.d_k == 2);
  CHECK(rows(heads.Q[0]) == Rows{{1, 2, 3, 4}});
  CHECK(rows(heads.V[0]) == Rows{{1, 3}});
}

TEST_CASE("A batch of one is a batch") {
  CHECK(problem_of(R"({"X":[[[1,2]]]})").batched);
}

TEST_CASE("Four levels of Q, K and V: sequences, heads, rows, columns") {
  const Problem problem =
      problem_of(R"({"Q":[[[[1]],[[2]]],[[[3]],[[4]]]],"K":[[[[1]]],[[[2]]]],"V":[[[[1,2]]],[[[3,4]]]]})");
  CHECK(problem.batched);
  CHECK(problem.shape.sequences == 2);
  CHECK(problem.shape.heads == 2);
  CHECK(problem.shape.kv_heads == 1);
  CHECK(problem.shape.d_v == 2);
  CHECK(problem.shape.d_out == 4);
  CHECK(rows(problem.Q[1]) == Rows{{3, 4}});
}

TEST_CASE("A two-level context serves all sequences without a copy") {
  const Problem problem = problem_of(R"({"X":[[[1,2]],[[3,4]]],"context":[[1,2],[3,4],[5,6]]})");
  CHECK(problem.context.shared());
  CHECK(problem.shape.m == 3);
  CHECK(problem_of(R"({"X":[[[1]],[[3]]],"context":[[[1]],[[2]]]})").context.entries().size() == 2);
}

TEST_CASE("context gives keys and values, context_V other values") {
  const Problem problem = problem_of(R"({"X":[[1,2]],"context":[[1,2,3],[4,5,6]],"context_V":[[1],[2]],
    "W_Q":[[1],[1]],"W_K":[[1],[1],[1]],"W_V":[[1,2]]})");
  CHECK(problem.shape.m == 2);
  CHECK(problem.shape.d_k == 1);
  CHECK(problem.shape.d_v == 2);
  CHECK(rows(problem.context_V[0]) == Rows{{1}, {2}});
}

TEST_CASE("heads are contiguous blocks of columns; kv_heads share keys among neighbours") {
  const Problem problem = problem_of(R"({"Q":[[1,2,3,4]],"K":[[1,2]],"V":[[1,2]],"heads":4,"kv_heads":2})");
  CHECK(problem.shape.d_k == 1);
  CHECK(problem.shape.d_v == 1);
  CHECK(problem.shape.d_out == 4);
  CHECK(problem.shape.kv_head(1) == 0);
  CHECK(problem.shape.kv_head(2) == 1);
}

TEST_CASE("kv_heads is the length of a per-head list of keys, else heads") {
  CHECK(problem_of(R"({"Q":[[1,2]],"K":[[[1]]],"V":[[1]],"heads":2})").shape.kv_heads == 1);
  CHECK(problem_of(R"({"Q":[[1,2]],"K":[[1,2]],"V":[[1,2]],"heads":2})").shape.kv_heads == 2);
  CHECK(problem_of(R"({"X":[[1]],"W_Q":[[1,2]],"W_K":[[[1]]],"W_V":[[1]],"heads":2})").shape.kv_heads == 1);
}

TEST_CASE("heads is the length of any per-head list, and --heads beats the key") {
  CHECK(problem_of(R"({"Q":[[1,2]],"K":[[[1]],[[2]]],"V":[[1,2]]})").shape.heads == 2);
  CHECK(problem_of(R"({"X":[[1,2]],"W_O":[[[1]],[[1]]]})").shape.heads == 2);
  Overrides overrides;
  overrides.heads = 2;
  CHECK(problem_of(R"({"X":[[1,2]],"heads":1})", overrides).shape.d_k == 1);
}

TEST_CASE("past stands before the new keys and is shaped as they are") {
  const Problem problem = problem_of(R"({"X":[[1,2]],"heads":2,"past":{"K":[[1,2],[3,4]],"V":[[[5],[6]],[[7],[8]]]}})");
  CHECK(problem.shape.past == 2);
  CHECK(problem.shape.m == 1);
  CHECK(problem.shape.keys() == 3);
  CHECK(problem.mask.keys_count == 3);
  CHECK(problem.mask.past == 2);
  CHECK(rows(problem.past_V[0]) == Rows{{5, 7}, {6, 8}});
}

TEST_CASE("scores with d_k or scale, V or none") {
  const Problem problem = problem_of(R"({"scores":[[112,96]],"d_k":64})");
  CHECK(problem.start == Start::scores);
  CHECK(problem.scale == 0.125);
  CHECK(problem.shape.d_k == 64);
  CHECK(problem.shape.n == 1);
  CHECK(problem.shape.m == 2);
  CHECK_FALSE(problem.has_values());
  CHECK(problem.shape.d_out == 0);

  const Problem heads =
      problem_of(R"({"scores":[[[1,2]],[[3,4]]],"scale":"none","V":[[1,2,3,4],[5,6,7,8]],"W_O":[[1],[1],[1],[1]]})");
  CHECK(rows(heads.scores[0]) == Rows{{1, 2}, {3, 4}});
  CHECK(heads.shape.heads == 2);
  CHECK(heads.shape.d_v == 2);
  CHECK(heads.shape.d_out == 1);
  CHECK(heads.shape.d_k == 0);
  CHECK(heads.scale == 1);
}

TEST_CASE("V beside scores may be shared by heads") {
  const Problem problem = problem_of(R"({"scores":[[[1]],[[2]]],"scale":1,"V":[[7,8]],"kv_heads":1})");
  CHECK(problem.shape.d_v == 2);
  CHECK(problem.shape.d_out == 4);
}

TEST_CASE("weights go on to the output with V") {
  const Problem problem = problem_of(R"({"weights":[[0.5,0.5]],"V":[[1],[3]]})");
  CHECK(problem.start == Start::weights);
  CHECK(problem.shape.d_out == 1);
  CHECK_FALSE(problem_of(R"({"weights":[[0.5,0.5]]})").has_values());
}

TEST_CASE("Rows of weights that do not sum to 1 draw a warning, which names the first") {
  using Warnings = std::vector<std::string>;
  CHECK(problem_of(R"({"weights":[[0.5,0.5],[0.5,0.4],[1,1]]})").warnings ==
        Warnings{"/weights/1 sums to 0.9, not 1: rows of weights come from a softmax"});
  CHECK(problem_of(R"({"weights":[[[1,0],[0,1]],[[0,1],[2,0]]]})").warnings ==
        Warnings{"/weights/1/1 sums to 2, not 1: rows of weights come from a softmax"});
  CHECK(problem_of(R"({"weights":[[[[0.5,0.5]]],[[[1,-1]]]]})").warnings ==
        Warnings{"/weights/1/0/0 sums to 0, not 1: rows of weights come from a softmax"});
  CHECK(problem_of(R"({"weights":[[0,0],[0.5,0.5]]})").warnings.empty());
  CHECK(problem_of(R"({"weights":[[0.333,0.333,0.333]]})").warnings.empty());
  CHECK(problem_of(R"({"weights":[[0.334,0.334,0.334]]})").warnings.size() == 1);
}

TEST_CASE("Scores in a batch have four levels") {
  const Problem problem = problem_of(R"({"scores":[[[[1,2]]],[[[3,4]]]],"scale":1,"V":[[[[1],[2]]],[[[3],[4]]]]})");
  CHECK(problem.shape.sequences == 2);
  CHECK(rows(problem.scores[1]) == Rows{{3, 4}});
}

TEST_CASE("The scale: a number of any sign, none, a flag, else 1/sqrt(d_k)") {
  CHECK(problem_of(R"({"X":[[1,2]],"scale":-2})").scale == -2);
  CHECK(problem_of(R"({"X":[[1,2]],"scale":0})").scale == 0);
  CHECK(problem_of(R"({"X":[[1,2]],"scale":"none"})").scale == 1);
  CHECK(problem_of(R"({"X":[[1,2]]})").scale == 1 / std::sqrt(2.0));
  CHECK(problem_of(R"({"X":[[1,2]],"heads":2})").scale == 1);
  for (const auto& [text, scale] : {std::pair{"1/8", 0.125}, {"-0.5", -0.5}, {"none", 1.0}, {"2", 2.0}}) {
    Overrides overrides;
    overrides.scale = text;
    CHECK(problem_of(R"({"X":[[1,2]],"scale":7})", overrides).scale == scale);
  }
  Overrides overrides;
  overrides.scale = "2";
  CHECK(problem_of(R"({"scores":[[1]]})", overrides).scale == 2);
}

TEST_CASE("softcap, masked_row and dtype") {
  const Problem problem = problem_of(R"({"X":[[1]],"softcap":30,"masked_row":"uniform","dtype":"float32"})");
  CHECK(problem.softcap == 30);
  CHECK(problem.masked_row == MaskedRow::uniform);
  CHECK(problem.dtype == Dtype::float32);
  Overrides overrides;
  overrides.dtype = "float64";
  CHECK(problem_of(R"({"X":[[1]],"dtype":"float32"})", overrides).dtype == Dtype::float64);
}

TEST_CASE("Labels: one list, or one for each sequence") {
  const Problem problem = problem_of(R"({"X":[[1],[2]],"context":[[1]],"tokens":["a","b"],"context_tokens":["c"]})");
  CHECK(problem.tokens[0] == std::vector<std::string>{"a", "b"});
  CHECK(problem.context_tokens[0] == std::vector<std::string>{"c"});
  const Problem batch = problem_of(R"({"X":[[[1]],[[2]]],"tokens":[["a"],["b"]]})");
  CHECK(batch.tokens[1] == std::vector<std::string>{"b"});
  CHECK(problem_of(R"({"X":[[[1]],[[2]]],"tokens":["a"]})").tokens.shared());
  CHECK(problem_of(R"({"X":[[1]],"past":{"K":[[1]],"V":[[1]]},"context_tokens":["old","new"]})").shape.past == 1);
}

TEST_CASE("title and id are carried along") {
  Document document = DocumentOf::text(R"({"X":[[1]]})");
  document.title = std::string("t");
  document.id = Id{"7", true};
  const Problem problem = resolve(document, {});
  CHECK(problem.title == "t");
  CHECK(problem.id->text == "7");
}
