#include "format/fact_text.h"

#include "format/notation.h"
#include "problem/character.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <variant>

namespace attn {
namespace {

struct FactText {
  Dtype dtype;
  int decimals;

  std::string operator()(const std::string& words) const { return printable(words); }
  std::string operator()(double number) const {
    const View one{&number, 1, 1, 1, 1};
    return text(number, choose_notation(one, row_of(dtype).sums, decimals));
  }
  std::string operator()(const Id& id) const { return printable(id.text); }
  std::string operator()(const Fact::Counts& counts) const {
    std::string line;
    for (const auto& [name, count] : counts) line += fmt::format("{}{} {}", line.empty() ? "" : ", ", name, count);
    return line;
  }
  std::string operator()(const Fact::Texts& texts) const {
    std::string line;
    for (const auto& [name, words] : texts)
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", name, printable(words));
    return line;
  }
  std::string operator()(const Fact::Words& list) const { return printable(fmt::format("{}", fmt::join(list, " "))); }
  std::string operator()(const Fact::WordLists& lists) const {
    std::string line;
    for (const Fact::Words& list : lists) line += (line.empty() ? "" : "; ") + (*this)(list);
    return line;
  }
};

} // namespace

std::string fact_text(const Fact& fact, Dtype dtype, int decimals) {
  return std::visit(FactText{dtype, decimals}, fact.value);
}

} // namespace attn
