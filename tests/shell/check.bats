# attn check from outside: what it exits with, and that the truth and every sample's own expect are always all right.

load start

problem=samples/two-heads.json

# Marks an answer on standard input to a causal problem of two queries.
check_small() { "$ATTN" check <(echo '{"X": [[1, 0], [0, 1]], "mask": "causal"}') - "$@"; }

@test "exit 0 when all is right, also by hand rounding" {
  run -0 --separate-stderr "$ATTN" check $problem samples/answers/ada.json
  [ -z "$stderr" ]
}

@test "exit 1 when something is wrong" {
  for answer in ben chen; do
    run -1 --separate-stderr "$ATTN" check $problem samples/answers/$answer.json
    [ -z "$stderr" ]
    [ -n "$output" ]
  done
  run -1 check_small <<<'{}'
}

@test "exit 2 when it cannot be marked, and nothing on standard output" {
  for words in '' 'missing.json' "$problem missing.json" "$problem $problem" "$problem --no-such-option"; do
    run -2 --separate-stderr "$ATTN" check $words
    [ -z "$output" ]
    [[ $stderr = attn:* ]]
  done
}

@test "an answer that stands first is told so, a problem with faults keeps them" {
  run -2 --separate-stderr "$ATTN" check samples/answers/ben.json samples/two-heads.json
  [ "$stderr" = $'attn: samples/answers/ben.json: an answer, where the problem is expected\n  the problem comes first: attn check PROBLEM ANSWER' ]
  echo '{"X": [[1]], "heds": 1}' >"$BATS_TEST_TMPDIR/problem.json"
  run -2 --separate-stderr "$ATTN" check "$BATS_TEST_TMPDIR/problem.json" samples/answers/ben.json
  [[ $stderr = *'unknown key "heds"'* ]]
  echo '{"Q": [[1, 0]], "K": [[1, 0, 0]], "V": [[1]]}' >"$BATS_TEST_TMPDIR/problem.json" # an answer could say so too
  run -2 --separate-stderr "$ATTN" check "$BATS_TEST_TMPDIR/problem.json" samples/answers/ben.json
  [[ $stderr != *"an answer"* ]]
}

@test "several answers: the worst of theirs" {
  run -0 "$ATTN" check $problem samples/answers/{ada,ada}.json
  run -1 "$ATTN" check $problem samples/answers/{ben,ada}.json
  run -2 --separate-stderr "$ATTN" check $problem samples/answers/ben.json missing.json samples/answers/ada.json
  [[ $output = *Ben*missing.json*Ada* ]]
  [[ $stderr = attn:*missing.json* ]]
}

