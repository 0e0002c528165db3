// What resolving refuses, word for word. The n-th member stands on line n, the k-th list that opens there in column k.

#include "document_of.h"

#include <catch2/catch.hpp>

using namespace attn;

TEST_CASE("A shape error names the list, what it must be and why, and both shapes") {
  const std::string text = R"({"X":[[1,2,3,4],[5,6,7,8]],"W_Q":[[1,2],[3,4],[5,6]],
                               "W_K":[[1,2],[1,2],[1,2],[1,2]],"W_V":"identity"})";
  CHECK(faults_of(text) == Lines{"2:1: /W_Q: expected 4 rows, as d_model of X is 4, found 3"});
  CHECK(hint_of(text) == "X is 2 x 4 and W_Q is 3 x 2: y = x·W_Q: W_Q needs a row for each column that it meets");
}

TEST_CASE("In layout out_in the columns of a weight meet X") {
  CHECK(faults_of(R"({"X":[[1,2,3,4]],"layout":"torch","W_Q":[[1,2,3]],"W_K":[[1,2,3,4]],"W_V":"identity"})") ==
        Lines{"3:2: /W_Q/0: expected 4 numbers, as d_model of X is 4, found 3"});
}

TEST_CASE("A weight that fits the other way round is told so") {
  CHECK(hint_of(R"({"X":[[1,2]],"W_Q":[[1,2]],"W_K":[[1],[2]],"W_V":[[1],[2]]})") ==
        "X is 1 x 2 and W_Q is 1 x 2: it fits as nn.Linear stores it, with \"layout\": \"out_in\"");
  CHECK(hint_of(R"({"X":[[1,2]],"layout":"out_in","W_Q":[[1],[2]],"W_K":[[1,2]],"W_V":[[1,2]]})") ==
        "X is 1 x 2 and W_Q is 2 x 1: it fits with \"layout\": \"in_out\", which is the default");
}

TEST_CASE("In a per-head list the fault is at the first matrix") {
  CHECK(faults_of(R"({"X":[[1,2]],"W_Q":[[[1],[2],[3]],[[1],[2],[3]]],"W_K":[[1,2],[1,2]],"W_V":"identity"})") ==
        Lines{"2:2: /W_Q/0: expected 2 rows, as d_model of X is 2, found 3"});
}

TEST_CASE("All independent faults are told at once, in the order of the file") {
  CHECK(faults_of(R"({"b_O":[1,2,3],"W_V":[[1],[2]],"W_K":[[1,2]],"W_Q":[[1],[2],[3]],"X":[[1,2]],"tokens":["a","b"],
                      "mask":{"keep":[[1,1]]}})") ==
        Lines{"1:1: /b_O: expected 1 number, as d_v of W_V is 1, found 3",
              "3:1: /W_K: expected 2 rows, as d_model of X is 2, found 1",
              "3:2: /W_K/0: expected 1 number, as d_k of W_Q is 1, found 2",
              "4:1: /W_Q: expected 2 rows, as d_model of X is 2, found 3",
              "6:1: /tokens: expected 1 label, as n of X is 1, found 2",
              "7:2: /mask/keep/0: expected 1 entry, as m of X is 1, found 2"});
}

