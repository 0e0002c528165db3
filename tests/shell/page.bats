# Pages: what a browser does with them. Chromium is driven by its WebDriver, with nothing from the network.

load start

driver=http://127.0.0.1

setup_file() {
  command -v chromedriver >/dev/null && command -v chromium >/dev/null || return 0
  export DRIVER_FOLDER=$BATS_FILE_TMPDIR
  chromedriver --port=0 >"$DRIVER_FOLDER/log" 2>&1 &
  echo $! >"$DRIVER_FOLDER/pid"
  for _ in $(seq 100); do
    DRIVER_PORT=$(sed -n 's/.*started successfully on port \([0-9]*\).*/\1/p' "$DRIVER_FOLDER/log")
    [ -n "$DRIVER_PORT" ] && break
    sleep 0.1
  done
  export DRIVER_PORT
  local switches
  switches=$(jq -nc --arg profile "$DRIVER_FOLDER/profile" '["--headless", "--no-sandbox", "--disable-gpu",
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--window-size=900,1200", "--user-data-dir=" + $profile]')
  SESSION=$(ask POST /session "$(jq -nc --arg binary "$(command -v chromium)" --argjson args "$switches" \
    '{capabilities: {alwaysMatch: {"goog:chromeOptions": {binary: $binary, args: $args}}}}')" | jq -r .sessionId)
  export SESSION
}

teardown_file() {
  [ -n "${DRIVER_FOLDER-}" ] || return 0
  ask DELETE "/session/$SESSION" >/dev/null || true
  kill "$(cat "$DRIVER_FOLDER/pid")"
}

# Sends a command of WebDriver and prints its value.
ask() { curl --silent --show-error --max-time 30 -X "$1" "$driver:$DRIVER_PORT$2" ${3:+--data "$3"} | jq -c .value; }
in_session() { ask "$1" "/session/$SESSION$2" ${3:+"$3"}; }
# What a line of JavaScript returns in the page.
script() { in_session POST /execute/sync "$(jq -n --arg script "return $1" '{script: $script, args: []}')" | jq -r .; }

need_browser() { [ -n "${SESSION-}" ] || skip "chromium and chromedriver are not installed"; }
show() {
  "$ATTN" "$@" --format html >"$BATS_TEST_TMPDIR/page.html"
  in_session POST /url "{\"url\": \"file://$BATS_TEST_TMPDIR/page.html\"}" >/dev/null
}
# Moves the pointer onto an entry of a matrix.
hover() {
  local element
  element=$(in_session POST /element "$(jq -n --arg css "table[data-path=\"$1\"] tbody tr:nth-child($(($2 + 1))) td:nth-of-type($(($3 + 1)))" '{using: "css selector", value: $css}')" | jq -c .)
  in_session POST /actions "{\"actions\": [{\"type\": \"pointer\", \"id\": \"mouse\", \"actions\": [{\"type\": \"pointerMove\", \"duration\": 0, \"x\": 0, \"y\": 0, \"origin\": $element}]}]}" >/dev/null
}
press() { in_session POST /actions "{\"actions\": [{\"type\": \"key\", \"id\": \"keys\", \"actions\": [{\"type\": \"keyDown\", \"value\": \"$1\"}, {\"type\": \"keyUp\", \"value\": \"$1\"}]}]}" >/dev/null; }
said() { script '[...document.querySelectorAll(".work")].map(p => p.textContent).join("")'; }

@test "the policy of a page lets its own script run and nothing else" {
  "$ATTN" samples/two-heads.json --format html >"$BATS_TEST_TMPDIR/page.html"
  hash=$(sed -n '/^<script>/,/^<\/script>/p' "$BATS_TEST_TMPDIR/page.html" | sed '1s/^<script>//; $d' | openssl dgst -sha256 -binary | base64)
  grep -qF "script-src 'sha256-$hash'" "$BATS_TEST_TMPDIR/page.html"
  grep -qF "default-src 'none'" "$BATS_TEST_TMPDIR/page.html"
  ! grep -qE 'src=|href=|@import|url\(' "$BATS_TEST_TMPDIR/page.html"
}

@test "hovering a weight shows its softmax and lights up its row of scores" {
  need_browser
  show samples/two-heads.json
  hover .heads[0].weights 0 0
  [ "$(said)" = '.heads[0].weights[0][0] ≈ e^0.7071 / (e^0.7071 + e^0 + e^0.7071) ≈ 2.0281 / 5.0562 ≈ 0.4011' ]
  [ "$(script 'document.querySelectorAll(".from").length')" = 3 ]
  [ "$(script 'document.querySelector(".from").closest("table").dataset.path')" = '.heads[0].scaled_scores' ]
}

@test "what the page works is what the program works, for every entry" {
  need_browser
  for sample in two-heads five-positions cross-attention decode-step grouped-query padding causal-run; do
    show samples/$sample.json
    result=$(script '(() => { let bad = []; for (const grid of grids) for (const td of grid.querySelectorAll("td[tabindex]")) {
      light(td);
      const text = document.getElementById(grid.getAttribute("aria-describedby")).textContent;
      const part = parts[grid.dataset.part], t = part[grid.dataset.path];
      const value = t.values[td.parentNode.rowIndex - 1][td.cellIndex - 1];
      if (!text.includes(shown(value)) || /undefined|NaN/.test(text)) bad.push(text);
      const terms = text.match(/^[^=≈]* [=≈] ([-0-9.()·+ ]+) [=≈] (-?[0-9.]+)$/);
      if (terms && Math.abs(eval(terms[1].replaceAll("·", "*")) - Number(terms[2])) > 2e-3 * (1 + Math.abs(Number(terms[2])))) bad.push(text);
    } return bad.length + " " + (bad[0] ?? ""); })()')
    echo "$sample: $result"
    [ "$result" = '0 ' ]
  done
}

