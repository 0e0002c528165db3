// What a problem's text becomes, key by key, and what is said of a value that cannot stand where it does.

#include "unit/problem/reading.h"

#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <limits>

namespace attn::test {
namespace {

Numbers numbers_of(std::string_view text, std::string_view key) {
  return value_of<Numbers>(text, key);
}

using Shape = std::vector<std::size_t>;
using Doubles = AlignedVector<double>;

// Values

TEST_CASE("a matrix is a flat buffer with its shape and where its lists open") {
  const Numbers X = numbers_of("{\"X\": [[1, 2, 3],\n [4, 5.5, -6e1]]}", "X");
  CHECK(X.shape == Shape{2, 3});
  CHECK(X.values == Doubles{1, 2, 3, 4, 5.5, -60});
  REQUIRE(X.lists.size() == 2);
  REQUIRE(X.lists[1].size() == 2);
  CHECK(X.lists[0][0].column == 7);
  CHECK(X.lists[1][0].column == 8);
  CHECK(X.lists[1][1].line == 2);
  CHECK(X.lists[1][1].column == 2);
}

TEST_CASE("lists of matrices have three levels") {
  const Numbers W = numbers_of(R"({"W_Q": [[[1], [2]], [[3], [4]], [[5], [6]]]})", "W_Q");
  CHECK(W.shape == Shape{3, 2, 1});
  CHECK(W.values == Doubles{1, 2, 3, 4, 5, 6});
  CHECK(W.lists[1].size() == 3);
  CHECK(W.lists[2].size() == 6);
}

TEST_CASE("a value knows where it stands") {
  const Document document = document_of("{\"mask\":\n  {\"keep\": [[1]]}}");
  const Value* mask = find(document.members, "mask");
  REQUIRE(mask != nullptr);
  CHECK(mask->pointer == "/mask");
  CHECK(mask->position.line == 2);
  CHECK(mask->position.column == 3);
  const Value* keep = find(std::get<Members>(mask->is), "keep");
  REQUIRE(keep != nullptr);
  CHECK(keep->pointer == "/mask/keep");
  CHECK(keep->position.column == 12);
  CHECK(find(document.members, "keep") == nullptr);
}

TEST_CASE("numbers are the nearest doubles, below the smallest they are 0") {
  CHECK(numbers_of(R"({"X": [[0.1, 1e-400, -0.0, -0, 18446744073709551617, 9007199254740993]]})", "X").values ==
        Doubles{0.1, 0, 0, 0, 18446744073709551616.0, 9007199254740992.0});
}

TEST_CASE("a fraction in quotes is a number") {
  CHECK(numbers_of(R"({"X": [["1/3", "-1/2"]]})", "X").values == Doubles{1.0 / 3.0, -0.5});
  CHECK(numbers_of(R"({"scale": "1/8"})", "scale").values == Doubles{0.125});
}

TEST_CASE("a lone number has no level") {
  CHECK(numbers_of(R"({"heads": 2})", "heads").shape.empty());
  CHECK(numbers_of(R"({"scale": -0.5})", "scale").values == Doubles{-0.5});
  CHECK(numbers_of(R"({"d_k": 64})", "d_k").values == Doubles{64});
}

TEST_CASE("text stands where a key allows it") {
  CHECK(value_of<std::string>(R"({"W_O": "identity"})", "W_O") == "identity");
  CHECK(value_of<std::string>(R"({"scale": "none"})", "scale") == "none");
  CHECK(value_of<std::string>(R"({"mask": "causal"})", "mask") == "causal");
  CHECK(value_of<std::string>(R"({"layout": "torch"})", "layout") == "torch");
  CHECK(value_of<std::string>(R"({"masked_row": "uniform"})", "masked_row") == "uniform");
  CHECK(value_of<std::string>(R"({"dtype": "float32"})", "dtype") == "float32");
}

TEST_CASE("mask.causal is true, false or a corner") {
  const auto causal = [](std::string_view text) { return find(value_of<Members>(text, "mask"), "causal")->is; };
  CHECK(std::get<bool>(causal(R"({"mask": {"causal": true}})")));
  CHECK_FALSE(std::get<bool>(causal(R"({"mask": {"causal": false}})")));
  CHECK(std::get<std::string>(causal(R"({"mask": {"causal": "bottom-right"}})")) == "bottom-right");
}

TEST_CASE("flags are 0, 1, true and false; add takes -inf in quotes") {
  const Members mask = value_of<Members>(
      R"({"mask": {"keep": [[0, 1, true, false]], "add": [["-inf", -1.5, "1/2"]], "padding": [1, false],
                   "lengths": [2, 0], "window": {"left": 0}, "queries": [[true], [1]]}})",
      "mask");
  CHECK(std::get<Numbers>(find(mask, "keep")->is).values == Doubles{0, 1, 1, 0});
  CHECK(std::get<Numbers>(find(mask, "add")->is).values ==
        Doubles{-std::numeric_limits<double>::infinity(), -1.5, 0.5});
  CHECK(std::get<Numbers>(find(mask, "padding")->is).shape == Shape{2});
  CHECK(std::get<Numbers>(find(mask, "lengths")->is).values == Doubles{2, 0});
  CHECK(std::get<Numbers>(find(std::get<Members>(find(mask, "window")->is), "left")->is).values == Doubles{0});
  CHECK(std::get<Numbers>(find(mask, "queries")->is).shape == Shape{2, 1});
}

