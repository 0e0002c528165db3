# JSON Lines: a line out for each line in, in order, whatever goes wrong in one of them.

load start

setup() {
  cd "$BATS_TEST_TMPDIR"
  samples=$BATS_TEST_DIRNAME/../../samples
}

# 400 lines: problems of many lengths, and among them faults, blank lines, carriage returns.
mixed_lines() {
  for ((i = 1; i <= 400; ++i)); do
    case $((i % 10)) in
      3) echo "{\"id\": $i, \"X\": [[1, 2], [3]], \"heds\": 2}" ;;
      6) echo 'nonsense' ;;
      7) echo ;;
      8) printf '{"id": "n%d", "X": [[%d, 1e200], [0, 1e200]]}\r\n' $i $i ;;
      *) echo "{\"id\": $i, \"X\": [$(seq $((i % 7 + 1)) | sed "s/.*/[&, 0.$i]/" | paste -sd,)]}" ;;
    esac
  done
}

# What is a line's own: without its number, as one problem alone gives it.
alone() { "$ATTN" run --json - <<<"$1" | jq -c .; }

@test "each line gives a line, in order, the same for any number of threads" {
  mixed_lines >mixed.jsonl
  run -1 --separate-stderr "$ATTN" run mixed.jsonl --threads 1
  one=$output one_stderr=$stderr
  [ "${#lines[@]}" -eq 360 ]
  diff <(jq .line <<<"$one") <(grep -vn '^$' mixed.jsonl | cut -d: -f1)
  for threads in 2 3 16; do
    run -1 --separate-stderr "$ATTN" run mixed.jsonl --threads $threads
    [ "$output" = "$one" ]
    [ "$stderr" = "$one_stderr" ]
  done
}