@test "steps of positions and sinks light up what they are worked from, in formulas known in full" {
  need_browser
  show samples/rotary.json
  for step in normed_Q rotated_K weights; do
    hover ".heads[0].$step" 1 0
    [ "$(script 'new Set([...document.querySelectorAll(".from")].map(td => td.parentNode)).size')" = 1 ]
  done
  [ "$(script 'document.querySelector(".from").closest("table").dataset.path')" = '.heads[0].masked_scores' ]
  [ "$(script '[...document.querySelectorAll("mtext")].filter(text => /^(overline|odot|gamma|varepsilon|bar)$/.test(text.textContent)).length')" = 0 ]
}

@test "no formula is cut off above or below" {
  need_browser
  for sample in two-heads rotary; do
    show explain samples/$sample.json
    [ "$(script '[...document.querySelectorAll(".formula")].filter(line => line.scrollHeight > line.clientHeight).length')" = 0 ]
  done
}

@test "= and ≈ stand where the program has them" {
  need_browser
  for sample in two-heads five-positions cross-attention padding; do
    # A page of weights alone has the words of the program, one of every step works them itself.
    texts='JSON.stringify(grids.filter(grid => /weights$/.test(grid.dataset.path)).map(grid =>
      [...grid.querySelectorAll("td[tabindex]")].map(td => (light(td), document.getElementById(grid.getAttribute("aria-describedby")).textContent))))'
    show plot samples/$sample.json
    expected=$(script "$texts")
    show samples/$sample.json
    [ "${#expected}" -gt 100 ]
    # Why a weight is 0 is told with less words in the page.
    diff <(jq . <<<"$expected" | sed 's/, as .*//') <(script "$texts" | jq . | sed 's/, as .*//')
  done
}

@test "a product lights up a row and a column" {
  need_browser
  show samples/two-heads.json
  hover .heads[0].output 2 1
  [[ $(said) = '.heads[0].output[2][1] ≈ 0.2483·0 + 0.2483·1 + 0.5035·1 ≈ 0.7517' ]]
  [ "$(script '[...new Set([...document.querySelectorAll(".from")].map(td => td.closest("table").dataset.path))].join(" ")')" = \
    '.heads[0].V .heads[0].weights' ]
}

