// Matrices as LaTeX writes them: what may stand around them, how entries are written, and what is refused where.

#include "problem/pasted.h"
#include "unit/problem/reading.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace attn::test {
namespace {

using Doubles = AlignedVector<double>;
using Sizes = std::vector<std::size_t>;

Numbers matrix_of(std::string_view text) {
  return value_of<Numbers>(nlohmann::json{{"X", text}}.dump(), "X");
}

/// The entries of a matrix with that body.
Doubles entries(std::string_view body) {
  return matrix_of(fmt::format(R"(\begin{{bmatrix}}{}\end{{bmatrix}})", body)).values;
}

/// What is wrong with a text: "17: message|hint", with the column of the first line where it is.
std::string fault_of(std::string_view text) {
  const Document document = document_of(nlohmann::json{{"X", text}}.dump());
  if (document.errors.size() != 1) return told(document.errors);
  const std::string& message = document.errors[0].message;
  constexpr std::string_view before = " (line 1, column ", behind = " of the text)";
  const std::size_t at = message.rfind(before);
  if (at == std::string::npos || !message.ends_with(behind)) return message;
  const std::size_t column = at + before.size();
  return fmt::format("{}: {}|{}", message.substr(column, message.size() - behind.size() - column),
                     message.substr(0, at), document.errors[0].hint);
}

/// The same of a matrix with that body, which begins in column 15.
std::string body_fault(std::string_view body) {
  return fault_of(fmt::format(R"(\begin{{matrix}}{}\end{{matrix}})", body));
}

TEST_CASE("dollars, brackets and \\left may stand around a matrix, with no blank between") {
  for (const char* text :
       {R"($\begin{bmatrix}1&2\end{bmatrix}$)", R"($$\begin{pmatrix}1&2\end{pmatrix}$$)",
        R"(\[\begin{vmatrix}1&2\end{vmatrix}\])", R"(\(\begin{Vmatrix}1&2\end{Vmatrix}\))",
        R"(\left[\begin{smallmatrix}1&2\end{smallmatrix}\right])", R"($X = \begin{Bmatrix}1&2\end{Bmatrix}$)",
        R"(\text{W}^{Q}=\Bigl( \begin{matrix}1&2\end{matrix} \Bigr),)",
        R"(\[ \fit{\begin{bmatrix}1&2\end{bmatrix}} \])",
        R"($\displaystyle\left\{\,\begin{matrix}1&2\end{matrix}\right.$.)"}) {
    CAPTURE(text);
    CHECK(matrix_of(text).values == Doubles{1, 2});
    CHECK(matrix_of(text).shape == Sizes{1, 2});
  }
}

TEST_CASE("what would change the numbers is refused before and behind a matrix") {
  for (const char* before : {R"(\frac{1}{2})", R"(\tfrac12)", R"(\frac{1}{\sqrt{2}})", R"(\lambda)", R"(\text{X} = 2)",
                             R"($X = \frac{1}{2})", R"($-)", R"(\det)", R"($A)"}) {
    CAPTURE(before);
    const std::string fault = fault_of(fmt::format(R"({} \begin{{matrix}}1&2\end{{matrix}})", before));
    CHECK_THAT(fault, Catch::Contains(" before the matrix|a matrix stands alone or behind a name and ="));
  }
  for (const char* behind :
       {"^T", "^{-1}", R"(\cdot 2)", "2", R"(^{\top})", "+ 1", R"(\right]^{\top})", "/ 2", "x", "= A"}) {
    CAPTURE(behind);
    const std::string fault = fault_of(fmt::format(R"(\begin{{matrix}}1&2\end{{matrix}}{})", behind));
    CHECK_THAT(fault, Catch::Contains(" after the matrix|one matrix stands in one text"));
  }
  CHECK(
      fault_of(R"(\frac{1}{2}\begin{matrix}1&2\end{matrix})") ==
      R"(1: found \frac before the matrix|a matrix stands alone or behind a name and =; write it with factors worked in)");
}

TEST_CASE("an array says its columns and where it stands, or neither") {
  for (const char* begin :
       {R"(\begin{array}{cc})", R"(\begin{array}[t]{c|c})", R"(\begin{array}{@{}r{c}r})", R"(\begin{array})"})
    CHECK(matrix_of(fmt::format(R"({} 1 & 2 \\ 3 & 4 \end{{array}})", begin)).values == Doubles{1, 2, 3, 4});
  CHECK(fault_of(R"(\begin{array}{cc 1 & 2 \end{array})") ==
        "35: the text ends before \\end{array}|paste the whole matrix");
}

TEST_CASE("signs of an entry multiply, wherever braces stand") {
  CHECK(entries("-1 & +2 & - 3 & --4 & -+5 & {-6} & -{7} & {{8}} & -{-{9}}") ==
        Doubles{-1, 2, -3, 4, -5, -6, -7, 8, 9});
  CHECK(entries(R"(-\frac{1}{4} & \frac{-1}{4} & -\tfrac{-1}{4} & \dfrac{+1}{4})") ==
        Doubles{-0.25, -0.25, 0.25, 0.25});
}

TEST_CASE("spaces, rules and the height of a row are no entries") {
  CHECK(entries(R"(\, 1 \; & \: 2 \! \\ \hline \quad 3 & \qquad \displaystyle 4 \\[2pt] \ 5 & -\,6)") ==
        Doubles{1, 2, 3, 4, 5, -6});
  CHECK(entries("1 & 2 \\\\\n 3 & 4 \\\\\n") == Doubles{1, 2, 3, 4});
  CHECK(entries(R"(\phantom{-}1 & \hphantom{{-}0}2 & \phantom 3 4)") == Doubles{1, 2, 4});
}

TEST_CASE("an empty entry is told before what follows it") {
  const std::string hint = "|write a 0 where an entry is empty";
  CHECK(body_fault("& 2") == "15: expected a number before &" + hint);
  CHECK(body_fault("1 & & 2") == "19: expected a number before &" + hint);
  CHECK(body_fault(R"(1 & \\ 3 & 4)") == "19: expected a number before \\\\" + hint);
  CHECK(body_fault(R"(1 \\ \\ 2)") == "20: expected a number before \\\\" + hint);
  CHECK(body_fault("1 &") == "18: expected a number before \\end" + hint);
  CHECK(body_fault(R"(\phantom{0} & 2)") == "27: expected a number before &" + hint);
}

TEST_CASE("two entries without & between them are told") {
  CHECK(body_fault("1 2") == "17: expected & or \\\\, found 2|& parts the entries of a row");
}

TEST_CASE("what is no number in an entry is told") {
  const std::string hint = "|numbers look like 3, -0.5, 1., .5, 1e-05 or 1/3";
  CHECK(body_fault("1 & x") == "19: expected a number, found x" + hint);
  CHECK(body_fault(R"(\sqrt{2})") == "15: expected a number, found \\sqrt" + hint);
  CHECK(body_fault(R"(1 & -)") == "20: expected a number, found \\end" + hint);
  CHECK(body_fault(R"(1 \\ [2pt] 3)") == "20: expected a number, found [" + hint);
  CHECK(body_fault("1 & 1e400") == "19: 1e400 is larger than a double can hold|the largest double is about 1.8e308");
}

TEST_CASE("dots stand for numbers, and infinity is none") {
  for (const char* dots : {R"(\dots)", R"(\cdots)", R"(\ldots)", R"(\vdots)", R"(\ddots)"})
    CHECK(body_fault(fmt::format("1 & {}", dots)) ==
          fmt::format("19: {} stands for numbers that are left out|write out every number", dots));
  CHECK(body_fault("1 & ...").starts_with("19: ... stands for numbers that are left out|"));
  CHECK(body_fault(R"(1 & \infty)").starts_with("19: expected a number, found the text \"inf\"|"));
}

TEST_CASE("nan and true are no numbers of X, a word that goes on behind \\begin is another") {
  CHECK(body_fault("nan & 1").ends_with("a nan comes of a step before: mend that one"));
  CHECK(fault_of(R"(\beginning 1 2)") == "15: expected the name of an environment in braces|write \\begin{bmatrix}");
}

TEST_CASE("infinity is minus infinity behind a sign, where that may stand") {
  const Document document =
      document_of(nlohmann::json{{"mask", {{"add", R"(\begin{bmatrix}0 & -\infty\end{bmatrix})"}}}}.dump());
  REQUIRE(document.errors.empty());
  const auto& mask = std::get<Members>(find(document.members, "mask")->is);
  CHECK(std::get<Numbers>(find(mask, "add")->is).values == Doubles{0, -std::numeric_limits<double>::infinity()});
}

TEST_CASE("fractions are of integers in braces") {
  const std::string hint = R"(|fractions are of integers: \frac{1}{2})";
  CHECK(body_fault(R"(\frac12)") == "20: expected an integer in braces, found 12" + hint);
  CHECK(body_fault(R"(\frac{0.5}{2})") == "21: expected an integer in braces, found 0.5" + hint);
  CHECK(body_fault(R"(\frac{1}{x})") == "24: expected an integer in braces, found x" + hint);
  CHECK(body_fault(R"(\frac{1}2)") == "23: expected an integer in braces, found 2" + hint);
}

TEST_CASE("a brace that is not closed is told where its end is missed") {
  CHECK(body_fault("{1 & 2") == "18: expected }, found &|{ at line 1, column 15 is still open");
  CHECK(body_fault("{-{1} & 2") == "21: expected }, found &|{ at line 1, column 15 is still open");
  CHECK(body_fault(R"(\frac{1}{2 & 1)") == "26: expected }, found &|{ at line 1, column 23 is still open");
}

TEST_CASE("an environment has a name in braces, the same at its end, and text after it is none of another matrix") {
  const std::string hint = R"(|write \begin{bmatrix})";
  CHECK(fault_of(R"(\begin)") == "7: expected the name of an environment in braces" + hint);
  CHECK(fault_of(R"(\begin bmatrix} 1 & 2)") == "17: expected the name of an environment in braces" + hint);
  CHECK(fault_of(R"(\begin{bmatrix*} 1 & 2)") == "15: expected the name of an environment in braces" + hint);
  CHECK(fault_of(R"(\begin{matrix} 1 & 2 \end)") == "26: expected the name of an environment in braces" + hint);
  CHECK(fault_of(R"(\begin{matrix} 1 & 2)") == "21: the text ends before \\end{matrix}|paste the whole matrix");
  CHECK(fault_of(R"(\begin{matrix} 1 & 2 \\[2pt 3 \end{matrix})") ==
        "43: the text ends before \\end{matrix}|paste the whole matrix");
  CHECK(fault_of(R"(\begin{matrix}1\end{matrix} + \begin{matrix}2\end{matrix})") ==
        "29: found + after the matrix|one matrix stands in one text");
  CHECK(body_fault("").starts_with("1: the list is empty|"));
}

} // namespace
} // namespace attn::test
