# Heat maps: pictures that other programs read, and what colour a terminal gets.

load start

escape=$'\e['

# Runs the program for a terminal of 80 columns with these variables alone.
shaded() { script --quiet --return --command "stty cols 80; env -u TERM -u COLORTERM -u NO_COLOR -u CLICOLOR_FORCE $* \"$ATTN\" plot samples/two-heads.json" /dev/null </dev/null; }

@test "every sample is drawn as valid XML, weights and all steps" {
  for sample in samples/*.json; do
    run -0 bash -c "'$ATTN' plot '$sample' --format svg | xmllint --noout -"
    run -0 bash -c "'$ATTN' run '$sample' --format svg | xmllint --noout -"
  done
}

@test "a picture has a pixel where it should: rsvg-convert draws it" {
  "$ATTN" plot samples/two-heads.json -o "$BATS_TEST_TMPDIR/w.svg"
  run -0 rsvg-convert "$BATS_TEST_TMPDIR/w.svg" -o "$BATS_TEST_TMPDIR/w.png"
  run -0 rsvg-convert -f pdf "$BATS_TEST_TMPDIR/w.svg" -o "$BATS_TEST_TMPDIR/w.pdf"
  [ "$(head -c 4 "$BATS_TEST_TMPDIR/w.pdf")" = %PDF ]
}

@test "hostile labels stay labels" {
  jq -n '{X: [[1, 0], [0, 1]], title: "</svg><script>alert(1)</script>", tokens: ["\"><script>", "a\u0000\u001b\uffff"]}' \
    >"$BATS_TEST_TMPDIR/p.json"
  run -0 bash -c "'$ATTN' plot '$BATS_TEST_TMPDIR/p.json' --format svg | tee '$BATS_TEST_TMPDIR/p.svg' | xmllint --noout -"
  ! grep -q '<script' "$BATS_TEST_TMPDIR/p.svg"
}

@test "above 100 x 100 cells a head is one image, and a small file" {
  jq -n '{X: [range(120) | [(. % 7), (. % 5)]], heads: 2, mask: "causal"}' >"$BATS_TEST_TMPDIR/p.json"
  "$ATTN" plot "$BATS_TEST_TMPDIR/p.json" -o "$BATS_TEST_TMPDIR/p.svg"
  xmllint --noout "$BATS_TEST_TMPDIR/p.svg"
  [ "$(grep -c '<image ' "$BATS_TEST_TMPDIR/p.svg")" -eq 2 ]
  [ "$(wc -c <"$BATS_TEST_TMPDIR/p.svg")" -lt 200000 ]
  rsvg-convert "$BATS_TEST_TMPDIR/p.svg" >/dev/null
}

@test "24 bits where they are promised, else 256 colours" {
  run shaded TERM=xterm COLORTERM=truecolor
  [[ $output = *'[38;2;'* && $output != *'[38;5;'* ]]
  run shaded TERM=xterm-direct
  [[ $output = *'[38;2;'* ]]
  run shaded TERM=xterm-256color
  [[ $output = *'[38;5;'* && $output != *'[38;2;'* ]]
}

@test "no colour: characters, and the number is always there" {
  for setting in NO_COLOR=1 TERM=dumb 'NO_COLOR=1 CLICOLOR_FORCE=1'; do
    run shaded TERM=xterm $setting
    [[ $output != *"$escape"* && $output = *0.40*▓* ]]
  done
}

@test "CLICOLOR_FORCE colours a pipe, 0 does not" {
  CLICOLOR_FORCE=1 run -0 "$ATTN" plot samples/two-heads.json
  [[ $output = *"$escape"* ]]
  CLICOLOR_FORCE=0 run -0 "$ATTN" plot samples/two-heads.json
  [[ $output != *"$escape"* ]]
}

@test "--heat shades tables, and changes no number" {
  run -0 "$ATTN" samples/two-heads.json --only weights --heat
  [[ $output = *'0.4011 ▓▓'* ]]
  diff <("$ATTN" samples/two-heads.json --heat --json) <("$ATTN" samples/two-heads.json --json)
}

@test "a step, a head, a query" {
  run -0 "$ATTN" plot samples/two-heads.json --step scores --head 2 --query 1
  [[ $output = *'.heads[1].scores'* && $output != *'.heads[0]'* && $output != *q2* ]]
  run -2 "$ATTN" plot samples/two-heads.json --step wieghts
  [[ $output = *weights* ]]
}

@test "what has no matrix is no picture" {
  run -2 "$ATTN" check samples/two-heads.json samples/answers/ben.json --format svg
  [[ $output = *'svg holds matrices, and none are told here'*'take one of table, json'* ]]
  run -2 "$ATTN" plot samples/two-heads.json --step capped_scores -o "$BATS_TEST_TMPDIR/none.svg"
  [ ! -e "$BATS_TEST_TMPDIR/none.svg" ]
}
