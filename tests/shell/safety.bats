# What a problem from a stranger can do to the machine: nothing but be worked.

load start

setup() { cd "$BATS_TEST_TMPDIR"; }

# traced ARGUMENT…: the files that attn opens beyond its libraries, and programs and sockets, a line each.
traced() {
  strace -f -qq -e trace=open,openat,openat2,creat,execve,execveat,socket,fork,vfork,unlink,unlinkat,rename,renameat2 \
    -o trace "$ATTN" "$@" >/dev/null 2>&1 || true
  sed -E 's/^[0-9]+ +//' trace | grep -vE '^(---|\+\+\+)' | tail -n +2 |
    grep -vE '"(/etc/ld\.so\.[a-z]*|/lib[^"]*|/usr/lib[^"]*|/sys/devices/system/cpu[^"]*|/proc/self/[a-z]*)"' || true
}

may_trace() { strace -o /dev/null true 2>/dev/null; }

@test "no file is opened but those that are named, no program run, no socket made" {
  may_trace || skip "no program may be traced here"
  echo '{"X": [[1, 2]], "title": "../../etc/passwd", "id": "$(touch x)", "tokens": ["`touch x`"], "_W": "w.npy"}' >a.json
  [[ $(traced a.json) = 'openat('*'"a.json", O_RDONLY'* ]]
  [ "$(traced a.json | wc -l)" -eq 1 ]
  cp a.json a.jsonl
  [[ $(traced a.jsonl --threads 3) = 'openat('*'"a.jsonl", O_RDONLY'* ]]
  [ "$(traced a.jsonl --threads 3 | wc -l)" -eq 1 ]
  [ -z "$(traced - <a.json)" ]
  [ "$(traced a.json -o result.json | grep -c 'result\.json')" -eq 2 ]
  [ "$(traced a.json -o result.json | wc -l)" -eq 3 ]
}

# Texts that would command a terminal, in every place where a problem or an answer holds text.
escapes='\u001b[31m\u001b]0;title\u0007\u009b2J\u007f\u202e\b\r\n'

holds_no_command() { ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]|\xe2\x81[\xa6-\xa9]'; }

@test "no text of a problem commands the terminal, in no output and no message" {
  problem="{\"X\": [[1]], \"title\": \"$escapes\", \"id\": \"$escapes\", \"tokens\": [\"$escapes\"], \"expect\": {\"weights\": [[2, \"$escapes\"]]}}"
  echo "$problem" >bad.jsonl
  for words in '-' '- --json' '- --lines' 'check -' 'check - --json' 'check - --lines' 'check - --lines --json'; do
    "$ATTN" $words <bad.jsonl 2>&1 | holds_no_command
  done
  for fault in "\"$escapes\": 1" "\"layout\": \"$escapes\"" "\"W_Q\": \"$escapes\"" "\"mask\": {\"$escapes\": 1}"; do
    for words in '-' '- --lines' 'check - --lines' 'check - --lines --json'; do
      run ! "$ATTN" $words <<<"{\"X\": [[1]], \"id\": \"$escapes\", $fault}"
      holds_no_command <<<"$output"
    done
  done
}

@test "no name of a file commands the terminal" {
  name=$'a\e[31m.jsonl'
  echo nonsense >"$name"
  run -1 --separate-stderr "$ATTN" "$name"
  holds_no_command <<<"$stderr$output"
  run -2 --separate-stderr "$ATTN" $'missing\e[31m.json'
  holds_no_command <<<"$stderr$output"
}
