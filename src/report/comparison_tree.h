#pragma once
// A comparison for machines: schema "attn-compare/1"; and what both forms of the report need.

#include "report/comparison.h"

#include <string>
#include <vector>

namespace attn {

Tree comparison_tree(const ComparedRuns& runs);

/// A setting that both sides tell, and tell differently.
struct DifferentSetting {
  std::string key, a, b;
};
std::vector<DifferentSetting> different_settings(const ComparedRuns& runs);

} // namespace attn
