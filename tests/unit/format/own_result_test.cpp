// What `attn run` prints is right for `attn check`: results of random problems, written as JSON, read as an answer.

#include "../attention/random_problem.h"
#include "attention/by_hand.h"
#include "attention/solve.h"
#include "attention/stage.h"
#include "format/format.h"
#include "format/json.h"
#include "grade/grade.h"
#include "problem/json.h"
#include "report/results.h"
#include "text_sink.h"

#include <catch2/catch.hpp>
#include <rapidcheck.h>

namespace attn {
namespace {

std::vector<Trace> truth_of(const Problem& problem) {
  std::vector<Trace> traces;
  for (std::size_t b = 0; b < problem.shape.sequences; ++b) traces.push_back(solve(problem, b, every_step()));
  return traces;
}

/// The result as text, read again.
Expectation printed_and_read(const Problem& problem, const std::vector<Trace>& traces, const Selection& selection,
                             Layout layout) {
  TextSink sink;
  write_json(results(problem, traces, selection), layout, sink);
  const Source source = [rest = std::string_view(sink.text)](std::span<char> buffer) mutable {
    const std::size_t taken = rest.copy(buffer.data(), buffer.size());
    rest.remove_prefix(taken);
    return taken;
  };
  return read_answer(source, "-");
}

/// Such problems are large enough that one case makes several.
constexpr int problems_in_a_case = 12;

template <class Test>
bool for_random_problems(const Test& test) {
  return rc::check([&] {
    const auto seed = *rc::gen::arbitrary<std::uint32_t>();
    for (int i = 0; i < problems_in_a_case; ++i) {
      test::Seeded below(seed * std::uint64_t{problems_in_a_case} + static_cast<std::uint64_t>(i));
      test(test::random_problem(below), below);
    }
  });
}

} // namespace

TEST_CASE("the result of any problem is all right as an answer to it") {
  CHECK(for_random_problems([](const Problem& problem, auto& below) {
    const std::vector<Trace> traces = truth_of(problem);
    const Selection selection{.steps = below(2) == 0 ? every_step() : default_steps()};
    const Layout layout = below(2) == 0 ? Layout::indented : Layout::compact;
    const Grade marked = grade(problem, traces, printed_and_read(problem, traces, selection, layout), {});
    RC_ASSERT(marked.all_right);
    RC_ASSERT(!marked.by_hand);
    RC_ASSERT(marked.earned == marked.possible);
    RC_ASSERT(marked.mistakes.empty());
  }));
}

TEST_CASE("a result rounded step by step is all right to so many decimals") {
  CHECK(for_random_problems([](const Problem& problem, auto& below) {
    // A float of several hundreds has no fourth decimal of its own.
    const int decimals = 2 + below(problem.dtype == Dtype::float32 ? 2 : 4);
    std::vector<Trace> rounded;
    for (std::size_t b = 0; b < problem.shape.sequences; ++b) rounded.push_back(by_hand(problem, b, decimals));
    const Selection selection{.steps = default_steps(), .rounded = decimals};
    const Expectation answer = printed_and_read(problem, rounded, selection, Layout::compact);
    const Grade marked = grade(problem, truth_of(problem), answer, {.tolerance = {.decimals = decimals}});
    RC_ASSERT(marked.all_right);
  }));
}

} // namespace attn
