# What a problem from a stranger can do to the machine: nothing but be worked.

load start

setup() { cd "$BATS_TEST_TMPDIR"; }

# traced ARGUMENT…: the files that attn opens beyond its libraries and what tells of the machine (its processors, the
# limits of its control groups), and programs and sockets, a line each.
traced() {
  strace -f -qq -e trace=open,openat,openat2,creat,execve,execveat,socket,fork,vfork,unlink,unlinkat,rename,renameat2 \
    -o trace "$ATTN" "$@" >/dev/null 2>&1 || true
  sed -E 's/^[0-9]+ +//' trace | grep -vE '^(---|\+\+\+)' | tail -n +2 |
    grep -vE '"(/etc/ld\.so\.[a-z]*|/lib[^"]*|/usr/lib[^"]*|/sys/devices/system/cpu[^"]*|/sys/fs/cgroup[^"]*|/proc/self/[a-z]*)"' || true
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
  for words in 'a.json --format html' 'a.json --format npz' 'check a.json' 'explain a.json' 'verify a.json' 'shapes a.json' \
    'plot a.json --format svg' 'compare a.json a.json'; do
    run traced $words
    [[ $output = 'openat('*'"a.json", O_RDONLY'* ]]
    run ! grep -v '"a\.json", O_RDONLY' <<<"$output"
  done
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

# --- Markup: the same texts, harmless and hostile, must give the same markup around them.

# Every place that holds text, filled with one text; and files and an answer that bear it too.
hostile_texts=('<script>alert(1)</script>' '"><img src=x onerror=alert(1)>' "' onload='alert(1)" '</style></title><!-- ]]>'
  '\input{/etc/hostname}' '\end{document}$\write18{id}$' '[1cm]' '*{9}' '%#&_^~{}' '=1+1' ' =1+1' '@SUM(A1)' '＝1+1' '-1+1'
  '![x](http://localhost)' '[x]: http://localhost' '`|$x$|`' '# x' '<http://localhost>' '**_x_**')

fill() {
  jq -nc --arg t "$1" '{X: [[1, 0], [0, 1]], context: [[1, 1], [2, 0]], title: $t, id: $t, tokens: [$t, $t],
    context_tokens: [$t, $t], mask: {queries: [1, 0]}, expect: {weights: [[0.3, "w" + $t], [0, 0]]}, _x: $t}' >problem.json
  jq -nc --arg t "$1" '{id: $t, weights: [[0.25, 0.75], ["w" + $t, 0]], output: [[1, 1], [2, "w" + $t]]}' >answer.json
  jq -c '.id = "other"' answer.json >other.json
}

# every_output FORMAT: what each command makes of it, one after the other.
every_output() {
  local words
  for words in 'run problem.json' 'run problem.json --only weights' 'run problem.json --only weights,output' 'check problem.json' \
    'check problem.json answer.json' 'check problem.json answer.json other.json' \
    'check problem.json answer.json other.json --verbose' 'explain problem.json' 'explain problem.json --all' \
    'explain problem.json --cell .heads[0].weights[0][1]' 'verify problem.json' 'shapes problem.json' 'plot problem.json' \
    'plot problem.json --step output' 'compare problem.json problem.json' 'compare problem.json problem.json --scale 2'; do
    "$ATTN" $words --format "$1" 2>&1 || [ $? -ne 3 ]
  done
}

