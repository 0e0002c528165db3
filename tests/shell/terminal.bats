# What changes when a terminal is there: help instead of waiting, colour, column blocks, and nothing else.

load start

# Runs a line of shell with a terminal as its standard input and output, 80 columns wide unless told.
on_terminal() { script --quiet --return --command "stty cols ${2:-80}; $1" /dev/null </dev/null; }

escape=$'\e['

@test "without a file on a terminal: short help on standard error, exit 2" {
  for command in '"$ATTN"' '"$ATTN" run'; do
    run on_terminal "$command 2>/dev/null; echo \"exit \$?\""
    [ "${output//$'\r'/}" = 'exit 2' ]
    run on_terminal "$command 2>&1 >/dev/null"
    [[ $output = *--help* ]]
  done
}

@test "help is as wide as the terminal, and no word is lost" {
  words() { tr -s '[:space:]' ' '; }
  for command in run check make; do
    help=$("$ATTN" $command --help)
    [ "$(awk '!/^  attn/ && length > 80' <<<"$help" | wc -l)" -eq 0 ]
    for columns in 40 60 100; do
      narrow=$(on_terminal "'$ATTN' $command --help" $columns | tr -d '\r')
      [ "$(awk -v most=$columns '/^(Commands|The problem|  [a-z]+  )/ || /^  attn/ { next } length > most' <<<"$narrow" | wc -l)" -eq 0 ]
      [ "$(words <<<"$narrow")" = "$(words <<<"$help")" ]
    done
  done
  [ "$(on_terminal "COLUMNS=60 '$ATTN' run --help" 100 | tr -d '\r')" = "$(on_terminal "'$ATTN' run --help" 60 | tr -d '\r')" ]
}

@test "colour only for a terminal, and never against NO_COLOR" {
  run on_terminal '"$ATTN" samples/five-positions.json'
  [[ $output = *"$escape"* ]]
  run on_terminal 'NO_COLOR=1 "$ATTN" samples/five-positions.json'
  [[ $output != *"$escape"* ]]
  run on_terminal '"$ATTN" samples/five-positions.json --color never'
  [[ $output != *"$escape"* ]]
  run -0 "$ATTN" samples/five-positions.json
  [[ $output != *"$escape"* ]]
}

@test "--color always beats NO_COLOR and a pipe, and leaves JSON alone" {
  NO_COLOR=1 run -0 "$ATTN" samples/five-positions.json --color always
  [[ $output = *"$escape"* ]]
  run -0 "$ATTN" samples/five-positions.json --color always --json
  [[ $output != *"$escape"* ]]
}

@test "colour changes no character" {
  diff <("$ATTN" samples/five-positions.json --color always | sed 's/\x1b\[[0-9;]*m//g') \
    <("$ATTN" samples/five-positions.json)
}

@test "a wide terminal shows what a pipe shows" {
  diff <(on_terminal '"$ATTN" samples/two-heads.json --color never' 500 | tr -d '\r') <("$ATTN" samples/two-heads.json)
}

@test "a narrow terminal splits matrices, and every number is still there" {
  problem='{"scores": [[11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]], "scale": "none"}'
  echo "$problem" >"$BATS_TEST_TMPDIR/wide.json"
  run on_terminal "'$ATTN' '$BATS_TEST_TMPDIR/wide.json' --only scores --color never" 40
  for number in 11 12 13 14 15 16 17 18 19 20 21 22; do
    grep -qw "$number" <<<"$output"
  done
  [ "$(tr -d '\r' <<<"$output" | grep -w -e 11 -e 22 | wc -l)" -ge 2 ]
  [[ $output != *...* && $output != *…* ]]
}

@test "in a pipe nothing is split" {
  run -0 "$ATTN" --only scores - <<<'{"scores": [[11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]], "scale": "none"}'
  grep -w 11 <<<"$output" | grep -qw 22
}

@test "in a C locale the frame is ASCII and the labels pass through" {
  LC_ALL=C run -0 bash -c '"$ATTN" samples/two-heads.json | LC_ALL=C tr -d "\0-\177" | wc -c'
  [ "$output" -eq 0 ]
  LC_ALL=C run -0 "$ATTN" samples/five-positions.json
  [[ $output = *华法林* ]]
}

@test "control characters in labels never reach the terminal" {
  problem='{"X": [[1]], "title": "\u001b[2J", "tokens": ["a\u001b[31m\u0007\n"]}'
  run -0 --separate-stderr "$ATTN" - <<<"$problem"
  [[ $output != *$'\e'* && $output != *$'\a'* ]]
}

@test "lines tell how far they are while they come, on a terminal alone, and take it back" {
  cd "$BATS_TEST_TMPDIR"
  mkfifo in && exec 7<>in
  on_terminal "'$ATTN' --lines --only output <in >out" >screen 7>&- &
  lines=0
  until grep -qa 'a second' screen; do
    echo "$small" >&7
    ((++lines < 20000))
    sleep 0.01
  done
  exec 7>&-
  wait $!
  grep -qaE '[0-9]+ lines?, [0-9]+ a second' screen
  [ "$(tail -c 4 screen)" = $'\r'"${escape}K" ]
  [ "$(wc -l <out)" -eq $lines ]
}

@test "what is binary is not written to a terminal" {
  run on_terminal '"$ATTN" samples/two-heads.json --format npz'
  [[ $output = *'npz is binary, and standard output is a terminal'* ]]
}
