// Formulas as browsers draw them.

#include "attention/stage.h"
#include "format/mathml.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace attn {
namespace {

std::string inside(std::string_view latex) {
  const std::string all = mathml(latex), open = "<math><mrow>", close = "</mrow></math>";
  REQUIRE(all.starts_with(open));
  REQUIRE(all.ends_with(close));
  return all.substr(open.size(), all.size() - open.size() - close.size());
}

} // namespace

TEST_CASE("letters, numbers and signs") {
  CHECK(inside("x = 0.75 - 1") == "<mi>x</mi><mo>=</mo><mn>0.75</mn><mo>−</mo><mn>1</mn>");
  CHECK(inside("{<}") == "<mrow><mo>&lt;</mo></mrow>");
}

TEST_CASE("scripts belong to what stands before them") {
  CHECK(inside("W_{Q}") == "<msub><mi>W</mi><mrow><mi>Q</mi></mrow></msub>");
  CHECK(inside("K_h^{\\top}") == "<msubsup><mi>K</mi><mi>h</mi><mrow><mo>⊤</mo></mrow></msubsup>");
  CHECK(inside("10^{-5}") == "<msup><mn>10</mn><mrow><mo form=\"prefix\">−</mo><mn>5</mn></mrow></msup>");
}

TEST_CASE("fractions, roots and words") {
  CHECK(inside(R"(\frac{1}{\sqrt{2}})") ==
        "<mfrac><mrow><mn>1</mn></mrow><mrow><msqrt><mrow><mn>2</mn></mrow></msqrt></mrow></mfrac>");
  CHECK(inside(R"(\text{a \_b})") == "<mtext>a _b</mtext>");
  CHECK(inside(R"(\operatorname{softmax}(S))") ==
        "<mi>softmax</mi><mo form=\"prefix\" stretchy=\"false\">(</mo><mi>S</mi>"
        "<mo form=\"postfix\" stretchy=\"false\">)</mo>");
}

TEST_CASE("a bar stands over its argument, and letters that have a name are themselves") {
  CHECK(inside(R"(\overline{q^2} + \varepsilon)") == "<mover><mrow><msup><mi>q</mi><mn>2</mn></msup></mrow>"
                                                     "<mo accent=\"true\">¯</mo></mover><mo>+</mo><mi>ε</mi>");
  CHECK(inside(R"(\bar{k} \odot \gamma)") ==
        "<mover><mrow><mi>k</mi></mrow><mo accent=\"true\">¯</mo></mover><mo>⊙</mo><mi>γ</mi>");
}

TEST_CASE("a minus sign takes off from what stands before it, else it belongs to the number behind") {
  CHECK(inside("x - 1") == "<mi>x</mi><mo>−</mo><mn>1</mn>");
  CHECK(inside("x^2 - 1") == "<msup><mi>x</mi><mn>2</mn></msup><mo>−</mo><mn>1</mn>");
  CHECK(inside("-1") == "<mo form=\"prefix\">−</mo><mn>1</mn>");
  CHECK(inside("x \\approx -1") == "<mi>x</mi><mo>≈</mo><mo form=\"prefix\">−</mo><mn>1</mn>");
  CHECK(inside(R"(\left(-1\right))") ==
        "<mo form=\"prefix\" lspace=\"0\" rspace=\"0\">(</mo><mo form=\"prefix\">−</mo><mn>1</mn>"
        "<mo form=\"postfix\" lspace=\"0\" rspace=\"0\">)</mo>");
}

TEST_CASE("a long formula is a math element for each side, term and entry, but for those in round brackets") {
  const auto pieces = [](std::string_view latex) {
    const std::string text = mathml(latex), between = "<wbr>";
    std::vector<std::string> all;
    for (std::size_t from = 0, to = 0; to != std::string::npos; from = to + between.size()) {
      to = text.find(between, from);
      all.push_back(text.substr(from, to - from));
    }
    return all;
  };
  const std::vector<std::string> sides = pieces(R"(1.0000 \cdot (2.0000 + 3.0000) - 4.0000 = 1.0000)");
  REQUIRE(sides.size() == 3);
  CHECK(sides[1] == R"(<math><mrow><mo form="infix">−</mo><mn>4.0000</mn></mrow></math>)");
  CHECK(sides[2] == R"(<math><mrow><mo form="infix">=</mo><mn>1.0000</mn></mrow></math>)");
  const std::vector<std::string> entries = pieces(R"([1.000000001,\ -2.000000001,\ 3.000000001])");
  REQUIRE(entries.size() == 3);
  CHECK(entries[1] == R"(<math><mrow><mo form="prefix">−</mo><mn>2.000000001</mn><mo>,</mo>)"
                      R"(<mspace width=".25em"/></mrow></math>)");
  CHECK(pieces("1 + 2 = 3").size() == 1);
}

TEST_CASE("markup inside words is text") {
  CHECK(inside(R"(\text{<b>})") == "<mtext>&lt;b&gt;</mtext>");
}

TEST_CASE("what is cut short is closed all the same") {
  for (const char* latex : {"", "x_", "\\frac{1}", "\\sqrt", "{", "\\text{a", "\\"})
    CHECK(mathml(latex).ends_with("</math>"));
}

TEST_CASE("every formula of the table of steps is known in full") {
  for (const Stage& stage : stages()) {
    const std::string text = mathml(stage.latex);
    INFO(stage.latex << " is " << text);
    CHECK(text.find('\\') == std::string::npos);
    CHECK(text.find("<mtext>operatorname") == std::string::npos);
    for (const char* unknown : {"<mtext>cdot", "<mtext>sum", "<mtext>max", "<mtext>top", "<mtext>dots", "<mtext>tanh"})
      CHECK(text.find(unknown) == std::string::npos);
  }
}

} // namespace attn
