# Results as arrays, and values that come from them.

load start

setup() {
  cd "$BATS_TEST_TMPDIR" || return
  printf '%s' '{"X": [[1, 2, 0], [0, 1, 3]], "heads": 1, "mask": "causal"}' >p.json
  "$ATTN" p.json -o r.npz
}

@test "the ending .npz picks the format" {
  [ "$(head -c 4 r.npz)" = $'PK\x03\x04' ]
}

@test "the same result gives the same bytes" {
  "$ATTN" p.json --format npz >again.npz
  cmp r.npz again.npz
}

@test "what was written is read back to the bit" {
  echo '{"X": "r.npz#output"}' >next.json
  "$ATTN" next.json --json --only output | jq -c .output >from_file
  "$ATTN" p.json --json | jq '{X: .output}' | "$ATTN" --json --only output | jq -c .output >from_text
  cmp from_file from_text
}

@test "a masked score is -inf, and add takes it" {
  echo '{"X": [[1, 2, 0], [0, 1, 3]], "mask": {"add": "r.npz#heads[0].masked_scores"}}' >next.json
  "$ATTN" next.json --json | jq -e '.heads[0].weights[0] == [1, 0]'
}

@test "names are meant from the folder of the problem" {
  mkdir sub
  mv r.npz sub
  echo '{"X": "r.npz#Q"}' >sub/next.json
  "$ATTN" sub/next.json --only Q
  run -2 "$ATTN" - <sub/next.json
  [[ $output = *"/X: r.npz cannot be read: No such file or directory"* ]]
}

@test "an array that is not there: its names are told" {
  run -2 "$ATTN" - <<<'{"X": "r.npz#outptu"}'
  [[ $output = *"/X: r.npz holds no array outptu"*"did you mean output?"* ]]
  run -2 "$ATTN" - <<<'{"X": "r.npz"}'
  [[ $output = *"holds 25 arrays"*"say which one behind a #: schema, "* ]]
}

@test "--no-files reads none" {
  run -2 "$ATTN" --no-files - <<<'{"X": "r.npz#Q"}'
  [[ $output = *"/X: r.npz is not read: --no-files is given"* ]]
}

@test "a cut archive is an error, whatever is cut" {
  size=$(stat -c %s r.npz)
  for keep in 0 1 30 100 $((size / 2)) $((size - 23)) $((size - 1)); do
    head -c "$keep" r.npz >cut.npz
    run -2 "$ATTN" - <<<'{"X": "cut.npz#Q"}'
    [[ $output = *"/X: cut.npz "* ]]
  done
}

@test "a sparse file of terabytes is refused before memory is asked for" {
  printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '<f8', 'fortran_order': False, 'shape': (1048576, 1048576), }" >big.npy
  truncate -s $(((1 << 43) + 128)) big.npy
  run -2 "$ATTN" - <<<'{"X": "big.npy"}'
  [[ $output = *"holds 1099511627776 numbers, more than the memory there is"* ]]
}

@test "a device, a pipe and a folder are no files of numbers" {
  ln -s /dev/zero zero.npy
  mkfifo pipe.npy
  mkdir folder.npy
  for name in zero pipe; do
    run -2 timeout 20 "$ATTN" - <<<"{\"X\": \"$name.npy\"}"
    [[ $output = *"$name.npy is no regular file"* ]]
  done
  run -2 "$ATTN" - <<<'{"X": "folder.npy"}'
  [[ $output = *"folder.npy cannot be read: Is a directory"* ]]
}

@test "what is no result of run is not written as npz" {
  run -2 "$ATTN" shapes p.json --format npz
  [ ! -e "$BATS_TEST_TMPDIR/out.npz" ]
}

@test "--lines writes no npz" {
  run -2 "$ATTN" --lines --format npz <<<'{"X": [[1]]}'
}
