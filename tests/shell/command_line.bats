# What may be typed, and the exit status it gives: 0 all went well, 2 it could not run.

load start

@test "attn FILE is attn run FILE" {
  diff <("$ATTN" samples/two-heads.json) <("$ATTN" run samples/two-heads.json)
}

@test "standard input is read as - and without a file" {
  "$ATTN" run --json samples/batch.json >"$BATS_TEST_TMPDIR/file"
  "$ATTN" run --json - <samples/batch.json | cmp - "$BATS_TEST_TMPDIR/file"
  "$ATTN" --json - <samples/batch.json | cmp - "$BATS_TEST_TMPDIR/file"
  "$ATTN" run --json <samples/batch.json | cmp - "$BATS_TEST_TMPDIR/file"
  "$ATTN" --json <samples/batch.json | cmp - "$BATS_TEST_TMPDIR/file"
}

@test "options stand before or after the file" {
  "$ATTN" run samples/two-heads.json --decimals 2 --only weights >"$BATS_TEST_TMPDIR/after"
  "$ATTN" run --decimals 2 --only weights samples/two-heads.json | cmp - "$BATS_TEST_TMPDIR/after"
  "$ATTN" --decimals=2 samples/two-heads.json --only=weights | cmp - "$BATS_TEST_TMPDIR/after"
}

@test "an option with several values takes commas, not the next words" {
  run -0 --separate-stderr "$ATTN" --json --only weights,output samples/two-heads.json
  [ "$(jq -c '[has("output"), has("Q"), (.heads[0] | keys)]' <<<"$output")" = '[true,false,["weights"]]' ]
}

@test "a negative number is a value" {
  diff <("$ATTN" --scale -0.5 --json - <<<"$small") <("$ATTN" --scale=-0.5 --json - <<<"$small")
  [ "$("$ATTN" --scale -0.5 --json - <<<"$small" | jq .scale)" = -0.5 ]
}

@test "flags beat the keys of the file, and --causal adds to its mask" {
  problem='{"X": [[1, 0], [0, 1]], "scale": 3, "heads": 1, "dtype": "float64", "mask": {"padding": [0, 1]}}'
  run -0 --separate-stderr "$ATTN" --json --scale 1/8 --heads 2 --dtype float32 --causal - <<<"$problem"
  [ "$(jq -c '[.scale, .shape.heads, .dtype, .mask]' <<<"$output")" = \
    '[0.125,2,"float32","causal (top-left), padding"]' ]
}

@test "a file that is called like a command is run's file" {
  cd "$BATS_TEST_TMPDIR"
  echo "$small" >run
  "$ATTN" run run
  run -2 "$ATTN" run </dev/null
}

@test "two files are an error" {
  run -2 --separate-stderr "$ATTN" samples/two-heads.json samples/batch.json
  [ -z "$output" ]
  [[ $stderr = attn:* ]]
}

@test "a mistyped command is not taken for a file" {
  run -2 --separate-stderr "$ATTN" rnu
  [ -z "$output" ]
  [[ $stderr = *"did you mean"*run* ]]
}

@test "a mistyped option, step or format is told the nearest one" {
  for words in '--jsno:--json' '--only wieghts:weights' '--format jsn:json' '--dtype float23:float32'; do
    run -2 --separate-stderr "$ATTN" run ${words%:*} samples/two-heads.json
    [ -z "$output" ]
    [[ $stderr = *"did you mean"*"${words#*:}"* ]]
  done
}

@test "values that no option can have are errors" {
  for words in '--head 0' '--head 3' '--query 4' '--query x' '--decimals -1' '--round-steps -1' '--threads -1' \
    '--scale 1/0' '--isa abacus' '--color sometimes' '--head' '--json --query 1'; do
    echo "$words"
    run -2 --separate-stderr "$ATTN" run samples/two-heads.json $words
    [ -z "$output" ]
    [[ $stderr = attn:* ]]
  done
}

@test "help goes to standard output, examples first" {
  for words in '--help' '-h' 'run --help'; do
    run -0 --separate-stderr "$ATTN" $words
    [ -z "$stderr" ]
    [[ $output = *'attn '*'--json'* ]]
  done
}

@test "attn help is --help, of a command too" {
  run -0 "$ATTN" help
  diff <(echo "$output") <("$ATTN" --help)
  run -0 "$ATTN" help check
  diff <(echo "$output") <("$ATTN" check --help)
  run -2 --separate-stderr "$ATTN" help chekc
  [ "$stderr" = $'attn: no command is called chekc\n  did you mean check?' ]
  run -2 --separate-stderr "$ATTN" help ''
  [[ $stderr = *$'help of a command without a name\n  commands: run, check,'*', help' ]]
  run -2 --separate-stderr "$ATTN" help check more
  [[ $stderr = 'attn: attn help takes one COMMAND, and more is one more'* ]]
  run -2 --separate-stderr "$ATTN" help check --jsn
  [[ $stderr = 'attn: unknown option --jsn'* ]]
  run -2 --separate-stderr "$ATTN" ''
  [[ $stderr = 'attn: a word without a letter is no command and no file'* ]]
}

