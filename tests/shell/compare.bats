# Results held against each other: which tensor is which step, what counts as the same, and what is refused.

load start

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  printf '%s' '{"X": [[1, 0.3], [0.1, 2]], "dtype": "bfloat16", "mask": "causal"}' >p.json
  "$ATTN" p.json -o r.npz
  "$ATTN" p.json --json >r.json
}

# tensors NAME...: a safetensors file with a 1 x 1 matrix of 1 under each name, on standard output.
tensors() {
  local header='' name at=0 size i
  for name in "$@"; do
    header+="${header:+,}\"$name\":{\"dtype\":\"F32\",\"shape\":[1,1],\"data_offsets\":[$at,$((at += 4))]}"
  done
  header="{$header}"
  size=${#header}
  for ((i = 0; i < 8; ++i)); do printf "\\x$(printf %02x $((size >> 8 * i & 255)))"; done
  printf '%s' "$header"
  for name in "$@"; do printf '\x00\x00\x80\x3F'; done
}

@test "two tensors that are the same step are refused, and one of them is compared" {
  tensors layers.0.attn_weights layers.1.attn_weights >a.safetensors
  run -2 "$ATTN" compare a.safetensors a.safetensors
  [[ $output = *'a.safetensors: layers.0.attn_weights and layers.1.attn_weights are the same step, weights'* ]]
  [[ $output = *"compare one of them: 'a.safetensors#layers.1.attn_weights'"* ]]
  "$ATTN" compare 'a.safetensors#layers.0.attn_weights' 'a.safetensors#layers.1.attn_weights'
  tensors weights x.attn_probs >b.safetensors
  run -2 "$ATTN" compare b.safetensors 'a.safetensors#layers.0.attn_weights'
  [[ $output = *'weights and x.attn_probs are the same step'* ]]
  tensors 'heads[0].weights' 'heads[1].weights' >c.safetensors
  "$ATTN" compare c.safetensors c.safetensors
}

@test "a step that stands in two places of an answer is refused" {
  echo '{"schema":"attn/1","weights": [[1]], "heads": [{"weights": [[2]]}]}' >a.json
  run -2 "$ATTN" compare a.json a.json
  [[ $output = *'a.json:1:60: /heads/0/weights: is the same step as /weights'*'keep one of the two'* ]]
}

@test "what is no number is not the same, not even as itself" {
  echo '{"weights": [["abc", 1]]}' >a.json
  run -1 "$ATTN" compare a.json a.json
  [[ $output = *'They part at .heads[0].weights: 1 of 2 cells.'*'is no number in A and no number in B.'* ]]
}

@test "the dtype, scale and mask of a result as arrays are those that it says" {
  run -0 "$ATTN" compare r.json r.npz --json
  jq -e '(.b | .dtype, .mask) == ("bfloat16", "causal (top-left)") and (.b.scale | tonumber) > 0.7 and .settings == []' <<<"$output"
  run -0 "$ATTN" compare r.npz 'r.npz#output' --json
  jq -e '.rtol == 0.016' <<<"$output"
}

@test "the step behind the # of a matrix without names beats --step" {
  "$ATTN" p.json --json --only weights | jq -r '.heads[0].weights[] | @csv' >w.csv
  "$ATTN" compare r.json 'w.csv#heads[0].weights' --step output
}

@test "a tensor whose name says nothing: --step is offered" {
  tensors layer0 >a.safetensors
  run -2 "$ATTN" compare r.json a.safetensors
  [[ $output = *'a.safetensors: no tensor in it has the name of a step'*'say which step it is: --step weights'* ]]
  tensors layer0 layer1 >b.safetensors
  run -2 "$ATTN" compare r.json b.safetensors
  [[ $output = *"name one behind a #, and its step: 'dump.npz#layer0' --step weights"* ]]
}

@test "standard input is one of the two" {
  run -2 "$ATTN" compare - - <r.json
  [[ $output = *'A and B cannot both be standard input'* ]]
  run -2 "$ATTN" compare r.json - --problem - <r.json
  [[ $output = *'--problem cannot be standard input, too'* ]]
  "$ATTN" compare r.json - <r.json
}

@test "one cell that is masked by a number, and two" {
  echo '{"masked_scores": [[1, null], [null, 1]]}' >a.json
  echo '{"masked_scores": [[1, -10000], [null, 1]]}' >b.json
  echo '{"masked_scores": [[1, -10000], [-10000, 1]]}' >c.json
  [[ $("$ATTN" compare a.json b.json) = *'1 cell is masked in one and a large negative number in the other: the same.'* ]]
  [[ $("$ATTN" compare a.json c.json) = *'2 cells are masked in one and large negative numbers in the other: the same.'* ]]
}
