# A few kilobytes of input take no more than 100 MB. The limits are on the address space, which the sanitizers fill by
# terabytes, and on the stack: these tests are of release alone.

load start

# within_limit ARGUMENT…: what attn gives in 100 MB and what its libraries and stack take of the address space.
within_limit() { run --separate-stderr bash -c 'ulimit -v 150000; exec "$ATTN" --threads 1 "$@" >/dev/null' - "$@"; }

works() {
  within_limit "$@"
  [ "$status" -eq 0 ]
}

# Works or refuses, but not because the memory is at its end.
stands() {
  within_limit "$@"
  [[ $status = 0 || $status = 2 ]]
  [[ $stderr != *memory* && $stderr != *alloc* ]]
}

list() { seq "$2" | sed "s/.*/$1/" | paste -sd,; }

@test "a thousand positions of one column, every step" {
  echo "{\"X\": [$(list '[1]' 1000)]}" >"$BATS_TEST_TMPDIR/tall.json"
  works "$BATS_TEST_TMPDIR/tall.json"
  works "$BATS_TEST_TMPDIR/tall.json" --json
}

@test "as many heads as columns" {
  echo "{\"X\": [[$(list 1 2000)], [$(list 0 2000)]], \"heads\": 2000}" >"$BATS_TEST_TMPDIR/heads.json"
  works "$BATS_TEST_TMPDIR/heads.json" --json
}

@test "one long label among many short ones" {
  echo "{\"X\": [$(list '[1]' 300)], \"tokens\": [\"$(list x 1000)\", $(list '"t"' 299)]}" >"$BATS_TEST_TMPDIR/long.json"
  works "$BATS_TEST_TMPDIR/long.json"
}

@test "options out of all proportion" {
  stands samples/two-heads.json --decimals 1000000000
  stands samples/two-heads.json --round-steps 1000000000
  stands samples/two-heads.json --threads 1000000000
}

@test "deep nesting" {
  printf "%05000d" 0 | tr 0 '[' >"$BATS_TEST_TMPDIR/deep.json"
  stands "$BATS_TEST_TMPDIR/deep.json"
}

# Each of 500 heads has its own matrix of queries x keys: 1.5 KB ask for 120 MB, 6 KB for a thousand million pairs.
@test "heads out of all proportion are refused before the work, unless they are allowed" {
  thin() { echo "{\"X\": [$(list '[1]' "$1")], \"W_Q\": [[$(list 1 "$2")]], \"W_K\": [[1]], \"W_V\": [[1]], \"kv_heads\": 1, \"heads\": $2}"; }
  run -2 --separate-stderr "$ATTN" --json - <<<"$(thin 100 500)"
  [[ $stderr = *'the steps to keep take 120 MB, from an input of '*'--max-memory 120M'* ]]
  run -2 --separate-stderr "$ATTN" --only output - <<<"$(thin 1000 1000)"
  [[ $stderr = *'1000 million pairs of query and key'*'--max-memory'* ]]
  "$ATTN" --only output --max-memory 2G - <<<"$(thin 100 500)" >/dev/null
}

# 15 sequences of 512 heads have 54 000 matrices of one number: 15 KB of input, and a name and a path for each.
@test "many small matrices count for more than their numbers" {
  many="{\"heads\": 512, \"X\": [$(list "[[$(list 1 512)]]" 15)]}"
  run -2 --separate-stderr "$ATTN" - <<<"$many"
  [[ $stderr = *'the steps to keep take '*'--max-memory'* ]]
  "$ATTN" --only output - <<<"$many" >/dev/null
}

# 2700 x 2700 weights, scores and scaled scores are 175 MB; the input is long enough to ask for so much.
@test "what does not fit is refused before the work, with the figure and the ways out" {
  printf '{"_pad": "%01000000d", "X": [%s]}' 0 "$(list '[1]' 2700)" >"$BATS_TEST_TMPDIR/much.json"
  within_limit "$BATS_TEST_TMPDIR/much.json" --json
  [ "$status" -eq 2 ]
  [[ $stderr = *'the work takes 168 MB, and there are 146 MB'*'--only'*'--dtype float32'*'.npz'* ]]
  works "$BATS_TEST_TMPDIR/much.json" --only output
}

# 240 MB of lines, of which a few at a time are in memory; and a machine with less of it than one line wants.
@test "lines are not kept" {
  printf '{"_pad": "%02000000d", "X": [[1]]}\n' 0 >"$BATS_TEST_TMPDIR/long.jsonl"
  for ((i = 0; i < 12; ++i)); do cat "$BATS_TEST_TMPDIR"/long.jsonl{,,,,,,,,,}; done >"$BATS_TEST_TMPDIR/all.jsonl"
  works run "$BATS_TEST_TMPDIR/all.jsonl" --only output
  [ -z "$stderr" ]
}

@test "memory at its end is exit 2 with a message, and what came before is written" {
  { echo "$small" && echo "{\"X\": [$(list '[1]' 3000)]}" && echo "$small"; } >"$BATS_TEST_TMPDIR/large.jsonl"
  run -2 --separate-stderr bash -c 'ulimit -v 150000; exec "$ATTN" --threads 1 --max-memory 1T "$1"' - "$BATS_TEST_TMPDIR/large.jsonl"
  [ ${#lines[@]} -eq 1 ]
  [[ $stderr = "attn: $BATS_TEST_TMPDIR/large.jsonl:2: out of memory"* ]]
  sed -n 2p "$BATS_TEST_TMPDIR/large.jsonl" >"$BATS_TEST_TMPDIR/large.json"
  run -2 --separate-stderr bash -c 'ulimit -v 150000; exec "$ATTN" --threads 1 --max-memory 1T --json "$1"' - "$BATS_TEST_TMPDIR/large.json"
  [ -z "$output" ]
  [[ $stderr = 'attn: out of memory'* ]]
}

# Threads that the process may not have are not missed: there is room for one more stack, and not for two.
@test "lines are worked by the threads that there are" {
  for ((i = 0; i < 500; ++i)); do echo "$small"; done >"$BATS_TEST_TMPDIR/many.jsonl"
  run -0 --separate-stderr bash -c 'ulimit -s 400000 -v 700000; exec "$ATTN" --threads 64 --only output "$1"' - "$BATS_TEST_TMPDIR/many.jsonl"
  [ ${#lines[@]} -eq 500 ]
}

@test "a stack of 256 KB is enough" {
  yes "$small" | head -500 >"$BATS_TEST_TMPDIR/many.jsonl"
  for words in "run samples/two-heads.json" "run samples/two-heads.json --json" "check samples/two-heads.json" 'run --lines' 'check --lines --json'; do
    (ulimit -s 256 && exec "$ATTN" $words --threads 4) <"$BATS_TEST_TMPDIR/many.jsonl" >"$BATS_TEST_TMPDIR/small" 2>&1 || true
    "$ATTN" $words <"$BATS_TEST_TMPDIR/many.jsonl" >"$BATS_TEST_TMPDIR/plain" 2>&1 || true
    cmp "$BATS_TEST_TMPDIR"/{small,plain}
  done
  printf "%0100000d" 0 | tr 0 '[' >"$BATS_TEST_TMPDIR/deep.json"
  run -2 bash -c 'ulimit -s 256; exec "$ATTN" "$1"' - "$BATS_TEST_TMPDIR/deep.json"
}
