#pragma once
// What a page does by itself: the cell under the pointer or with the focus shows how it is worked, from the numbers in
// the page, and lights up what it is worked from. Arrow keys move the focus. On paper a matrix that is too wide stands in
// blocks of columns, as on a terminal. Rules of a Working are those of
// report/report.h; numbers read as in report/derivation.h.

#include <string_view>

namespace attn {

inline constexpr std::string_view html_script = R"JS("use strict";
const parts = JSON.parse(document.getElementById("data").textContent);
const shows = (rounded, x) => Math.abs(rounded - x) <= 1e-12 * Math.abs(x);
function shown(x) {
  if (x === null) return "masked";
  if ((x !== 0 && Number(x.toFixed(4)) === 0) || Math.abs(x) >= 1e15)
    return x.toExponential(3).replace(/\.?0*e/, "e").replace(/([-+])(\d)$/, "$10$2");
  let decimals = 0;
  while (decimals < 4 && !shows(Number(x.toFixed(decimals)), x)) ++decimals;
  return x.toFixed(decimals);
}
const exact = x => x === null || shows(Number(shown(x)), x);
const factor = x => x < 0 ? `(${shown(x)})` : shown(x);
const sum = terms => (terms.length > 8 ? [...terms.slice(0, 4), "…", terms.at(-1)] : terms).join(" + ");
const column = (table, j) => table.values.map(row => row[j]);
const ALL = null; // of a row or column

// A side of a formula: its text, whether its numbers are shown with all their digits, and the fraction that they make as
// they are shown (NaN: none that could be told). = stands between sides that are the same number, else ≈.
const known = x => /e/.test(shown(x)) ? NaN : Number(shown(x));
const times = (x, y) => known(x) === 0 || known(y) === 0 ? 0 : known(x) * known(y);
const total = numbers => numbers.reduce((all, x) => all + x, 0);
const side = (text, numbers, above, below = 1) => ({ text, exact: numbers.every(exact), above, below });
const plain = x => side(shown(x), [x], known(x));
const remark = text => side(text, [], NaN);
function same(a, b) {
  const left = a.above * b.below, right = b.above * a.below; // whole multiples of 1e-8
  return Math.abs(left) + Math.abs(right) < 1e7 && Math.abs(left - right) < 4e-9;
}
const chain = sides => sides.reduce((text, b, k) => k ? `${text} ${same(sides[k - 1], b) ? "=" : "≈"} ${b.text}` : b.text, "");
const products = (a, b) => side(sum(a.map((x, k) => `${factor(x)}·${factor(b[k])}`)), [...a, ...b],
  a.length > 8 ? NaN : total(a.map((x, k) => times(x, b[k]))));
const power = s => known(s) === 0 ? 1 : NaN; // e to any other number that can be told is none (Lindemann 1882)

// Each gives the sides before the value and the cells it comes from: [path, row, column].
const kinds = {
  product: (t, [a, b, c], i, j) => {
    const terms = products(a.values[i], column(b, j)), added = c?.values[0][j];
    return [[c ? side(`${terms.text} + ${factor(added)}`, [added], terms.exact ? terms.above + known(added) : NaN) : terms],
      [[a, i, ALL], [b, ALL, j], ...(c ? [[c, 0, j]] : [])]];
  },
  row_by_row: (t, [a, b], i, j) => [[products(a.values[i], b.values[j])], [[a, i, ALL], [b, j, ALL]]],
  copy: (t, [a], i, j) => [[], [[a, i, j + t.first_col]]],
  biased: (t, [a, b], i, j) => {
    const x = a.values[i][j], y = b.values[0][j];
    return [[side(`${shown(x)} + ${factor(y)}`, [x, y], known(x) + known(y))], [[a, i, j], [b, 0, j]]];
  },
  heads: (t, heads, i, j) => {
    const width = heads[0].values[0].length;
    return [[], [[heads[Math.floor(j / width)], i, j % width]]];
  },
  scale: (t, [a], i, j) => {
    const x = a.values[i][j];
    return [[side(`${factor(x)}·${factor(t.factor)}`, x === 0 ? [] : [x, t.factor], times(x, t.factor))], [[a, i, j]]];
  },
  cap: (t, [a], i, j) => {
    const x = a.values[i][j], c = shown(t.factor);
    return [[side(`${c}·tanh(${shown(x)} / ${c})`, [x, t.factor], known(x) === 0 ? 0 : NaN)], [[a, i, j]]];
  },
  mask: (t, [a], i, j) => {
    const x = a.values[i][j], added = t.values[i][j] - x;
    const works = t.values[i][j] !== null && x !== null && added !== 0;
    return [works ? [side(`${shown(x)} + ${factor(added)}`, [x, added], known(x) + known(added))] : [], [[a, i, j]]];
  },
  exponential: (t, [a], i, j) => {
    const seen = a.values[i].filter(s => s !== null), s = a.values[i][j], most = Math.max(...seen), e = t.values[i][j];
    if (s === null) return [[remark(`${shown(e)}, as this query may not see this key`)], [[a, i, j]], "told"];
    const whole = Math.abs(Math.exp(s) - e) <= Math.abs(Math.exp(s - most) - e);
    return [[whole ? side(`e^${shown(s)}`, [s], power(s)) : side(`e^(${shown(s)} − ${factor(most)})`, [s, most], power(s - most))],
      [[a, i, whole ? j : ALL]]];
  },
  sum: (t, [a], i) => {
    const row = a.values[i];
    return [[side(sum(row.map(shown)), row, row.length > 8 ? NaN : total(row.map(known)))], [[a, i, ALL]]];
  },
  softmax: (t, [a], i, j) => {
    const row = a.values[i], seen = row.filter(s => s !== null), w = shown(t.values[i][j]);
    if (seen.length === 0) return [[remark(`${w}, as this query may see no key`)], [[a, i, ALL]], "told"];
    if (row[j] === null) return [[remark(`${w}, as this query may not see this key`)], [[a, i, j]], "told"];
    const shift = seen.every(s => Math.abs(s) <= 20) ? 0 : Math.max(...seen), powers = seen.map(s => s - shift);
    const e = Math.exp(row[j] - shift), all = total(powers.map(Math.exp)), terms = sum(powers.map(s => `e^${shown(s)}`));
    return [[
      side(`e^${shown(row[j] - shift)} / ${powers.length > 1 ? `(${terms})` : terms}`, powers, power(row[j] - shift), total(powers.map(power))),
      side(`${shown(e)} / ${shown(all)}`, [e, all], known(e), known(all)),
    ], [[a, i, ALL]]];
  },
};

// The work of an entry in words, and the cells it comes from.
function work(part, t, path, i, j) {
  const value = plain(t.values[i][j]), sources = t.sources.map(source => part[source]);
  const told = sides => `${path} ${sides[0].exact ? "=" : "≈"} ${chain(sides)}`;
  if (t.texts) {
    const column = t.sources[1] === "alibi" ? j : ALL; // else the whole row counts
    return [t.texts[i][j], t.kind === "in_words" && sources[0] ? [[sources[0], i, column]] : []];
  }
  if (t.kind === "given") return [told([side(`${value.text}, as given`, [t.values[i][j]], NaN)]), []];
  if (sources.includes(undefined)) return [told([value]), []];
  if (i < t.cached) return [told([side(`${value.text}, as cached`, [t.values[i][j]], NaN)]), []];
  if (i >= t.values.length - (t.extra || 0)) return [told([side(`${value.text}, as given`, [t.values[i][j]], NaN)]), []];
  const [sides, cells, is_told] = kinds[t.kind](t, sources, i - t.cached, j);
  return [told(is_told ? sides : [...sides, value]), cells];
}

const grids = [...document.querySelectorAll("table[data-path]")];
const cell = (grid, i, j) => grid.rows[i - grid.dataset.first + 1]?.cells[j + 1];

function light(td) {
  const grid = td.closest("table"), part = parts[grid.dataset.part], t = part[grid.dataset.path];
  const i = td.parentNode.rowIndex - 1 + Number(grid.dataset.first), j = td.cellIndex - 1;
  for (const old of document.querySelectorAll(".from, .at")) old.classList.remove("from", "at");
  for (const old of document.querySelectorAll(".work")) old.textContent = "";
  const place = t.is_vector ? `[${i}]` : `[${i}][${j}]`;
  const [text, sources] = work(part, t, grid.dataset.path + place, i, j);
  for (const [source, row, col] of sources) {
    const lit = grids.find(other => other.dataset.part === grid.dataset.part && part[other.dataset.path] === source);
    source.values.forEach((numbers, r) => numbers.forEach((_, c) => {
      if ((row === ALL || row === r) && (col === ALL || col === c)) cell(lit, r, c)?.classList.add("from");
    }));
  }
  td.classList.add("at");
  document.getElementById(grid.getAttribute("aria-describedby")).textContent = text;
}

function move(td, rows, cols) {
  const grid = td.closest("table");
  const to = grid.rows[Math.max(1, td.parentNode.rowIndex + rows)]?.cells[Math.max(1, td.cellIndex + cols)];
  if (!to) return;
  td.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

const moves = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -1e6]};
for (const grid of grids) {
  grid.addEventListener("mouseover", event => event.target.tagName === "TD" && light(event.target));
  grid.addEventListener("focusin", event => event.target.tagName === "TD" && light(event.target));
  grid.addEventListener("keydown", event => {
    const td = event.target;
    const by = event.key === "End" ? [0, td.parentNode.cells.length - 1 - td.cellIndex] : moves[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    move(td, ...by);
  });
}

const PAPER = 960; // pixels of the screen for what is set in .68 of its size between the margins of A4 or Letter
function split(table, widths) {
  const blocks = [];
  for (let from = 1, to; from < widths.length; from = to) {
    let width = widths[0];
    for (to = from; to < widths.length && (to === from || width + widths[to] <= PAPER); ++to) width += widths[to];
    const block = table.cloneNode(false);
    for (const group of table.children) {
      const rows = block.appendChild(group.cloneNode(false));
      for (const row of group.rows)
        rows.appendChild(row.cloneNode(false)).append(...[row.cells[0], ...[...row.cells].slice(from, to)].map(cell => cell.cloneNode(true)));
    }
    block.classList.add("part");
    blocks.push(block);
  }
  table.classList.add("screen");
  table.after(...blocks);
}
addEventListener("beforeprint", () => {
  const wide = [...document.querySelectorAll(".scroll > table:not(.told)")]
    .map(table => [table, [...table.rows[0].cells].map(head => head.offsetWidth + 1)])
    .filter(([, widths]) => total(widths) > PAPER);
  wide.forEach(([table, widths]) => split(table, widths));
});
addEventListener("afterprint", () => {
  document.querySelectorAll("table.part").forEach(block => block.remove());
  document.querySelectorAll("table.screen").forEach(table => table.classList.remove("screen"));
});
)JS";