@test "a line that cannot be marked is exit 1, and the others are marked" {
  { echo '{"weights": [[NaN]]}' && jq -c . samples/answers/ada.json; } >"$BATS_TEST_TMPDIR/class.jsonl"
  run -1 --separate-stderr "$ATTN" check $problem "$BATS_TEST_TMPDIR/class.jsonl" --json
  [ ${#lines[@]} -eq 2 ]
  [ "$(jq -c '[.line, has("error"), .results[0].all_right]' <<<"$output" | paste -sd' ')" = '[1,true,null] [2,false,true]' ]
  [[ $stderr = "attn: $BATS_TEST_TMPDIR/class.jsonl:1:"* ]]
}

@test "no lines: nothing said in JSON, exit 0" {
  run -0 "$ATTN" check $problem - --lines --json </dev/null
  [ -z "$output" ]
}

@test "run's own JSON gets 100 % on every sample, each step of it" {
  for sample in samples/*.json; do
    echo "$sample"
    "$ATTN" run "$sample" --json >"$BATS_TEST_TMPDIR/result.json"
    run -0 "$ATTN" check "$sample" "$BATS_TEST_TMPDIR/result.json" --json
    [ "$(jq -c '.results[] | [.all_right, .marks.percent, .cells.given == .cells.right]' <<<"$output")" = \
      '[true,100,true]' ]
    cells=$(jq '[.. | objects | to_entries[] | select(.key | test("^([QKV]|(normed|rotated)_[QK]|.*scores|weights|output|concat)$"))
      | .value | [.. | numbers, nulls] | length] | add' "$BATS_TEST_TMPDIR/result.json")
    [ "$(jq '.results[].cells.given' <<<"$output")" -eq "$cells" ]
  done
}

@test "the same in single precision" {
  for sample in samples/*.json; do
    echo "$sample"
    "$ATTN" run "$sample" --json --dtype float32 >"$BATS_TEST_TMPDIR/result.json"
    "$ATTN" check "$sample" "$BATS_TEST_TMPDIR/result.json"
    "$ATTN" check "$sample" "$BATS_TEST_TMPDIR/result.json" --dtype float32
  done
}

@test "what run gives with every step rounded is right by hand rounding" {
  for sample in samples/*.json; do
    for decimals in 2 4; do
      echo "$sample $decimals"
      "$ATTN" run "$sample" --json --round-steps $decimals >"$BATS_TEST_TMPDIR/result.json"
      "$ATTN" check "$sample" "$BATS_TEST_TMPDIR/result.json" --decimals $decimals
    done
  done
}

@test "every sample's own expect is all right, alone and as a line" {
  for sample in samples/*.json; do
    echo "$sample"
    "$ATTN" check "$sample"
  done
  jq -c . samples/*.json >"$BATS_TEST_TMPDIR/samples.jsonl"
  run -0 "$ATTN" check "$BATS_TEST_TMPDIR/samples.jsonl" --json
  [ ${#lines[@]} -eq "$(ls samples/*.json | wc -l)" ]
}

@test "the text nan is a wrong cell, a bare NaN no JSON" {
  run -1 check_small <<<'{"weights": [[1, "nan"], [0.33, 0.67]]}'
  [[ $output = *unreadable* ]]
  run -2 check_small <<<'{"weights": [[1, NaN], [0.33, 0.67]]}'
}

@test "null is right where the result has null, and nowhere else" {
  run -0 check_small <<<'{"masked_scores": [[0.71, null], [0, 0.71]]}'
  run -1 check_small <<<'{"masked_scores": [[0.71, null], [0, null]]}'
  run -1 check_small <<<'{"weights": [[1, null], [0.33, 0.67]]}'
}

@test "a wrong shape is wrong, and does not stop the rest" {
  run -1 --separate-stderr check_small --json <<<'{"weights": [[1, 0]], "scores": [[1, 0], [0, 1]]}'
  [ -z "$stderr" ]
  [ "$(jq -c '[.results[].steps[] | [.path, .right]]' <<<"$output")" = \
    '[[".heads[0].scores",4],[".heads[0].weights",0]]' ]
}

@test "short forms are the long ones" {
  long=$(check_small --json <<<'{"heads": [{"weights": [[1, 0], [0.33, 0.67]]}]}')
  [ "$(check_small --json <<<'{"weights": [[1, 0], [0.33, 0.67]]}')" = "$long" ]
  [ "$(check_small --json <<<'{"weights": [[[1, 0], [0.33, 0.67]]]}')" = "$long" ]
}

@test "--hide-truth tells no true value, in no format" {
  for format in table json; do
    run -1 "$ATTN" check $problem samples/answers/chen.json --format $format
    [[ $output = *0.4011* ]]
    run -1 "$ATTN" check $problem samples/answers/chen.json --hide-truth --format $format
    [[ $output = *0.4101* ]]
    [[ $output != *0.4011* ]]
  done
}

@test "--marks are what a step is worth, and all right is all of them" {
  marks() { "$ATTN" check $problem "samples/answers/$1.json" --json --marks "$2" | jq -c '.results[].marks'; }
  [ "$(marks ada scores=1,weights=3,heads.output=1)" = '{"earned":5,"possible":5,"percent":100}' ]
  [ "$(marks ben scores=1,weights=3,heads.output=1)" = '{"earned":2,"possible":5,"percent":40}' ]
  [ "$(marks ben scores=1,heads.output=1 | jq '.percent < 100')" = true ]
}

@test "a class of forty in one call: a row for each, in order" {
  for number in {10..49}; do
    jq ".id = \"s$number\"" samples/answers/ben.json >"$BATS_TEST_TMPDIR/$number.json"
  done
  run -1 "$ATTN" check $problem "$BATS_TEST_TMPDIR"/*.json
  [ "$(grep -c '^s[0-9]* .* no_scale$' <<<"$output")" -eq 40 ]
  grep -o '^s[0-9]*' <<<"$output" | sort -c
  [[ $output = *'40 answers: 0 all right.'* ]]
  run -1 "$ATTN" check $problem "$BATS_TEST_TMPDIR"/*.json --json
  [ "$(jq '.results | length' <<<"$output")" -eq 40 ]
}

@test "-o writes what standard output would show" {
  run -1 "$ATTN" check $problem samples/answers/ben.json -o "$BATS_TEST_TMPDIR/marks.json"
  [ -z "$output" ]
  "$ATTN" check $problem samples/answers/ben.json --json | cmp - "$BATS_TEST_TMPDIR/marks.json"
}

@test "marks beyond all numbers are no marks" {
  run -2 --separate-stderr "$ATTN" check samples/two-heads.json --marks output=1e400
  [[ $stderr = 'attn: --marks: "output=1e400" gives no marks'* ]]
}

@test "a result of any dtype and format is all right, its id and title too" {
  cd "$BATS_TEST_TMPDIR"
  echo '{"id": "a", "title": "large", "X": [[100, -100], [3, 1]], "heads": 1}' >large.json
  for dtype in float64 float32 float16 bfloat16; do
    for ending in json npz csv; do
      "$ATTN" large.json --dtype $dtype -o result.$ending
      run -0 "$ATTN" check large.json result.$ending --dtype $dtype
    done
  done
}

@test "bytes of safetensors are numbers of an answer, not text" {
  { printf '\x48\0\0\0\0\0\0\0' && printf '%-72s' '{"output": {"dtype": "U8", "shape": [1, 2], "data_offsets": [0, 2]}}' && printf '\3\4'; } \
    >"$BATS_TEST_TMPDIR/u8.safetensors"
  run -0 "$ATTN" check - "$BATS_TEST_TMPDIR/u8.safetensors" <<<'{"X": [[3, 4]]}'
}
