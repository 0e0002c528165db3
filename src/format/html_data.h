#pragma once
// The numbers of a page, as JSON for its script.

#include "report/report.h"

#include <string>

namespace attn {

/// For each part an object of its matrices by path: values, and how they are worked (Working); where what they are
/// worked from is not in the page, the work in words. Safe inside <script>: no "<" stands in it.
std::string html_data(const Report& report);

} // namespace attn