TEST_CASE("Nothing is told that hangs on a member with a fault of its own") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"X", R"({"W_Q":[[1]],"W_K":[[1],[2]],"W_V":[[1],[2]],"mask":{"keep":[[1,0],[1,1],[1,1]]},"tokens":["a"]})"},
      {"W_Q", R"({"X":[[1,2]],"W_K":[[1,2,3],[1,2,3]],"W_V":"identity"})"},
      {"heads", R"({"Q":[[1,2,3]],"K":[[1,2,3,4]],"V":[[1,2]]})"},
      {"layout", R"({"X":[[1,2]],"W_Q":[[1,2]],"W_K":[[1],[2]],"W_V":[[1],[2]]})"},
      {"K", R"({"Q":[[1,2]],"V":[[1],[2]],"mask":{"padding":[1,1,1]}})"},
      {"past", R"({"Q":[[1,2]],"K":[[1,2]],"V":[[1]],"mask":{"padding":[1,1,1]}})"},
      {"past/V", R"({"Q":[[1,2]],"K":[[1,2]],"V":[[1]],"past":{"K":[[1,2]]}})"},
      {"V", R"({"Q":[[1,2]],"K":[[1,2]],"W_O":[[1],[2],[3]]})"},
      {"d_k", R"({"scores":[[1]]})"},
      {"scale", R"({"scores":[[1]]})"},
      {"mask", R"({"X":[[1]],"mask":{"keep":[[1,1]]}})"},
      {"rope/dims", R"({"X":[[1,2,3]],"rope":true})"},
      {"Q", R"({"K":[[1,2,3]],"V":[[1]],"rope":true})"},
      {"K", R"({"Q":[[1,2]],"V":[[1],[2]],"past":{"K":[[1,2]],"V":[[1]]},"mask":{"padding":[1,1,1,1,1]}})"},
      {"X", R"({"tokens":[["a"],["b"]],"mask":{"padding":[[1,1],[1,1]],"lengths":[9]}})"},
      {"layout", R"({"X":[[1,2]],"W_O":[[1,2,3],[1,2,3]],"b_O":[1]})"},
      {"context", R"({"X":[[1,2]],"W_Q":[[1],[1]],"W_K":[[1]],"W_V":[[1]],"context_tokens":["a","b"]})"},
  };
  for (const auto& [faulty, text] : cases) {
    Document document = DocumentOf::text(text);
    document.errors.push_back({{"p.json", {1, 1}, fmt::format("/{}", faulty)}, "a fault of its own", ""});
    document.faulty.push_back(faulty);
    CAPTURE(faulty);
    CHECK(told(errors_of(document)) == Lines{fmt::format("1:1: /{}: a fault of its own", faulty)});
  }
}

TEST_CASE("Nothing counts as missing while the document has faults") {
  Document document = DocumentOf::text("{}");
  document.errors.push_back({{"p.json", {1, 2}, "/x_"}, "unknown key", ""});
  CHECK(told(errors_of(document)) == Lines{"1:2: /x_: unknown key"});
}

TEST_CASE("Nothing to work with") {
  CHECK(faults_of("{}") == Lines{"nothing to work with: no X, no Q and K, no scores and no weights"});
  CHECK(faults_of(R"({"V":[[1]],"W_Q":[[1]]})").size() == 1);
  CHECK(errors_of(DocumentOf::text("{}"))[0].place.file == "p.json");
}

TEST_CASE("W_Q, W_K and W_V are given together, and identity is offered") {
  const std::string text = R"({"X":[[1,2]],"W_Q":[[1],[2]]})";
  CHECK(faults_of(text) == Lines{"2:1: /W_Q: W_Q is given, W_K and W_V are not"});
  CHECK(hint_of(text) ==
        R"(give all three; where rows shall stay as they are, write "W_K": "identity", "W_V": "identity")");
  CHECK(faults_of(R"({"X":[[1,2]],"W_V":[[1],[2]],"W_Q":[[1],[2]]})") ==
        Lines{"3:1: /W_Q: W_Q and W_V are given, W_K is not"});
}

TEST_CASE("Q and K are given together") {
  CHECK(faults_of(R"({"Q":[[1]],"V":[[1]]})") == Lines{"1:1: /Q: Q is given, K is not"});
  CHECK(faults_of(R"({"K":[[1]],"V":[[1]]})") == Lines{"1:1: /K: K is given, Q is not"});
}