TEST_CASE("tokens are one list, or one for each sequence") {
  const WordList flat = value_of<WordList>(R"({"tokens": ["the", "cat"]})", "tokens");
  CHECK_FALSE(flat.nested);
  CHECK(flat.lists == std::vector<std::vector<std::string>>{{"the", "cat"}});
  const WordList nested = value_of<WordList>(R"({"context_tokens": [["a"], ["b", "\u00e9"]]})", "context_tokens");
  CHECK(nested.nested);
  CHECK(nested.lists == std::vector<std::vector<std::string>>{{"a"}, {"b", "\xC3\xA9"}});
}

TEST_CASE("title and id are carried along, a number as it was written") {
  const Document document = document_of(R"({"title": "two heads", "id": 12345678901234567890})");
  CHECK(document.title == "two heads");
  CHECK(document.id->text == "12345678901234567890");
  CHECK(document.id->is_number);
  CHECK_FALSE(document_of(R"({"id": "a7"})").id->is_number);
  CHECK(document_of(R"({"id": 7.50})").id->text == "7.50");
}

TEST_CASE("comment and keys with an underscore are passed over, whatever they hold") {
  const Document document =
      document_of(R"({"comment": {"X": [1, "a", null]}, "_note": [[1], {"b": 2}], "_x": 1, "_x": 2, "heads": 1})");
  CHECK(told(document.errors) == "");
  CHECK(document.members.size() == 1);
}

TEST_CASE("expect is read beside the problem") {
  const Document document = document_of(R"({"heads": 1, "expect": {"output": [[0.40]]}})");
  REQUIRE(document.expectation);
  CHECK(document.expectation->matrices[0].place.pointer == "/expect/output");
  CHECK(document.members.size() == 1);
}

TEST_CASE("the chunks in which the text arrives change nothing") {
  const std::string text = R"({"X": [[1.25, -3], [100, 0.5]], "title": "caf\u00e9 )" + std::string(200, 'x') + R"("})";
  for (const std::size_t piece : {1u, 2u, 3u, 7u, 63u, 64u, 65u}) {
    const Document document = document_of(text, piece);
    CHECK(told(document.errors) == "");
    CHECK(document.title.size() == 206);
    const auto& X = std::get<Numbers>(find(document.members, "X")->is);
    CHECK(X.values == Doubles{1.25, -3, 100, 0.5});
    CHECK(X.lists[1][1].column == 20);
  }
}

TEST_CASE("places are right beyond the first chunk") {
  std::string text = "{\"X\": [\n";
  for (int i = 0; i < 20000; ++i) text += "[1, 2],\n";
  CHECK(faults_of(text + "[1, null]]}") == "p.json:20002:5: /X/20000/1: expected a number, found null\n"
                                           "    entries are numbers, or fractions in quotes such as \"1/3\"\n");
}

// Keys

