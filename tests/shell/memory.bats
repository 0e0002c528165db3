# A few kilobytes of input take no more than 100 MB. The limit is on the address space, which the sanitizers fill by
# terabytes: these tests are of release alone.

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
  [[ $stderr = *'the steps to keep take 116 MB, from an input of '*'--max-memory 116M'* ]]
  run -2 --separate-stderr "$ATTN" --only output - <<<"$(thin 1000 1000)"
  [[ $stderr = *'1000 million pairs of query and key'*'--max-memory'* ]]
  "$ATTN" --only output --max-memory 2G - <<<"$(thin 100 500)" >/dev/null
}
