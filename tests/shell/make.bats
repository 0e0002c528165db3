# Exercises are problems that work, mark themselves right, and differ.

load start

# made OPTION...: ten exercises, each worked, marked and verified.
made_and_marked() {
  for seed in {1..10}; do
    "$ATTN" make --seed "$seed" "$@" >"$BATS_TEST_TMPDIR/problem.json"
    "$ATTN" run - --json <"$BATS_TEST_TMPDIR/problem.json" >"$BATS_TEST_TMPDIR/answer.json"
    "$ATTN" check "$BATS_TEST_TMPDIR"/{problem,answer}.json --json |
      jq -e '.results[0] | .all_right and .marks.percent == 100'
    "$ATTN" verify "$BATS_TEST_TMPDIR/problem.json" --json | jq -e .all_hold
  done
}

@test "an exercise is worked, and its own result is marked 100 %" { made_and_marked; }
@test "... with two heads on shared keys, biases and decimals" { made_and_marked --heads 2 --kv-heads 1 --bias --digits 1; }
@test "... causal, with padding" { made_and_marked --causal --padding --tokens 4; }
@test "... cross-attention between words" { made_and_marked --tokens I,am --context moi,je,suis; }

@test "scores of an exercise are whole numbers" {
  "$ATTN" make --count 50 --heads 2 | while read -r problem; do
    "$ATTN" - --only scores --json <<<"$problem" | jq -e '[.heads[].scores[][]] | all(. == floor)'
  done
}

@test "no row of weights is nearly one-hot or nearly uniform, unless asked for" {
  rows='[.heads[].weights[] | map(select(. != 0)) | select(length > 1)] | all(max <= 0.9 and max - min >= 0.1)'
  for seed in {1..50}; do
    "$ATTN" make --seed "$seed" --causal | "$ATTN" - --only weights --json | jq -e "$rows"
  done
  for seed in {1..50}; do
    "$ATTN" make --seed "$seed" --any-weights | "$ATTN" - --only weights --json | jq "$rows"
  done | grep -q false
}

@test "a class has as many lines as asked for, all different, each with its id" {
  "$ATTN" make --count 30 --seed 100 >"$BATS_TEST_TMPDIR/class.jsonl"
  jq -s -e 'length == 30 and (map(.id) | unique | length == 30) and (map(del(.id, .title)) | unique | length == 30)' \
    "$BATS_TEST_TMPDIR/class.jsonl"
  diff <(sed -n 8p "$BATS_TEST_TMPDIR/class.jsonl" | jq -S .) <("$ATTN" make --seed 107 | jq -S .)
}

@test "exercises so small that they repeat are passed over" {
  run -0 bash -c '"$ATTN" make --tokens 1 --d-model 1 --count 40 | jq -c "del(.id, .title)" | sort | uniq -d'
  [ -z "$output" ]
}

@test "random numbers of a real model's size are worked" {
  "$ATTN" make --random --tokens 4 >"$BATS_TEST_TMPDIR/large.json"
  jq -e '(.X | length == 4) and (.W_Q | length == 768) and .heads == 12' "$BATS_TEST_TMPDIR/large.json"
  "$ATTN" "$BATS_TEST_TMPDIR/large.json" --only output --json | jq -e '.output | length == 4'
}

@test "every row of the table of shapes that the BERT example has can be found" {
  "$ATTN" shapes --tokens 10 --d-model 768 --heads 12 >"$BATS_TEST_TMPDIR/table"
  for shape in '[10,768]·[768,768] = [10,768]' '12 × [768,64]' '12 × [10,64]' '[10,64]·[64,10] = [10,10]' \
    '[10,10]·[10,64] = [10,64]' '12 × [10,64] = [10,768]' '[10,768] -> [10,12,64] -> [12,10,64]' \
    '[12,10,64]·[12,64,10] = [12,10,10]' '[12,10,10]·[12,10,64] = [12,10,64]' '[12,10,64] -> [10,12,64] -> [10,768]'; do
    grep -qF "$shape" "$BATS_TEST_TMPDIR/table"
  done
}

@test "worksheets and their keys go through pdflatex" {
  command -v pdflatex >/dev/null || skip "no pdflatex"
  for key in '' --key; do
    "$ATTN" make --seed 5 --tokens 患者,服用,药 --heads 2 --kv-heads 1 --causal --padding --bias --digits 1 \
      --worksheet latex $key -o "$BATS_TEST_TMPDIR/sheet.tex"
    (cd "$BATS_TEST_TMPDIR" && pdflatex -interaction=nonstopmode -halt-on-error sheet.tex </dev/null >sheet.out 2>&1) ||
      { tail -30 "$BATS_TEST_TMPDIR/sheet.out" && return 1; }
  done
}

@test "a worksheet has a blank for every number of the key, and none of its numbers" {
  "$ATTN" make --seed 5 --worksheet table >"$BATS_TEST_TMPDIR/sheet"
  "$ATTN" make --seed 5 --worksheet table --key >"$BATS_TEST_TMPDIR/key"
  "$ATTN" make --seed 5 | "$ATTN" - --json >"$BATS_TEST_TMPDIR/result.json"
  numbers=$(jq '[del(.shape, .scale, .id) | .. | numbers] | length' "$BATS_TEST_TMPDIR/result.json")
  [ "$(grep -o ______ "$BATS_TEST_TMPDIR/sheet" | wc -l)" -eq "$numbers" ]
  run ! grep -q ______ "$BATS_TEST_TMPDIR/key"
  weight=$(jq '.heads[0].weights[1][0] * 10000 | round / 10000' "$BATS_TEST_TMPDIR/result.json")
  grep -q "$weight" "$BATS_TEST_TMPDIR/key"
  run ! grep -q "$weight" "$BATS_TEST_TMPDIR/sheet"
}

@test "the ending of -o says what is written" {
  cd "$BATS_TEST_TMPDIR"
  run -2 --separate-stderr "$ATTN" make -o sheet.tex
  [[ $stderr = 'attn: .tex is not the ending of json'* ]]
  run -2 --separate-stderr "$ATTN" make --worksheet latex -o sheet.md
  [[ $stderr = 'attn: .md is not the ending of latex'* ]]
  [ ! -e sheet.tex ] && [ ! -e sheet.md ]
  "$ATTN" make --worksheet latex -o sheet.tex
  "$ATTN" make -o exercise.json
}
