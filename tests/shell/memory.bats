# A few kilobytes of input take no more than 100 MB. The limit is on the address space, which the sanitizers fill by
# terabytes: these tests are of release alone.

load start

# small_enough ARGUMENT…: attn works within the limit (0) or refuses (2), and does not run out of it.
small_enough() {
  run --separate-stderr bash -c 'ulimit -v 150000; exec "$ATTN" --threads 1 "$@" >/dev/null' - "$@"
  [[ $status = 0 || $status = 2 ]]
  [[ $stderr != *memory* && $stderr != *alloc* ]]
}

list() { seq "$2" | sed "s/.*/$1/" | paste -sd,; }

@test "a thousand positions of one column, every step" {
  echo "{\"X\": [$(list '[1]' 1000)]}" >"$BATS_TEST_TMPDIR/tall.json"
  small_enough "$BATS_TEST_TMPDIR/tall.json"
  small_enough "$BATS_TEST_TMPDIR/tall.json" --json
}

@test "as many heads as columns" {
  echo "{\"X\": [[$(list 1 2000)], [$(list 0 2000)]], \"heads\": 2000}" >"$BATS_TEST_TMPDIR/heads.json"
  small_enough "$BATS_TEST_TMPDIR/heads.json" --json
}

@test "one long label among many short ones" {
  echo "{\"X\": [$(list '[1]' 300)], \"tokens\": [\"$(list x 1000)\", $(list '"t"' 299)]}" >"$BATS_TEST_TMPDIR/long.json"
  small_enough "$BATS_TEST_TMPDIR/long.json"
}

@test "options out of all proportion" {
  small_enough samples/two-heads.json --decimals 1000000000
  small_enough samples/two-heads.json --round-steps 1000000000
  small_enough samples/two-heads.json --threads 1000000000
}

@test "deep nesting" {
  printf "%05000d" 0 | tr 0 '[' >"$BATS_TEST_TMPDIR/deep.json"
  small_enough "$BATS_TEST_TMPDIR/deep.json"
}