@test "the keyboard walks a grid: one stop for Tab, arrows within, and the work follows" {
  need_browser
  show samples/two-heads.json
  [ "$(script 'grids.every(grid => grid.querySelectorAll("td[tabindex=\"0\"]").length === 1)')" = true ]
  script 'document.querySelector("table[data-path=\".heads[0].weights\"] td[tabindex=\"0\"]").focus()' >/dev/null
  press '\uE015'
  press '\uE014'
  [[ $(said) = '.heads[0].weights[1][1] ≈ '* ]]
  [ "$(script 'document.activeElement.tabIndex')" = 0 ]
  press '\uE010'
  [[ $(said) = '.heads[0].weights[1][2] ≈ '* ]]
  press '\uE004'
  [[ $(said) = '.heads[0].output[0][0] ≈ '* ]]
}

@test "the work of a cell far above the end of its matrix is in the window, and covers no cell with the focus" {
  need_browser
  "$ATTN" make --random --tokens 60 --d-model 4 --heads 1 >"$BATS_TEST_TMPDIR/long.json"
  show "$BATS_TEST_TMPDIR/long.json" --only scaled_scores,weights
  script '(document.querySelector("table[data-path=\".heads[0].weights\"] td[tabindex=\"0\"]").focus(), 0)' >/dev/null
  for _ in {1..59}; do
    press '\uE015'
    [ "$(script '(() => {
      const work = [...document.querySelectorAll(".work")].find(p => p.textContent).getBoundingClientRect();
      return work.bottom <= innerHeight + 1 && document.activeElement.getBoundingClientRect().bottom <= work.top; })()')" = true ]
  done
}

@test "with one step alone the work comes in words from the program" {
  need_browser
  show plot samples/five-positions.json
  hover .heads[0].weights 1 0
  [[ $(said) = '.heads[0].weights[1][0] = e^0 / (e^0 + e^1) ≈ '* ]]
}

@test "no page is wider than its window, at 400, 900 and 1600 pixels" {
  need_browser
  for sample in two-heads five-positions batch; do
    for width in 400 900 1600; do
      in_session POST /window/rect "{\"width\": $width, \"height\": 900}" >/dev/null
      show samples/$sample.json
      [ "$(script 'document.documentElement.scrollWidth <= document.documentElement.clientWidth')" = true ]
    done
  done
}

@test "at 400 pixels formulas and tables of words break their lines, and no number of a table breaks" {
  need_browser
  in_session POST /window/rect '{"width": 400, "height": 900}' >/dev/null
  result=0
  "$ATTN" samples/rotary.json --json | jq '.heads[0].weights[1][1] = 0.5' >"$BATS_TEST_TMPDIR/rotary.json"
  while read -r problem answers; do
    # shellcheck disable=SC2086
    show ${answers:+check} ${answers:-explain} $problem ${answers:+$answers} 2>/dev/null || [ $? -eq 1 ]
    [ "$(script '[...document.querySelectorAll(".formula, .scroll:has(.told)")].filter(box => box.scrollWidth > box.clientWidth).length')" = 0 ]
    [ "$(script '[...document.querySelectorAll(".told td")].filter(td => /^[-0-9./]+$/.test(td.textContent) && td.offsetHeight > 30).length')" = 0 ]
  done <<END
samples/two-heads.json
samples/rotary.json
samples/two-heads.json samples/answers/ben.json
samples/two-heads.json samples/answers/ada.json samples/answers/chen.json
samples/rotary.json $BATS_TEST_TMPDIR/rotary.json
END
  in_session POST /window/rect '{"width": 900, "height": 1200}' >/dev/null
}

