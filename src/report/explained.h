#pragma once
// What an explanation consists of, before it is told to people or to machines: steps, and the lines of each.

#include "report/report.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How one number, or one vector, comes about.
struct ExplainedLine {
  std::string label; ///< the key, the coordinate; empty: none
  Maths maths;
  std::string path = {};            ///< jq path of what is worked; empty: nothing of the result
  std::optional<double> value = {}; ///< at that path
};

struct ExplainedStep {
  std::string key;   ///< of the table of stages: "scores", "heads.output"
  std::string title; ///< "scores"
  std::string path;  ///< jq path of the row or matrix
  Lines words;       ///< what is done, in words
  std::vector<ExplainedLine> lines;
};

/// The steps of one query in one head or in all, or those behind one entry.
struct ExplainedChapter {
  std::string title;
  Tree::Object about; ///< for machines: sequence, query and head, counted as their paths are, or the path of a cell
  std::vector<ExplainedStep> steps;
};

/// Fills a report's passages and tree. Of a step with too many lines the first and the last are told to people, unless
/// all are wanted; machines get all.
void tell_chapters(const std::vector<ExplainedChapter>& chapters, bool full, Report& report);

} // namespace attn
