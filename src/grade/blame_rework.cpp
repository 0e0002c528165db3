#include "grade/blame_rework.h"

#include "matrix/decimal.h"

#include <algorithm>
#include <cmath>

namespace attn {
namespace {

std::size_t slot_of(const Shape& shape, Step step, std::size_t head) {
  return static_cast<std::size_t>(step) * shape.heads + (stage(step).level == Level::head ? head : 0);
}

Matrix<double> copy_of(View matrix) {
  Matrix<double> made(matrix.rows, matrix.cols);
  for (std::size_t i = 0; i < matrix.rows; ++i)
    for (std::size_t j = 0; j < matrix.cols; ++j) made(i, j) = matrix(i, j);
  return made;
}

Given::Written read(const Sheet& sheet, const Claim& claim, View truth) {
  Given::Written written{copy_of(truth), copy_of(truth)};
  const double largest = largest_magnitude(truth);
  for (std::size_t i = 0; i < truth.rows; ++i)
    for (std::size_t j = 0; j < truth.cols; ++j) {
      const Entry& entry = claim(i, j);
      if (entry.kind != Entry::Kind::number) continue;
      written.as_written(i, j) = entry.value;
      if (confirms(claim, entry, truth(i, j), largest, sheet.tolerance)) continue;
      written.refined(i, j) = entry.value;
      written.all_right = false;
    }
  return written;
}

/// e^s is written with the row's maximum taken off or not, so the true ones are no measure of the written ones.
bool has_two_forms(Step step) {
  return step == Step::exponentials || step == Step::row_sum;
}

} // namespace

Given::Given(const Sheet& of, std::size_t in, Step before) : sheet(of), sequence(in), target(before) {
  const Shape& shape = sheet.problem.shape;
  written_.resize(step_count * shape.heads);
  for (const Claim& claim : sheet.answer.claims) {
    if (claim.spot.sequence != sequence || claim.spot.step >= target || !claim.fits) continue;
    const View truth = stage(claim.spot.step).pick(sheet.truth[sequence], shape, claim.spot.head);
    written_[slot_of(shape, claim.spot.step, claim.spot.head)] = read(sheet, claim, truth);
  }
}

const Given::Written* Given::find(Step step, std::size_t head) const {
  const auto& found = written_[slot_of(sheet.problem.shape, step, head)];
  return found ? &*found : nullptr;
}

Rework::Rework(const Given& given, const Alteration& change, const Basis& basis)
    : given_(given), change_(change), basis_(basis), memo_(step_count * given.sheet.problem.shape.heads) {}

std::size_t Rework::slot(Step step, std::size_t head) const {
  return slot_of(given_.sheet.problem.shape, step, head);
}

Rework::Worked Rework::owned(Matrix<double> matrix, bool changed) {
  Worked made{std::move(matrix), {}, changed};
  made.view = made.own.view();
  return made;
}

const Given::Written* Rework::trusted(Step step, std::size_t head) const {
  if (step >= given_.target || basis_.trust == Trust::nothing) return nullptr;
  if (has_two_forms(step) && basis_.trust == Trust::right_cells) return nullptr;
  return given_.find(step, head);
}

const Rework::Worked& Rework::at(Step step, std::size_t head) {
  std::optional<Worked>& worked = memo_[slot(step, head)];
  if (!worked) worked = work(step, head);
  return *worked;
}

/// What the student wrote, or else the step worked; then what the change and the basis do to every step alike.
Rework::Worked Rework::work(Step step, std::size_t head) {
  const Given::Written* written = trusted(step, head);
  const auto replacement = std::ranges::find(change_.replaced, step, &Replacement::step);
  Worked made = written                                 ? taken_over(*written)
                : replacement != change_.replaced.end() ? replaced(*replacement, head)
                                                        : regular(step, head);
  if (change_.every_row && change_.every_row->step == step) made = owned(repeated(made.view), true);
  if (!written && basis_.decimals && step != given_.target) made = owned(rounded(made.view), true);
  return made;
}

Rework::Worked Rework::taken_over(const Given::Written& written) const {
  if (basis_.trust == Trust::as_written) return {{}, written.as_written.view(), true};
  return {{}, written.refined.view(), !written.all_right};
}

Matrix<double> Rework::repeated(View matrix) const {
  Matrix<double> made(matrix.rows, matrix.cols);
  for (std::size_t i = 0; i < made.rows(); ++i)
    for (std::size_t j = 0; j < made.cols(); ++j) made(i, j) = matrix(change_.every_row->query, j);
  return made;
}

Matrix<double> Rework::rounded(View matrix) const {
  Matrix<double> made = copy_of(matrix);
  std::transform(made.data(), made.data() + made.size(), made.data(),
                 [&](double value) { return round_decimals(value, *basis_.decimals); });
  return made;
}

Rework::Worked Rework::replaced(const Replacement& replacement, std::size_t head) {
  const Problem& problem = *change_.problem;
  std::vector<View> inputs;
  for (const Step input : replacement.inputs) {
    const std::size_t first = replacement.of_all_heads ? 0 : head;
    const std::size_t count = replacement.of_all_heads ? problem.shape.heads : 1;
    for (std::size_t h = first; h < first + count; ++h)
      inputs.push_back(input == replacement.step ? unreplaced_.emplace_back(regular(input, h)).view
                                                 : (*this)(source(problem, input), h));
  }
  return owned(replacement.work({problem, given_.sequence, head, basis_.plain_exponentials}, inputs), true);
}

/// By the table of stages; the truth as it stands, where nothing before it is changed.
Rework::Worked Rework::regular(Step step, std::size_t head) {
  const Problem& problem = *change_.problem;
  const Stage& own = stage(step);
  if (!own.applies(problem)) return {{}, (*this)(source(problem, step), head), at(source(problem, step), head).changed};
  std::vector<View> inputs;
  bool changed = change_.first && step >= *change_.first;
  for (const Step input : sources(problem, step)) {
    const bool of_all_heads = own.level == Level::sequence && stage(input).level == Level::head;
    const std::size_t first = of_all_heads ? 0 : head, count = of_all_heads ? problem.shape.heads : 1;
    for (std::size_t h = first; h < first + count; ++h) {
      const Worked& worked = at(input, h);
      inputs.push_back(worked.view);
      changed = changed || worked.changed;
    }
  }
  if (!changed && !has_two_forms(step))
    return {{}, own.pick(given_.sheet.truth[given_.sequence], problem.shape, head), false};
  return owned(own.work({problem, given_.sequence, head, basis_.plain_exponentials}, inputs), changed);
}

} // namespace attn
