#pragma once
// What machines are told of a line that failed, in the place of its result.

#include "error.h"
#include "report/report.h"

#include <optional>
#include <span>

namespace attn {

/// {"id":…,"error":{"place":"/W_Q/1","message":…,"hint":…},"more":[…]}: the first fault, and the others if there are
/// any. A fault of the text has a "column", counted from 1.
Report failure(std::span<const Error> errors, const std::optional<Id>& id);

} // namespace attn
