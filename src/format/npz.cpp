// A result as arrays that numpy.load reads: an archive with a .npy array for each matrix and each small fact, under its
// jq path without the leading dot ("heads[0].weights", "shape.n"). A masked score is -inf, as frameworks have it.

#include "format/zip_writer.h"
#include "problem/character.h"
#include "report/report.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <span>
#include <variant>

namespace attn {
namespace {

constexpr char byte_order = std::endian::native == std::endian::little ? '<' : '>';

/// What stands before the elements (numpy.lib.format, version 1.0): padded, so that these begin at a multiple of 64.
std::string npy_header(std::string_view type, std::span<const std::size_t> shape) {
  constexpr std::size_t alignment = 64, fixed = 10;
  std::string text = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}{}), }}", byte_order, type,
                                 fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  text.append(alignment - 1 - (fixed + text.size()) % alignment, ' ').push_back('\n');
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 255);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

/// Collects elements and hands them on in pieces of bounded size.
template <class Element>
class Pieces {
public:
  explicit Pieces(const ZipWriter::Take& take) : take_(take) {}
  ~Pieces() { flush(); }
  void add(Element element) {
    elements_[count_++] = element;
    if (count_ == elements_.size()) flush();
  }

private:
  void flush() {
    take_({reinterpret_cast<const char*>(elements_.data()), count_ * sizeof(Element)});
    count_ = 0;
  }
  const ZipWriter::Take& take_;
  std::array<Element, 8192> elements_;
  std::size_t count_ = 0;
};

template <class Element>
void give_numbers(View values, const ZipWriter::Take& take) {
  Pieces<Element> pieces(take);
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.cols; ++j)
      pieces.add(std::isfinite(values(i, j)) ? static_cast<Element>(values(i, j))
                                             : -std::numeric_limits<Element>::infinity());
}

/// The bits of a float16, of which the value is one or -infinity (a masked cell).
std::uint16_t bits_of_half(double value) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const double magnitude = std::fabs(value);
  if (!std::isfinite(value)) return sign | 0x7c00;
  const int exponent = magnitude < 0x1p-14 ? -14 : std::ilogb(magnitude);
  const auto digits = static_cast<std::uint16_t>(std::ldexp(magnitude, 10 - exponent)); // 2^10 and above: normal
  return static_cast<std::uint16_t>(sign + (exponent + 14) * 1024 + digits);
}

void give_halves(View values, const ZipWriter::Take& take) {
  Pieces<std::uint16_t> pieces(take);
  for (std::size_t i = 0; i < values.rows; ++i)
    for (std::size_t j = 0; j < values.cols; ++j)
      pieces.add(bits_of_half(std::isfinite(values(i, j)) ? values(i, j) : -std::numeric_limits<double>::infinity()));
}

/// How numpy stores a dtype. It has no bfloat16: float32 holds its numbers.
struct NpyForm {
  std::string_view type;
  void (*give)(View values, const ZipWriter::Take& take);
};

const NpyForm& form_of(Dtype dtype) {
  static constexpr NpyForm forms[] = {
      {"f8", give_numbers<double>}, {"f4", give_numbers<float>}, {"f2", give_halves}, {"f4", give_numbers<float>}};
  return forms[static_cast<std::size_t>(dtype)];
}

std::u32string characters(std::string_view text) {
  constexpr char32_t replacement = 0xFFFD;
  std::u32string result;
  while (!text.empty()) {
    const Character character = first_character(text);
    result += character.code == Character::invalid ? replacement : static_cast<char32_t>(character.code);
    text.remove_prefix(character.bytes.size());
  }
  return result;
}

class NpzWriter {
public:
  NpzWriter(const Report& report, Sink& sink) : report_(report), zip_(sink) {}

  void write() {
    add_words("schema", report_.schema);
    if (!report_.title.empty()) add_words("title", report_.title);
    for (const Fact& fact : report_.facts)
      if (fact.audience != Audience::people) add_fact(fact);
    for (const Part& part : report_.parts)
      for (const Section& section : part.sections) add_section(section);
    add_list("warnings", report_.warnings);
    zip_.finish();
  }

private:
  void add(const std::string& name, std::string_view type, std::span<const std::size_t> shape,
           const ZipWriter::Give& give) {
    const std::string header = npy_header(type, shape);
    zip_.add(name + ".npy", [&](const ZipWriter::Take& take) {
      take(header);
      give(take);
    });
  }

  void add_section(const Section& section) {
    const View values = section.block.values;
    const std::array<std::size_t, 2> shape{values.rows, values.cols};
    const NpyForm& form = form_of(section.block.dtype_in(report_.dtype));
    add(section.path.substr(1), form.type, std::span(shape).first(section.block.is_vector ? 1 : 2),
        [&](const ZipWriter::Take& take) { form.give(values, take); });
  }

  template <class Number>
  void add_number(const std::string& name, std::string_view type, Number number) {
    add(name, type, {}, [&](const ZipWriter::Take& take) {
      take({reinterpret_cast<const char*>(&number), sizeof(Number)});
    });
  }

  /// Texts of one size, the longest one's, in UTF-32; shorter ones end in zeros.
  void add_texts(const std::string& name, std::span<const std::string> texts, std::span<const std::size_t> shape) {
    std::vector<std::u32string> wide;
    std::size_t size = 1;
    for (const std::string& text : texts) size = std::max(size, wide.emplace_back(characters(text)).size());
    for (std::u32string& text : wide) text.resize(size);
    add(name, fmt::format("U{}", size), shape, [&](const ZipWriter::Take& take) {
      for (const std::u32string& text : wide)
        take({reinterpret_cast<const char*>(text.data()), text.size() * sizeof(char32_t)});
    });
  }
  void add_words(const std::string& name, const std::string& words) { add_texts(name, {&words, 1}, {}); }
  void add_list(const std::string& name, const std::vector<std::string>& list) {
    const std::size_t count = list.size();
    add_texts(name, list, {&count, 1});
  }

  void add_fact(const Fact& fact) {
    std::visit([&](const auto& value) { add_value(fact.key, value); }, fact.value);
  }
  void add_value(const std::string& key, const std::string& words) { add_words(key, words); }
  void add_value(const std::string& key, double number) { add_number(key, "f8", number); }
  void add_value(const std::string& key, const Id& id) { add_words(key, id.text); }
  void add_value(const std::string& key, const Fact::Words& words) { add_list(key, words); }
  void add_value(const std::string& key, const Fact::WordLists& lists) {
    for (std::size_t i = 0; i < lists.size(); ++i) add_list(fmt::format("{}[{}]", key, i), lists[i]);
  }
  void add_value(const std::string& key, const Fact::Texts& texts) {
    for (const auto& [name, words] : texts) add_words(fmt::format("{}.{}", key, name), words);
  }
  void add_value(const std::string& key, const Fact::Counts& counts) {
    for (const auto& [name, count] : counts)
      add_number(fmt::format("{}.{}", key, name), "i8", static_cast<std::int64_t>(count));
  }

  const Report& report_;
  ZipWriter zip_;
};

} // namespace

void write_npz(const Report& report, const Style&, Sink& sink) {
  NpzWriter(report, sink).write();
}

} // namespace attn
