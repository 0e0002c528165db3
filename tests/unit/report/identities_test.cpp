// What is told of identities that hold, that are broken, and that do not apply.

#include "report/identities.h"

#include "small_problems.h"

#include <catch2/catch.hpp>

namespace attn {
namespace {

/// The table's own rows.
std::vector<std::vector<std::string>> rows(const Report& report) {
  return std::get<TextTable>(report.passages[0].body).rows;
}
Lines lines(const Report& report) {
  return std::get<Lines>(report.passages[1].body);
}
const Tree& member(const Tree& tree, const std::string& key) {
  for (const auto& [name, value] : std::get<Tree::Object>(tree.is))
    if (name == key) return value;
  FAIL("no member " << key);
  return tree;
}

std::vector<IdentityFinding> findings() {
  std::vector<IdentityFinding> found;
  const auto find = [&](std::size_t identity, std::string why_not, Agreement agreement) {
    found.push_back({&identities()[identity], std::move(why_not), std::move(agreement), identities()[identity].sentence});
  };
  find(0, "", {20, true, 1.5e-16, 4e-16, ".output[0][1]"});
  find(1, "there is one head", {});
  find(3, "", {6, true, 0, 0, ""});
  find(4, "", {3, false, 0.25, 6.7e-16, ".heads[0].weights[2]"});
  return found;
}

using Rows = std::vector<std::vector<std::string>>;

} // namespace

TEST_CASE("a row for each identity: verdict, how many numbers, how near, where") {
  CHECK(rows(identities_report(two_heads(), findings())) ==
        Rows{{"position by position = matrices", "holds", "20", "1.5e-16", "4e-16", ".output[0][1]"},
             {"head by head = one block matrix", "does not apply", "", "", "", ""},
             {"streamed = kept", "holds", "6", "0", "", ""},
             {"weights of each row sum to 1 (0 for a query that may see no key)", "does not hold", "3", "0.25",
              "6.7e-16", ".heads[0].weights[2]"}});
}

TEST_CASE("in words: how many hold, and why one does not apply") {
  CHECK(lines(identities_report(two_heads(), findings())) ==
        Lines{"1 of 3 identities that apply does not hold.",
              "Does not apply: head by head = one block matrix. There is one head."});
  std::vector<IdentityFinding> good = findings();
  good.pop_back();
  CHECK(lines(identities_report(two_heads(), good))[0] == "All 2 identities that apply hold.");
}

TEST_CASE("machines are told whether all hold, and each difference as a number") {
  const Tree tree = *identities_report(two_heads(), findings()).tree;
  CHECK(std::get<std::string>(member(tree, "schema").is) == "attn-verify/1");
  CHECK_FALSE(std::get<bool>(member(tree, "all_hold").is));
  const auto& list = std::get<Tree::List>(member(tree, "identities").is);
  CHECK(std::get<double>(member(list[0], "difference").is) == 1.5e-16);
  CHECK(std::get<std::string>(member(list[1], "why_not").is) == "there is one head");
  CHECK(std::get<std::string>(member(list[3], "path").is) == ".heads[0].weights[2]");
}

} // namespace attn
