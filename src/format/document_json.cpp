#include "format/document_json.h"

#include <functional>
#include <numeric>
#include <variant>

namespace attn {
namespace {

class DocumentWriter {
public:
  DocumentWriter(Layout layout, Sink& sink) : json_(sink, layout) {}

  void write(const Document& document) {
    json_.open_object();
    if (!document.title.empty()) {
      json_.key("title");
      json_.text(document.title);
    }
    if (document.id) {
      json_.key("id");
      document.id->is_number ? json_.verbatim(document.id->text) : json_.text(document.id->text);
    }
    members(document.members);
    json_.close_object();
    json_.finish();
  }

private:
  void members(const Members& members) {
    for (const Member& member : members) {
      json_.key(member.key);
      std::visit([&](const auto& value) { put(value); }, member.value.is);
    }
  }

  void put(bool value) { json_.verbatim(value ? "true" : "false"); }
  void put(const std::string& text) { json_.text(text); }
  void put(const Members& inner) {
    json_.open_object();
    members(inner);
    json_.close_object();
  }
  void put(const WordList& words) {
    if (words.nested) json_.open_list();
    for (const auto& list : words.lists) {
      json_.open_list(Spread::inline_);
      for (const std::string& word : list) json_.text(word);
      json_.close_list();
    }
    if (words.nested) json_.close_list();
  }
  void put(const Numbers& numbers) { levels(numbers, 0, numbers.values.data()); }

  /// What stands at `level` of the lists, its numbers from `values` on.
  void levels(const Numbers& numbers, std::size_t level, const double* values) {
    const std::size_t below = numbers.shape.size() - level;
    if (below == 0) return json_.number(*values, Dtype::float64);
    if (below == 1) return json_.column({values, numbers.shape[level], 1, 1, 1}, Dtype::float64);
    const std::size_t cols = numbers.shape.back();
    if (below == 2) return json_.matrix({values, numbers.shape[level], cols, cols, 1}, Dtype::float64);
    const std::size_t each = std::accumulate(numbers.shape.begin() + static_cast<std::ptrdiff_t>(level) + 1,
                                             numbers.shape.end(), std::size_t{1}, std::multiplies<>());
    json_.open_list();
    for (std::size_t i = 0; i < numbers.shape[level]; ++i) levels(numbers, level + 1, values + i * each);
    json_.close_list();
  }

  JsonWriter json_;
};

} // namespace

void write_document(const Document& document, Layout layout, Sink& sink) {
  DocumentWriter(layout, sink).write(document);
}

} // namespace attn
