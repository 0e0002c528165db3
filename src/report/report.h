#pragma once
// What is told: one value between the work and the words. A command makes a Report, a writer (format/) turns it into
// text; writers know no step, no problem and no trace. Keys are for machines, titles for people. Blocks refer to
// matrices, they do not copy them: what a Report tells of must outlive it.

#include "matrix/matrix.h"
#include "problem/problem.h"
#include "report/maths.h"
#include "report/tree.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace attn {

/// Who is told of a fact. People see tokens as labels, and need no word for the default dtype.
enum class Audience { everyone, people, machines };

/// A small thing that is told before the sections: the shape, the scale, the mask.
struct Fact {
  using Counts = std::vector<std::pair<std::string, std::size_t>>; ///< {"n":3,"m":3}
  using Words = std::vector<std::string>;                          ///< one sequence's tokens
  using WordLists = std::vector<Words>;                            ///< tokens of each sequence
  using Texts = std::vector<std::pair<std::string, std::string>>;  ///< {"name":"GPT-2"}
  using Value = std::variant<std::string, double, Id, Counts, Words, WordLists, Texts>;
  std::string key;
  Value value;
  Audience audience = Audience::everyone;
  Maths note = {}; ///< said to people beside the value
};

/// Names of rows or columns. Copies share them: the matrices of a sequence have the same queries and keys.
class Labels {
public:
  Labels() = default;
  Labels(std::vector<std::string> names) : names_(std::make_shared<const std::vector<std::string>>(std::move(names))) {}
  Labels(std::initializer_list<std::string> names) : Labels(std::vector<std::string>(names)) {}

  bool empty() const { return size() == 0; }
  std::size_t size() const { return names_ ? names_->size() : 0; }
  const std::string& operator[](std::size_t i) const { return (*names_)[i]; }
  bool operator==(const Labels& other) const {
    return empty() ? other.empty() : !other.empty() && *names_ == *other.names_;
  }

private:
  std::shared_ptr<const std::vector<std::string>> names_;
};

/// A matrix with its labels. A number that is not finite is a masked cell.
struct Block {
  View values;
  Labels row_labels = {};                   ///< one for each row; empty: none
  Labels col_labels = {};                   ///< one for each column; empty: none
  std::optional<std::size_t> only_row = {}; ///< tables show this row alone, under its own label
  bool is_vector = false;                   ///< one column that machines see as a list of numbers
  bool is_blank = false;                    ///< a matrix to fill in: only how many rows and columns `values` has counts
  std::optional<Dtype> dtype = {};          ///< of its numbers; none: that of the report
  std::string_view row_axis = {}, col_axis = {}; ///< what the rows and columns are: "query", "key", "feature"
  /// Whether the mask keeps an entry at 0; empty: no entry.
  std::function<bool(std::size_t row, std::size_t col)> blocked = {};

  Dtype dtype_in(Dtype of_report) const { return dtype.value_or(of_report); }
};

/// How the entries (i, j) of a section are worked from other sections, which are named by their paths.
struct Working {
  enum class Kind {
    given,       ///< from nothing
    product,     ///< row i of the first by column j of the second, and entry j of the third, a bias
    row_by_row,  ///< row i of the first by row j of the second
    copy,        ///< the same entry, columns counted from first_col on
    biased,      ///< the same entry, and entry j of the second
    heads,       ///< an entry of the source in whose columns it falls
    scale,       ///< the same entry by the factor
    cap,         ///< factor * tanh(the same entry / factor)
    mask,        ///< the same entry and what the mask adds
    exponential, ///< e^(the same entry, less the largest of its row)
    sum,         ///< all of row i
    softmax,     ///< e^ of the same entry by the sum of e^ of its row
    in_words,    ///< from the sources, some of which are no matrices: only words say how
  };
  Kind kind = Kind::given;
  std::vector<std::string> sources = {};
  double factor = 1;
  std::size_t first_col = 0;
  std::size_t cached = 0; ///< rows that stand before those that are worked
  std::size_t extra = 0;  ///< rows that stand behind them
};

/// One step.
struct Section {
  std::string key;                 ///< "scores"
  std::optional<std::size_t> head; ///< stands under heads[head]
  std::string path;                ///< jq path of the matrix: ".heads[0].scores"
  std::string title;               ///< "scores of head 1"; empty, as the formula, where machines alone are told
  Maths formula;                   ///< with this problem's shapes: "Q·Kᵀ   [3,2]·[2,3] = [3,3]"
  Block block;
  std::string name = {}; ///< in --only, --step and csv: "scores", "heads.output"
  /// How an entry is worked, in one line (report/derivation.h); empty: not known.
  std::function<std::string(std::size_t row, std::size_t col)> derivation = {};
  Working working = {};
};

/// The sections of one sequence, in the order in which they happen; those of all heads stand together, head by head.
struct Part {
  std::vector<Section> sections;
  std::size_t heads = 0;           ///< so many entries has the list "heads"; those without a section are {}; 0: no list
  std::vector<Section> given = {}; ///< what the problem holds, for pages that show where entries come from
};

/// Cells of text under the heads of their columns.
struct TextTable {
  enum class Align { left, right };
  struct Column {
    std::string head;
    Align align = Align::left;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows; ///< a cell for each column
  bool has_total = false;                     ///< the last row sums up the others
  bool is_ours = false;                       ///< no word in it is the user's: symbols may be written in ASCII
};

using Lines = std::vector<std::string>;

/// "患者   q1·k1 = 1·1 + 0·0 = 1".
struct Formula {
  std::string label; ///< what it is worked for, in the user's words or ours; empty: nothing
  Maths maths;
};
using Formulas = std::vector<Formula>;

/// What is told to people and is no matrix. File names in titles and cells are shown as they are written, up to
/// escapes.
struct Passage {
  std::string title; ///< empty: none
  std::string path;  ///< jq path of what it is about; may be empty
  std::variant<Lines, TextTable, Formulas> body;
  Lines lead = {};              ///< said between the title and the body
  bool opens_a_chapter = false; ///< the passages after it belong to it
};

/// The result of a problem has facts and parts, whoever is told. Other reports have passages for people and a tree for
/// machines.
struct Report {
  std::optional<std::size_t> line; ///< of the input, that it tells of: machines are told it first
  std::string schema;              ///< "attn/1"
  std::string title;               ///< the user's; may be empty
  Dtype dtype = Dtype::float64;    ///< numbers are written in its shortest text
  std::vector<Fact> facts;
  bool batched = false; ///< parts stand in the list "batch"
  std::vector<Part> parts;
  std::vector<Passage> passages;
  std::optional<TextTable> list; ///< what spreadsheets are told in place of the passages
  std::optional<Tree> tree; ///< an object: all that machines are told; none: schema, title, facts, parts and warnings
  std::vector<std::string> warnings;
  std::optional<WeightSource> source; ///< of the weights, for whoever tells people apart from the report
};

} // namespace attn
