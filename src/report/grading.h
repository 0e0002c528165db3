#pragma once
// The report of `attn check`: what a teacher writes under each answer, and a list of all answers.

#include "error.h"
#include "grade/grade.h"
#include "report/report.h"

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace attn {

/// An answer that was marked, or the error that kept it from being marked.
struct MarkedAnswer {
  std::string name;          ///< the file as the user named it, "answers.jsonl:7"; empty: machines know it by its line
  std::optional<Id> id = {}; ///< the answer's own
  std::variant<Grade, Error> outcome;
  const Problem* problem = nullptr;          ///< of a Grade
  const std::vector<Trace>* truth = nullptr; ///< what it was marked by, with every step kept
};

struct GradingOptions {
  bool hide_truth = false; ///< for students: neither true values nor how they are worked
  bool verbose = false;    ///< of several answers, each in full after the list
  bool lenient = false;    ///< as in GradeOptions
};

/// One answer is told in full: its steps, its mistakes, and how the first wrong cell is worked. Several have a row
/// each. Machines get the schema "attn-check/1". The report refers to nothing of what it tells.
Report grading(std::span<const MarkedAnswer> answers, const GradingOptions& options = {});

/// What the list of many answers keeps of one.
struct ListedAnswer {
  std::vector<std::string> row;
  std::vector<std::string> sheet_row; ///< for spreadsheets
  std::vector<Passage> in_full;       ///< with GradingOptions::verbose
  bool all_right = false, failed = false;
};
ListedAnswer listed(const MarkedAnswer& answer, const GradingOptions& options);

/// The list, for people alone.
Report grading_list(std::span<const ListedAnswer> answers);

} // namespace attn
