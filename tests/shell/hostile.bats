# Input that is meant to hurt: always exit 2 with a message that a person can read, never a crash, a hang or a flood.

load start

# refused: standard input is; the message is short, without control characters, and matches the pattern.
refused() {
  cat >"$BATS_TEST_TMPDIR/input"
  run -2 --separate-stderr "$ATTN" --json "$BATS_TEST_TMPDIR/input"
  [ -z "$output" ]
  [[ $stderr = attn:* ]]
  [ ${#stderr} -lt 3000 ]
  [ "$(LC_ALL=C grep -cE $'[\1-\10\13-\37\177]|\xc2[\x80-\x9f]' <<<"$stderr")" -eq 0 ]
  [[ $stderr = *${1-}* ]]
}

repeat() { printf "%0$2d" 0 | sed "s/0/$1/g"; }

@test "lists nested 100000 deep" {
  repeat '[' 100000 | refused
  { printf '{"X": ' && repeat '[' 100000; } | refused
  { printf '{"comment": ' && repeat '[' 100000 && repeat ']' 100000 && printf '}'; } | refused
}

@test "objects nested 100000 deep" {
  { printf '{"_a": ' && repeat '{"a":' 100000; } | refused
  { printf '{"mask": ' && repeat '{"keep":' 100000; } | refused
}

@test "UTF-16, with and without a byte-order mark" {
  iconv -f UTF-8 -t UTF-16 <<<"$small" | refused UTF-16
  iconv -f UTF-8 -t UTF-16LE <<<"$small" | refused
  iconv -f UTF-8 -t UTF-16BE <<<"$small" | refused
}

@test "NUL bytes" {
  printf '{"X": [[1, \0 0]]}' | refused
  printf '{"X\0": [[1]]}' | refused
  head -c 5000 /dev/zero | refused
}

@test "bytes that are not UTF-8" {
  printf '{"X": [[1]], "title": "\xff\xfe"}' | refused
  printf '{"\xc0\xaf": 1}' | refused
  printf '\x80\x80\x80' | refused
}

@test "a key, a text and a number of a megabyte" {
  { printf '{"' && repeat k 1000000 && printf '": 1, "X": [[1]]}'; } | refused
  { printf '{"X": "' && repeat x 1000000 && printf '"}'; } | refused
  { printf '{"X": [[1' && repeat 0 1000000 && printf ']]}'; } | refused
}

@test "keys and texts that would paint the terminal" {
  printf '{"\\u001b[31mX": [[1]]}' | refused
  printf '{"X": "\\u001b]0;title\\u0007"}' | refused
  printf '{"X": [[1]], "layout": "\\u009b31m"}' | refused
}

@test "input that stops anywhere" {
  text='{"X": [[1, -2.5e-1], [0, "1/3"]], "mask": {"padding": [true, 0]}, "title": "\u00e9", "scale": null}'
  for ((length = 0; length < ${#text}; ++length)); do
    printf '%s' "${text::length}" | refused
  done
}

@test "sizes that are only claimed" {
  for claim in '"heads": 1000000000' '"heads": 4611686018427387904' '"heads": 1e300' '"kv_heads": 18446744073709551616' \
    '"mask": {"lengths": [1e18]}' '"mask": {"window": {"left": -1}}' '"heads": 0' '"heads": -1' '"heads": 1.5'; do
    echo "{\"X\": [[1, 2]], $claim}" | refused
  done
}

@test "nothing at all" {
  refused </dev/null
  printf ' \n\t ' | refused
  printf '\xef\xbb\xbf' | refused
}
