#pragma once
// Which known mistake a wrong step comes from: the table of mistakes held against what the student wrote.

#include "grade/blame_inquiry.h"

#include <span>
#include <vector>

namespace attn {

/// The mistakes that explain the wrong matrices of a step (of one sequence; of each head in which cells are blamed),
/// the simplest first: worked again under one of them from the student's own steps before it, every cell comes out as
/// written. Of all that fit only the surest kind. When none fits, pairs that explain four blamed cells or more.
/// Empty: nothing fits.
std::vector<Finding> blame(const Sheet& sheet, std::span<const Wrong> wrong);

/// Whether a known mistake of method gives the whole matrix, so that it may be wrong and still pass marks on.
bool follows_from_a_mistake(const Sheet& sheet, const Claim& claim);

} // namespace attn
