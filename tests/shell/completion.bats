# Completion in the shells themselves: bash, zsh and fish are given a line up to the cursor and say what may follow.

load start

setup_file() {
  cd "$BATS_TEST_DIRNAME/../.." || exit
  export FOLDER=$BATS_FILE_TMPDIR
  mkdir -p "$FOLDER/work/samples"
  touch "$FOLDER/work/problem one.json"
  for shell in bash zsh fish; do
    "${ATTN:-build/release/attn}" completion $shell >"$FOLDER/$shell"
  done
}

shells=(bash zsh fish)
need_shells() { for shell in "${shells[@]}"; do command -v $shell >/dev/null || skip "$shell is not installed"; done; }

# Each prints what may stand at the end of a line, a candidate a line.
by_bash() {
  bash --norc -c '
    source "$1"
    mapfile -t COMP_WORDS < <(grep -oE "[^ =:]+|[=:]+" <<<"$2") # as readline cuts it
    [[ $2 != *" " ]] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _attn
    printf "%s\n" "${COMPREPLY[@]}"' bash "$FOLDER/bash" "$1"
}
by_zsh() {
  local driver=$BATS_TEST_DIRNAME/completion.zsh
  zsh -f "$driver" "$driver" "$FOLDER/zsh" "$1" "$FOLDER/found" && sed 's/\\ / /g' "$FOLDER/found"
}
by_fish() { HOME=$FOLDER fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$FOLDER/fish" "$1" | cut -f 1; }

# The candidates of a line are those words, in all shells. What stands before them (a comma list, --format=) and a
# sign behind them is the shell's own affair.
offers() {
  local shell expected
  expected=$(printf '%s\n' "${@:2}" | sort)
  for shell in "${shells[@]}"; do
    result=$(cd "$FOLDER/work" && by_$shell "$1" | sed -E 's/^--[a-z-]+=//; s/.*,//; s/[=/]$//' | sed '/^$/d' | sort -u)
    [ "$result" = "$expected" ] || { printf '%s offers for %q:\n%s\n' $shell "$1" "$result"; return 1; }
  done
}

options_of() { "$ATTN" "$1" --help | sed '/^Commands/,$d' | grep -oE '^  (-[a-z], )?--[a-z-]+(, --[a-z-]+)*' | grep -oE -- '--[a-z-]+'; }
commands() { "$ATTN" --help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p'; }
formats='table json csv tsv markdown latex html'

@test "the scripts are whole, in the shells' own eyes" {
  need_shells
  bash -n "$FOLDER/bash"
  zsh -n "$FOLDER/zsh"
  fish --no-execute "$FOLDER/fish"
}

@test "commands and files at the start" {
  need_shells
  offers 'attn ' $(commands) 'problem one.json' samples
  offers 'attn pl' plot
  offers 'attn hel' help
  offers 'attn pr' 'problem one.json'
  offers 'attn --json ch' check
}

@test "every option of every command, and no other" {
  need_shells
  [ "$(commands | wc -l)" -ge 9 ]
  for command in $(commands); do
    offers "attn $command --" $(options_of $command)
  done
}

@test "options of run before any command, and after a file" {
  need_shells
  offers 'attn --' $(options_of run)
  offers 'attn problem.json --onl' --only
  offers 'attn problem.json --head 2 --que' --query
}

@test "the words of an option, behind a space and behind =" {
  need_shells
  offers 'attn plot --color ' always auto never
  offers 'attn problem.json --dtype=' bfloat16 float16 float32 float64
  offers 'attn --layout ou' out_in
  offers 'attn completion ' bash fish zsh
  offers 'attn help ' $(commands)
  offers 'attn --recipe LLa' LLaMA LLaMA-original
  offers 'attn make --worksheet ' latex markdown table
}

@test "the formats that a command takes, and no other" {
  need_shells
  offers 'attn run --format ' $formats npz svg
  offers 'attn check a.json b.json --format ' $formats
  offers 'attn explain --format=' table json markdown latex html
}

@test "steps, with commas between and with marks" {
  need_shells
  offers 'attn --only wei' weights
  offers 'attn plot --step scores,masked' masked_scores
  offers 'attn explain --only=weights,heads.' heads.K heads.Q heads.V heads.output
  offers 'attn check p.json --marks row' row_sum
}

@test "files where files are read or written" {
  need_shells
  offers 'attn run ' 'problem one.json' samples
  offers 'attn -o pro' 'problem one.json'
  offers 'attn compare a.json --problem sam' samples
  offers 'attn check --output=pro' 'problem one.json'
  shells=(bash fish) # zsh offers options there
  offers 'attn make '
}

@test "nothing where nobody can guess" {
  need_shells
  offers 'attn --head '
  offers 'attn shapes --tokens '
}

@test "bash itself: readline puts the word in its place" {
  printf '%s\n' "source '$FOLDER/bash'" 'attn() { printf "<%s>\n" "$@"; }' 'cd "$FOLDER/work"' >"$FOLDER/rc"
  line=$(printf 'attn plot --step=scores,wei\t --form\tsv\t pro\t\nexit\n' |
    script --quiet --return --command "bash --rcfile '$FOLDER/rc' -i" /dev/null)
  [[ $line == *'<--step=scores,weights>'* && $line == *'<svg>'* && $line == *'<problem one.json>'* ]]
}

@test "an unknown shell is refused, and a missing one" {
  run -2 --separate-stderr "$ATTN" completion bsh
  [ "$stderr" = $'attn: no shell that is known here is called bsh\n  did you mean bash?' ]
  run -2 --separate-stderr "$ATTN" completion
  [ "$stderr" = $'attn: completion needs to know the shell\n  shells: bash, zsh, fish' ]
}
