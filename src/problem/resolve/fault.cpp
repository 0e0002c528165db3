#include "problem/resolve/fault.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>

namespace attn::resolving {
namespace {

/// The list's position, and its pointer: the value's own with "/0" for each level.
Place place_of(const Document& document, const Spot& spot) {
  if (!spot.value) return {};
  const Value& value = *spot.value;
  Place place{document.file, value.position, value.pointer};
  if (spot.level == 0 || !value.name.empty()) return place;
  const auto& numbers = std::get<Numbers>(value.is);
  for (std::size_t level = 0; level < spot.level; ++level) place.pointer += "/0";
  if (spot.level < numbers.lists.size()) place.position = numbers.lists[spot.level].front();
  return place;
}

/// "X is 3 x 4 and W_Q is 3 x 2"; what is expected may come from no place in the file.
std::string both_shapes(const Spot& expected, const Spot& found) {
  const std::string shape = describe(*found.value);
  return expected.value ? fmt::format("{} and {}", describe(*expected.value), shape) : shape;
}

} // namespace

std::string name_of(const Value& value) {
  if (!value.name.empty()) return value.name;
  std::string name = value.pointer.substr(1);
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

std::string describe(const Value& value) {
  const std::string name = name_of(value);
  if (const auto* text = std::get_if<std::string>(&value.is)) return fmt::format("{} is \"{}\"", name, *text);
  const auto& numbers = std::get<Numbers>(value.is);
  if (numbers.shape.empty()) return fmt::format("{} is {}", name, numbers.values.front());
  return fmt::format("{} is {}", name, fmt::join(numbers.shape, " x "));
}

std::string count_of(std::size_t count, const Noun& noun) {
  return fmt::format("{} {}", count, count == 1 ? noun.one : noun.many);
}

bool Findings::left_out(std::string_view key) const {
  const std::string_view parent = key.substr(0, key.find('/'));
  return std::any_of(left_out_.begin(), left_out_.end(),
                     [&](const std::string& faulty) { return faulty == key || faulty == parent; });
}

void Findings::at(const Spot& spot, std::string message, std::string hint) {
  errors_.push_back({place_of(document_, spot), std::move(message), std::move(hint)});
}

void Findings::at_entry(const Value& value, std::size_t index, std::string message, std::string hint) {
  const auto& numbers = std::get<Numbers>(value.is);
  Place place{document_.file, value.position, ""};
  if (!numbers.shape.empty()) {
    const std::size_t row = index / numbers.shape.back();
    if (numbers.lists.size() == numbers.shape.size()) place.position = numbers.lists.back()[row];
  }
  std::string steps;
  for (std::size_t level = numbers.shape.size(); level-- > 0; index /= numbers.shape[level])
    steps.insert(0, fmt::format("/{}", index % numbers.shape[level]));
  if (!value.name.empty()) // it stands in another file
    message.insert(0, fmt::format("{}{}: ", value.name, steps));
  else
    place.pointer = steps;
  place.pointer.insert(0, value.pointer);
  errors_.push_back({std::move(place), std::move(message), std::move(hint)});
}

void Findings::missing(const Spot& spot, std::string message, std::string hint) {
  if (!document_.errors.empty()) return;
  const Place place = spot.value ? place_of(document_, spot) : Place{document_.file, {}, ""};
  errors_.push_back({place, std::move(message), std::move(hint)});
}

void Findings::misfit(const Size& found, const Size& expected, std::string_view advice) {
  at(found.spot,
     fmt::format("expected {}, as {} is {}, found {}", count_of(expected.count, found.noun), expected.words,
                 expected.count, found.count),
     fmt::format("{}: {}", both_shapes(expected.spot, found.spot), advice));
}

void Findings::raise() const {
  std::vector<Error> all = document_.errors;
  all.insert(all.end(), errors_.begin(), errors_.end());
  if (all.empty()) return;
  const auto order = [](const Error& error) { // of the file; what has no spot in it comes last
    const auto [line, column] = error.place.position;
    return std::tuple(line == 0, line, column);
  };
  std::stable_sort(all.begin(), all.end(), [&](const Error& a, const Error& b) { return order(a) < order(b); });
  const auto is_told = [&](const Error& a, const Error& b) { // a fused weight has one fault, and each part tells it
    return order(a) == order(b) && a.place.pointer == b.place.pointer && a.message == b.message;
  };
  all.erase(std::unique(all.begin(), all.end(), is_told), all.end());
  throw Refusal(std::move(all));
}

} // namespace attn::resolving
