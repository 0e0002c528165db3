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
