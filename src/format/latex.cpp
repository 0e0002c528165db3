// A Report as a LaTeX document that pdflatex, lualatex and xelatex take, with no package that must be there beyond
// Debian's texlive-latex-base. What users named is printed letter by letter and cannot become a command.

#include "format/typesetter.h"
#include "format/latex_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace attn {
namespace {

constexpr std::string_view preamble = R"(\documentclass{article}
\usepackage{amsmath,array,longtable,graphicx}
\usepackage[margin=2cm]{geometry}
\setlength\parindent{0pt}
\setlength\parskip{4pt plus 2pt}
\setlength\emergencystretch{3em}
\raggedright
% A matrix that is too large for the page is made smaller.
\newsavebox\fitbox
\newcommand\fit[1]{%
  \sbox\fitbox{$\displaystyle #1$}%
  \ifdim\wd\fitbox>\linewidth \sbox\fitbox{\resizebox{\linewidth}{!}{\usebox\fitbox}}\fi
  \ifdim\dimexpr\ht\fitbox+\dp\fitbox\relax>0.85\textheight
    \sbox\fitbox{\raisebox{-0.5\height}{\resizebox*{!}{0.85\textheight}{\usebox\fitbox}}}\fi
  \usebox\fitbox}
\newcommand\fittable[1]{\par
  \sbox\fitbox{\renewcommand\arraystretch{1.15}#1}%
  \ifdim\wd\fitbox>\linewidth \sbox\fitbox{\resizebox{\linewidth}{!}{\usebox\fitbox}}\fi
  \usebox\fitbox\par}
)";

/// Only where such a character occurs. Of those of CJKutf8's font that it lacks the box is empty, of bold ones nearly.
constexpr std::string_view characters =
    R"(% Characters that the usual letters lack: ctex (xelatex, lualatex) or CJKutf8 (pdflatex) prints them where Debian's
% texlive-lang-chinese is installed. Else, and where their font lacks one, its code is printed.
\newcommand\code[1]{{\footnotesize U+#1 }}
\newcommand\character[2]{\code{#1}}
\ifdefined\Umathchar
  \newcommand\withctex{\IfFileExists{ctex.sty}{\usepackage[scheme=plain]{ctex}}{}}
  \ifdefined\directlua \IfFileExists{luatexja.sty}{\withctex}{}\else \withctex\fi % it needs both
  \ifdefined\ctexset \renewcommand\character[2]{#2}\fi
\else
  \IfFileExists{c70gbsn.fd}{\usepackage{CJKutf8}}{}
  \newsavebox\characterbox
  \ifdefined\CJK \renewcommand\character[2]{%
    \sbox\characterbox{\ifnum"#1<"4E00 \else\ifnum"#1>"9FFF \else\begin{CJK}{UTF8}{gbsn}#2\end{CJK}\fi\fi}%
    \ifdim\wd\characterbox<0.5em \code{#1}\else\usebox\characterbox\hskip 0pt \fi}\fi
\fi
)";

/// Printed as one matrix; larger ones are cut into blocks. With four decimals so many columns still stand in 7 points.
constexpr std::size_t most_rows = 40, most_cols = 16;

std::string latex(const Piece& piece) {
  switch (piece.kind) {
  case Piece::Kind::maths:
    return "$\\displaystyle " + piece.text + '$';
  case Piece::Kind::path:
    return latex_code(piece.text);
  case Piece::Kind::gap:
    return "\\quad ";
  default:
    return latex_text(piece.text);
  }
}

std::string latex(const Prose& prose) {
  std::string text;
  for (const Piece& piece : prose) text += latex(piece);
  return text;
}

/// Column widths that let long text wrap where the table would be wider than the page.
class ColumnSpecs {
public:
  explicit ColumnSpecs(const TextTable& table) : table_(table), longest_(table.columns.size(), 0) {
    for (std::size_t j = 0; j < longest_.size(); ++j) longest_[j] = table.columns[j].head.size();
    for (const auto& row : table.rows)
      for (std::size_t j = 0; j < row.size(); ++j) longest_[j] = std::max(longest_[j], row[j].size());
    for (const std::size_t length : longest_) {
      total_ += length + 3;
      if (length > long_text) wrapped_ += length;
    }
  }

  std::string text() const {
    std::string specs;
    for (std::size_t j = 0; j < longest_.size(); ++j) specs += spec(j);
    return specs;
  }

private:
  static constexpr std::size_t page = 88, long_text = 24; ///< in characters

  std::string spec(std::size_t j) const {
    if (total_ <= page || longest_[j] <= long_text)
      return table_.columns[j].align == TextTable::Align::right ? "r" : "l";
    const std::size_t room = page - std::min(page / 2, total_ - wrapped_);
    const double share =
        static_cast<double>(room) / page * static_cast<double>(longest_[j]) / static_cast<double>(wrapped_);
    return fmt::format(">{{\\raggedright\\arraybackslash}}p{{{:.2f}\\linewidth}}", share);
  }

  const TextTable& table_;
  std::vector<std::size_t> longest_;
  std::size_t total_ = 0;   ///< characters side by side
  std::size_t wrapped_ = 0; ///< of columns that may wrap
};

class Latex : public Typesetter {
public:
  Latex(const Report& report, int decimals) : dtype_(report.dtype), decimals_(decimals) {}

  void head(Heading level, const Prose& prose) override {
    constexpr std::string_view begin[] = {"{\\LARGE\\bfseries ", "\\section*{", "\\subsection*{"};
    constexpr std::string_view end[] = {"\\par}", "}", "}"};
    const auto row = static_cast<std::size_t>(level);
    body_ += fmt::format("\n{}{}{}\n", begin[row], latex(prose), end[row]);
  }

  void say(const Prose& prose) override { body_ += '\n' + latex(prose) + '\n'; }

  void list(const std::vector<Item>& items) override {
    const bool labelled = std::ranges::any_of(items, [](const Item& item) { return !item.label.empty(); });
    if (!labelled) {
      for (const Item& item : items) say(item.prose);
      return;
    }
    body_ += "\n\\begin{description}\n";
    for (const Item& item : items)
      body_ += fmt::format("\\item[{{{}}}] {}\n", latex_text(item.label), latex(item.prose));
    body_ += "\\end{description}\n";
  }

  using Typesetter::show;
  void show(const Block& block) override {
    const View& all = block.values;
    for (std::size_t i = 0; i < all.rows; i += most_rows)
      for (std::size_t j = 0; j < all.cols; j += most_cols) {
        Block part = block;
        part.values = all.row_range(i, std::min(most_rows, all.rows - i));
        part.values = part.values.col_range(j, std::min(most_cols, all.cols - j));
        if (all.rows > most_rows || all.cols > most_cols)
          body_ += fmt::format("\nrows {}--{} of {}, columns {}--{} of {}\n", i + 1, i + part.values.rows, all.rows,
                               j + 1, j + part.values.cols, all.cols);
        body_ += "\\[\n\\fit{" + latex_matrix(part, dtype_, decimals_) + "}\n\\]\n";
      }
  }

  void show(const TextTable& table) override {
    std::vector<std::string> heads;
    for (const TextTable::Column& column : table.columns) heads.push_back(column.head);
    std::string rows;
    for (const auto& row : table.rows) {
      if (table.has_total && &row == &table.rows.back()) rows += "\\hline\n";
      rows += line(row);
    }
    const std::string specs = ColumnSpecs(table).text(), head = line(heads) + "\\hline\n";
    constexpr std::size_t rows_of_a_page = 40;
    if (table.rows.size() <= rows_of_a_page)
      body_ += fmt::format("\n\\fittable{{\\begin{{tabular}}{{{}}}\n{}{}\\end{{tabular}}}}\n", specs, head, rows);
    else
      body_ += fmt::format("\n\\begin{{longtable}}[l]{{{}}}\n{}\\endhead\n{}\\end{{longtable}}\n", specs, head, rows);
  }

  void write(Sink& sink) const {
    sink.write(preamble);
    if (body_.find("\\character{") != std::string::npos) sink.write(characters);
    sink.write("\n\\begin{document}\n");
    sink.write(body_);
    sink.write("\n\\end{document}\n");
  }

private:
  /// The end of the row before takes a star or brackets for its own, unless something stands between.
  static std::string line(const std::vector<std::string>& cells) {
    const bool may_belong = cells.front().starts_with('[') || cells.front().starts_with('*');
    std::string text = may_belong ? "{}" : "";
    for (const std::string& cell : cells) text += (&cell == &cells.front() ? "" : " & ") + latex_text(cell);
    return text + " \\\\\n";
  }

  Dtype dtype_;
  int decimals_;
  std::string body_;
};

} // namespace

void write_latex(const Report& report, const Style& style, Sink& sink) {
  Latex document(report, style.decimals);
  typeset(report, style.decimals, document);
  document.write(sink);
}

} // namespace attn
