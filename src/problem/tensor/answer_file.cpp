#include "problem/tensor/answer_file.h"

#include "problem/character.h"
#include "problem/json/answer.h"
#include "problem/json/faults.h"
#include "problem/pasted/separated.h"
#include "problem/tensor/answer_tree.h"
#include "problem/tensor/csv.h"
#include "problem/tensor/step_table.h"
#include "problem/tensor/tensor_file.h"

#include <cmath>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace attn {
namespace {

/// One number as its file's type holds it; what is masked is null, what is no number a text.
void tell_number(double value, const ElementType& type, JsonEvents& events) {
  if (std::isfinite(value)) {
    const std::string text = type.print(value);
    return events.scalar({}, {Scalar::Kind::number, value, text});
  }
  const bool is_masked = std::isinf(value) && value < 0;
  events.scalar({}, is_masked ? Scalar{} : Scalar{Scalar::Kind::text, 0, "nan"});
}

/// Lists within each other, one for each axis.
void tell_numbers(const TensorRead& read, std::size_t axis, const double*& next, JsonEvents& events) {
  const std::vector<std::size_t>& shape = read.numbers.shape;
  if (axis == shape.size()) return tell_number(*next++, *read.type, events);
  events.begin_list({});
  for (std::size_t i = 0; i < shape[axis]; ++i) tell_numbers(read, axis + 1, next, events);
  events.end_list({});
}

/// As numpy calls it: "<U5"; U8 is the byte of safetensors.
bool holds_text(const TensorHeader& tensor) {
  return tensor.type.size() > 1 && tensor.type[1] == 'U';
}

/// Null stands for texts.
void tell_tensor(const TensorFile& file, std::size_t index, JsonEvents& events) {
  if (holds_text(file.describe(index))) return events.scalar({}, {});
  const TensorRead read = file.read(index);
  const double* next = read.numbers.values.data();
  tell_numbers(read, 0, next, events);
}

[[noreturn]] void refuse_nameless(std::string_view file) {
  throw TensorFault("holds a matrix, and does not say which step it is",
                    fmt::format("name the step behind a #, such as '{}#output'; or save it under its name: "
                                "numpy.savez(\"answer.npz\", output=x)",
                                printable(file)));
}

/// The step that is named behind the # of a file with one matrix.
std::string_view step_of(const TensorName& name) {
  if (name.tensor.empty()) refuse_nameless(name.file);
  return name.tensor.substr(name.tensor.starts_with('.') ? 1 : 0);
}

void add_tensors(const TensorName& name, const TensorFile& file, AnswerTree& tree) {
  if (!file.has_names()) return tree.add(step_of(name), [&](JsonEvents& events) { tell_tensor(file, 0, events); });
  if (!name.tensor.empty())
    throw TensorFault("is an answer as a whole, with a name for each step", "take off the # and what follows");
  const auto is_word = [](const TensorHeader& tensor) { return holds_text(tensor) && tensor.shape.empty(); };
  for (std::size_t i = 0; i < file.names().size(); ++i)
    if (!is_word(file.describe(i))) // such as the id and the title of a result, which are no steps
      tree.add(file.names()[i], [&file, i](JsonEvents& events) { tell_tensor(file, i, events); });
}

void add_text(const TensorName& name, std::string_view text, AnswerTree& tree) {
  if (is_step_table(text)) return add_step_table(text, tree);
  tree.add(step_of(name), [text](JsonEvents& events) {
    if (const auto fault = read_separated(text, events))
      refuse_text(fault->position, fmt::format("has {}", fault->message), fault->hint);
  });
}

Expectation heard(const AnswerTree& tree, const std::string& file) {
  Expectation expectation;
  Faults faults(file);
  AnswerReader reader({}, expectation, faults);
  tree.tell(reader);
  expectation.lists.clear(); // as long as the last name says: what is not named was not worked
  if (faults.count() != 0) throw Refusal(faults.take());
  return expectation;
}

Expectation read(const TensorName& name) {
  const std::string file(name.file);
  AnswerTree tree;
  if (is_text_file(name)) {
    const std::string text = read_text(ByteFile(file));
    add_text(name, text, tree);
    return heard(tree, file);
  }
  const TensorFile tensors(name.file, {});
  add_tensors(name, tensors, tree);
  return heard(tree, file);
}

} // namespace

Expectation read_answer_file(const std::string& name) {
  const TensorName tensor = *find_tensor_name(name);
  try {
    return read(tensor);
  } catch (const TensorFault& fault) {
    throw Refusal(std::string(tensor.file), fault.message, fault.hint);
  }
}

} // namespace attn
