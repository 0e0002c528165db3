# The manual says what the program does: pages without faults, every option in both, every key of the problem named.

load start

@test "the pages are clean mdoc" {
  run -0 mandoc -T lint -W warning man/attn.1 man/attn-problem.5
  [ -z "$output" ]
}

@test "a blank line stands between an example and the words after it, and no quotes stand in quotes" {
  for page in attn.1 attn-problem.5; do
    run -1 grep -nE '’’|””' <(mandoc -T utf8 man/$page | col -b)
    [ "$(grep -A 1 '^\.Ed' man/$page | grep -vcE '^(\.(Ed|Pp|It|El|Sh|Ss)|--)')" = 0 ]
  done
}

options_of_help() {
  local command commands
  commands=$("$ATTN" --help | sed -n '/^Commands/,/^$/s/^  \([a-z]*\) .*/\1/p')
  for command in '' $commands; do "$ATTN" $command --help; done | grep -oE -- '--[a-z][a-z-]*' | sort -u
}
options_of_page() { sed -nE '/^\.It .*Fl/ { s/Fl -/\n--/g; p; }' man/attn.1 | grep -oE -- '^--[a-z][a-z-]*' | sort -u; }

@test "every option of --help is in attn.1, and every option of attn.1 is in --help" {
  diff <(options_of_help) <(options_of_page)
}

@test "every key that the samples use is in attn-problem.5" {
  for key in $(jq -r 'keys[]' samples/*.json | sort -u); do
    grep -qE "^\.(It|Op)? ?.*Cm .*\b$key\b" man/attn-problem.5
  done
}

@test "every key that a problem may have is in attn-problem.5" {
  for problem in '{"no-such-key": 1}' '{"X": [[1]], "mask": {"no-such-key": 1}}'; do
    run -2 --separate-stderr "$ATTN" - <<<"$problem"
    keys=$(grep -oE '[A-Za-z_]+(, [A-Za-z_]+)+' <<<"$stderr" | tail -1)
    [ "$(wc -w <<<"$keys")" -ge 8 ]
    for key in ${keys//,/}; do
      grep -qE "^\.(It|Op)? ?.*(Cm|Va|Ql) (.* )?$key\b" man/attn-problem.5
    done
  done
}

@test "every step that --only takes is in attn.1" {
  run -2 --separate-stderr "$ATTN" samples/two-heads.json --only no-such-step
  steps=${stderr##*steps: }
  [ "$(wc -w <<<"$steps")" -eq 21 ]
  for step in ${steps//,/}; do
    grep -qE "^\.It Cm (.* )?$step\b" man/attn.1
  done
}

@test "every mistake that is named is in attn.1, and no other" {
  mistakes=$(jq -r .mistake tests/marking/{planted,positions}.jsonl | sort -u)
  [ "$(wc -l <<<"$mistakes")" -gt 30 ]
  diff - <(sed -n '/^\.Ss Mistakes/,/^\.Ss As JSON/ s/^\.It Cm //p' man/attn.1 | sort) <<<"$mistakes"
}

@test "every key of check's JSON and every verdict is in attn.1" {
  keys='paths | map(strings) | last | select(. != null)'
  answers=$("$ATTN" check samples/two-heads.json samples/answers/*.json --json) || true
  for key in $(jq -r "$keys, (.. | .verdict? // empty | gsub(\"_\"; \" \"))" <<<"$answers" | tr ' ' '\n' | sort -u); do
    sed -n '/^\.Sh MARKING/,/^\.Sh ENVIRONMENT/ p' man/attn.1 | grep -qw "$key"
  done
}
