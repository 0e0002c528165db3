// What Markdown and LaTeX make of each kind of block, and that nothing of the user's becomes markup.

#include "text_sink.h"

#include <catch2/catch.hpp>
#include <limits>

namespace attn {
namespace {

constexpr double masked = -std::numeric_limits<double>::infinity();

std::string markdown(const Report& report) {
  return written([&](Sink& sink) { write_markdown(report, {}, sink); });
}

/// The body of the document, without what is the same in all.
std::string latex(const Report& report) {
  const std::string all = written([&](Sink& sink) { write_latex(report, {}, sink); });
  constexpr std::string_view begin = "\\begin{document}\n", end = "\n\\end{document}\n";
  const std::size_t first = all.find(begin) + begin.size();
  return all.substr(first, all.size() - end.size() - first);
}

Report saying(std::string words) {
  Report report;
  report.passages = {{"", "", Lines{std::move(words)}}};
  return report;
}

Report showing(const Block& block) {
  Section section;
  section.title = "weights";
  section.path = ".weights";
  section.block = block;
  Report report;
  report.parts = {{{section}}};
  return report;
}

} // namespace

TEST_CASE("a matrix is a bmatrix under its title; its labels are said if they are more than numbers") {
  const Matrix<double> numbers = rows({{0.5, masked}, {1e-9, 2}});
  CHECK(markdown(showing({numbers, {"q1", "q2"}, {"the", "cat"}})) ==
        "### 1. weights\u2003`.weights`\n\ncolumns: the, cat\n\n$$\n\\begin{bmatrix}\n0.5000 & \\text{masked} \\\\\n"
        "{<}\\,0.0001 & 2.0000\n\\end{bmatrix}\n$$\n");
  CHECK(latex(showing({numbers, {"a_b", "q2"}, {}, 0})) ==
        "\n\\subsection*{1. weights\\quad \\texttt{.weights}}\n\nrow: a\\_b\n\\[\n\\fit{\\begin{bmatrix}\n"
        "0.5 & \\text{masked}\n\\end{bmatrix}}\n\\]\n");
}

TEST_CASE("more than ten columns are an array, as amsmath gives a bmatrix no more") {
  const Matrix<double> ten(1, 10), eleven(1, 11);
  CHECK(markdown(showing({ten, {}, {}})).find("\\begin{bmatrix}") != std::string::npos);
  CHECK(markdown(showing({eleven, {}, {}})).find("\\left[\\begin{array}{rrrrrrrrrrr}\n0 & 0") != std::string::npos);
}

TEST_CASE("a blank matrix has a line to write on for each cell") {
  Block blank{Matrix<double>(1, 2), {}, {}};
  blank.is_blank = true;
  constexpr auto line = R"(\rule[-.7em]{0pt}{2.3em}\underline{\hspace{2.5em}})";
  CHECK(markdown(showing(blank)).find(std::string(line) + " & " + line + "\n") != std::string::npos);
}

TEST_CASE("a formula is maths, words and paths inside it are not") {
  using Kind = Maths::Kind;
  const Maths half(Kind::fraction, {Maths(Kind::number, "1"), Maths(Kind::letter, "d_k")});
  const Maths line = row({Maths(Kind::path, ".Q[0]"), Maths(Kind::equal, ""), half, ", as given"});
  Report report;
  report.passages = {{"", "", Formulas{{"the cat", line}}}};
  CHECK(markdown(report) == "- **the cat** `.Q[0]` $= \\frac{1}{d_{k}}$, as given\n");
  CHECK(latex(report) == "\n\\begin{description}\n\\item[{the cat}] \\texttt{.Q[0]}$\\displaystyle  = "
                         "\\frac{1}{d_{k}}$, as given\n\\end{description}\n");
  CHECK(plain_text(line) == ".Q[0] = 1 / d_k, as given");
}

TEST_CASE("a table of text has its heads, sides and total") {
  TextTable table{{{"step"}, {"right", TextTable::Align::right}}, {{"a|b", "1"}, {"all", "2"}}, true};
  Report report;
  report.passages = {{"", "", table}};
  CHECK(markdown(report) == "| step | right |\n|:---|---:|\n| a\\|b | 1 |\n| **all** | **2** |\n");
  CHECK(latex(report) == "\n\\fittable{\\begin{tabular}{lr}\nstep & right \\\\\n\\hline\na\\textbar{}b & 1 "
                         "\\\\\n\\hline\nall & 2 \\\\\n\\end{tabular}}\n");
  // What is longer than a page goes on over pages, each with the heads.
  std::get<TextTable>(report.passages[0].body).rows.resize(41, {"c", "0"});
  CHECK(latex(report).starts_with("\n\\begin{longtable}[l]{lr}\nstep & right \\\\\n\\hline\n\\endhead\n"));
}

TEST_CASE("what begins a block or a span in Markdown is escaped, what does not is left") {
  CHECK(markdown(saying("# a")) == "\\# a\n");
  CHECK(markdown(saying("1. a")) == "1\\. a\n");
  CHECK(markdown(saying("0.5 is a_b of x_")) == "0.5 is a_b of x\\_\n");
  CHECK(markdown(saying("*b* `c` <d> $e$ f\\g &amp; ~~h~~")) ==
        "\\*b\\* \\`c\\` \\<d> \\$e\\$ f\\\\g \\&amp; \\~\\~h\\~\\~\n");
  CHECK(markdown(saying("see [a](http://b) in .heads[0][1]")) == "see [a\\](http://b) in .heads[0][1]\n");
}

TEST_CASE("what TeX takes for a command is printed, and so is what its letters lack") {
  CHECK(latex(saying(R"(\a{b}$c&d#e_f%g~h^i<j>k|l--m)")) ==
        "\n\\textbackslash{}a\\{b\\}\\$c\\&d\\#e\\_f\\%g\\textasciitilde{}h\\textasciicircum{}i\\textless{}j"
        "\\textgreater{}k\\textbar{}l-{}-m\n");
  CHECK(latex(saying("é 患 √2·3")) == "\né \\character{60A3}{患} $\\surd$2$\\cdot$3\n");
  const std::string all = written([&](Sink& sink) { write_latex(saying("患"), {}, sink); });
  CHECK(all.find("\\newcommand\\character") != std::string::npos);
}

} // namespace attn