TEST_CASE("aliases are taken, and the canonical name is used") {
  constexpr std::pair<std::string_view, std::string_view> aliases[] = {
      {"Wq", "W_Q"},
      {"W_q", "W_Q"},
      {"WQ", "W_Q"},
      {"w_q", "W_Q"},
      {"wq", "W_Q"},
      {"w_query", "W_Q"},
      {"W_query", "W_Q"},
      {"query_weight", "W_Q"},
      {"Wk", "W_K"},
      {"W_key", "W_K"},
      {"key_weight", "W_K"},
      {"wv", "W_V"},
      {"w_value", "W_V"},
      {"value_weight", "W_V"},
      {"Wo", "W_O"},
      {"W_out", "W_O"},
      {"output_weight", "W_O"},
      {"embeddings", "X"},
      {"x", "X"},
      {"memory", "context"},
  };
  for (const auto& [alias, name] : aliases)
    CHECK(numbers_of("{\"" + std::string(alias) + "\": [[1]]}", name).values == Doubles{1});
  CHECK(numbers_of(R"({"query_bias": [1]})", "b_Q").values == Doubles{1});
  CHECK(numbers_of(R"({"bo": [1]})", "b_O").values == Doubles{1});
  for (const char* alias : {"num_heads", "n_heads", "n_head"})
    CHECK(numbers_of("{\"" + std::string(alias) + "\": 2}", "heads").values == Doubles{2});
  CHECK(numbers_of(R"({"n_kv_heads": 2})", "kv_heads").values == Doubles{2});
}

TEST_CASE("pointers name keys as they were written") {
  CHECK(document_of(R"({"Wq": [[1]]})").members[0].value.pointer == "/Wq");
}

TEST_CASE("an unknown key is told with the nearest known one") {
  CHECK(faults_of(R"({"head": 2})") == "p.json:1:2: /head: unknown key \"head\"\n    did you mean heads?\n");
  CHECK(faults_of(R"({"mask": {"kep": [[1]]}})") ==
        "p.json:1:11: /mask/kep: unknown key \"kep\"\n    did you mean keep?\n");
  CHECK(
      faults_of(R"({"temperature": 2})") ==
      "p.json:1:2: /temperature: unknown key \"temperature\"\n"
      "    the keys here are X, context, W_Q, W_K, W_V, W_O, b_Q, b_K, b_V, b_O, Q, K, V, scores, weights, d_k, "
      "context_V, heads, kv_heads, mask, scale, softcap, past, extra, tokens, context_tokens, layout, model, prefix, "
      "layer, recipe, masked_row, qk_norm, rope, alibi, sinks, dtype, expect, title, id, comment, and any that begins "
      "with _\n");
  CHECK(faults_of(R"({"mask": {"alternate": 1}})") ==
        "p.json:1:11: /mask/alternate: unknown key \"alternate\"\n"
        "    the keys here are causal, keep, block, add, padding, lengths, window, queries, and any that begins with "
        "_\n");
  CHECK(faults_of(R"({"past": {"key": [[1]]}})") ==
        "p.json:1:11: /past/key: unknown key \"key\"\n    the keys here are K, V, and any that begins with _\n");
  CHECK(faults_of(R"({"dk": 2})") == "p.json:1:2: /dk: unknown key \"dk\"\n    did you mean d_k?\n");
}

TEST_CASE("a key of mask that stands outside is sent inside") {
  CHECK(faults_of(R"({"causal": true})") ==
        "p.json:1:2: /causal: unknown key \"causal\"\n    did you mean causal inside of mask?\n");
}

TEST_CASE("a key of the problem that stands inside of an object is sent outside") {
  CHECK(faults_of(R"({"mask": {"scale": 2}})") ==
        "p.json:1:11: /mask/scale: unknown key \"scale\"\n    scale stands beside mask, not inside of it\n");
}

