#include "format/format.h"

#include <algorithm>
#include <array>

namespace attn {
namespace {

constexpr std::array<Format, 9> table_of_formats{{
    {"table", ".txt", "a table for each step, for people", write_table},
    {"json", ".json", "every number in full, for scripts", write_json, Audience::machines},
    {"npz", ".npz", "arrays that numpy.load reads", write_npz, Audience::machines, false, true, Content::matrices},
    {"csv", ".csv", "a line for each number, or one matrix, for spreadsheets", write_csv, Audience::machines, false,
     false, Content::tables},
    {"tsv", ".tsv", "the same with tabs between", write_tsv, Audience::machines, false, false, Content::tables},
    {"markdown", ".md", "a page with formulas, for notes and web pages", write_markdown},
    {"latex", ".tex", "a document for pdflatex, for print", write_latex},
    {"html", ".html", "a page where each cell shows how it is worked", write_html, Audience::people, true},
    {"svg", ".svg", "heat maps, for pages and papers", write_svg, Audience::people, true, false, Content::matrices},
}};

template <class Test>
const Format* find(Test test) {
  const auto* row = std::find_if(table_of_formats.begin(), table_of_formats.end(), test);
  return row == table_of_formats.end() ? nullptr : row;
}

} // namespace

std::span<const Format> formats() {
  return table_of_formats;
}

const Format* find_format(std::string_view name) {
  return find([&](const Format& format) { return format.name == name; });
}

const Format* format_of_file(std::string_view file) {
  return find([&](const Format& format) { return file.ends_with(format.extension); });
}

} // namespace attn