/// SHA-256 of the script in base 64, by which the page lets it run and nothing else.
inline constexpr std::string_view html_script_hash = "gP1ZJ+DkhI78SOhnAl/DpNoL5bdKIIxsxd+NoZjHJ4Y=";

inline constexpr std::string_view html_style = R"CSS(:root { color-scheme: light dark; --paper: #ffffff; --ink: #1a1a1a; --faint: #595959; --line: #c8c8c8; --from: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181c; --ink: #ececec; --faint: #ababab; --line: #484c54; --from: #ff8a80; } }
body { margin: 1.5rem auto; padding: 0 1rem; max-width: 75rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; } h3 { font-size: 1rem; margin: 1.6rem 0 .2rem; }
h3 code, .faint { color: var(--faint); font-weight: normal; }
code, table, .work { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .875rem; }
dl { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr); gap: 0 1rem; align-items: baseline; } dt { color: var(--faint); padding: .2rem 0; overflow-wrap: anywhere; } dd { margin: 0; }
p { margin: .2rem 0; } .whole { white-space: nowrap; }
math { font-size: 1.05rem; math-style: normal; } :is(mfrac mfrac, msub, msup, msubsup) :is(msub, msup, msubsup) > :not(:first-child) { font-size: .86em; }
.formula { overflow-x: auto; overflow-y: hidden; padding: .2rem 0 .4rem; }
.scroll { overflow-x: auto; padding: 3px; }
table { border-collapse: separate; border-spacing: 1px; } th { font-weight: normal; color: var(--faint); padding: .1rem .5rem; text-align: right; white-space: nowrap; }
tbody th { text-align: left; position: sticky; left: 0; background: var(--paper); }
td { padding: .2rem .5rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.told th, .told td { border-bottom: 1px solid var(--line); text-align: left; white-space: normal; } .told .right { text-align: right; } .told .total td { font-weight: bold; }
@media (max-width: 40rem) { .told { font-size: .6875rem; } .told th, .told td { padding: .2rem .15rem; } }
td.masked { color: var(--faint); background: repeating-linear-gradient(135deg, transparent 0 4px, var(--line) 4px 5px); }
td.masked span { background: var(--paper); }
td.at { outline: 3px solid var(--ink); outline-offset: -1px; } td.from { outline: 3px dashed var(--from); outline-offset: -1px; }
td:focus { outline: 4px solid var(--ink); } td.at, td.from, td:focus { box-shadow: inset 0 0 0 2px var(--paper); }
.work { min-height: 1.5em; white-space: pre-wrap; overflow-wrap: anywhere; position: sticky; bottom: 0; } .work:not(:empty) { background: var(--paper); } html { scroll-padding-bottom: 5rem; }
@media print { :root { --paper: #ffffff; --ink: #000000; --faint: #444444; --line: #bbbbbb; } body { max-width: none; margin: 0; } .screen, .work { display: none; } .scroll, .formula { overflow: visible; } h2, h3, h3 + .formula { break-after: avoid; } .scroll:not(.long), tr, dt, dd { break-inside: avoid; } .part { margin-bottom: .6rem; font-size: .6rem; } .part td, .part th { padding: .1rem .3rem; } td { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)CSS";

} // namespace attn