TEST_CASE("names of other libraries are told with what is written instead") {
  constexpr std::pair<std::string_view, std::string_view> names[] = {
      {"in_proj_weight",
       R"(its rows are W_Q, W_K and W_V one after another: write the three, with "layout": "out_in")"},
      {"in_proj_bias", "its numbers are b_Q, b_K and b_V one after another: write the three"},
      {"out_proj", R"(write W_O, with "layout": "out_in" as nn.Linear stores it)"},
      {"out_proj.weight", R"(write W_O, with "layout": "out_in" as nn.Linear stores it)"},
      {"out_proj.bias", "write b_O"},
      {"o_proj.weight", R"(write W_O, with "layout": "out_in" as nn.Linear stores it)"},
      {"q_proj", R"(write W_Q, with "layout": "out_in" as nn.Linear stores it)"},
      {"q_proj.weight", R"(write W_Q, with "layout": "out_in" as nn.Linear stores it)"},
      {"k_proj.weight", R"(write W_K, with "layout": "out_in" as nn.Linear stores it)"},
      {"v_proj.bias", "write b_V"},
      {"model.layers.0.self_attn.v_proj.weight", R"(write W_V, with "layout": "out_in" as nn.Linear stores it)"},
      {"key_padding_mask", R"(write "mask": {"padding": [1, 1, 0]}, the other way round: 1 is a real key)"},
      {"rope_scaling", "frequencies are not scaled here (linear, llama3, yarn): give Q and K as they are when turned, "
                       "without rope"},
      {"is_causal", R"(write "mask": "causal"; beside other parts of a mask, "causal": true)"},
      {"attention_mask",
       "write mask with padding (an entry for each key, 1 = real key) or keep (a row for each query, 1 = may attend)"},
      {"embed_dim", "leave it out: it follows from X and the matrices"},
      {"d_model", "leave it out: it follows from X and the matrices"},
      {"query", "write Q if it is projected already; else write X, and context for keys and values that come from "
                "elsewhere"},
      {"need_weights", "leave it out: every step is shown, the weights of each head too"},
      {"head_dim", "leave it out: d_k follows from the matrices and heads; beside scores, write d_k"},
      {"W_QKV", "its columns are W_Q, W_K and W_V side by side: split it into the three"},
      {"h.0.attn.c_attn.weight", "its columns are W_Q, W_K and W_V side by side: split it into the three"},
  };
  for (const auto& [name, hint] : names)
    CHECK(faults_of(fmt::format("{{\"{}\": [[1]]}}", name)) ==
          fmt::format("p.json:1:2: /{0}: {0} is not taken\n    {1}\n", name, hint));
}

TEST_CASE("names of other libraries are known inside of mask too") {
  CHECK(faults_of(R"({"mask": {"attn_mask": [[1]]}})")
            .starts_with("p.json:1:11: /mask/attn_mask: attn_mask is not taken\n    its meaning differs"));
  CHECK(faults_of(R"({"mask": {"is_causal": true}})")
            .starts_with("p.json:1:11: /mask/is_causal: is_causal is not taken\n"));
}

TEST_CASE("the key that was meant is not missing") {
  CHECK(document_of(R"({"head": 2})").faulty == std::vector<std::string>{"heads"});
  CHECK(document_of(R"({"in_proj_bias": [1]})").faulty == std::vector<std::string>{"b_Q", "b_K", "b_V"});
}

TEST_CASE("a repeated key is an error that names both places, its alias too") {
  const Document document = document_of("{\"heads\": 1,\n \"X\": [[1]], \"heads\": 2}");
  CHECK(told(document.errors) ==
        "p.json:2:14: /heads: heads is given twice, at line 1, column 2 and here\n    keep one of the two\n");
  CHECK(find(document.members, "heads") == nullptr);
  CHECK(document.faulty == std::vector<std::string>{"heads"});
  CHECK(faults_of(R"({"Wq": [[1]], "W_Q": [[1]]})") ==
        "p.json:1:15: /W_Q: W_Q is given twice, as Wq at line 1, column 2 and here\n    keep one of the two\n");
}

TEST_CASE("attn_mask and a bare mask are refused, as their sense is not clear") {
  CHECK(
      faults_of(R"({"attn_mask": [[1]]})") ==
      "p.json:1:2: /attn_mask: attn_mask is not taken\n"
      "    its meaning differs between libraries: write mask with keep (1 = may attend), block (1 = may not) or add\n");
  CHECK(
      faults_of(R"({"mask": [[1, 0]]})") ==
      "p.json:1:10: /mask: expected an object, \"causal\" or \"none\", found a list\n"
      "    say what the numbers mean: keep (1 = may attend), block (1 = may not) or add, as in {\"keep\": [[1, 0], [1, "
      "1]]}\n");
}

