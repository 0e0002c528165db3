#pragma once
// Sums of products in which each product is rounded before it is added, as people with a pocket calculator note them.

#include "grade/habit.h"

#include <optional>
#include <span>

namespace attn {

/// The step worked with each product rounded to `decimals`, ties as the habit has it; none: the step is no sum of
/// products here (a softmax, a copy, numbers that the problem gives).
std::optional<Matrix<double>> with_rounded_products(const Setting& setting, Step step, std::span<const View> inputs,
                                                    const Habit& habit, int decimals);

} // namespace attn
