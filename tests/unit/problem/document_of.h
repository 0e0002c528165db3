#pragma once
// Documents written as JSON in the tests of resolving, which need no reader: the n-th member stands on line n, and the
// k-th list that opens there in column k.

#include "problem/document.h"
#include "problem/resolve.h"

#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace attn {

class DocumentOf {
public:
  static Document text(const std::string& text) {
    DocumentOf reader;
    reader.document_.file = "p.json";
    reader.document_.members = reader.members(nlohmann::ordered_json::parse(text), "");
    return reader.document_;
  }

private:
  using Json = nlohmann::ordered_json;

  Members members(const Json& object, const std::string& pointer) {
    Members members;
    for (const auto& [key, value] : object.items()) {
      if (pointer.empty()) position_ = {position_.line + 1, 1};
      members.push_back({key, one(value, pointer + "/" + key)});
    }
    return members;
  }

  Value one(const Json& json, const std::string& pointer) {
    Value value{position_, pointer, {}};
    if (json.is_object())
      value.is = members(json, pointer);
    else if (json.is_boolean())
      value.is = json.get<bool>();
    else if (json.is_string())
      value.is = json.get<std::string>();
    else if (pointer.find("tokens") != std::string::npos)
      value.is = words(json);
    else
      value.is = numbers(json);
    return value;
  }

  static WordList words(const Json& json) {
    if (json[0].is_array()) return {true, json.get<std::vector<std::vector<std::string>>>()};
    return {false, {json.get<std::vector<std::string>>()}};
  }

  Numbers numbers(const Json& json) {
    Numbers numbers;
    for (const Json* level = &json; level->is_array(); level = &(*level)[0]) numbers.shape.push_back(level->size());
    numbers.lists.resize(numbers.shape.size());
    collect(json, 0, numbers);
    return numbers;
  }

  void collect(const Json& json, std::size_t level, Numbers& numbers) {
    if (!json.is_array()) {
      if (json.is_string())
        numbers.values.push_back(-std::numeric_limits<double>::infinity());
      else
        numbers.values.push_back(json.is_boolean() ? json.get<bool>() : json.get<double>());
      return;
    }
    numbers.lists[level].push_back(position_);
    ++position_.column;
    for (const Json& entry : json) collect(entry, level + 1, numbers);
  }

  Document document_;
  Position position_{0, 1};
};

inline Problem problem_of(const std::string& text, const Overrides& overrides = {}) {
  return resolve(DocumentOf::text(text), overrides);
}

/// "2:1: /W_Q: message" of each fault; a fault without a place is its message.
inline std::vector<std::string> told(const std::vector<Error>& errors) {
  std::vector<std::string> lines;
  for (const Error& error : errors) {
    const auto& [file, at, pointer] = error.place;
    std::string line;
    if (at.line) line += fmt::format("{}:{}: ", at.line, at.column);
    if (!pointer.empty()) line += fmt::format("{}: ", pointer);
    lines.push_back(line + error.message);
  }
  return lines;
}

inline std::vector<Error> errors_of(const Document& document, const Overrides& overrides = {}) {
  try {
    resolve(document, overrides);
  } catch (const Refusal& refusal) {
    return refusal.errors;
  }
  return {};
}

using Lines = std::vector<std::string>;

inline Lines faults_of(const std::string& text, const Overrides& overrides = {}) {
  return told(errors_of(DocumentOf::text(text), overrides));
}

inline std::string hint_of(const std::string& text) {
  const std::vector<Error> errors = errors_of(DocumentOf::text(text));
  return errors.empty() ? "" : errors[0].hint;
}

/// The rows of a matrix.
inline std::vector<std::vector<double>> rows(const Matrix<double>& matrix) {
  std::vector<std::vector<double>> rows(matrix.rows());
  for (std::size_t i = 0; i < matrix.rows(); ++i)
    for (std::size_t j = 0; j < matrix.cols(); ++j) rows[i].push_back(matrix(i, j));
  return rows;
}
using Rows = std::vector<std::vector<double>>;

} // namespace attn
