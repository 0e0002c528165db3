# Files of tensors: values, answers, and what attn tensors tells of them.

load start

setup() { cd "$BATS_TEST_TMPDIR" || return; }

# safetensors HEADER ELEMENTS: the file on standard output; ELEMENTS are escapes of printf.
safetensors() {
  local size=${#1} i
  for ((i = 0; i < 8; ++i)); do printf "\\x$(printf %02x $((size >> 8 * i & 255)))"; done
  printf '%s' "$1"
  printf '%b' "$2"
}

entry() { printf '"%s":{"dtype":"%s","shape":%s,"data_offsets":[%s]}' "$@"; }

@test "a tensor of a safetensors file is the matrix that stands in it" {
  safetensors "{$(entry x F32 '[2,1]' 0,8),$(entry w BF16 '[1,1]' 8,10)}" '\x00\x00\x80\x3F\x00\x00\x00\xC0\x40\x40' >m.safetensors
  echo '{"X": "m.safetensors#x", "W_Q": "m.safetensors#w", "W_K": "identity", "W_V": "identity"}' >p.json
  [ "$("$ATTN" p.json --json --only Q | jq -c .Q)" = '[[3],[-6]]' ]
  run -2 "$ATTN" --no-files p.json
  [[ $output = *'/X: m.safetensors is not read: --no-files is given'* ]]
}

@test "a result is an answer that is right, whatever it was written as" {
  cd - >/dev/null
  for problem in samples/*.json; do
    for ending in npz csv tsv json; do
      "$ATTN" "$problem" -o "$BATS_TEST_TMPDIR/r.$ending"
      run -0 "$ATTN" check "$problem" "$BATS_TEST_TMPDIR/r.$ending" --json
      jq -e '.results[0].marks.percent == 100' <<<"$output" || { echo "$problem $ending"; return 1; }
    done
  done
}

@test "a float32 result is right in every form" {
  echo '{"X": [[1, 0.3], [0.7, 1]], "dtype": "float32", "mask": "causal"}' >p.json
  for ending in npz csv json; do
    "$ATTN" p.json -o "r.$ending"
    "$ATTN" check p.json "r.$ending"
  done
}

@test "a mistake in an archive is found like one in JSON" {
  echo '{"X": [[1, 0], [0, 1]], "scale": "none"}' >wrong.json
  echo '{"X": [[1, 0], [0, 1]]}' >p.json
  "$ATTN" wrong.json --only weights,output -o a.npz
  "$ATTN" wrong.json --only weights,output -o a.csv
  "$ATTN" wrong.json --only weights,output --json >a.json
  for ending in npz csv json; do
    run -1 "$ATTN" check p.json "a.$ending" --json
    jq -c '.results[0].mistakes | map(.name)' <<<"$output" >>names
  done
  [ "$(sort -u names)" = '["no_scale"]' ]
}

@test "a matrix alone is an answer if its step is named" {
  echo '{"X": [[1, 0], [0, 1]]}' >p.json
  "$ATTN" p.json --only weights --format csv >w.csv
  run -2 "$ATTN" check p.json w.csv
  [[ $output = *'attn: w.csv: holds a matrix, and does not say which step it is'*"'w.csv#output'"* ]]
  run -2 "$ATTN" check p.json 'w.csv#wieghts'
  [[ $output = *'/wieghts: unknown key "wieghts"'*'did you mean weights?'* ]]
  "$ATTN" check p.json 'w.csv#weights'
}

@test "of several answers one that cannot be read bears its fault" {
  echo '{"X": [[1, 0], [0, 1]]}' >p.json
  "$ATTN" p.json -o good.npz
  head -c 200 good.npz >cut.npz
  run -2 "$ATTN" check p.json good.npz cut.npz
  [[ $output = *'cut.npz: is no whole .npz file'* ]]
  [[ $output = *'good.npz'*'100 %'* ]]
}

@test "an answer names no file" {
  echo '{"X": [[1, 0], [0, 1]]}' >p.json
  "$ATTN" p.json -o r.npz
  for value in '"r.npz#output"' '["r.npz#output"]' '[["r.npz#output", 0], [0, 1]]'; do
    echo "{\"output\": $value}" >a.json
    run -1 strace -e trace=openat -o opened "$ATTN" check p.json a.json
    ! grep -q 'r\.npz' opened
  done
}

@test "pickled files and models of ONNX are refused with the lines that convert them" {
  for ending in pt pth bin pkl; do
    run -2 "$ATTN" - <<<"{\"X\": \"model.$ending#w\"}"
    [[ $output = *"/X: model.$ending is not read: .$ending files are not taken; in Python, these lines convert it
  weights = torch.load(\"model.$ending\", weights_only=True)
  safetensors.torch.save_file(weights, \"model.safetensors\")" ]]
  done
  run -2 "$ATTN" tensors model.onnx
  [[ $output = *'  weights = onnx.load("model.onnx").graph.initializer
  numpy.savez("model.npz", **{t.name: onnx.numpy_helper.to_array(t) for t in weights})' ]]
}

@test "tensors lists names, types and shapes" {
  safetensors "{\"__metadata__\":{\"format\":\"pt\"},$(entry x F32 '[2,1]' 0,8),$(entry y F8_E4M3 '[]' 8,9)}" '123456789' >m.safetensors
  [ "$("$ATTN" tensors m.safetensors --json | jq -c .tensors)" = '[{"name":"x","dtype":"float32","type":"F32","shape":[2,1],"numbers":2},{"name":"y","dtype":"F8_E4M3","type":"F8_E4M3","shape":[],"numbers":1,"note":"not read"}]' ]
  [ "$("$ATTN" tensors m.safetensors --format csv)" = 'name,dtype,shape,numbers,note
x,float32,"[2,1]",2,
y,F8_E4M3,[],1,not read' ]
}

@test "tensors of what is no file of tensors" {
  mkfifo pipe.npz
  mkdir folder.npz
  : >empty.npy
  : >empty.npz
  : >empty.safetensors
  : >empty.csv
  refused() { # FILE MESSAGE
    run -2 timeout 20 "$ATTN" tensors "$1"
    [[ $output = "attn: $1: $2"* ]] || { echo "$output"; return 1; }
  }
  refused pipe.npz 'is no regular file'
  refused folder.npz 'cannot be read: Is a directory'
  refused gone.npz 'cannot be read: No such file or directory'
  refused empty.npy 'is no .npy array: it is too short'
  refused empty.npz 'is no whole .npz file: it is too short'
  refused empty.safetensors 'is no whole .safetensors file: it is too short'
  refused empty.csv 'has no numbers'
  refused notes.txt 'is no file of tensors by its name'
  run -2 "$ATTN" tensors - </dev/null
  [[ $output = *'tensors are read from a file, not from standard input'* ]]
  run -2 "$ATTN" tensors </dev/null
  [[ $output = *'tensors needs a file'* ]]
}

@test "tensors keeps the file that it reads" {
  echo 1,2 >x.csv
  run -2 "$ATTN" tensors x.csv -o x.csv
  [ "$(cat x.csv)" = 1,2 ]
}

two_heads=$BATS_TEST_DIRNAME/../../samples/two-heads.json

@test "an answer of one head, whichever it is, in a file of its own" {
  for head in 1 2; do
    file="$BATS_TEST_TMPDIR/w$head.csv"
    "$ATTN" "$two_heads" --only weights --head $head --format csv >"$file"
    run -0 "$ATTN" check "$two_heads" "$file#heads[$((head - 1))].weights"
    [[ $output = *"9/9"* ]]
  done
}

@test "a name with a zero byte opens nothing" {
  "$ATTN" "$two_heads" --only output --format npz >"$BATS_TEST_TMPDIR/plain"
  printf '{"X": "plain\\u0000.npz#output"}' >"$BATS_TEST_TMPDIR/p.json"
  run -2 --separate-stderr "$ATTN" "$BATS_TEST_TMPDIR/p.json"
  [[ $stderr = *'is no name of a file'* ]]
}