TEST_CASE("What has no place beside the start of the chain") {
  CHECK(faults_of(R"({"X":[[1]],"Q":[[1]],"K":[[1]],"V":[[1]]})") == Lines{"2:1: /Q: Q cannot stand beside X",
                                                                           "3:1: /K: K cannot stand beside X",
                                                                           "4:1: /V: V cannot stand beside X"});
  CHECK(hint_of(R"({"X":[[1]],"V":[[1]]})") ==
        "Q, K and V are projected from X: leave out V, or X and what belongs to it");
  CHECK(faults_of(R"({"Q":[[1]],"K":[[1]],"W_Q":[[1]]})") == Lines{"3:1: /W_Q: W_Q cannot stand beside Q"});
  CHECK(faults_of(R"({"Q":[[1]],"K":[[1]],"context":[[1]]})") == Lines{"3:1: /context: context cannot stand beside Q"});
  CHECK(faults_of(R"({"Q":[[1]],"K":[[1]],"scores":[[1]]})") == Lines{"3:1: /scores: scores cannot stand beside Q"});
  CHECK(faults_of(R"({"X":[[1]],"scores":[[1]]})") == Lines{"2:1: /scores: scores cannot stand beside X"});
  CHECK(faults_of(R"({"weights":[[1]],"scale":2,"softcap":1,"mask":"causal"})") ==
        Lines{"2:1: /scale: scale cannot stand beside weights", "3:1: /softcap: softcap cannot stand beside weights",
              "4:1: /mask: mask cannot stand beside weights"});
  CHECK(faults_of(R"({"weights":[[1]],"scores":[[1]],"scale":1})") ==
        Lines{"1:1: /weights: weights cannot stand beside scores"});
  CHECK(faults_of(R"({"scores":[[1]],"scale":1,"past":{"K":[[1]]}})") ==
        Lines{"3:1: /past: past cannot stand beside scores"});
}

TEST_CASE("Flags are held to the same rule") {
  Overrides overrides;
  overrides.causal = true;
  overrides.scale = "2";
  CHECK(faults_of(R"({"weights":[[1]]})", overrides) ==
        Lines{"--scale cannot stand beside weights", "--causal cannot stand beside weights"});
}

TEST_CASE("Without V the chain ends with the weights") {
  for (const std::string key : {"W_O", "b_O", "b_V"}) {
    const std::string value = key == "W_O" ? "[[1]]" : "[1]";
    const Lines line{fmt::format("3:1: /{}: there is no V, so the chain ends with the weights", key)};
    CHECK(faults_of(fmt::format(R"({{"Q":[[1]],"K":[[1]],"{}":{}}})", key, value)) == line);
    CHECK(faults_of(fmt::format(R"({{"scores":[[1]],"scale":1,"{}":{}}})", key, value)) == line);
  }
}

TEST_CASE("past has K, and V where there are values") {
  CHECK(faults_of(R"({"Q":[[1]],"K":[[1]],"past":{"K":[[1]],"V":[[1]]}})") ==
        Lines{"3:3: /past/V: there is no V, so the chain ends with the weights"});
  CHECK(faults_of(R"({"Q":[[1]],"K":[[1]],"V":[[1]],"past":{"K":[[1]]}})") == Lines{"4:1: /past: past has no V"});
  CHECK(faults_of(R"({"X":[[1]],"past":{"V":[[1]]}})") == Lines{"2:1: /past: past has no K"});
  CHECK(problem_of(R"({"Q":[[1]],"K":[[1]],"past":{"K":[[1],[2]]}})").shape.past == 2);
}

TEST_CASE("past is shaped as K and V") {
  CHECK(faults_of(R"({"Q":[[1,2]],"K":[[1,2]],"V":[[1]],"past":{"K":[[1],[2]],"V":[[1,2]]}})") ==
        Lines{"4:2: /past/K/0: expected 2 numbers, as d_k of Q is 2, found 1",
              "4:4: /past/V: expected 2 rows, as P of past.K is 2, found 1",
              "4:5: /past/V/0: expected 1 number, as d_v of V is 1, found 2"});
}

TEST_CASE("Q and K have the same d_k, K and V as many rows") {
  CHECK(faults_of(R"({"Q":[[1,2]],"K":[[1,2,3]],"V":[[1],[2]]})") ==
        Lines{"2:2: /K/0: expected 2 numbers, as d_k of Q is 2, found 3",
              "3:1: /V: expected 1 row, as m of K is 1, found 2"});
  CHECK(faults_of(R"({"Q":[[1,2,3,4]],"K":[[1,2,3]],"V":[[1,2]],"heads":2})") ==
        Lines{"2:2: /K/0: expected 4 numbers, as 2·d_k of Q is 4, found 3"});
  CHECK(faults_of(R"({"Q":[[[1,2]],[[1,2]]],"K":[[[1]],[[1]]]})") ==
        Lines{"2:3: /K/0/0: expected 2 numbers, as d_k of Q is 2, found 1"});
}