TEST_CASE("what is no mask is told with the form of one") {
  const std::string expected = "p.json:1:10: /mask: expected an object, \"causal\" or \"none\", found ";
  const std::string form = "write \"causal\", or an object such as {\"causal\": true, \"padding\": [1, 1, 0]}\n";
  CHECK(faults_of(R"({"mask": "padding"})") == expected + "the text \"padding\"\n    " + form);
  CHECK(faults_of(R"({"mask": ["causal", "padding"]})") == expected + "a list\n    " + form);
  CHECK(faults_of(R"({"mask": true})") == expected + "true\n    " + form);
  CHECK(faults_of(R"({"mask": null})") == expected + "null\n    null is not taken: leave mask out, or " + form);
}

TEST_CASE("null leaves nothing out: the key itself is left out") {
  CHECK(faults_of(R"({"scale": null})") == "p.json:1:11: /scale: expected a number or \"none\", found null\n"
                                           "    null is not taken: leave scale out\n");
  CHECK(faults_of(R"({"W_O": null})") ==
        "p.json:1:9: /W_O: expected a list of rows, a list of matrices or \"identity\", found null\n"
        "    null is not taken: leave W_O out\n");
}

TEST_CASE("a scale in words is told with the default") {
  for (const char* text : {"1/sqrt(2)", "1/sqrt(d_k)", "default", "None"})
    CHECK(faults_of(fmt::format(R"({{"scale": "{}"}})", text)) ==
          fmt::format("p.json:1:11: /scale: expected a number or \"none\", found the text \"{}\"\n"
                      "    1/sqrt(d_k) is the default: leave scale out; else write a number, a fraction such as "
                      "\"1/8\", or \"none\"\n",
                      text));
}

TEST_CASE("infinity in quotes has one name, and that in add alone") {
  for (const char* text : {"-Infinity", "-Inf", "-INF", "inf", "Infinity"}) {
    CHECK(faults_of(fmt::format(R"({{"mask": {{"add": [["{}"]]}}}})", text)) ==
          fmt::format("p.json:1:20: /mask/add/0/0: expected a number or \"-inf\", found the text \"{}\"\n"
                      "    write \"-inf\", in quotes and small letters, for a blocked cell\n",
                      text));
    CHECK(faults_of(fmt::format(R"({{"X": [["{}"]]}})", text)) ==
          fmt::format("p.json:1:9: /X/0/0: expected a number, found the text \"{}\"\n"
                      "    numbers are finite; \"-inf\" stands only in mask.add\n",
                      text));
  }
}

TEST_CASE("characters for ASCII in quotes are told too") {
  CHECK(faults_of("{\"X\": [[\"\u00BD\", 1], [2, \"\u22121/2\"]]}") ==
        "p.json:1:9: /X/0/0: expected a number, found the text \"\u00BD\"\n    write \"1/2\", in quotes\n"
        "p.json:1:22: /X/1/1: expected a number, found the text \"\u22121/2\"\n    write -1/2\n");
}

// Values that cannot stand there

TEST_CASE("a row of another length is told with the row it should be like") {
  const Document document = document_of(R"({"X": [[1, 0, 1, 0], [1, 1, 1, 1], [0, 1, 0]], "heads": 1})");
  CHECK(told(document.errors) ==
        "p.json:1:36: /X/2: expected 4 numbers, as row /X/0 has 4, found 3\n"
        "    all rows of a matrix have the same number of entries, all matrices of a list the same shape\n");
  CHECK(document.faulty == std::vector<std::string>{"X"});
  CHECK(document.members.size() == 1);
}

TEST_CASE("matrices of a list have the same number of rows") {
  CHECK(faults_of(R"({"W_Q": [[[1], [2]], [[3]]]})") ==
        "p.json:1:22: /W_Q/1: expected 2 rows, as matrix /W_Q/0 has 2, found 1\n"
        "    all rows of a matrix have the same number of entries, all matrices of a list the same shape\n");
}

