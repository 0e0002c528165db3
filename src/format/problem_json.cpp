#include "format/problem_json.h"

#include <cassert>
#include <string>
#include <string_view>

namespace attn {
namespace {

class ProblemWriter {
public:
  ProblemWriter(const Problem& problem, Layout layout, Sink& sink) : problem_(problem), json_(sink, layout) {}

  void write() {
    json_.open_object();
    words("title", problem_.title);
    if (problem_.id) {
      json_.key("id");
      problem_.id->is_number ? json_.verbatim(problem_.id->text) : json_.text(problem_.id->text);
    }
    labels("tokens", problem_.tokens);
    labels("context_tokens", problem_.context_tokens);
    rows("X", problem_.X);
    rows("context", problem_.context);
    projection("_Q", problem_.project_Q);
    projection("_K", problem_.project_K);
    projection("_V", problem_.project_V);
    projection("_O", problem_.project_O);
    if (problem_.shape.heads > 1) count("heads", problem_.shape.heads);
    if (problem_.shape.kv_heads != problem_.shape.heads) count("kv_heads", problem_.shape.kv_heads);
    mask();
    if (problem_.dtype != Dtype::float64) words("dtype", row_of(problem_.dtype).name);
    json_.close_object();
    json_.finish();
  }

private:
  void words(std::string_view key, std::string_view words) {
    if (words.empty()) return;
    json_.key(key);
    json_.text(words);
  }

  void count(std::string_view key, std::size_t count) {
    json_.key(key);
    json_.verbatim(std::to_string(count));
  }

  void labels(std::string_view key, const PerSequence<std::vector<std::string>>& lists) {
    if (!lists.given()) return;
    json_.key(key);
    json_.open_list(Spread::inline_);
    for (const std::string& word : lists[0]) json_.text(word);
    json_.close_list();
  }

  void rows(std::string_view key, const PerSequence<Matrix<double>>& matrices) {
    if (!matrices.given()) return;
    json_.key(key);
    json_.matrix(matrices[0], problem_.dtype);
  }

  /// "W_Q", and "b_Q" if it has one; what is the identity may be left out here, as only W_O ever is.
  void projection(const std::string& letter, const Projection& projection) {
    if (!projection.identity) {
      json_.key("W" + letter);
      json_.matrix(projection.W, problem_.dtype);
    }
    const std::vector<double>& b = projection.b;
    if (b.empty()) return;
    json_.key("b" + letter);
    json_.column({b.data(), b.size(), 1, 1, 1}, problem_.dtype);
  }

  void mask() {
    const Mask& mask = problem_.mask;
    if (!mask.given()) return;
    json_.key("mask");
    if (!mask.padding.given()) return json_.text("causal");
    json_.open_object(Spread::inline_);
    if (mask.causal != Causal::none) {
      json_.key("causal");
      json_.verbatim("true");
    }
    json_.key("padding");
    json_.open_list(Spread::inline_);
    for (const std::uint8_t real : mask.padding.values) json_.verbatim(real ? "1" : "0");
    json_.close_list();
    json_.close_object();
  }

  const Problem& problem_;
  JsonWriter json_;
};

} // namespace

void write_problem(const Problem& problem, Layout layout, Sink& sink) {
  assert(problem.start == Start::X && !problem.batched && problem.shape.past == 0);
  ProblemWriter(problem, layout, sink).write();
}

} // namespace attn