TEST_CASE("V has a row for each column of scores or weights") {
  CHECK(faults_of(R"({"scores":[[1,2]],"scale":1,"V":[[1]]})") ==
        Lines{"3:1: /V: expected 2 rows, as m of scores is 2, found 1"});
  CHECK(faults_of(R"({"weights":[[1,2]],"V":[[1]]})") ==
        Lines{"2:1: /V: expected 2 rows, as m of weights is 2, found 1"});
}

TEST_CASE("context_V has a row for each row of context") {
  CHECK(faults_of(R"({"X":[[1]],"context":[[1],[2]],"context_V":[[1]]})") ==
        Lines{"3:1: /context_V: expected 2 rows, as m of context is 2, found 1"});
}

TEST_CASE("identity keeps the width") {
  CHECK(faults_of(R"({"X":[[1,2]],"context":[[1,2,3]],"W_Q":[[1],[2]],"W_K":"identity","W_V":"identity"})") ==
        Lines{"4:1: /W_K: expected 1 column, as d_k of W_Q is 1, found 3"});
  CHECK(faults_of(R"({"X":[[1,2]],"context":[[1,2,3]]})") ==
        Lines{"2:2: /context/0: expected 2 numbers, as d_k of X is 2, found 3"});
}

TEST_CASE("W_O has a row for each column of the heads side by side") {
  CHECK(faults_of(R"({"X":[[1,2]],"heads":2,"W_O":[[1],[2],[3]]})") ==
        Lines{"3:1: /W_O: expected 2 rows, as 2·d_v of X is 2, found 3"});
  CHECK(faults_of(R"({"X":[[1,2]],"W_O":[[[1],[1]],[[1],[1]]]})") ==
        Lines{"2:2: /W_O/0: expected 1 row, as d_v of X is 1, found 2"});
}

TEST_CASE("Biases are as long as what they are added to") {
  CHECK(faults_of(R"({"X":[[1,2]],"b_Q":[1],"b_K":[[1,2],[1,2]],"b_V":[1,2,3],"b_O":[1,2,3]})") ==
        Lines{"2:1: /b_Q: expected 2 numbers, as 2·d_k of X is 2, found 1",
              "3:2: /b_K/0: expected 1 number, as d_k of X is 1, found 2",
              "4:1: /b_V: expected 2 numbers, as 2·d_v of X is 2, found 3",
              "5:1: /b_O: expected 2 numbers, as 2·d_v of X is 2, found 3"});
}

TEST_CASE("heads must divide the width") {
  const std::string text = R"({"Q":[[1,2,3,4]],"K":[[1,2,3,4]],"V":[[1,2,3,4]],"heads":3})";
  CHECK(faults_of(text) == Lines{"4:1: /heads: 3 heads do not divide the 4 columns of Q"});
  CHECK(hint_of(text) == "Q is 1 x 4; so many columns allow 1, 2, 4 heads");
  CHECK(faults_of(R"({"X":[[1,2]],"heads":2,"W_Q":"identity","W_K":"identity","W_V":[[1,2,3],[1,2,3]]})") ==
        Lines{"2:1: /heads: 2 heads do not divide the 3 columns of W_V"});
  CHECK(hint_of(R"({"Q":[[1]],"K":[[1]],"heads":3})") == "Q is 1 x 1; so many columns allow 1 head");
}

