#!/usr/bin/env bats
# What --format latex writes goes through pdflatex as it is, with nothing but Debian's texlive-latex-base.

load start

compile() {
  command -v pdflatex >/dev/null || skip "no pdflatex"
  (cd "$BATS_TEST_TMPDIR" && pdflatex -interaction=nonstopmode -halt-on-error "$1" </dev/null >"$1.out" 2>&1) ||
    { tail -30 "$BATS_TEST_TMPDIR/$1.out" && return 1; }
}

@test "every sample becomes a document that compiles" {
  for sample in samples/*.json; do
    name=$(basename "$sample" .json)
    "$ATTN" run "$sample" -o "$BATS_TEST_TMPDIR/$name.tex" --quiet
    compile "$name.tex"
  done
}

@test "marks become a document that compiles" {
  "$ATTN" check samples/two-heads.json samples/answers/*.json --verbose --format latex >"$BATS_TEST_TMPDIR/marks.tex" || true
  compile marks.tex
}

@test "nothing that a user writes is a command, and no character breaks the document" {
  cat >"$BATS_TEST_TMPDIR/hostile.json" <<'JSON'
{"title": "\\end{document} $x^2_1$ #1 % & {~} <|> -- ?` \" \u0007 é Ð α 患者 😀👩‍👩‍👧 e\u0301",
 "tokens": ["\\input{/etc/passwd}", "$$", "\\\\"], "X": [[1, 0], [0, 1e-9], [1e30, 1]]}
JSON
  "$ATTN" run "$BATS_TEST_TMPDIR/hostile.json" -o "$BATS_TEST_TMPDIR/hostile.tex"
  compile hostile.tex
  grep -qF 'rows: \textbackslash{}input\{/etc/passwd\}, \$\$' "$BATS_TEST_TMPDIR/hostile.tex"
}

@test "matrices of 1, 10, 11 and 70 columns fit on pages" {
  for n in 1 10 11 70; do
    jq -n --argjson n "$n" '{scores: [range($n) as $i | [range($n) | ($i * . % 7 - 3) / 4]], scale: 1}' |
      "$ATTN" run - -o "$BATS_TEST_TMPDIR/n$n.tex"
    compile "n$n.tex"
    ! grep -E '^Overfull' "$BATS_TEST_TMPDIR/n$n.tex.out"
  done
}

@test "explanations become documents that compile, at the top of every sample and for every query of one" {
  for sample in samples/*.json; do
    name=explain-$(basename "$sample" .json)
    "$ATTN" explain "$sample" -o "$BATS_TEST_TMPDIR/$name.tex" --quiet
    compile "$name.tex"
  done
  "$ATTN" explain samples/five-positions.json --all --full --format latex >"$BATS_TEST_TMPDIR/all.tex"
  compile all.tex
}

@test "characters of Chinese are printed where packages can, and codes of those that their font lacks" {
  cd "$BATS_TEST_TMPDIR"
  echo '{"title": "患龘ア", "X": [[1, 0], [0, 1]]}' | "$ATTN" - -o title.tex
  touch c70gbsn.fd # stand-ins for what texlive-lang-chinese holds
  cat >CJKutf8.sty <<'TEX'
\ProvidesPackage{CJKutf8}
\newenvironment{CJK}[2]{}{}
\DeclareUnicodeCharacter{60A3}{\typeout{drawn: 60A3}\rule{1em}{1em}}
\DeclareUnicodeCharacter{9F98}{}
\AtBeginDocument{\let\plaincode\code \renewcommand\code[1]{\typeout{code: #1}\plaincode{#1}}}
TEX
  compile title.tex
  [ "$(grep -aE '^(drawn|code): ' title.tex.out | tr '\n' ' ')" = 'drawn: 60A3 code: 9F98 code: 30A2 ' ]
  rm c70gbsn.fd # alone the package does not help
  printf '%s\n' '\AtBeginDocument{\let\plaincode\code \renewcommand\code[1]{\typeout{code: #1}\plaincode{#1}}}' >report.sty
  sed -i 's/^\\begin{document}/\\usepackage{report}&/' title.tex
  compile title.tex
  [ "$(grep -aE '^(drawn|code): ' title.tex.out | tr '\n' ' ')" = 'code: 60A3 code: 9F98 code: 30A2 ' ]
}

@test "lualatex takes the same document, with ctex and without" {
  command -v lualatex >/dev/null || skip "no lualatex"
  cd "$BATS_TEST_TMPDIR"
  "$ATTN" "$BATS_TEST_DIRNAME/../../samples/five-positions.json" --only weights -o title.tex
  lualatex -interaction=nonstopmode -halt-on-error title.tex </dev/null
  printf '%s\n' '\RequirePackage{luatexja}' >ctex.sty # as it begins, where nobody installed that
  kpsewhich luatexja.sty || lualatex -interaction=nonstopmode -halt-on-error title.tex </dev/null
  touch luatexja.sty
  printf '%s\n' '\ProvidesPackage{ctex}' '\DeclareOption{scheme=plain}{}' '\ProcessOptions' '\newcommand\ctexset{}' >ctex.sty
  lualatex -interaction=nonstopmode -halt-on-error title.tex </dev/null
}
