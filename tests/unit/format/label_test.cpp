// What users wrote, on a screen: how wide it is, and that it cannot command the terminal.

#include "format/symbol.h"
#include "format/width.h"
#include "problem/character.h"

#include <catch2/catch.hpp>

namespace attn {

TEST_CASE("width counts columns of the screen, not bytes or code points") {
  CHECK(display_width("") == 0);
  CHECK(display_width("abc") == 3);
  CHECK(display_width("naïf") == 4);
  CHECK(display_width("cafe\u0301") == 4); // e and a combining acute
  CHECK(display_width("患者") == 4);
  CHECK(display_width("ｶﾅ") == 2); // half-width katakana
  CHECK(display_width("Ａ") == 2); // full-width Latin
  CHECK(display_width("한국") == 4);
  CHECK(display_width("\u1112\u1161\u11ab") == 2); // the same kind of syllable in three letters
  CHECK(display_width("Ġthe") == 4);
  CHECK(display_width("a\u200bb") == 2); // zero-width space
}

TEST_CASE("what is drawn as one emoji is two wide") {
  CHECK(display_width("😀") == 2);
  CHECK(display_width("❤") == 1);
  CHECK(display_width("❤\uFE0F") == 2);         // emoji presentation
  CHECK(display_width("👍🏽") == 2);        // with a skin tone
  CHECK(display_width("👩\u200D👩\u200D👧") == 2); // a family, joined
  CHECK(display_width("🇩🇪") == 2);              // a flag
  CHECK(display_width("🇩🇪🇫🇷") == 4);
  CHECK(display_width("1\uFE0F\u20E3") == 2); // a keycap
}

TEST_CASE("commands to a terminal are shown, not obeyed") {
  CHECK(printable("a\x1b[31mb") == "a\\u001b[31mb");
  CHECK(printable("a\nb\tc\rd") == "a\\nb\\tc\\rd");
  CHECK(printable(std::string_view("\0", 1)) == "\\u0000");
  CHECK(printable("\x7f") == "\\u007f");
  CHECK(printable("\u009b31m") == "\\u009b31m"); // C1: escape sequences in one character
  CHECK(printable("\u2028\u2029") == "\\u2028\\u2029");
  CHECK(printable("\u202Eevil\u202C") == "\\u202eevil\\u202c"); // right-to-left override
  CHECK(printable("\u2067x\u2069\u200F\u061C") == "\\u2067x\\u2069\\u200f\\u061c");
}

TEST_CASE("bytes that are not UTF-8 are shown by value") {
  CHECK(printable("a\xff") == "a\\xff");
  CHECK(printable("\x9b") == "\\x9b");                   // a lone C1 byte
  CHECK(printable("\xc0\x9b") == "\\xc0\\x9b");          // overlong form
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80"); // surrogate
  CHECK(printable("\xe6\x82") == "\\xe6\\x82");          // cut off
}

TEST_CASE("everything else passes") {
  CHECK(printable("患者 \\n naïf 👩\u200D👩") == "患者 \\n naïf 👩\u200D👩");
}

TEST_CASE("symbols have a spelling in ASCII") {
  CHECK(in_ascii("Q·Kᵀ / √d") == "Q*K^T / sqrt(d)");
  CHECK(in_ascii("1/√d_k = 1/√2. x / √(a + b), √") == "1/sqrt(d_k) = 1/sqrt(2). x / sqrt(a + b), sqrt");
  CHECK(in_ascii("2 × [3,2]") == "2 x [3,2]");
  CHECK(in_ascii("──┼─│") == "--+-|");
}

} // namespace attn
