// Matrices as other programs print them.

#include "problem/pasted.h"
#include "unit/problem/reading.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <rapidcheck.h>

namespace attn::test {
namespace {

using Doubles = AlignedVector<double>;
using Sizes = std::vector<std::size_t>;

std::string problem_with(std::string_view key, std::string_view text) {
  return nlohmann::json{{key, text}}.dump();
}

/// The matrix that the text is as X; the test fails where it is none.
Numbers matrix_of(std::string_view text) {
  return value_of<Numbers>(problem_with("X", text), "X");
}

/// What a bias written as that text is.
Numbers bias_of(std::string_view text) {
  return value_of<Numbers>(problem_with("b_Q", text), "b_Q");
}

std::string faults_of_text(std::string_view text) {
  return faults_of(problem_with("X", text));
}

bool is_1_2_3_4(std::string_view text) {
  const Numbers numbers = matrix_of(text);
  return numbers.shape == Sizes{2, 2} && numbers.values == Doubles{1, 2, 3, 4};
}

TEST_CASE("print-outs of numpy and torch are matrices") {
  CHECK(is_1_2_3_4("[[1. 2.]\n [3. 4.]]"));
  CHECK(is_1_2_3_4("array([[1., 2.],\n       [3., 4.]], dtype=float32)"));
  CHECK(is_1_2_3_4("np.array([[1, 2], [3, 4]])"));
  CHECK(is_1_2_3_4("tensor([[1.0000, 2.0000],\n        [3.0000, 4.0000]], device='cuda:0', grad_fn=<AddmmBackward0>)"));
  CHECK(is_1_2_3_4("Parameter containing:\ntensor([[1., 2.],\n        [3., 4.]], requires_grad=True)"));
  CHECK(is_1_2_3_4("tf.Tensor(\n[[1. 2.]\n [3. 4.]], shape=(2, 2), dtype=float32)"));
  CHECK(is_1_2_3_4("[tensor([1., 2.]), tensor([3., 4.])]"));
  CHECK(is_1_2_3_4("[[np.float64(1.0), np.float64(2.0)], [np.float64(3.0), np.float64(4.0)]]"));
}

TEST_CASE("matrices of MATLAB, Octave, Julia and Wolfram are matrices") {
  CHECK(is_1_2_3_4("[1 2; 3 4]"));
  CHECK(is_1_2_3_4("[1, 2; 3, 4];\n"));
  CHECK(is_1_2_3_4("[1 2\n 3 4]"));
  CHECK(matrix_of("[1, 2,\n 3]").shape == Sizes{1, 3}); // a comma goes on in the next line
  CHECK(is_1_2_3_4("{{1,2},{3,4}}"));
  CHECK(matrix_of("[1 -2]").values == Doubles{1, -2});
}

TEST_CASE("a common factor of MATLAB multiplies every number") {
  const Numbers numbers = matrix_of("   1.0e+03 *\n\n    0.0010    0.5000\n    1.0000    2.0000\n");
  CHECK(numbers.shape == Sizes{2, 2});
  CHECK(numbers.values == Doubles{1, 500, 1000, 2000});
  CHECK(matrix_of("1.0e-05 *\n 0.1234 -3.0000").values == Doubles{0.1234e-5, -3e-5});
  CHECK(matrix_of("1e+03 *\n 1e-3 0").values == Doubles{1, 0});
  CHECK(faults_of_text("2.0 * 1 2") ==
        "p.json:1:6: /X: the numbers are times a factor that is no power of ten (line 1, column 1 of the text)\n"
        "    multiply them before\n");
}

TEST_CASE("arithmetic is not worked out") {
  const std::string hint =
      "\n    write the number that it comes to, or a blank before the sign of an entry of its own: 1 -2\n";
  CHECK(faults_of_text("[1-2; 3 4]") == "p.json:1:6: /X: -2 stands directly behind a number, which is arithmetic "
                                        "(line 1, column 3 of the text)" +
                                            hint);
  CHECK(faults_of_text("1+2 3\n3 4") == "p.json:1:6: /X: +2 stands directly behind a number, which is arithmetic "
                                        "(line 1, column 2 of the text)" +
                                            hint);
  CHECK(matrix_of("[1,-2; 3 +4]").values == Doubles{1, -2, 3, 4});
  CHECK(faults_of_text("[1 - 2]").find("expected a number, found -") != std::string::npos);
}

TEST_CASE("LaTeX environments are matrices") {
  CHECK(is_1_2_3_4(R"(\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix})"));
  CHECK(is_1_2_3_4(R"($$\left[\begin{array}{c|c} 1 & 2 \\[2pt] \hline 3 & 4 \\ \end{array}\right]$$)"));
  CHECK(matrix_of(R"(\begin{pmatrix} -\frac{1}{4} & - 2 \\ {-3} & \phantom{-}.5 \end{pmatrix})").values ==
        Doubles{-0.25, -2, -3, 0.5});
}

TEST_CASE("lines of numbers are matrices") {
  CHECK(is_1_2_3_4("1,2\n3,4\n"));
  CHECK(is_1_2_3_4("1\t2\r\n3\t4"));
  CHECK(is_1_2_3_4("1 2; 3 4"));
  CHECK(is_1_2_3_4("\n1 2\n\n3 4"));
}

TEST_CASE("numbers are written as programs print them") {
  CHECK(matrix_of("[[1. .5 1e-05 -0. +2.5E+01 1/4 1e-400]]").values == Doubles{1, 0.5, 1e-5, 0, 25, 0.25, 0});
}

TEST_CASE("text without brackets in brackets is a matrix where a matrix belongs, a vector where a vector belongs") {
  CHECK(matrix_of("[1 2 3]").shape == Sizes{1, 3});
  CHECK(matrix_of("1 2 3").shape == Sizes{1, 3});
  CHECK(bias_of("[1 2 3]").shape == Sizes{3});
  CHECK(bias_of("[1; 2; 3]").shape == Sizes{3});
  CHECK(bias_of("[1 2\n 3 4]").shape == Sizes{4}); // numpy wraps a long vector
  CHECK(bias_of("[1 2; 3 4]").shape == Sizes{2, 2});
  CHECK(bias_of(R"(\begin{pmatrix} 1 \\ 2 \end{pmatrix})").shape == Sizes{2});
  CHECK(faults_of_text("array([1., 2.])") ==
        "p.json:1:6: /X: expected a list of rows or a list of matrices, found a list of numbers\n"
        "    write a matrix as a list of rows: [[1, 0], [0, 1]]\n");
}

TEST_CASE("texts stand in lists: matrices of heads, rows of a matrix") {
  const auto heads = value_of<Numbers>(R"({"W_Q": ["[1 2; 3 4]", [[5, 6], [7, 8]]]})", "W_Q");
  CHECK(heads.shape == Sizes{2, 2, 2});
  CHECK(heads.values == Doubles{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(value_of<Numbers>(R"({"X": ["1 2", "3 4"]})", "X").shape == Sizes{2, 2});
}

TEST_CASE("masks take what numpy prints of booleans, add takes -inf") {
  const Document document =
      document_of(R"({"mask": {"keep": "[[ True False]\n [ True  True]]", "add": "[[0 -inf]\n [0 0]]"}})");
  REQUIRE(document.errors.empty());
  const auto& mask = std::get<Members>(find(document.members, "mask")->is);
  CHECK(std::get<Numbers>(find(mask, "keep")->is).values == Doubles{1, 0, 1, 1});
  CHECK(std::get<Numbers>(find(mask, "add")->is).values[1] == -std::numeric_limits<double>::infinity());
}

TEST_CASE("other texts are none: words, fractions, names of files") {
  for (const char* text : {"identity", "1/3", "0.5", "-", "", "x.npy", "2 3.npy", "[1].npy", "0.npz#a", "a(b).npy",
                           "\\share\\x.npy", "[", "1, x", "model.safetensors#h.0"})
    CHECK_FALSE(is_pasted(text));
}

TEST_CASE("a list of a text knows where the text begins") {
  const auto numbers = value_of<Numbers>("{\n \"X\": \"[1 2;\\n3 4]\"}", "X");
  REQUIRE(numbers.lists[1].size() == 2);
  CHECK(numbers.lists[1][1].line == 2);
  CHECK(numbers.lists[1][1].column == 7);
}

TEST_CASE("commas without a blank and blanks do not part the numbers of one text: 1,5 2,5 is nobody's guess") {
  for (const char* text : {"1,5 2,5", "1,234 5,678\n2,000 3,000", "1,5\t2", "1 2,5", "1,2\n3 4", "1,5, 2,5",
                           "1,234, 5,678", "1 ,5 2", "1,5 ,2,5"}) {
    CAPTURE(text);
    CHECK_THAT(faults_of_text(text), Catch::Contains("a comma may be a point, or part thousands or numbers here"));
  }
  CHECK(faults_of_text("1,5 2,5").find("line 1, column 5 of the text") != std::string::npos);
  for (const char* text : {"1,2\n3,4", "1, 2\n3, 4", "1 2\n3 4", "1\t2\n3\t4", "1,2\n3, 4", "1 , 2\n3,4"})
    CHECK(is_1_2_3_4(text));
}

TEST_CASE("faults tell their place in the text") {
  const std::string numpy_hint = "\n    numpy prints all after np.set_printoptions(threshold=np.inf), torch after "
                                 "torch.set_printoptions(profile=\"full\")\n";
  CHECK(faults_of_text("[[1. 2. ... 3.]\n [4. 5. ... 6.]]") ==
        "p.json:1:6: /X: ... stands for numbers that are left out (line 1, column 9 of the text)" + numpy_hint);
  CHECK(faults_of_text("[[1, 2],\n ...,\n [3, 4]]") ==
        "p.json:1:6: /X: ... stands for numbers that are left out (line 2, column 2 of the text)" + numpy_hint);
  CHECK(faults_of_text(R"(\begin{bmatrix}1 & 2 \\ \vdots & 3\end{bmatrix})") ==
        "p.json:1:6: /X: \\vdots stands for numbers that are left out (line 1, column 25 of the text)\n"
        "    write out every number\n");
  CHECK(faults_of_text("[[1, 2],\n [3]]") ==
        "p.json:1:6: /X/1: expected 2 numbers, as row /X/0 has 2, found 1 (line 2, column 2 of the text)\n"
        "    all rows of a matrix have the same number of entries, all matrices of a list the same shape\n");
  CHECK(faults_of_text("[[1. nan]]") ==
        "p.json:1:6: /X/0/1: expected a number, found the text \"nan\" (line 1, column 6 of the text)\n"
        "    numbers are finite; a nan comes of a step before: mend that one\n");
  CHECK(faults_of_text("[1 2; 3") ==
        "p.json:1:6: /X: the text ends before the [ at line 1, column 1 is closed (line 1, column 8 of the text)\n"
        "    paste the whole print-out\n");
  CHECK(faults_of_text("[[1 2x]]") == "p.json:1:6: /X: expected a number, found 2x (line 1, column 5 of the text)\n"
                                      "    numbers look like 3, -0.5, 1., .5, 1e-05 or 1/3\n");
  CHECK(faults_of_text("[1,,2]") == "p.json:1:6: /X: expected a number before , (line 1, column 4 of the text)\n"
                                    "    write a 0 where an entry is empty\n");
  CHECK(faults_of_text("[1 2] 3") == "p.json:1:6: /X: found 3 after the matrix (line 1, column 7 of the text)\n"
                                     "    one matrix stands in one text\n");
  CHECK(faults_of_text("[1 2)") == "p.json:1:6: /X: expected ], found ) (line 1, column 5 of the text)\n"
                                   "    [ at line 1, column 1 is still open\n");
  CHECK(faults_of_text("[\u22121 2]") == "p.json:1:6: /X: found \u2212 (U+2212, the minus sign) (line 1, column 2 of "
                                         "the text)\n    write -1\n");
  CHECK(faults_of_text("1e400 1") ==
        "p.json:1:6: /X: 1e400 is larger than a double can hold (line 1, column 1 of the text)\n"
        "    the largest double is about 1.8e308\n");
  CHECK(faults_of_text("1,5;2,5") ==
        "p.json:1:6: /X: ; may end a row or part two numbers here (line 1, column 1 of the text)\n"
        "    write rows as [1, 2; 3, 4] in brackets, and decimals with a point\n");
  CHECK(faults_of_text(R"(\begin{align}1 & 2\end{align})") ==
        "p.json:1:6: /X: \\begin{align} is no matrix (line 1, column 1 of the text)\n    the environments read are "
        "bmatrix, pmatrix, matrix, Bmatrix, vmatrix, Vmatrix, smallmatrix, array\n");
  CHECK(faults_of_text(R"(\begin{bmatrix}1 & 2\end{pmatrix})") ==
        "p.json:1:6: /X: \\end{pmatrix} closes \\begin{bmatrix} (line 1, column 21 of the text)\n"
        "    paste the whole matrix\n");
}

TEST_CASE("brackets and calls stand no deeper than lists") {
  CHECK(faults_of_text(std::string(40, '[') + "1 2").find("more than 32 deep") != std::string::npos);
  std::string calls;
  for (int i = 0; i < 100'000; ++i) calls += "a(";
  CHECK(faults_of_text("[[1 2]" + calls + "[1 2").find("more than 32 deep") != std::string::npos);
}

/// Entries of an answer: "0.40" as it was written.
std::vector<Entry> entries_of(std::string_view text) {
  const Expectation answer = read_answer(pieces_of(problem_with("weights", text)), "a.json");
  REQUIRE(answer.matrices.size() == 1);
  return answer.matrices[0].entries;
}

TEST_CASE("numpy takes zeros off the ends of numbers; all of an array claim the same decimals") {
  const auto entries = entries_of("[[1.     0.5    0.3333]]");
  REQUIRE(entries.size() == 3);
  for (const Entry& entry : entries) CHECK(entry.decimals == 4);
  CHECK(entries[1].significant == 4);
  const auto small = entries_of("array([[1.e-05, 2.5e+00]])");
  CHECK(small[0].decimals == 6);
  CHECK(small[0].significant == 2);
}

TEST_CASE("1. without decimals anywhere claims to be exact") {
  for (const Entry& entry : entries_of("tensor([[1., 0.],\n        [2., 1.]])")) CHECK(entry.whole);
}

TEST_CASE("a number below a common factor claims its digits at their places") {
  const auto entries = entries_of("1.0e+03 *\n 0.0010 0.5000");
  CHECK(entries[0].decimals == 1);
  CHECK(entries[1].significant == 4);
}

TEST_CASE("numbers written by hand claim the digits that stand there") {
  CHECK(entries_of("[0.5 0.25; 1 0.125]")[0].decimals == 1);
  CHECK(entries_of(R"(\begin{bmatrix} 0.50 & 1 \end{bmatrix})")[0].decimals == 2);
  CHECK(entries_of("[[0.5, 0.25]]")[0].decimals == 1);
}

TEST_CASE("answers take null and wrong entries from texts, and refuse a print-out that is cut short") {
  const auto entries = entries_of("[[0.5 -inf nan]]");
  CHECK(entries[1].kind == Entry::Kind::null);
  CHECK(entries[2].kind == Entry::Kind::text);
  CHECK(answer_faults_of(problem_with("weights", "[[0.5 ... 0.1]]")).find("/weights: ... stands for numbers") !=
        std::string::npos);
  CHECK(answer_faults_of(R"({"heads": [{"weights": "[[0.5, 0.1]"}]})").find("/heads/0/weights: the text ends") !=
        std::string::npos);
}

/// What is wrong with a text, without the place of the value that it is.
std::string fault_in(std::string_view text) {
  const std::string told = faults_of_text(text);
  constexpr std::string_view place = "p.json:1:6: /X: ";
  return told.starts_with(place) ? told.substr(place.size(), told.find('\n') - place.size()) : told;
}

TEST_CASE("brackets that hold something else than numbers are told where it stands") {
  const std::string expected = "expected a number, found ";
  CHECK(fault_in("[[1, 2], array 3]") == expected + "array (line 1, column 10 of the text)");
  CHECK(fault_in("[[1, 2], tensor([x])]") == expected + "x (line 1, column 18 of the text)");
  CHECK(fault_in("[[1 2], -]") == expected + "- (line 1, column 9 of the text)");
  CHECK(fault_in("[1 2 - 3]") == expected + "- (line 1, column 6 of the text)");
  CHECK(fault_in("[1 -x]") == expected + "- (line 1, column 4 of the text)");
  CHECK(fault_in("[np.float64 1 2]") == expected + "np.float64 (line 1, column 2 of the text)");
  CHECK(fault_in("[np.float64(x) 2]") == expected + "x (line 1, column 13 of the text)");
  CHECK(fault_in("[1e 2 3]") == expected + "1e (line 1, column 2 of the text)");
  CHECK(fault_in("[1 2 1e") == expected + "1e (line 1, column 6 of the text)");
  CHECK(fault_in("[1 2 1e]") == expected + "1e (line 1, column 6 of the text)");
  CHECK(fault_in("[1e+ 2 3]") == expected + "1e (line 1, column 2 of the text)");
  CHECK(fault_in("[1 2 \\") == expected + "\\ (line 1, column 6 of the text)");
  CHECK(fault_in("Parameter containing:") == expected + "the end of the text (line 1, column 22 of the text)");
  CHECK(fault_in("[[1, 2], 1e999]") == "1e999 is larger than a double can hold (line 1, column 10 of the text)");
  CHECK(faults_of_text("[[1, 2], 3]")
            .starts_with("p.json:1:6: /X/1: expected a row, found 3 (line 1, column 10 of the text)\n"));
  CHECK(fault_in("[1e999 2]") == "1e999 is larger than a double can hold (line 1, column 2 of the text)");
  CHECK(fault_in("[...").starts_with("... stands for numbers that are left out (line 1, column 2 of"));
}

TEST_CASE("a call is closed as a bracket is") {
  CHECK(fault_in("array([[1, 2]], (3") ==
        "the text ends before the ( at line 1, column 1 is closed (line 1, column 19 of the text)");
  CHECK(fault_in("[np.float64(1 2]") ==
        "the text ends before the ( at line 1, column 2 is closed (line 1, column 17 of the text)");
  CHECK(fault_in("[[1, 2], (3 ") ==
        "the text ends before the ( at line 1, column 10 is closed (line 1, column 13 of the text)");
  CHECK(is_1_2_3_4("array([[1, 2], [3, 4]], dtype=(np.float32), shape=(2, 2))"));
}

TEST_CASE("lists are parted by commas, semicolons and lines") {
  CHECK(is_1_2_3_4("[[1, 2]; [3, 4]]"));
  CHECK(is_1_2_3_4("[[1, 2]\n[3, 4]]"));
  CHECK(is_1_2_3_4("({1 2}, {3 4})"));
  CHECK(is_1_2_3_4("[;1 2;;3 4;]"));
}

TEST_CASE("lines that hold something else than numbers are told where it stands") {
  CHECK(fault_in("1 2 x") == "expected a number, found x (line 1, column 5 of the text)");
  CHECK(fault_in("1 2 [3]") == "expected a number, found [ (line 1, column 5 of the text)");
  CHECK(fault_in("1 2 ...").starts_with("... stands for numbers that are left out (line 1, column 5 of"));
  CHECK(fault_in("1,,2") == "expected a number before , (line 1, column 3 of the text)");
  CHECK(fault_in("1, 2\n, 3") == "expected a number before , (line 2, column 1 of the text)");
  CHECK(fault_in("1,2,\n3,4") == "expected a number before the end of the line (line 1, column 5 of the text)");
  CHECK(fault_in("1, 2,; 3, 4") == "expected a number before ; (line 1, column 6 of the text)");
  CHECK(fault_in("nan-1 2").starts_with("-1 stands directly behind a number, which is arithmetic (line 1, column 4"));
}

TEST_CASE("a semicolon parts rows, unless lines do too or commas may be points") {
  CHECK(matrix_of("1; 2; 3").shape == Sizes{3, 1});
  CHECK(is_1_2_3_4("1, 2; 3, 4"));
  CHECK(is_1_2_3_4("1 2;\n3 4;\n"));
  const std::string ambiguous = "; may end a row or part two numbers here (line 1, column 1 of the text)";
  CHECK(fault_in("1,2;3,4") == ambiguous);
  CHECK(fault_in("1;2\n3;4") == ambiguous);
}

TEST_CASE("a common factor is a power of ten that a double can hold, and is of no fraction") {
  CHECK(matrix_of("1 * 2 3").values == Doubles{2, 3});
  CHECK(matrix_of("\n1.0e+03 *\n 1e-3 2e+00 3e1").values == Doubles{1, 2000, 30000});
  const std::string none = "the numbers are times a factor that is no power of ten (line 1, column 1 of the text)";
  for (const char* text : {"2 * 1 2", "1.0e+400 * 1 2", "1.0e-400 * 1 2", "1.0e99999999999 * 1 2", "1/10 * 1 2"})
    CHECK(fault_in(text) == none);
  CHECK(matrix_of("1 * 1/2 1").values == Doubles{0.5, 1});
  CHECK(fault_in("1.0e+03 *\n 1/2 1") ==
        "a fraction stands below a factor that all numbers are times (line 2, column 2 of the text)");
}

TEST_CASE("what is too small for a double is 0, what is too large is told, exponents or not") {
  const std::string zeros(400, '0');
  CHECK(matrix_of("0." + zeros + "1 2").values == Doubles{0, 2});
  CHECK(fault_in("1" + zeros + ".5 2").ends_with("is larger than a double can hold (line 1, column 1 of the text)"));
  CHECK(matrix_of("[-1e-400 1]").values == Doubles{0, 1});
}

TEST_CASE("nan has no sign of its own, and infinity is named in words") {
  const Document document = document_of(R"({"mask": {"add": "[-nan 1 2]", "keep": "[[1 2]]"}})");
  CHECK(told(document.errors).find("expected a number or \"-inf\", found the text \"nan\"") != std::string::npos);
  CHECK(entries_of("[[-Infinity, -inf]]")[0].kind == Entry::Kind::null);
}

// Properties

using Rows = std::vector<std::vector<int>>;

struct Style {
  std::string_view open, row_open, entry, row_close, row, close;
};
constexpr Style styles[] = {
    {"[[", "", ".  ", "", ".]\n [", ".]]"},
    {"array([", "[", "., ", ".],\n", "       ", "], dtype=float32)"},
    {"[", "", " ", "", "; ", "]"},
    {"[", "", ", ", "", "\n", "]"},
    {"\\begin{bmatrix}", "", " & ", "", " \\\\\n", "\\end{bmatrix}"},
    {"", "", ", ", "", "\n", "\n"},
    {"{", "{", ",", "},", "", "}"},
};

std::string printed(const Rows& rows, const Style& style) {
  std::string text(style.open);
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += fmt::format("{}{}{}{}", i == 0 ? "" : style.row, style.row_open, fmt::join(rows[i], style.entry),
                        style.row_close);
  return text + std::string(style.close);
}

TEST_CASE("whatever the form, the numbers are those of the list of rows") {
  CHECK(rc::check([] {
    const auto cols = *rc::gen::inRange<std::size_t>(2, 5);
    const auto row = rc::gen::container<std::vector<int>>(cols, rc::gen::inRange(-99, 99));
    const auto rows = *rc::gen::nonEmpty(rc::gen::container<Rows>(row));
    Doubles expected;
    for (const auto& entries : rows) expected.insert(expected.end(), entries.begin(), entries.end());
    for (const Style& style : styles) {
      const Numbers numbers = matrix_of(printed(rows, style));
      RC_ASSERT(numbers.values == expected);
      RC_ASSERT(numbers.shape == (Sizes{rows.size(), cols}));
    }
  }));
}

TEST_CASE("any text is read or refused") {
  constexpr std::string_view pieces[] = {"[",
                                         "]",
                                         "(",
                                         ")",
                                         "{",
                                         "}",
                                         ",",
                                         ";",
                                         "\n",
                                         " ",
                                         "1",
                                         "-",
                                         ".",
                                         "e",
                                         "&",
                                         "\\\\",
                                         "\\begin{bmatrix}",
                                         "\\frac",
                                         "...",
                                         "a",
                                         "nan",
                                         "array(",
                                         "\xE2\x88\x92",
                                         "\\end{bmatrix}",
                                         "$",
                                         "1.5"};
  CHECK(rc::check([&] {
    const auto picks =
        *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, std::size(pieces)));
    std::string text;
    for (const std::size_t pick : picks) text += pieces[pick];
    for (const char* key : {"X", "b_Q", "W_Q"}) document_of(problem_with(key, text));
    answer_faults_of(problem_with("weights", text));
  }));
}

} // namespace
} // namespace attn::test