TEST_CASE("A fault that a flag has a part in names the flag") {
  Overrides heads;
  heads.heads = 3;
  CHECK(faults_of(R"({"X":[[1,2]]})", heads) == Lines{"--heads: 3 heads do not divide the 2 columns of X"});
  CHECK(faults_of(R"({"X":[[1,2,3]],"kv_heads":2})", heads) ==
        Lines{"2:1: /kv_heads: 2 key/value heads cannot be shared by 3 heads, as --heads says"});
  CHECK(faults_of(R"({"X":[[1,2,3]],"b_Q":[1]})", heads) ==
        Lines{"2:1: /b_Q: expected 3 numbers, as 3·d_k of X (--heads 3) is 3, found 1"});

  const auto hint = [](const std::string& text, const std::string& layout) {
    Overrides overrides;
    overrides.layout = layout;
    return errors_of(DocumentOf::text(text), overrides).at(0).hint;
  };
  const std::string turned = R"({"X":[[1,2]],"W_Q":[[1],[2]],"W_K":[[1,2]],"W_V":[[1,2]]})";
  CHECK(hint(turned, "torch") == "X is 1 x 2 and W_Q is 2 x 1: it fits with --layout in_out, which is the default");
  CHECK(hint(R"({"X":[[1,2]],"W_Q":[[1,2]],"W_K":[[1],[2]],"W_V":[[1],[2]]})", "in_out") ==
        "X is 1 x 2 and W_Q is 1 x 2: it fits as nn.Linear stores it, with --layout out_in");
  CHECK(
      hint(R"({"X":[[1,2]],"W_Q":[[1,2,3]],"W_K":[[1,2]],"W_V":[[1,2]]})", "out_in") ==
      "X is 1 x 2 and W_Q is 1 x 3: y = x·W_Qᵀ with --layout out_in: W_Q needs a column for each column that it meets");

  Overrides dtype;
  dtype.dtype = "float32";
  const std::vector<Error> beyond = errors_of(DocumentOf::text(R"({"X":[[1e39]]})"), dtype);
  CHECK(told(beyond) == Lines{"1:2: /X/0/0: 1e+39 is beyond float32, as --dtype asks for"});
  CHECK(beyond.at(0).hint == "float32 ends at 3.4e38; take a smaller number, or --dtype float64");
}

TEST_CASE("heads beside a list of another length") {
  CHECK(faults_of(R"({"heads":3,"Q":[[[1]],[[2]]],"K":[[[1]],[[2]],[[3]]],"V":[[[1]],[[2]],[[3]]]})") ==
        Lines{"2:1: /Q: expected 3 matrices, as heads is 3, found 2"});
  CHECK(faults_of(R"({"heads":2,"scores":[[1]],"scale":1})") ==
        Lines{"2:1: /scores: expected a list of 2 matrices, as heads is 2, found one matrix"});
  CHECK(faults_of(R"({"Q":[[[1]],[[2]]],"K":[[[1]],[[2]]],"V":[[[1]]]})") ==
        Lines{"3:1: /V: expected 2 matrices, as heads of K is 2, found 1"});
  Overrides overrides;
  overrides.heads = 2;
  CHECK(faults_of(R"({"X":[[1,2]],"b_Q":[[1],[2],[3]]})", overrides) ==
        Lines{"2:1: /b_Q: expected 2 lists, as --heads is 2, found 3"});
}

TEST_CASE("kv_heads must divide heads") {
  CHECK(faults_of(R"({"Q":[[1,2,3]],"K":[[1,2]],"V":[[1,2]],"heads":3,"kv_heads":2})") ==
        Lines{"5:1: /kv_heads: 2 key/value heads cannot be shared by 3 heads"});
  CHECK(faults_of(R"({"heads":3,"Q":[[1,2,3]],"K":[[[1]],[[2]]],"V":[[1,2]]})") ==
        Lines{"3:1: /K: 2 key/value heads cannot be shared by 3 heads"});
}

TEST_CASE("Huge counts neither overflow nor take memory") {
  CHECK(faults_of(R"({"Q":[[1]],"K":[[1]],"heads":1e18})") ==
        Lines{"3:1: /heads: 1000000000000000000 heads do not divide the 1 column of Q"});
  CHECK(faults_of(R"({"heads":1e19,"Q":[[[1]]],"K":[[[1]]],"V":[[[1,2]]],"W_O":[[1],[2]]})").size() == 1);
  CHECK(faults_of(R"({"X":[[1]],"kv_heads":1e300})").size() == 1);
}

