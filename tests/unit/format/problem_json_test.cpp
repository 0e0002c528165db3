// What is written is read again as the same problem.

#include "format/problem_json.h"

#include "attention/exercise.h"
#include "attention/solve.h"
#include "problem/read.h"
#include "text_sink.h"
#include "unit/attention/trace_of.h"

#include <catch2/catch.hpp>

using namespace attn;

TEST_CASE("exercises of every kind are read as they were invented") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Request request;
    request.sizes.tokens = 3;
    request.sizes.heads = 1 + seed % 2;
    request.sizes.d_model = 4;
    if (seed % 3 == 0) request.sizes.context = 5;
    if (seed % 3 == 1) request.tokens = {"I", "\"am\"", "好"};
    request.causal = seed % 4 == 0;
    request.padding = seed % 5 == 0;
    request.bias = seed % 7 == 0;
    request.digits = static_cast<int>(seed % 3);
    const Problem problem = exercise(request, seed, true);
    for (const Layout layout : {Layout::indented, Layout::compact}) {
      TextSink text;
      write_problem(problem, layout, text);
      const Problem read = read_case(text.text, "-").problem;
      CAPTURE(text.text);
      CHECK(read.id->text == std::to_string(seed));
      CHECK(read.title == problem.title);
      CHECK(read.tokens.entries() == problem.tokens.entries());
      CHECK(read.mask.words() == problem.mask.words());
      CHECK(test::first_difference(problem, solve(problem, 0, every_step()), solve(read, 0, every_step()),
                                   every_step()) == "");
    }
  }
}