TEST_CASE("what is no number is told at its place, once for each row") {
  const std::string hint = "\n    entries are numbers, or fractions in quotes such as \"1/3\"\n";
  CHECK(faults_of(R"({"X": [[1, null, true], [2, false, 2], [3, 3, 3]]})") ==
        "p.json:1:12: /X/0/1: expected a number, found null" + hint +
            "p.json:1:29: /X/1/1: expected a number, found false" + hint);
  CHECK(faults_of(R"({"X": [[1, "a"]]})") ==
        "p.json:1:12: /X/0/1: expected a number, found the text \"a\"\n"
        "    the only text that stands for a number is a fraction of integers, such as \"1/3\"\n");
  CHECK(faults_of(R"({"X": [["0.5"]]})") ==
        "p.json:1:9: /X/0/0: expected a number, found the text \"0.5\"\n    write 0.5 without quotes\n");
  CHECK(faults_of(R"({"X": [["1/0"]]})") ==
        "p.json:1:9: /X/0/0: the denominator of \"1/0\" is 0\n    write a number\n");
  CHECK(faults_of(R"({"X": [["-inf"]]})") == "p.json:1:9: /X/0/0: expected a number, found the text \"-inf\"\n"
                                             "    numbers are finite; \"-inf\" stands only in mask.add\n");
}

TEST_CASE("lists, numbers and objects do not mix") {
  const std::string hint = "\n    write a matrix as a list of rows: [[1, 0], [0, 1]]\n";
  CHECK(faults_of(R"({"X": [[1, 2], 3]})") == "p.json:1:16: /X/1: expected a row, found 3" + hint);
  CHECK(faults_of(R"({"X": [[1, [2]], [3, 4]]})") == "p.json:1:12: /X/0/1: expected a number, found a list" + hint);
  CHECK(faults_of(R"({"X": [[1, {"a": [1]}]]})") == "p.json:1:12: /X/0/1: expected a number, found an object" + hint);
  CHECK(faults_of(R"({"X": {"a": 1}})") ==
        "p.json:1:7: /X: expected a list of rows or a list of matrices, found an object" + hint);
  CHECK(faults_of(R"({"X": 5})") == "p.json:1:7: /X: expected a list of rows or a list of matrices, found 5" + hint);
}

TEST_CASE("a matrix has as many levels as its key allows") {
  CHECK(faults_of(R"({"X": [1, 2]})") ==
        "p.json:1:7: /X: expected a list of rows or a list of matrices, found a list of numbers\n"
        "    write a matrix as a list of rows: [[1, 0], [0, 1]]\n");
  CHECK(faults_of(R"({"X": [[[[1], [2]], [[1], [2]]]]})") ==
        "p.json:1:10: /X/0/0/0: expected a number, found a list\n"
        "    write a matrix as a list of rows: [[1, 0], [0, 1]]\n");
  CHECK(faults_of(R"({"Q": [[[[1], [2]], [[1], [2]]]]})") == "");
  CHECK(faults_of(R"({"b_O": [[1]]})") ==
        "p.json:1:10: /b_O/0: expected a number, found a list\n    write a bias as a list of numbers: [1, 0]\n");
  CHECK(faults_of(R"({"heads": [2]})") ==
        "p.json:1:11: /heads: expected a whole number of at least 1, found a list\n    the number of query heads: 2\n");
}

TEST_CASE("empty lists are faults") {
  const std::string hint = "\n    write a matrix as a list of rows: [[1, 0], [0, 1]]\n";
  CHECK(faults_of(R"({"X": []})") == "p.json:1:7: /X: the list is empty" + hint);
  CHECK(faults_of(R"({"X": [[1], []]})") == "p.json:1:13: /X/1: the list is empty" + hint);
}

TEST_CASE("numbers keep to what their key allows") {
  for (const char* value : {"0", "-1", "1.5", "1e300", "true", "\"two\""})
    CHECK(faults_of("{\"heads\": " + std::string(value) + "}") ==
          "p.json:1:11: /heads: expected a whole number of at least 1, found " +
              std::string(value[0] == '"' ? "the text " : "") + value + "\n    the number of query heads: 2\n");
  CHECK(faults_of(R"({"softcap": 0})") ==
        "p.json:1:13: /softcap: expected a number above 0, found 0\n"
        "    scores s become c*tanh(s/c): write c, such as 30, or take the key off\n");
  CHECK(faults_of(R"({"mask": {"keep": [[1, 0.5]]}})") ==
        "p.json:1:24: /mask/keep/0/1: expected 0, 1, true or false, found 0.5\n"
        "    in keep, 1 or true may attend, 0 or false may not\n");
  CHECK(faults_of(R"({"mask": {"block": [["0/1"]]}})") ==
        "p.json:1:22: /mask/block/0/0: expected 0, 1, true or false, found the text \"0/1\"\n"
        "    in block, 1 or true may not attend, 0 or false may\n");
  CHECK(faults_of(R"({"mask": {"add": [[true]]}})") ==
        "p.json:1:20: /mask/add/0/0: expected a number or \"-inf\", found true\n"
        "    add takes numbers, and \"-inf\" for a blocked cell\n");
  CHECK(faults_of(R"({"mask": {"lengths": [-1]}})") ==
        "p.json:1:23: /mask/lengths/0: expected a whole number of at least 0, found -1\n"
        "    write the number of real keys of each sequence: [3, 2]\n");
}