TEST_CASE("Batches are batches together") {
  CHECK(faults_of(R"({"Q":[[[[1]]]],"K":[[[1]]],"V":[[1]]})") ==
        Lines{"2:1: /K: Q is a batch, K is not", "3:1: /V: Q is a batch, V is not"});
  CHECK(faults_of(R"({"Q":[[1]],"K":[[[[1]]]]})") == Lines{"2:1: /K: K is a batch, Q is not"});
  CHECK(faults_of(R"({"X":[[[1]],[[2]]],"past":{"K":[[1]],"V":[[[[1]]]]}})") ==
        Lines{"2:1: /past/K: X is a batch, past.K is not",
              "2:3: /past/V: expected 2 sequences, as the batch of X is 2, found 1"});
  CHECK(faults_of(R"({"X":[[1]],"context":[[[1]]]})") == Lines{"2:1: /context: context is a batch, X is not"});
  CHECK(faults_of(R"({"X":[[[1]],[[2]]],"context":[[[1]],[[1]],[[1]]]})") ==
        Lines{"2:1: /context: expected 2 matrices, as the batch of X is 2, found 3"});
}

TEST_CASE("Scores need d_k or a scale") {
  CHECK(faults_of(R"({"scores":[[1]]})") == Lines{"1:1: /scores: scores need d_k or scale"});
}

TEST_CASE("d_k beside Q and K must be theirs") {
  CHECK(faults_of(R"({"Q":[[1,2]],"K":[[1,2]],"d_k":3})") == Lines{"3:1: /d_k: d_k is 3, but d_k of Q is 2"});
  CHECK(problem_of(R"({"Q":[[1,2]],"K":[[1,2]],"d_k":2})").shape.d_k == 2);
}

TEST_CASE("Flags that say nothing known") {
  Overrides overrides;
  overrides.scale = "1/0";
  overrides.layout = "sideways";
  overrides.dtype = "float8";
  CHECK(faults_of(R"({"X":[[1]]})", overrides) == Lines{"--layout: no such layout: \"sideways\"",
                                                        "--dtype: no such dtype: \"float8\"",
                                                        "--scale: \"1/0\" is no scale"});
  for (const char* scale : {"", "nan", "inf", "1e999", "2x", "0x10", " 1"}) {
    Overrides one;
    one.scale = scale;
    CHECK(faults_of(R"({"X":[[1]]})", one) == Lines{fmt::format("--scale: \"{}\" is no scale", scale)});
  }
}

TEST_CASE("--scale in words is told with the default") {
  Overrides overrides;
  overrides.scale = "1/sqrt2";
  CHECK(errors_of(DocumentOf::text(R"({"X":[[1]]})"), overrides).at(0).hint ==
        "1/sqrt(d_k) is the default: leave --scale out; else a number, a fraction such as 1/8, or none");
}

TEST_CASE("With float16 every number must be one, settings apart: they are float32") {
  CHECK(faults_of(R"({"dtype":"float16","X":[[65519],[-65520]],"scale":1e6,"rope":{"base":500000}})").front() ==
        "2:3: /X/1/0: -65520 is beyond float16");
  CHECK(faults_of(R"({"dtype":"float16","X":[[65519,1]],"scale":1e6,"alibi":[1e5],"rope":{"base":500000}})").empty());
  Overrides overrides;
  overrides.dtype = "float16";
  const std::vector<Error> errors = errors_of(DocumentOf::text(R"({"X":[[1e5]]})"), overrides);
  CHECK(told(errors) == Lines{"1:2: /X/0/0: 100000 is beyond float16, as --dtype asks for"});
  CHECK(errors.at(0).hint == "float16 ends at 65504; take a smaller number, or --dtype float32");
}

TEST_CASE("With float32 every number must be one, the -inf of add apart") {
  CHECK(faults_of(R"({"dtype":"float32","X":[[1,2],[3,-1e39]],"scale":1e300})") ==
        Lines{"2:3: /X/1/1: -1e+39 is beyond float32", "3:1: /scale: 1e+300 is beyond float32"});
  CHECK(faults_of(R"({"dtype":"float32","X":[[1]],"mask":{"add":[["-inf"]]}})").empty());
  CHECK(faults_of(R"({"dtype":"float32","X":[[1]],"mask":{"add":[[1e39]]}})").size() == 1);
  CHECK(faults_of(R"({"dtype":"float32","X":[[3.4028235e38]]})").empty());
  CHECK(faults_of(R"({"dtype":"float32","X":[[3.4028236e38]]})").size() == 1);
  CHECK(faults_of(R"({"X":[[1e39]]})").empty());
}