@test "no line of help is longer than 80 columns" {
  for command in $("$ATTN" --help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    [ -z "$("$ATTN" "$command" --help | awk 'length > 80')" ]
  done
}

@test "a command writes the formats that its help offers, and refuses the others" {
  ben='samples/two-heads.json samples/answers/ben.json'
  for call in 'run samples/two-heads.json' "check $ben" 'explain samples/two-heads.json' 'verify samples/two-heads.json' \
    'shapes samples/two-heads.json' 'plot samples/two-heads.json' "compare $ben"; do
    offered=$("$ATTN" ${call%% *} --help | grep -A 2 -e --format\ FORMAT | tr -d '\n' | sed 's/ *-o,.*//; s/.*how to write://; s/,//g')
    [ "$(wc -w <<<"$offered")" -ge 5 ]
    for format in table json npz csv tsv markdown latex html svg; do
      echo "$call $format"
      run --separate-stderr "$ATTN" $call --format $format
      if [[ " $(echo $offered) " = *" $format "* ]]; then
        [ $status -le 1 ] && [ -n "$output" ]
      else
        [ $status -eq 2 ] && [[ $stderr = "attn: $format holds "*', and none are told here'* ]]
      fi
    done
  done
}

@test "did you mean: commands, options, steps, and the values of options" {
  while IFS='|' read -r words meant; do
    echo "$words"
    run -2 --separate-stderr "$ATTN" $words
    [ "${stderr_lines[1]}" = "  did you mean $meant?" ]
  done <<'END'
chekc a.json|attn check
run --decimlas 3 samples/two-heads.json|--decimals
plot samples/two-heads.json --stpe scores|--step
samples/two-heads.json --only wieghts|weights
plot samples/two-heads.json --step score|scores
check samples/two-heads.json --marks weihgts=1|weights
samples/two-heads.json --format markdwon|markdown
samples/two-heads.json --color alwasy|always
samples/two-heads.json --dtype flaot32|float32
samples/two-heads.json --layout out-in|out_in
samples/two-heads.json --isa genreic|generic
run --lines --progress nevr|never
make --worksheet latx|latex
shapes --tokens 3 --dtype float23|float32
completion zhs|zsh
END
}

@test "the version stands alone on the first line" {
  run -0 --separate-stderr "$ATTN" --version
  [ ${#lines[@]} -eq 1 ]
  [[ ${lines[0]} =~ ^(attn )?[0-9]+\.[0-9]+\.[0-9]+$ ]]
  first=${lines[0]}
  run -0 --separate-stderr "$ATTN" --version --verbose
  [ "${lines[0]}" = "$first" ]
  [ ${#lines[@]} -gt 1 ]
}

@test "kernels and threads change nothing, nor does OMP_NUM_THREADS" {
  "$ATTN" --json samples/torch-layout.json >"$BATS_TEST_TMPDIR/plain"
  for threads in 1 2 7; do
    "$ATTN" --json --threads $threads samples/torch-layout.json | cmp - "$BATS_TEST_TMPDIR/plain"
    OMP_NUM_THREADS=$threads "$ATTN" --json samples/torch-layout.json | cmp - "$BATS_TEST_TMPDIR/plain"
  done
  "$ATTN" --json --isa generic samples/torch-layout.json | cmp - "$BATS_TEST_TMPDIR/plain"
  ATTN_ISA=generic "$ATTN" --json samples/torch-layout.json | cmp - "$BATS_TEST_TMPDIR/plain"
}

@test "a C library that uses no fused multiply-add of the CPU gives the same bits" {
  "$ATTN" --json samples/torch-layout.json >"$BATS_TEST_TMPDIR/plain"
  GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2,-AVX512F "$ATTN" --json --isa generic samples/torch-layout.json |
    cmp - "$BATS_TEST_TMPDIR/plain"
}

@test "--isa beats ATTN_ISA, and an unknown one names those there are" {
  ATTN_ISA=abacus "$ATTN" --isa generic samples/two-heads.json
  ATTN_ISA=abacus run -2 --separate-stderr "$ATTN" samples/two-heads.json
  [[ $stderr = *abacus*generic* ]]
}

@test "--quiet keeps warnings off standard error" {
  problem='{"X": [[1, 0], [0, 1]], "mask": {"queries": [1, 0]}}'
  run -0 --separate-stderr "$ATTN" --json - <<<"$problem"
  [ -n "$stderr" ]
  run -0 --separate-stderr "$ATTN" --json --quiet - <<<"$problem"
  [ -z "$stderr" ]
  [ "$(jq '.warnings | length' <<<"$output")" -eq 1 ]
}
