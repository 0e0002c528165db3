# Explanations: what is shown can be followed by hand.

load start

@test "by hand, numbers of the problem are shown as they are worked with" {
  run -0 "$ATTN" explain - --round-steps 2 --step heads.Q <<<'{"X": [[1, 0.333]], "W_Q": [[1], [2]], "W_K": [[1], [1]], "W_V": [[1], [1]]}'
  [[ $output = *'1·1 + 0.333·2 ≈ 1.67'* ]]
  run -0 "$ATTN" explain - --round-steps 2 --step scaled_scores <<<'{"scores": [[2.38, 1]], "scale": "1/8"}'
  [[ $output = *'the scale 0.125, as given'*'2.38·0.125 ≈ 0.3'*'1·0.125 ≈ 0.13'* ]]
}

@test "the row maximum is taken off where every power is small, and it is said" {
  run -0 "$ATTN" explain - --step exponentials,row_sum,weights <<<'{"scores": [[-9.1, -11.3]], "scale": "none"}'
  [[ $output = *'The largest score of the row, -9.1, is taken off first, as every power would be below 0.1.'* ]]
  [[ $output = *'1 + 0.1108 = 1.1108'*'a2 ≈ 0.1108 / 1.1108 ≈ 0.0998'* ]]
  run -0 "$ATTN" explain - --step exponentials <<<'{"scores": [[-2.2, -11.3]], "scale": "none"}'
  [[ $output = *'Nothing is taken off first'* ]]
}

@test "numbers of a float32 problem are those of the result" {
  problem='{"Q": [[0.1]], "K": [[0.3]], "dtype": "float32"}'
  value=$("$ATTN" explain - --json --step scores <<<"$problem" | jq -c '.explanations[].steps[].lines[].value')
  [ "$value" = "$("$ATTN" run - --json <<<"$problem" | jq -c '.heads[0].scores[0][0]')" ]
}

@test "a path beyond the end names no entry, however far beyond" {
  for path in '.output[3][0]' '.output[99999999999999999999999][0]' '.heads[18446744073709551616].weights[0][0]'; do
    run -2 --separate-stderr "$ATTN" explain samples/two-heads.json --cell "$path"
    [[ $stderr = *'is past the end'* ]]
  done
}

@test "a step that the problem does not have is told" {
  run -0 "$ATTN" explain samples/two-heads.json --step masked_scores
  [[ $output = *'note: this problem has no masked_scores' ]]
}

@test "with --all keys and values are told once, with the first query" {
  run -0 bash -c '"$ATTN" explain samples/two-heads.json --all --head 1 --json | jq -c "[.explanations[].steps | map(.step) | index(\"heads.K\")]"'
  [ "$(jq -c 'map(. != null)' <<<"$output")" = '[true,false,false]' ]
}
