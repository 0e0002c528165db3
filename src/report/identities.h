#pragma once
// The report of `attn verify`: which identities hold on a problem, how nearly, and which do not apply and why.

#include "attention/identity.h"
#include "problem/problem.h"
#include "report/report.h"

#include <span>

namespace attn {

Report identities_report(const Problem& problem, std::span<const IdentityFinding> findings);

} // namespace attn