@test "on paper a matrix that is too wide stands in blocks of columns, each with the labels of the rows" {
  need_browser
  "$ATTN" make --random --tokens 30 --d-model 4 --heads 1 >"$BATS_TEST_TMPDIR/wide.json"
  show "$BATS_TEST_TMPDIR/wide.json" --only weights,output
  before=$(script 'document.querySelectorAll("table").length')
  script '(window.dispatchEvent(new Event("beforeprint")), 0)' >/dev/null
  [ "$(script '(() => {
    const whole = document.querySelector("table[data-path=\".heads[0].weights\"].screen"), blocks = [];
    for (let next = whole.nextSibling; next; next = next.nextSibling) blocks.push(next);
    const texts = (row, from) => [...row.cells].slice(from).map(cell => cell.textContent);
    const fits = blocks.length > 1 && blocks.every(block => block.offsetWidth * 0.68 < 700);
    const is_all = [...whole.rows].every((row, i) => texts(row, 1).join() === blocks.flatMap(block => texts(block.rows[i], 1)).join());
    const is_labelled = blocks.every(block => [...block.rows].every((row, i) => texts(row, 0)[0] === texts(whole.rows[i], 0)[0]));
    return [fits, is_all, is_labelled, document.querySelectorAll("table[data-path=\".heads[0].output\"].screen").length];
  })()' | jq -c .)" = '[true,true,true,0]' ]
  script '(window.dispatchEvent(new Event("afterprint")), 0)' >/dev/null
  [ "$(script 'document.querySelectorAll("table").length')" = "$before" ]
  [ "$(script 'document.querySelectorAll(".part, .screen:not(p)").length')" = 0 ]
}

# The least contrast of text with what it stands on, and the smallest size of text in pixels.
least='(() => {
  const pen = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d", {willReadFrequently: true});
  const light = color => { // relative luminance; none: nothing covers what is below
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = [...pen.getImageData(0, 0, 1, 1).data].map(x => x / 255).map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return a === 0 ? undefined : 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = node => light(getComputedStyle(node).backgroundColor) ?? ground(node.parentElement);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), told = {contrast: 21, size: 100};
  for (let text; (text = texts.nextNode());) {
    const node = text.parentElement, style = getComputedStyle(node);
    if (!text.data.trim() || !node.getClientRects().length) continue;
    const [low, high] = [light(style.color), ground(node)].sort((a, b) => a - b);
    told.contrast = Math.min(told.contrast, (high + 0.05) / (low + 0.05));
    told.size = Math.min(told.size, parseFloat(style.fontSize));
  }
  return told; })()'

@test "text is large enough and stands out, light and dark" {
  need_browser
  for scheme in light dark; do
    in_session POST /goog/cdp/execute "{\"cmd\": \"Emulation.setEmulatedMedia\", \"params\": {\"features\": [{\"name\": \"prefers-color-scheme\", \"value\": \"$scheme\"}]}}" >/dev/null
    for words in 'run two-heads' 'run five-positions' 'explain rotary' 'plot causal-run' 'shapes two-heads'; do
      show "${words% *}" "samples/${words#* }.json"
      result=$(script "$least")
      echo "$scheme, $words: $result"
      jq -e '.contrast >= 4.5 and .size >= 10' <<<"$result"
    done
  done
  in_session POST /goog/cdp/execute '{"cmd": "Emulation.setEmulatedMedia", "params": {"features": []}}' >/dev/null
}

@test "hostile text stays text" {
  need_browser
  jq -n '{X: [[1, 0], [0, 1]], title: "</title><script>document.title = 1</script>", tokens: ["</script><b id=x>", "\"><img>"]}' \
    >"$BATS_TEST_TMPDIR/hostile.json"
  show "$BATS_TEST_TMPDIR/hostile.json"
  [ "$(script 'document.title')" = '</title><script>document.title = 1</script>' ]
  [ "$(script 'document.querySelectorAll("#x, img").length')" = 0 ]
  hover .heads[0].weights 0 0
  [[ $(said) = *0.6698 ]]
}

@test "marks and their tables are a page too" {
  need_browser
  show check samples/two-heads.json samples/answers/ben.json || [ $? -eq 1 ]
  [ "$(script 'document.querySelectorAll("table.told tbody tr").length')" = 4 ]
}