TEST_CASE("text that a key does not know is told with what it knows") {
  CHECK(faults_of(R"({"layout": "in-out"})") ==
        "p.json:1:12: /layout: expected \"in_out\", \"out_in\" or \"torch\", found the text \"in-out\"\n"
        "    did you mean \"in_out\"?\n");
  CHECK(faults_of(R"({"mask": "casual"})") ==
        "p.json:1:10: /mask: expected an object, \"causal\" or \"none\", found the text \"casual\"\n"
        "    did you mean \"causal\"?\n");
  CHECK(faults_of(R"({"masked_row": 3})") ==
        "p.json:1:16: /masked_row: expected \"zero\" or \"uniform\", found 3\n    write \"zero\" or \"uniform\"\n");
  CHECK(
      faults_of(R"({"scale": "0.125"})") ==
      "p.json:1:11: /scale: expected a number or \"none\", found the text \"0.125\"\n    write 0.125 without quotes\n");
}

TEST_CASE("text that names no file of numbers is refused with the kinds that there are") {
  CHECK(faults_of(R"({"W_Q": "wq.dat"})") ==
        "p.json:1:9: /W_Q: expected a list of rows, a list of matrices or \"identity\", found the text \"wq.dat\"\n"
        "    a file that holds the numbers ends in .npy, .npz, .safetensors, .csv, .tsv\n");
}

TEST_CASE("tokens are text, in one level or two") {
  const std::string hint = "\n    write the labels of the rows: [\"the\", \"cat\"]\n";
  CHECK(faults_of(R"({"tokens": ["a", 3, 4]})") == "p.json:1:18: /tokens/1: expected text, found 3" + hint);
  CHECK(faults_of(R"({"tokens": [["a"], "b"]})") ==
        "p.json:1:20: /tokens/1: expected a list, found the text \"b\"" + hint);
  CHECK(faults_of(R"({"tokens": ["a", ["b"]]})") == "p.json:1:18: /tokens/1: expected text, found a list" + hint);
  CHECK(faults_of(R"({"tokens": [["a"], [["b"]]]})") == "p.json:1:21: /tokens/1/0: expected text, found a list" + hint);
  CHECK(faults_of(R"({"tokens": "a"})") ==
        "p.json:1:12: /tokens: expected a list of texts, found the text \"a\"" + hint);
}

TEST_CASE("title is text, id text or a number") {
  for (const char* title : {"3", "true", "null", "[\"a\"]", "{}"})
    CHECK(
        faults_of(fmt::format(R"({{"title": {}}})", title)).starts_with("p.json:1:11: /title: expected text, found "));
  CHECK(faults_of(R"({"title": 3})").ends_with("found 3\n    write \"title\": \"two heads\"\n"));
  CHECK(faults_of(R"({"id": true})") ==
        "p.json:1:8: /id: expected text or a number, found true\n    write \"id\": \"a1\"\n");
  CHECK(faults_of(R"({"tokens": {"a": 1}})").starts_with("p.json:1:12: /tokens: expected a list of texts, found an o"));
}

TEST_CASE("fractions and words where a size belongs") {
  const std::string expected = "p.json:1:11: /heads: expected a whole number of at least 1, found the text ";
  CHECK(faults_of(R"({"heads": "1/2"})").starts_with(expected + "\"1/2\"\n"));
  CHECK(faults_of(R"({"heads": "4/2"})") == "");
  CHECK(faults_of(R"({"heads": "two"})").starts_with(expected + "\"two\"\n"));
  CHECK(faults_of(R"({"mask": {"window": {"left": 1.5}}})")
            .starts_with("p.json:1:30: /mask/window/left: expected a whole number of at least 0, found 1.5\n"));
  CHECK(
      faults_of(R"({"X": [["10000000000000000/3"]]})") ==
      "p.json:1:9: /X/0/0: the integers of \"10000000000000000/3\" are too long\n    fractions take integers of up to "
      "15 digits\n");
}

