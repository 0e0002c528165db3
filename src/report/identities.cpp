#include "report/identities.h"

#include "report/facts.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <iterator>

namespace attn {
namespace {

constexpr std::size_t total(std::span<const IdentityFinding> findings, bool (*counts)(const IdentityFinding&)) {
  return static_cast<std::size_t>(std::ranges::count_if(findings, counts));
}

bool applies(const IdentityFinding& finding) {
  return finding.why_not.empty();
}
bool is_broken(const IdentityFinding& finding) {
  return !finding.holds();
}

/// Two digits say how small it is.
std::string size_of(double difference) {
  return difference == 0 ? "0" : fmt::format("{:.2g}", difference);
}

std::vector<std::string> row(const IdentityFinding& finding) {
  const Agreement& found = finding.agreement;
  const std::string sentence(finding.sentence);
  if (!applies(finding)) return {sentence, "does not apply", "", "", "", ""};
  return {sentence,
          found.holds ? "holds" : "does not hold",
          std::to_string(found.compared),
          size_of(found.difference),
          found.path.empty() ? "" : size_of(found.allowed),
          found.path};
}

TextTable table(std::span<const IdentityFinding> findings) {
  using enum TextTable::Align;
  TextTable table;
  table.columns = {{"identity", left}, {"verdict", left}, {"numbers", right}, {"largest difference", right},
                   {"allowed", right}, {"where", left}};
  for (const IdentityFinding& finding : findings) table.rows.push_back(row(finding));
  return table;
}

/// Why an identity does not apply, or by how much it is broken.
Lines remarks(std::span<const IdentityFinding> findings) {
  Lines lines;
  for (const IdentityFinding& finding : findings)
    if (!applies(finding))
      lines.push_back(fmt::format("Does not apply: {}. {}{}.", finding.sentence,
                                  static_cast<char>(std::toupper(finding.why_not[0])), finding.why_not.substr(1)));
  return lines;
}

/// "All 5 identities that apply hold.", "1 of 5 identities that apply does not hold."
std::string summary(std::span<const IdentityFinding> findings) {
  const std::size_t applying = total(findings, applies), broken = total(findings, is_broken);
  if (broken == 0) return fmt::format("All {} identities that apply hold.", applying);
  return fmt::format("{} of {} identities that apply {} not hold.", broken, applying, broken == 1 ? "does" : "do");
}

Tree tree(const IdentityFinding& finding) {
  Tree::Object object{{"name", std::string(finding.identity->name)},
                      {"sentence", std::string(finding.sentence)},
                      {"applies", applies(finding)}};
  const auto add = [&](const char* key, auto value) { object.emplace_back(key, std::move(value)); };
  if (!applies(finding)) {
    add("why_not", finding.why_not);
    return object;
  }
  const Agreement& found = finding.agreement;
  add("holds", found.holds);
  add("compared", found.compared);
  add("difference", found.difference);
  add("allowed", found.allowed);
  if (!found.path.empty()) add("path", found.path);
  return object;
}

Tree tree(const Problem& problem, std::span<const IdentityFinding> findings) {
  Tree::Object object{{"schema", std::string("attn-verify/1")}};
  if (!problem.title.empty()) object.emplace_back("title", problem.title);
  if (problem.id) object.emplace_back("id", *problem.id);
  object.emplace_back("all_hold", total(findings, is_broken) == 0);
  Tree::List list;
  for (const IdentityFinding& finding : findings) list.push_back(tree(finding));
  object.emplace_back("identities", std::move(list));
  object.emplace_back("warnings", Tree::List(problem.warnings.begin(), problem.warnings.end()));
  return object;
}

} // namespace

Report identities_report(const Problem& problem, std::span<const IdentityFinding> findings) {
  Report report;
  report.schema = "attn-verify/1";
  report.title = problem.title;
  report.dtype = problem.dtype;
  report.facts = facts(problem, {});
  report.passages.push_back({"", "", table(findings)});
  Lines lines{summary(findings)};
  std::ranges::move(remarks(findings), std::back_inserter(lines));
  report.passages.push_back({"", "", std::move(lines)});
  report.warnings = problem.warnings;
  report.source = problem.source;
  report.tree = tree(problem, findings);
  return report;
}

} // namespace attn
