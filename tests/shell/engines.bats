# Engines that share work out: one line in is one line out, so each of them splits and joins as it likes.

load start

setup() {
  cd "$BATS_TEST_TMPDIR"
  for ((i = 1; i <= 500; ++i)); do echo "{\"id\": $i, \"X\": [[$i, 1], [0, 1]]}"; done >problems.jsonl
  "$ATTN" problems.jsonl --only output --no-line-numbers >whole
  export PARALLEL_HOME=$BATS_TEST_TMPDIR/parallel-home
}

parallel() { command parallel --will-cite "$@"; }

@test "GNU parallel --pipe cuts the input, -k keeps the order" {
  parallel --pipe -k --block 2k -j 3 "$ATTN" --lines --only output --no-line-numbers <problems.jsonl | cmp - whole
}

@test "GNU parallel with --shard keeps the line numbers" {
  parallel -k -j 2 "$ATTN" problems.jsonl --only output --shard {}/4 ::: 1 2 3 4 |
    cmp - <("$ATTN" problems.jsonl --only output)
}

@test "GNU parallel --halt stops at the first part that fails" {
  sed -i '100s/.*/nonsense/' problems.jsonl
  run -1 --separate-stderr command parallel --will-cite -j 1 --halt now,fail=1 \
    "$ATTN" problems.jsonl --shard {}/10 -o part.{}.jsonl ::: {1..10}
  [ "$(ls part.*.jsonl | wc -l)" -lt 10 ]
  [[ $stderr = *'attn: problems.jsonl:100:'* ]]
}

@test "GNU parallel --joblog and --resume-failed work what failed again, and that alone" {
  split --number l/4 --additional-suffix .jsonl problems.jsonl part.
  sed -i '1s/.*/nonsense/' part.ac.jsonl
  job() { command parallel --will-cite -j 2 --joblog log "$@" "$ATTN" {} --only output -o {.}.out.json ::: part.a?.jsonl; }
  run -1 --separate-stderr job
  rm part.aa.out.json
  sed -i '1s/.*/{"X": [[1]]}/' part.ac.jsonl
  run -0 job --resume-failed
  [ ! -e part.aa.out.json ]
  [ "$(jq -s 'map(has("error")) | any' part.ac.out.json)" = false ]
}

@test "xargs -P works a file a call" {
  split --number l/4 --additional-suffix .jsonl problems.jsonl part.
  ls part.*.jsonl | xargs -P 2 -I '{}' "$ATTN" '{}' --only output --no-line-numbers -o '{}.json'
  cat part.*.jsonl.json | cmp - whole
  sed -i '1s/.*/nonsense/' part.ab.jsonl
  run -123 --separate-stderr bash -c 'ls part.*.jsonl | xargs -P 2 -I "{}" "$ATTN" "{}" --only output -o "{}.json"'
}

@test "make -j with -o: a target is whole or not there" {
  split --number l/4 --additional-suffix .jsonl problems.jsonl part.
  cat >Makefile <<'END'
.DELETE_ON_ERROR:
results := $(patsubst %.jsonl,%.result.json,$(sort $(wildcard part.a?.jsonl)))
all.result: $(results) ; cat $^ >$@
%.result.json: %.jsonl ; $(ATTN) $< --only output --no-line-numbers -o $@
END
  make -s -j 2
  cmp all.result whole
  [[ $(make) = *'up to date'* ]]
  sed -i '1s/.*/nonsense/' part.ab.jsonl
  run -2 --separate-stderr make -s -j 2 --keep-going
  [ ! -e part.ab.result.json ]
  [[ $stderr = *'attn: part.ab.jsonl:1:'* ]]
}

# What Spark's RDD.pipe and Hadoop Streaming ask of a program: a line out for each line in, in order, each of them a key
# without a tab, the end of the input is the end, and a status that tells.
@test "the contract of pipes that feed lines by themselves" {
  "$ATTN" --lines --no-line-numbers --only output - <problems.jsonl >got
  cmp got whole
  [ "$(wc -l <got)" -eq "$(wc -l <problems.jsonl)" ]
  run grep -c $'\t' got
  [ "$output" -eq 0 ]
  diff <(jq .id problems.jsonl) <(jq .id got)
  run -1 --separate-stderr "$ATTN" --lines --no-line-numbers - <<<$'{"id": "a\tb"}\n{"X": [[1]], "tokens": ["\\t"]}'
  [ ${#lines[@]} -eq 2 ]
  [[ $output != *$'\t'* ]]
}

@test "an array of jobs: --shard by the number of the task" {
  for SLURM_ARRAY_TASK_ID in 1 2 3; do
    SLURM_ARRAY_TASK_COUNT=3
    "$ATTN" problems.jsonl --only output --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
      -o "result.$SLURM_ARRAY_TASK_ID.jsonl"
  done
  cat result.?.jsonl | cmp - <("$ATTN" problems.jsonl --only output)
}
