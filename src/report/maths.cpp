#include "report/maths.h"

#include <fmt/format.h>

namespace attn {
namespace {

using Kind = Maths::Kind;

/// How tightly the parts of a kind hold together.
enum class Hold { loose, sum, product, whole };

Hold hold(const Maths& maths) {
  switch (maths.kind) {
  case Kind::row:
  case Kind::stated:
    return Hold::loose;
  case Kind::sum:
  case Kind::difference:
    return Hold::sum;
  case Kind::product:
  case Kind::fraction:
    return Hold::product;
  case Kind::number:
    return maths.text.starts_with('-') ? Hold::sum : Hold::whole;
  default:
    return Hold::whole;
  }
}

/// In brackets if it would fall apart beside its neighbours.
std::string held(const Maths& part, Hold least) {
  const std::string text = plain_text(part);
  return hold(part) < least ? fmt::format("({})", text) : text;
}

/// Of a sum the first part may be negative as it is.
std::string joined(const Maths& maths, std::string_view sign, Hold first, Hold others) {
  std::string text;
  for (const Maths& part : maths.parts)
    text += &part == &maths.parts.front() ? held(part, first) : fmt::format("{}{}", sign, held(part, others));
  return text;
}

/// Signs stand between blanks, other parts close together.
std::string in_a_row(const Maths& maths) {
  std::string text;
  for (const Maths& part : maths.parts) {
    if (part.kind == Kind::equal || part.kind == Kind::about)
      text += fmt::format(" {} ", plain_text(part));
    else
      text += plain_text(part);
  }
  return text;
}

} // namespace

Maths stated(std::string_view text, std::string_view latex) {
  Maths maths(Kind::stated, std::string(text));
  maths.latex = latex;
  return maths;
}

Maths row(std::vector<Maths> parts) {
  return {Kind::row, std::move(parts)};
}

std::string plain_text(const Maths& maths) {
  const auto part = [&](std::size_t i) -> const Maths& { return maths.parts[i]; };
  switch (maths.kind) {
  case Kind::gap:
    return "   ";
  case Kind::equal:
    return "=";
  case Kind::about:
    return "≈";
  case Kind::dots:
    return "…";
  case Kind::row:
    return in_a_row(maths);
  case Kind::sum:
    return joined(maths, " + ", Hold::loose, Hold::product);
  case Kind::difference:
    return joined(maths, " − ", Hold::sum, Hold::product);
  case Kind::product:
    return joined(maths, "·", Hold::product, Hold::product);
  case Kind::fraction:
    return joined(maths, " / ", Hold::product, Hold::whole);
  case Kind::power:
    return held(part(0), Hold::whole) + "^" +
           (part(1).kind == Kind::number ? part(1).text : held(part(1), Hold::whole));
  case Kind::root:
    return "√" + held(part(0), Hold::whole);
  case Kind::call:
    return fmt::format("{}({})", maths.text, plain_text(part(0)));
  case Kind::vector:
    return fmt::format("[{}]", joined(maths, ", ", Hold::loose, Hold::loose));
  default:
    return maths.text;
  }
}

} // namespace attn
