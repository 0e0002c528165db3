# The samples give what they say, and what their comments say of each other is true.

load start

# Every number and null of "expect" that the run does not give, within half a unit of its last digit; a whole number is
# exact but for the last bits.
wrong_entries='
  def allowed: (tostring | split(".")[1] // "" | length) as $decimals
    | if $decimals == 0 then 1e-12 else 0.5000001 * pow(10; -$decimals) end;
  .expect as $expect | [$expect | paths(type == "number" or type == "null")] | map(
    . as $path | ($expect | getpath($path)) as $want | ($result[0] | getpath($path)) as $have
    | select(($want | type) != ($have | type) or ($want != null and ($have - $want | fabs) > ($want | allowed)))
    | {path: $path, expected: $want, found: $have})'

@test "every sample has a title, a comment and an expect that the run gives" {
  for sample in samples/*.json; do
    echo "$sample"
    jq -e 'has("title") and has("comment") and has("expect")' "$sample"
    "$ATTN" "$sample" --json >"$BATS_TEST_TMPDIR/result.json"
    run -0 jq -c --slurpfile result "$BATS_TEST_TMPDIR/result.json" "$wrong_entries" "$sample"
    [ "$output" = '[]' ]
  done
}

@test "the worked sample gives the exact matrix" {
  run -0 bash -c '"$ATTN" samples/two-heads.json --json | jq -c ".heads[0].weights"'
  # Exact: 0.401112092679785910, 0.197775814640428179, 0.248255078257723070, 0.503489843484553861.
  a=0.4011120926797859 b=0.1977758146404282 c=0.2482550782577231 d=0.5034898434845538
  [ "$output" = "[[$a,$b,$a],[$b,$a,$a],[$c,$c,$d]]" ]
}

@test "weights per head and fused give the same bits" {
  for sample in per-head-weights fused-weights; do
    "$ATTN" samples/$sample.json --json | sed '/"title"/d' >"$BATS_TEST_TMPDIR/$sample"
  done
  cmp "$BATS_TEST_TMPDIR"/{per-head,fused}-weights
}

@test "a decode step gives the bits of the last row of the causal run" {
  last_rows='[.Q[-1], .output[-1], (.heads[] | .scores[-1], .scaled_scores[-1], .masked_scores[-1], .weights[-1])]'
  "$ATTN" samples/causal-run.json --json | jq -c "$last_rows" >"$BATS_TEST_TMPDIR/causal"
  "$ATTN" samples/decode-step.json --json | jq -c "$last_rows" >"$BATS_TEST_TMPDIR/step"
  cmp "$BATS_TEST_TMPDIR"/{causal,step}
}

@test "every sample keeps what attention promises" {
  for sample in samples/*.json; do
    echo "$sample"
    "$ATTN" verify "$sample"
    "$ATTN" verify "$sample" --dtype float32 --json | jq -e '.all_hold and (.identities | length == 6)'
  done
}