TEST_CASE("infinity and nan are called in many ways") {
  for (const char* word : {"inf", "+inf", "-Infinity", "INFTY"})
    CHECK(faults_of(fmt::format(R"({{"X": [["{}"]]}})", word)) ==
          fmt::format("p.json:1:9: /X/0/0: expected a number, found the text \"{}\"\n    numbers are finite; \"-inf\" "
                      "stands only in mask.add\n",
                      word));
  for (const char* word : {"nan", "NaN", "NAN"})
    CHECK(faults_of(fmt::format(R"({{"X": [["{}"]]}})", word))
              .ends_with("numbers are finite; a nan comes of a step before: mend that one\n"));
}

TEST_CASE("an object in a row is told once, whatever stands in it") {
  CHECK(faults_of(R"({"X": [[1, {"a": {"b": [1]}}, 2], [3, 4, 5]]})") ==
        "p.json:1:12: /X/0/1: expected a number, found an object\n    write a matrix as a list of rows: [[1, 0], [0, "
        "1]]\n");
}

TEST_CASE("after twenty faults an unknown key is counted alone") {
  std::string text = "{";
  for (int i = 0; i < 22; ++i) text += fmt::format("{}\"k{}\": 1", i ? ", " : "", i);
  const auto errors = document_of(text + "}").errors;
  REQUIRE(errors.size() == 21);
  CHECK(told({errors.back()}) == "p.json: and 2 more faults\n    mend these first\n");
}

TEST_CASE("a row without a number at its end, and one of another length behind it") {
  CHECK(faults_of(R"({"X": [["a"], [1, 2], [3]]})").find("/X/2: expected 2 numbers, as row /X/1 has 2, found 1") !=
        std::string::npos);
}

TEST_CASE("empty lists are told alone, not for their number") {
  const std::string hint = "the list is empty\n    write a matrix as a list of rows: [[1, 0], [0, 1]]\n";
  CHECK(faults_of(R"({"X": [[[]], [[], []]]})") ==
        "p.json:1:9: /X/0/0: " + hint + "p.json:1:15: /X/1/0: " + hint + "p.json:1:19: /X/1/1: " + hint);
}

TEST_CASE("an object where a row belongs, and a flag where a number does") {
  CHECK(faults_of(R"({"X": [{"a": [1]}, [1]]})").starts_with("p.json:1:8: /X/0: expected a number, found an object\n"));
  CHECK(
      faults_of(R"({"scale": true})").starts_with("p.json:1:11: /scale: expected a number or \"none\", found true\n"));
  CHECK(faults_of(R"({"comment": 3, "_mine": {"X": 1}})") == "");
}

TEST_CASE("labels of no row are an empty list of labels") {
  CHECK(faults_of(R"({"tokens": []})") == "");
}

TEST_CASE("all independent faults are told at once, in the order of the file") {
  const Document document =
      document_of("{\"head\": 1,\n\"X\": [[1], [1, 2]],\n\"mask\": {\"keep\": [[2]], \"causal\": 1},\n"
                  "\"K\": [[1]], \"dtype\": \"float\"}");
  REQUIRE(document.errors.size() == 5);
  CHECK(document.errors[1].place.pointer == "/X/1");
  CHECK(document.errors[4].place.position.line == 4);
  CHECK(document.faulty == std::vector<std::string>{"heads", "X", "mask/keep", "mask/causal", "dtype"});
  CHECK(document.members.size() == 2); // mask, K
  CHECK_FALSE(document.cut_short);
}

TEST_CASE("after twenty faults the others are counted") {
  std::string text = "{\"X\": [[1, 2]";
  for (int i = 0; i < 25; ++i) text += ", [1]";
  const auto errors = document_of(text + "]}").errors;
  REQUIRE(errors.size() == 21);
  CHECK(told({errors.back()}) == "p.json: and 5 more faults\n    mend these first\n");
  const auto cut = document_of(text).errors;
  REQUIRE(cut.size() == 22);
  CHECK(cut.back().message.starts_with("unexpected end of input"));
}

} // namespace
} // namespace attn::test
