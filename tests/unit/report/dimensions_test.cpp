// Shapes and costs that can be counted by hand.

#include "report/dimensions.h"

#include "error.h"
#include "problem/outline.h"
#include "report/heads_layout.h"
#include "small_problems.h"

#include <algorithm>
#include <catch2/catch.hpp>

namespace attn {
namespace {

Problem bert() {
  Sizes sizes;
  sizes.tokens = 10;
  sizes.d_model = 768;
  sizes.heads = 12;
  return outline(sizes);
}

const StepSize& step(const Dimensions& dimensions, Step step) {
  return *std::ranges::find_if(dimensions.steps, [&](const StepSize& each) { return each.step == step; });
}

std::vector<std::string> texts(const std::vector<HeadsLayout>& rows) {
  std::vector<std::string> made;
  for (const HeadsLayout& row : rows) made.push_back(text(row));
  return made;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("ten tokens through BERT's layer") {
  const Dimensions bert_sizes = measure(bert());
  const StepSize& Q = step(bert_sizes, Step::Q);
  CHECK(Q.extents == Extents{10, 768});
  CHECK(Q.multiply_adds == 10 * 768 * 768);
  CHECK(Q.parameters == 768 * 768);
  const StepSize& head_Q = step(bert_sizes, Step::head_Q);
  CHECK(head_Q.extents == Extents{10, 64});
  CHECK(head_Q.times == 12);
  CHECK(head_Q.numbers == 0); // columns of Q
  const StepSize& scores = step(bert_sizes, Step::scores);
  CHECK(scores.extents == Extents{10, 10});
  CHECK(scores.multiply_adds == 12 * 10 * 10 * 64);
  CHECK(scores.numbers == 12 * 10 * 10);
  CHECK(step(bert_sizes, Step::head_output).extents == Extents{10, 64});
  CHECK(step(bert_sizes, Step::concat).extents == Extents{10, 768});
  CHECK(step(bert_sizes, Step::output).multiply_adds == 10 * 768 * 768);
  CHECK(bert_sizes.total(&StepSize::parameters) == 4 * 768 * 768);
  CHECK(bert_sizes.work_on_pairs() == 2 * 12 * 10 * 10 * 64);
  CHECK(bert_sizes.numbers_of_pairs() == 3 * 12 * 10 * 10);
}

TEST_CASE("twelve products or one: what changes and what not") {
  std::vector<std::vector<std::string>> rows;
  for (const Fused& row : fused_rows(bert())) rows.push_back({row.what, text(row.head_by_head), text(row.fused)});
  CHECK(rows[0] == Texts{"W_Q", "12 × [768,64]", "[768,768]"});
  CHECK(rows[3] == Texts{"W_O", "12 × [64,768]", "[768,768]"});
  CHECK(rows[4] == Texts{"products for Q", "12", "1"});
  CHECK(rows[5] == Texts{"Q", "12 × [10,64]", "[10,768]"});
  CHECK(rows[10] == Texts{"multiply-adds", "23,592,960", "23,592,960"});
  CHECK(rows[11] == Texts{"weights", "2,359,296", "2,359,296"});
  CHECK(rows.size() == 12);
}

TEST_CASE("columns are split among the heads, and set side by side again") {
  CHECK(texts(split_rows(bert())) == Texts{"[10,768] -> [10,12,64] -> [12,10,64]",
                                           "[10,768] -> [10,12,64] -> [12,10,64]",
                                           "[10,768] -> [10,12,64] -> [12,10,64]", "[12,10,64]·[12,64,10] = [12,10,10]",
                                           "[12,10,10]·[12,10,64] = [12,10,64]", "[12,10,64] -> [10,12,64] -> [10,768]",
                                           "[10,768]·[768,768] = [10,768]"});
}

TEST_CASE("shared key heads and a batch have an extent each") {
  Sizes sizes;
  sizes.tokens = 5;
  sizes.d_model = 8;
  sizes.heads = 4;
  sizes.kv_heads = 2;
  sizes.batch = 3;
  const auto rows = texts(split_rows(outline(sizes)));
  CHECK(rows[0] == "[3,5,8] -> [3,5,4,2] -> [3,4,5,2]");
  CHECK(rows[1] == "[3,5,4] -> [3,5,2,2] -> [3,2,5,2] -> [3,4,5,2]");
  CHECK(rows[6] == "[3,5,8]·[8,8] = [3,5,8]");
  CHECK(step(measure(outline(sizes)), Step::scores).times == 12);
  CHECK(step(measure(outline(sizes)), Step::K).multiply_adds == 3 * 5 * 8 * 4);
}

TEST_CASE("one head is neither fused nor split") {
  Problem problem = two_heads();
  problem.shape.heads = problem.shape.kv_heads = 1;
  problem.shape.d_k = problem.shape.d_v = 4;
  CHECK(fused_rows(problem).empty());
  CHECK(split_rows(problem).empty());
}

TEST_CASE("the identity costs nothing, a bias has parameters, cached rows are not projected") {
  CHECK(measure(two_heads()).total(&StepSize::parameters) == 0);
  CHECK(step(measure(two_heads()), Step::Q).multiply_adds == 0);
  Problem problem = two_heads();
  problem.project_K = weights(4, 4, {1, 2, 3, 4});
  problem.shape.past = 7;
  problem.past_K = problem.past_V = shared(Matrix<double>(7, 4));
  problem.mask.keys_count = 10;
  const Dimensions dimensions = measure(problem);
  CHECK(step(dimensions, Step::K).parameters == 4 * 4 + 4);
  CHECK(step(dimensions, Step::K).multiply_adds == 3 * 4 * 4);
  CHECK(step(dimensions, Step::K).extents == Extents{10, 4});
  CHECK(step(dimensions, Step::scores).extents == Extents{3, 10});
}

TEST_CASE("a softcap and a mask are steps of their own") {
  Problem problem = two_heads();
  const std::size_t plain = measure(problem).steps.size();
  problem.softcap = 5;
  problem.mask.causal = Causal::top_left;
  CHECK(measure(problem).steps.size() == plain + 2);
}

TEST_CASE("what the problem gives: parameters serve all sequences, a context can") {
  Problem problem = two_heads();
  problem.project_Q = weights(4, 4, {1, 1, 1, 1});
  problem.batched = true;
  problem.shape.sequences = 2;
  problem.X = PerSequence<Matrix<double>>({Matrix<double>(3, 4), Matrix<double>(3, 4)});
  problem.context = shared(Matrix<double>(3, 4));
  std::vector<std::pair<std::string, std::size_t>> given;
  for (const GivenSize& each : measure(problem).given) given.emplace_back(each.name, each.numbers);
  using Given = std::vector<std::pair<std::string, std::size_t>>;
  CHECK(given == Given{{"X", 24}, {"context", 12}, {"W_Q", 16}, {"b_Q", 4}});
}

TEST_CASE("sizes whose counts exceed 64 bits are refused") {
  Sizes sizes;
  sizes.tokens = std::size_t{1} << 40;
  sizes.d_model = 768;
  sizes.heads = 12;
  CHECK_THROWS_AS(measure(outline(sizes)), Refusal);
  sizes.tokens = std::size_t{1} << 20;
  CHECK(measure(outline(sizes)).work_on_pairs() == 2 * 768 * (std::size_t{1} << 40));
}

TEST_CASE("half of the work goes with n² at twice d_model, for heads that share its columns") {
  const Report report = dimensions_report(bert());
  bool said = false;
  for (const Passage& passage : report.passages)
    if (const Lines* lines = std::get_if<Lines>(&passage.body))
      said |= lines->front() == "Half of the multiply-adds go with n² at n = 1,536.";
  CHECK(said);
}

} // namespace attn