@test "a line gives what its problem alone gives, in compact JSON, with its number and id" {
  jq -c . "$samples"/*.json >samples.jsonl
  run -0 "$ATTN" run --lines samples.jsonl
  number=0
  while IFS= read -r problem; do
    ((++number))
    [ "$(jq -c 'del(.line)' <<<"${lines[number - 1]}")" = "$(alone "$problem")" ]
    [ "$(jq .line <<<"${lines[number - 1]}")" -eq $number ]
    [ "${lines[number - 1]}" = "$(jq -c . <<<"${lines[number - 1]}")" ]
  done <samples.jsonl
  [ "$number" -eq "${#lines[@]}" ]
  run -0 "$ATTN" run --lines - <<<'{"X": [[1]], "id": "a-7"}'
  [ "$(jq -r .id <<<"$output")" = a-7 ]
}

@test "a fault is an object in its place and a message on standard error" {
  printf '%s\n' "$small" '' '{"id": "b", "X": [[1, 2], [3]], "heds": 2}' '{"X": [[1}' >problems.jsonl
  run -1 --separate-stderr "$ATTN" run problems.jsonl --only output
  [ ${#lines[@]} -eq 3 ]
  [ "$(jq -c '[.line, .id, .error.place, (.more | map(.place))]' <<<"${lines[1]}")" = '[3,"b","/X/1",["/heds"]]' ]
  [ "$(jq -c '[.line, .error.column]' <<<"${lines[2]}")" = '[4,10]' ]
  jq -e '.error.message != "" and .error.hint != ""' <<<"${lines[2]}"
  [[ $stderr = 'attn: problems.jsonl:3:27: /X/1: expected 2 numbers'*'problems.jsonl:3:33: /heds: '*'problems.jsonl:4:10: '* ]]
}

@test "a value that overflows is the fault of its line" {
  run -1 --separate-stderr "$ATTN" run --lines - <<<"$overflowing"$'\n'"$small"
  [ ${#lines[@]} -eq 2 ]
  [ "$(jq -r .error.place <<<"${lines[0]}")" != null ]
  [[ $stderr = 'attn: -:1: '* ]]
  jq -e .output <<<"${lines[1]}"
}

@test "a byte-order mark, carriage returns, blank lines and a last line without its end are fine" {
  printf '\xef\xbb\xbf%s\r\n\r\n \t\n%s' "$small" "$small" >odd.ndjson
  run -0 --separate-stderr "$ATTN" odd.ndjson --only output
  [ -z "$stderr" ]
  [ "$(jq .line <<<"$output" | paste -sd,)" = 1,4 ]
}

@test "no lines: no output, exit 0" {
  for text in '' '\n\n' '\xef\xbb\xbf' ' '; do
    run -0 --separate-stderr "$ATTN" run --lines - < <(printf "$text")
    [ -z "$output$stderr" ]
  done
}

@test "standard input is read where no file is named" {
  run -0 "$ATTN" --lines <<<"$small"
  [ ${#lines[@]} -eq 1 ]
}

@test "a program that waits for each answer before it asks on is served" {
  for threads in 1 2 8; do
    coproc { exec "$ATTN" run --lines --only output --threads $threads; }
    pid=$COPROC_PID from=${COPROC[0]} to=${COPROC[1]}
    for ((i = 1; i <= 20; ++i)); do
      echo "{\"id\": $i, \"X\": [[$i]]}" >&"$to"
      read -r -t 60 answer <&"$from"
      [ "$(jq -c '[.line, .id, .output]' <<<"$answer")" = "[$i,$i,[[$i]]]" ]
    done
    eval "exec $to>&-"
    wait "$pid"
  done
}

@test "--fail-fast ends with the first line that fails" {
  mixed_lines >mixed.jsonl
  for threads in 1 4; do
    run -1 --separate-stderr "$ATTN" run mixed.jsonl --fail-fast --threads $threads
    [ ${#lines[@]} -eq 3 ]
    [ "$(jq -c '[.line, has("error")]' <<<"${lines[2]}")" = '[3,true]' ]
    [[ $stderr = 'attn: mixed.jsonl:3:'* && $stderr != *mixed.jsonl:6* ]]
  done
}

@test "--skip goes on after a line, --limit ends early and waits for no more" {
  mixed_lines | sed '/nonsense\|heds\|e200/d' >good.jsonl
  "$ATTN" good.jsonl --only output >all
  last=$(sed -n 100p all | jq .line)
  "$ATTN" good.jsonl --only output --skip "$last" | cmp - <(sed 1,100d all)
  "$ATTN" good.jsonl --only output --limit 100 | cmp - <(sed 100q all)
  "$ATTN" good.jsonl --only output --skip "$last" --limit 7 | cmp - <(sed -n 101,107p all)
  run -0 "$ATTN" good.jsonl --limit 0
  [ -z "$output" ]
  mkfifo open && exec 7<>open && echo "$small" >&7
  timeout 60 "$ATTN" --lines --limit 1 - <open
  exec 7>&-
}

@test "the parts of --shard, one after the other, are the whole" {
  mixed_lines >mixed.jsonl
  whole=$("$ATTN" run mixed.jsonl 2>whole_stderr) || true
  for parts in 1 2 7 8 30; do
    for ((part = 1; part <= parts; ++part)); do
      "$ATTN" run mixed.jsonl --shard $part/$parts --threads 1 2>>"stderr.$parts" >>"stdout.$parts" || [ $? -eq 1 ]
    done
    [ "$(cat "stdout.$parts")" = "$whole" ]
    cmp "stderr.$parts" whole_stderr
  done
  "$ATTN" run --lines --shard 2/3 <mixed.jsonl 2>/dev/null | cmp - <("$ATTN" run mixed.jsonl --shard 2/3 2>/dev/null)
}

@test "a part that begins where a line does begins with that line" {
  yes "$small" | head -8 >equal.jsonl
  for part in 1 2 3 4; do
    [ "$("$ATTN" equal.jsonl --only output --shard $part/4 | jq .line | paste -sd,)" = "$((2 * part - 1)),$((2 * part))" ]
  done
}

@test "--shard takes a part of a file that is one: on a pipe, exit 2" {
  mixed_lines >mixed.jsonl
  run -2 --separate-stderr bash -c 'cat mixed.jsonl | "$ATTN" --lines - --shard 1/2'
  [ -z "$output" ]
  [[ $stderr = 'attn: -: --shard '* ]]
  for part in 0/2 3/2 1 1/ /2 1/0 -1/2 1/2/3 a/b 1/2x; do
    run -2 --separate-stderr "$ATTN" mixed.jsonl --shard "$part"
    [[ $stderr = *"--shard: "*"I/N"* ]]
  done
}

@test "with --no-line-numbers the output is the same for any split" {
  mixed_lines >mixed.jsonl
  whole=$("$ATTN" run mixed.jsonl --no-line-numbers 2>/dev/null) || true
  [[ $whole != *'"line"'* ]]
  for size in 1 7 100; do
    split --lines=$size --filter='"$ATTN" --lines --no-line-numbers 2>/dev/null || true' mixed.jsonl |
      cmp - <(echo "$whole")
  done
}

@test "a line that is too long is an error, and the next one is worked" {
  { echo "$small" && printf '{"_pad": "%0300000d", "X": [[1]]}\n' 0 && echo "$small"; } >long.jsonl
  for limit in 1000 100K; do
    run -1 --separate-stderr "$ATTN" long.jsonl --only output --max-line-bytes $limit
    [ "$(jq -c '[.line, has("error")]' <<<"$output" | paste -sd' ')" = '[1,false] [2,true] [3,false]' ]
    [[ $stderr = 'attn: long.jsonl:2: the line is longer than '*--max-line-bytes* ]]
  done
  run -0 "$ATTN" long.jsonl --only output --max-line-bytes 300030
  printf '{"X": [[1]]}' >exact.jsonl
  run -0 "$ATTN" exact.jsonl --max-line-bytes 12
  run -1 "$ATTN" exact.jsonl --max-line-bytes 11
}

@test "a line is never said to have no bytes" {
  run -2 --separate-stderr "$ATTN" --lines --max-line-bytes 0 - <<<"$small"
  [ -z "$output" ]
  [[ $stderr = 'attn: --max-line-bytes: no line has 0 bytes'* ]]
}

@test "a word of the command line that is wrong for every line is told once, before anything is read" {
  mkfifo open && exec 7<>open
  for words in '--dtype float3' '--scale 1/0' '--scale x' '--layout torhc'; do
    for command in run check explain verify; do
      run -2 --separate-stderr timeout 60 "$ATTN" $command --lines $words - <open
      [ -z "$output" ]
      [[ $stderr = "attn: ${words%% *}: "* ]]
      [ "$(wc -l <<<"$stderr")" -eq 2 ]
    done
  done
  exec 7>&-
}

@test "one object over several lines is told from lines by the first of them" {
  many='this looks like one object over several lines: leave out --lines, or put it on one: jq -c .'
  for first in '{' '{"X": [' '{"title": "a",' ' { '; do
    run -1 --separate-stderr "$ATTN" --lines - <<<"$first"$'\n"X": [[1]]\n}'
    [ "$(jq -r '.error.hint' <<<"${lines[0]}")" = "$many" ]
    [ "$(grep -cF "$many" <<<"$stderr")" -eq 1 ]
  done
  run -1 --separate-stderr "$ATTN" --lines - <<<"[$small"
  [ "$(jq -r .error.hint <<<"$output")" = "--lines takes an object on each line: jq -c '.[]' makes lines of a list" ]
  run -1 --separate-stderr "$ATTN" --lines - <<<'{"X": [[1}'
  [[ $stderr != *'several lines'* ]]
}

@test "lines are written as JSON, and -o may end in .jsonl" {
  mixed_lines >mixed.jsonl
  run -2 --separate-stderr "$ATTN" mixed.jsonl --format table
  [[ $stderr = 'attn: lines are written as JSON, not as table'* ]]
  run -2 "$ATTN" mixed.jsonl -o result.txt
  [ ! -e result.txt ]
  for target in result.jsonl result.ndjson result.json; do
    run -1 --separate-stderr "$ATTN" mixed.jsonl -o $target
    [ -z "$output" ]
    "$ATTN" mixed.jsonl --json 2>/dev/null | cmp - $target
  done
}

@test "options of lines mean nothing to one problem, and say so" {
  for words in '--shard 1/2' '--skip 1' '--limit 1' '--max-line-bytes 1M' '--progress never' --no-line-numbers \
    --fail-fast --keep-order; do
    run -2 --separate-stderr "$ATTN" run "$samples/two-heads.json" $words
    [ -z "$output" ]
    [[ $stderr = "attn: ${words%% *} is for lines"*--lines* ]]
  done
}

@test "warnings name file and line, unless --quiet" {
  blind='{"X": [[1], [2]], "mask": {"queries": [1, 0]}}'
  printf '%s\n' "$small" "$blind" >blind.jsonl
  run -0 --separate-stderr "$ATTN" blind.jsonl --only output
  [[ $stderr = 'attn: blind.jsonl:2: warning: '* ]]
  [ "$(jq -c '.warnings | length' <<<"$output" | paste -sd,)" = 0,1 ]
  run -0 --separate-stderr "$ATTN" blind.jsonl --only output --quiet
  [ -z "$stderr" ]
}

@test "what a label holds never breaks a line" {
  printf '%s\n' '{"X": [[1]], "title": "a\nb\tc\u2028d\u0085e", "tokens": ["\r\n"], "id": "\n\t"}' "$small" >odd.jsonl
  run -0 "$ATTN" odd.jsonl
  [ ${#lines[@]} -eq 2 ]
  [[ $output != *$'\t'* && $output != *$'\r'* ]]
  [ "$(jq -r .title <<<"${lines[0]}")" = "$(printf 'a\nb\tc\u2028d\u0085e')" ]
}

@test "an endless input ends with its reader" {
  [ "$(yes "$small" | "$ATTN" --lines --only output | head -1 | jq -c '[.line, .shape.n]')" = '[1,2]' ]
}

@test "when the reader goes away while input is waited for, the program ends" {
  mkfifo open && exec 7<>open && echo "$small" >&7
  timeout 60 bash -c '"$ATTN" --lines --only output <open | head -1 >first; exit ${PIPESTATUS[0]}' || [ $? -eq 141 ]
  [ "$(jq .line first)" -eq 1 ]
  exec 7>&-
}

@test "--progress always tells how far it is in plain lines" {
  mixed_lines >mixed.jsonl
  run -1 --separate-stderr "$ATTN" mixed.jsonl --progress always
  [[ ${stderr##*$'\n'} =~ ^attn:\ 360\ lines,\ [0-9]+\ a\ second,\ 120\ failed$ ]]
  run -1 --separate-stderr "$ATTN" mixed.jsonl --progress never
  [[ $stderr != *'a second'* ]]
  run -1 --separate-stderr "$ATTN" mixed.jsonl
  [[ $stderr != *'a second'* ]]
}

@test "check: a student a line, in order, with FORMAT's errors" {
  for ((i = 1; i <= 60; ++i)); do
    case $((i % 4)) in
      0) jq -c ".id = $i" "$samples/answers/ada.json" ;;
      1) jq -c ".id = $i" "$samples/answers/ben.json" ;;
      2) echo "{\"id\": $i, \"wieghts\": [[1]]}" ;;
      3) echo '{"weights": [[NaN]]}' ;;
    esac
  done >class.jsonl
  run -1 --separate-stderr "$ATTN" check "$samples/two-heads.json" class.jsonl --json --threads 1
  [ "$(jq -c '[.line, .id // .results[0].id, .results[0].all_right, .error.place]' <<<"$output" | sed -n 1,4p | paste -sd' ')" = \
    '[1,1,false,null] [2,2,null,"/wieghts"] [3,null,null,"/weights"] [4,4,true,null]' ]
  one=$output one_stderr=$stderr
  run -1 --separate-stderr "$ATTN" check "$samples/two-heads.json" class.jsonl --json --threads 5
  [ "$output" = "$one" ]
  [ "$stderr" = "$one_stderr" ]
  table=$("$ATTN" check "$samples/two-heads.json" class.jsonl --threads 1 2>/dev/null) || true
  [[ $table = *'60 answers: 15 all right, 30 not marked.' ]]
  [ "$("$ATTN" check "$samples/two-heads.json" class.jsonl --threads 5 2>/dev/null)" = "$table" ]
}

@test "check answers a student before the next one hands in" {
  coproc { exec "$ATTN" check "$samples/two-heads.json" - --lines --json; }
  pid=$COPROC_PID from=${COPROC[0]} to=${COPROC[1]}
  for name in ada ben; do
    jq -c . "$samples/answers/$name.json" >&"$to"
    read -r -t 60 answer <&"$from"
    [ "$(jq '.results[0].all_right' <<<"$answer")" = $([ $name = ada ] && echo true || echo false) ]
  done
  eval "exec $to>&-"
  wait "$pid" || [ $? -eq 1 ]
}

@test "verify and explain tell a line of each line, as they tell of it alone" {
  jq -c . "$samples"/*.json >samples.jsonl
  for words in verify 'explain --query 1'; do
    echo "$words"
    run -0 --separate-stderr "$ATTN" $words samples.jsonl --no-line-numbers --quiet
    diff <(echo "$output") <(for sample in "$samples"/*.json; do "$ATTN" $words "$sample" --json --quiet | jq -c .; done)
  done
}

@test "a line in which an identity does not hold is not right, and has its number and id" {
  printf '%s\n' '{"id": "a", "X": [[1, 0], [0, 1]]}' '{"id": "b", "weights": [[0.5, 0.6]], "V": [[1], [2]]}' '{"id": "c", "X": [[1], [1, 2]]}' >three.jsonl
  run -1 --separate-stderr "$ATTN" verify three.jsonl
  [ "$(jq -c '[.line, .id, .all_hold, .error.place]' <<<"$output")" = $'[1,"a",true,null]\n[2,"b",false,null]\n[3,"c",null,"/X/1"]' ]
  head -2 three.jsonl >two.jsonl # no line fails, and one is not right
  run -1 --separate-stderr "$ATTN" verify two.jsonl
  head -1 three.jsonl >one.jsonl
  run -0 --separate-stderr "$ATTN" verify one.jsonl
  run -1 --separate-stderr "$ATTN" explain three.jsonl --step weights
  [ "$(jq -c '[.line, .id, .explanations[0].query, .error.place]' <<<"$output")" = $'[1,"a",1,null]\n[2,"b",1,null]\n[3,"c",null,"/X/1"]' ]
  run -2 --separate-stderr "$ATTN" verify three.jsonl --format markdown
  [[ $stderr = 'attn: lines are written as JSON, not as markdown'* ]]
}

@test "explanations are no table" {
  run -2 --separate-stderr "$ATTN" explain "$samples/two-heads.json" --format csv
  [ -z "$output" ]
  [[ $stderr = 'attn: csv holds tables, and none are told here'* ]]
}

@test "the table of a class ends with the line that --fail-fast ends with" {
  printf '%s\n' '{"id": "a", "weights": [[0.5, 0.5]]}' '{"id": "b", "weights": [[0.6, 0.4]]}' '{"id": "c", "weights": [[0.5, 0.5]]}' >class.jsonl
  run -1 --separate-stderr "$ATTN" check - class.jsonl --fail-fast <<<'{"scores": [[1, 1]], "scale": 1}'
  [[ $output = *'2 answers: 1 all right.' ]]
}

@test "lines that name one model read it once" {
  strace -o /dev/null true 2>/dev/null || skip "this system lets nobody trace"
  cp "$BATS_TEST_DIRNAME/../oracle/cases/bert/model.safetensors" .
  sleep 0.1 # what has just been written is not kept
  for _ in {1..20}; do echo '{"X": [[1,0,0,0,0,0,0,2]], "model": "model.safetensors", "layer": 0, "heads": 4}'; done >same.jsonl
  # the leak sanitizer cannot be traced, and says so with its status
  strace -f -qq -e trace=open,openat -o trace "$ATTN" run same.jsonl --threads 1 >results 2>/dev/null || true
  [ "$(wc -l <results)" -eq 20 ]
  [ "$(grep -c model.safetensors trace)" -eq 1 ]
}

@test "lines that name one model and one file give what each of them gives alone" {
  cp "$BATS_TEST_DIRNAME/../oracle/cases/bert/model.safetensors" .
  echo '1,0,0,0,0,0,0,2' >x.csv
  for layer in 0 1 0 1; do
    for heads in 1 4; do
      echo "{\"X\": \"x.csv\", \"model\": \"model.safetensors\", \"layer\": $layer, \"heads\": $heads}"
    done
  done >same.jsonl
  for threads in 1 3; do
    run -0 --separate-stderr "$ATTN" run same.jsonl --threads $threads --no-line-numbers
    diff <(echo "$output") <(while read -r line; do alone "$line"; done <same.jsonl)
  done
}