TEST_CASE("Labels are as many as rows or keys") {
  CHECK(faults_of(R"({"X":[[1],[2]],"tokens":["a"],"context_tokens":["a","b","c"]})") ==
        Lines{"2:1: /tokens: expected 2 labels, as n of X is 2, found 1",
              "3:1: /context_tokens: expected 2 labels, as m of X is 2, found 3"});
  CHECK(faults_of(R"({"X":[[1]],"past":{"K":[[1]],"V":[[1]]},"context_tokens":["a"]})") ==
        Lines{"3:1: /context_tokens: expected 2 labels, as P + m is 2, found 1"});
  CHECK(faults_of(R"({"X":[[1]],"tokens":[["a"]]})") ==
        Lines{"2:1: /tokens: expected a list of text, found a list of lists"});
  CHECK(faults_of(R"({"X":[[[1]],[[1]]],"tokens":[["a"]]})") ==
        Lines{"2:1: /tokens: expected 2 lists, as the batch of X is 2, found 1"});
  CHECK(faults_of(R"({"X":[[[1]],[[1]]],"tokens":[["a"],["a","b"]]})") ==
        Lines{"2:1: /tokens: list 2: expected 1 label, as n of X is 1, found 2"});
}

TEST_CASE("d_k and a scale have no place beside weights, and d_k that is not known is not held against the key") {
  CHECK(faults_of(R"({"weights":[[1]],"d_k":2})") == Lines{"2:1: /d_k: d_k cannot stand beside weights"});
  CHECK(faults_of(R"({"Q":[[1,2,3]],"K":[[1,2,3]],"heads":2,"d_k":3})") ==
        Lines{"3:1: /heads: 2 heads do not divide the 3 columns of Q"});
}

TEST_CASE("Without V the chain ends with the weights, and so it does for V of extra") {
  CHECK(faults_of(R"({"Q":[[1]],"K":[[1]],"extra":{"K":[[1]],"V":[[1]]}})") ==
        Lines{"3:3: /extra/V: there is no V, so the chain ends with the weights"});
}

TEST_CASE("--heads is at least 1, and --scale what the dtype can hold") {
  Overrides none;
  none.heads = 0;
  CHECK(faults_of(R"({"X":[[1]]})", none) == Lines{"--heads must be at least 1"});
  Overrides large;
  large.scale = "1e300";
  CHECK(faults_of(R"({"X":[[1]]})", large).empty());
  CHECK(faults_of(R"({"X":[[1]],"dtype":"float32"})", large) == Lines{"--scale is beyond float32"});
  large.scale = "1e30";
  CHECK(faults_of(R"({"X":[[1]],"dtype":"float32"})", large).empty());
}

TEST_CASE("Flags are held against what they may be before any problem is read") {
  const auto told_of = [](const Overrides& overrides) {
    try {
      check_flags(overrides);
    } catch (const Refusal& refusal) {
      return told(refusal.errors);
    }
    return Lines{};
  };
  Overrides overrides;
  CHECK(told_of(overrides).empty());
  overrides.scale = "1/8";
  overrides.layout = "torch";
  overrides.dtype = "bfloat16";
  CHECK(told_of(overrides).empty());
  overrides.scale = "an eighth";
  overrides.dtype = "float8";
  CHECK(told_of(overrides) == Lines{"--dtype: no such dtype: \"float8\"", "--scale: \"an eighth\" is no scale"});
}

TEST_CASE("Masks with a level for sequences need a batch, --causal leaves the corner that denies more") {
  Overrides overrides;
  overrides.causal = true;
  const auto causal = [&](std::string_view corner) {
    return problem_of(fmt::format(R"({{"X":[[1],[2]],"mask":{{"causal":{}}}}})", corner), overrides).mask.causal;
  };
  CHECK(causal("true") == Causal::top_left);
  CHECK(causal("false") == Causal::top_left);
  CHECK(causal("\"bottom-right\"") == Causal::bottom_right);
  CHECK(problem_of(R"({"X":[[1]],"context":[[1],[2]],"mask":{"causal":"bottom-right"}})", overrides).mask.causal ==
        Causal::top_left);
}