@test "no text becomes markup: pages and pictures have the same elements whatever it is" {
  # <wbr>, which only says where a line may end, stands where a text has letters after / and _.
  elements() { every_output "$1" | sed 's/<wbr>//g' | grep -aoE '<[a-zA-Z/!?][^ >]*' | sort | uniq -c; }
  for format in html svg; do
    for text in "${hostile_texts[@]}"; do
      fill "$(printf "%0${#text}d" 0 | tr 0 a)"
      harmless=$(elements $format)
      fill "$text"
      diff <(echo "$harmless") <(elements $format)
    done
  done
}

@test "pictures are XML whatever stands in them" {
  for text in "${hostile_texts[@]}" $'\x01\ufffe\uffff]]>'; do
    fill "$text"
    for words in 'run problem.json' 'plot problem.json' 'plot problem.json --step output'; do
      "$ATTN" $words --format svg 2>/dev/null | xmllint --noout -
    done
  done
}

@test "no text becomes a command of LaTeX, or an argument of one" {
  for text in "${hostile_texts[@]}"; do
    fill "$text"
    every_output latex >all.tex
    run ! grep -aE '\\(input|write18|end\{document\}\$)' all.tex
    run ! grep -aE '^ *(\[1cm\]|\*)' all.tex
  done
}

# Where a reader begins a cell: at the line's start, at a separator outside quotation marks, and at one of those that other
# readers split at, whatever the quotation marks.
cell_starts_csv='(^([^"]|"[^"]*")*,|^|;)'
cell_starts_tsv='(^|[\t,;])'

@test "no text becomes a formula of a spreadsheet" {
  for format in csv tsv; do
    cell_starts=cell_starts_$format
    for text in "${hostile_texts[@]}" $'\t=1+1' $'\r=1+1' $'\ufeff=1+1' $'\u00a0@x' '"=1+1' 'a;=1+1' 'a; "@x' 'a,-1+1'; do
      fill "$text"
      every_output $format >all.txt
      run -1 grep -aP "(*UTF)${!cell_starts}[\"\s\x{a0}\x{feff}]*([=+@＝]|-(?![0-9.]+(e[-+]?[0-9]+)?([,\t]|$)))" all.txt
    done
  done
}

@test "no text is markup of Markdown" {
  for text in '<b>' '![x](y)' '[x](y)' '[x]: y' '`x`' '# x' '**x**' '$x$' '<http://x>' '~~x~~' '> x' '- x' '1. x' '==='; do
    fill "$text"
    every_output markdown >all.md
    run ! grep -aE '(^|[^\])(<[a-z]|~~x|\]\(y\))|^\[x\]:|^> x|^- x|^1\. x|^===' all.md
    run ! grep -aF -e '**x**' -e '`x`' -e '$x$' all.md
  done
}

@test "every command and every format escapes what commands a terminal" {
  fill "$(printf '%b' "$escapes")"
  for format in table json csv tsv markdown latex html svg; do
    every_output $format | holds_no_command
  done
  "$ATTN" make --tokens "$(printf '%b' "$escapes"),b" --worksheet table 2>&1 | holds_no_command
  for sheet in markdown latex; do "$ATTN" make --tokens "$(printf '%b' "$escapes"),b" --worksheet $sheet --key 2>&1 | holds_no_command; done
  "$ATTN" make --tokens "$(printf '%b' "$escapes"),b" 2>&1 | holds_no_command
  printf 'W\e[31m = [1 2]\n\x1b]0;x\x07' >text && { "$ATTN" make --from text 2>&1 || true; } | holds_no_command
}

@test "no word of the command line, and no name of a file or of a tensor, commands the terminal" {
  bad=$'\e[31m\x07\u202ex'
  for words in "$bad" "run --only $bad" "run --$bad" "--format $bad -" "-o $bad.x -" "--dtype $bad -" "--scale $bad -" "--isa $bad" \
    "--shard $bad --lines" "check $bad" "check - $bad" "check - --marks $bad" "explain - --cell $bad" "compare $bad $bad" \
    "shapes $bad" "plot - --step $bad" "verify $bad" "make --tokens $bad --d-model $bad" "make --from $bad" "completion $bad"; do
    run -2 "$ATTN" $words <<<"$small"
    [ -n "$output" ]
    holds_no_command <<<"$output"
  done
  cp "$BATS_TEST_DIRNAME/../fuzz/seeds/npz/two.npz" "$bad.npz"
  for name in "$bad.npy" "$bad.npz" "$bad.npz#$bad" "$bad.npz#wq" "$bad.csv" "$bad.safetensors#$bad"; do
    jq -n --arg name "$name" '{X: $name}' >named.json
    run "$ATTN" named.json
    holds_no_command <<<"$output"
  done
}

@test "with --no-files a problem opens none" {
  may_trace || skip "no program may be traced here"
  cp "$BATS_TEST_DIRNAME/../fuzz/seeds/npy/doubles.npy" x.npy
  echo '{"X": "x.npy"}' >named.json
  [ "$(traced named.json | grep -c 'x\.npy')" -eq 1 ]
  for words in 'named.json' 'check named.json' 'explain named.json' 'verify named.json' 'plot named.json' 'compare named.json named.json'; do
    [ "$(traced $words --no-files | grep -c 'x\.npy')" -eq 0 ]
    run -2 --separate-stderr "$ATTN" $words --no-files
    [[ $stderr = *'--no-files is given'* ]]
  done
}

@test "an answer opens no file that it names" {
  may_trace || skip "no program may be traced here"
  cp "$BATS_TEST_DIRNAME/../fuzz/seeds/npy/doubles.npy" x.npy
  echo "$small" >p.json
  echo '{"output": "x.npy", "weights": [["x.npy"]]}' >a.json
  [ "$(traced check p.json a.json | grep -c 'x\.npy')" -eq 0 ]
}
