# Files that cannot be read or written, pipes that close, and what -o leaves behind.

load start

setup() {
  cd "$BATS_TEST_TMPDIR"
  sample=$BATS_TEST_DIRNAME/../../samples/two-heads.json
}

# A result that no pipe holds at once.
many_positions() { echo "{\"X\": [$(seq 300 | sed 's/.*/[&]/' | paste -sd,)], \"scale\": 0}"; }

@test "a file that is missing, a folder or not allowed is named, with the reason" {
  run -2 --separate-stderr "$ATTN" missing.json
  [ -z "$output" ]
  [[ $stderr = 'attn: missing.json: '*'o such file'* ]]

  run -2 --separate-stderr "$ATTN" run .
  [ -z "$output" ]
  [[ $stderr = 'attn: .: '*'irectory'* ]]
}

@test "a file that opens and cannot be read is an error" {
  run -2 --separate-stderr "$ATTN" /proc/self/mem
  [ -z "$output" ]
  [[ $stderr = 'attn: /proc/self/mem: '* ]]
}

@test "a file that may not be read is an error" {
  [ "$(id -u)" -ne 0 ] || skip "root may read everything"
  echo "$small" >secret.json && chmod 000 secret.json
  run -2 --separate-stderr "$ATTN" secret.json
  [[ $stderr = 'attn: secret.json: '*'ermission'* ]]
}

@test "a full disk is exit 2 with a message" {
  for format in --json --format=table; do
    run -2 --separate-stderr bash -c '"$ATTN" "$1" "$2" >/dev/full' - "$sample" $format
    [[ $stderr = attn:*'o space left'* ]]
  done
  run -2 --separate-stderr "$ATTN" "$sample" --json -o /dev/full
  [[ $stderr = attn:*/dev/full*'o space left'* ]]
  run -2 --separate-stderr bash -c '"$ATTN" --help >/dev/full'
}

@test "a pipe that closes is no error of ours" {
  many_positions >many.json
  for format in --json --format=table; do
    run --separate-stderr bash -c '"$ATTN" many.json "$1" | head -1; exit ${PIPESTATUS[0]}' - $format
    [[ $status = 0 || $status = 141 ]]
    [ -z "$stderr" ]
    run --separate-stderr bash -c 'trap "" PIPE; "$ATTN" many.json "$1" | true; exit ${PIPESTATUS[0]}' - $format
    [[ $status = 0 || $status = 141 ]]
    [ -z "$stderr" ]
  done
}

@test "-o writes what standard output would show; its ending picks the format" {
  "$ATTN" "$sample" -o result.json
  "$ATTN" "$sample" --json | cmp - result.json
  "$ATTN" "$sample" --output result.txt
  "$ATTN" "$sample" | cmp - result.txt
}

@test "-o prints nothing" {
  run -0 --separate-stderr "$ATTN" "$sample" -o result.json
  [ -z "$output$stderr" ]
}

@test "--format beats the ending; an unknown ending without it is an error" {
  "$ATTN" "$sample" --json -o result.txt
  "$ATTN" "$sample" --json | cmp - result.txt
  run -2 --separate-stderr "$ATTN" "$sample" -o result.doc
  [ ! -e result.doc ]
  [[ $stderr = attn:*result.doc* ]]
  "$ATTN" "$sample" --json -o result.doc
}

@test "-o replaces the old file only when the work is done" {
  echo old >result.json
  run -2 "$ATTN" -o result.json - <<<"$overflowing"
  [ "$(cat result.json)" = old ]
  [ "$(ls)" = result.json ]

  "$ATTN" "$sample" -o result.json
  jq -e .output result.json
  [ "$(ls)" = result.json ]
}

@test "-o /dev/stdout carries on what stands in the file that it leads to" {
  (
    echo before
    "$ATTN" "$sample" --format json -o /dev/stdout
    echo after
  ) >all.txt
  [ "$(head -1 all.txt)" = before ]
  [ "$(tail -1 all.txt)" = after ]
  [ "$(sed '1d;$d' all.txt)" = "$("$ATTN" "$sample" --json)" ]
}

@test "-o never replaces the file that is read" {
  echo "$small" >problem.json
  ln -s problem.json link.json
  for target in problem.json link.json; do
    run -2 --separate-stderr "$ATTN" problem.json -o $target
    [[ $stderr = *"is the file that is read"* ]]
    [ "$(cat problem.json)" = "$small" ]
  done
}

@test "-o into a folder that is not there leaves nothing" {
  run -2 --separate-stderr "$ATTN" "$sample" -o nowhere/result.json
  [[ $stderr = 'attn: nowhere/result.json: '* ]]
  [ ! -e nowhere ]
  [ -z "$(find . -name 'result*')" ]
}

@test "what is not a regular file is written directly" {
  "$ATTN" "$sample" --json >expected
  "$ATTN" "$sample" --json -o /dev/stdout | cmp - expected
  mkfifo pipe
  cat pipe >got &
  "$ATTN" "$sample" --json -o pipe
  wait
  cmp got expected
  [ -p pipe ]
}

@test "-o is no file that the problem or --model names" {
  cd "$BATS_TEST_TMPDIR"
  "$ATTN" run - --only output -o x.npz <<<'{"X": [[1, 2]]}'
  cp x.npz before.npz
  run -2 --separate-stderr "$ATTN" run - -o x.npz <<<'{"X": "x.npz#output"}'
  [[ $stderr = *'x.npz is the file that the result is written to (-o)'* ]]
  run -2 "$ATTN" run - --model x.npz -o ./x.npz <<<'{"X": [[1, 2]]}'
  cmp x.npz before.npz
}
