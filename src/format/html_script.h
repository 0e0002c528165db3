#pragma once
// What a page does by itself: the cell under the pointer or with the focus shows how it is worked, from the numbers in
// the page, and lights up what it is worked from. Arrow keys move the focus. Rules of a Working are those of
// report/report.h; numbers read as in report/derivation.h.

#include <string_view>

namespace attn {

inline constexpr std::string_view html_script = R"JS("use strict";
const parts = JSON.parse(document.getElementById("data").textContent);
const shown = x => x === null ? "masked"
  : x !== 0 && Math.abs(x) < 5e-5 ? x.toExponential(1) : String(Number(x.toFixed(4)));
const factor = x => x < 0 ? `(${shown(x)})` : shown(x);
const sum = terms => (terms.length > 8 ? [...terms.slice(0, 4), "…", terms.at(-1)] : terms).join(" + ");
const products = (a, b) => sum(a.map((x, k) => `${factor(x)}·${factor(b[k])}`));
const column = (table, j) => table.values.map(row => row[j]);
const ALL = null; // of a row or column

// Each gives the work in words and the cells it comes from: [path, row, column].
const kinds = {
  product: (t, [a, b, c], i, j, v) => [
    products(a.values[i], column(b, j)) + (c ? ` + ${factor(c.values[0][j])}` : "") + ` = ${v}`,
    [[a, i, ALL], [b, ALL, j], ...(c ? [[c, 0, j]] : [])]],
  row_by_row: (t, [a, b], i, j, v) => [
    `${products(a.values[i], b.values[j])} = ${v}`, [[a, i, ALL], [b, j, ALL]]],
  copy: (t, [a], i, j, v) => [v, [[a, i, j + t.first_col]]],
  biased: (t, [a, b], i, j, v) => [
    `${shown(a.values[i][j])} + ${factor(b.values[0][j])} = ${v}`, [[a, i, j], [b, 0, j]]],
  heads: (t, heads, i, j, v) => {
    const width = heads[0].values[0].length;
    return [v, [[heads[Math.floor(j / width)], i, j % width]]];
  },
  scale: (t, [a], i, j, v) => [`${factor(a.values[i][j])}·${factor(t.factor)} = ${v}`, [[a, i, j]]],
  cap: (t, [a], i, j, v) => [
    `${shown(t.factor)}·tanh(${shown(a.values[i][j])} / ${shown(t.factor)}) = ${v}`, [[a, i, j]]],
  mask: (t, [a], i, j, v) => {
    const added = t.values[i][j] - a.values[i][j];
    const works = t.values[i][j] !== null && a.values[i][j] !== null && added !== 0;
    return [works ? `${shown(a.values[i][j])} + ${factor(added)} = ${v}` : v, [[a, i, j]]];
  },
  exponential: (t, [a], i, j, v) => {
    const seen = a.values[i].filter(s => s !== null), s = a.values[i][j], most = Math.max(...seen);
    if (s === null) return [`${v}, as this query may not see this key`, [[a, i, j]]];
    const plain = Math.abs(Math.exp(s) - t.values[i][j]) <= Math.abs(Math.exp(s - most) - t.values[i][j]);
    return [`e^${plain ? factor(s) : `(${shown(s)} − ${factor(most)})`} = ${v}`, [[a, i, plain ? j : ALL]]];
  },
  sum: (t, [a], i, j, v) => [`${sum(a.values[i].map(shown))} = ${v}`, [[a, i, ALL]]],
  softmax: (t, [a], i, j, v) => {
    const row = a.values[i], seen = row.filter(s => s !== null);
    if (seen.length === 0) return [`${v}, as this query may see no key`, [[a, i, ALL]]];
    if (row[j] === null) return [`${v}, as this query may not see this key`, [[a, i, j]]];
    const shift = seen.every(s => Math.abs(s) <= 20) ? 0 : Math.max(...seen);
    const powers = seen.map(s => `e^${factor(s - shift)}`);
    const all = seen.reduce((total, s) => total + Math.exp(s - shift), 0);
    return [`e^${factor(row[j] - shift)} / (${sum(powers)}) = ${shown(Math.exp(row[j] - shift))} / ${shown(all)} = ${v}`,
      [[a, i, ALL]]];
  },
};

function work(part, t, i, j) {
  const v = shown(t.values[i][j]), sources = t.sources.map(path => part[path]);
  if (t.texts) return [t.texts[i][j], []];
  if (t.kind === "given") return [`${v}, as given`, []];
  if (sources.includes(undefined)) return [v, []];
  if (i < t.cached) return [`${v}, as cached`, []];
  if (i >= t.values.length - (t.extra || 0)) return [`${v}, as given`, []];
  return kinds[t.kind](t, sources, i - t.cached, j, v);
}

const grids = [...document.querySelectorAll("table[data-path]")];
const cell = (grid, i, j) => grid.rows[i - grid.dataset.first + 1]?.cells[j + 1];

function light(td) {
  const grid = td.closest("table"), part = parts[grid.dataset.part], t = part[grid.dataset.path];
  const i = td.parentNode.rowIndex - 1 + Number(grid.dataset.first), j = td.cellIndex - 1;
  for (const old of document.querySelectorAll(".from, .at")) old.classList.remove("from", "at");
  for (const old of document.querySelectorAll(".work")) old.textContent = "";
  const [text, sources] = work(part, t, i, j);
  for (const [source, row, col] of sources) {
    const lit = grids.find(other => other.dataset.part === grid.dataset.part && part[other.dataset.path] === source);
    source.values.forEach((numbers, r) => numbers.forEach((_, c) => {
      if ((row === ALL || row === r) && (col === ALL || col === c)) cell(lit, r, c)?.classList.add("from");
    }));
  }
  td.classList.add("at");
  const place = t.is_vector ? `[${i}]` : `[${i}][${j}]`;
  document.getElementById(grid.getAttribute("aria-describedby")).textContent =
    t.texts ? text : `${grid.dataset.path}${place} = ${text}`;
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
)JS";

/// SHA-256 of the script in base 64, by which the page lets it run and nothing else.
inline constexpr std::string_view html_script_hash = "E4zvB2tCf5odlz//vO51bqW0OZBgLiarQnTTE+y866k=";

inline constexpr std::string_view html_style = R"CSS(:root { color-scheme: light dark; --paper: #ffffff; --ink: #1a1a1a; --faint: #595959; --line: #c8c8c8; --from: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --paper: #16181c; --ink: #ececec; --faint: #ababab; --line: #484c54; --from: #ff8a80; } }
body { margin: 1.5rem auto; padding: 0 1rem; max-width: 75rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.25rem; } h3 { font-size: 1rem; margin: 1.6rem 0 .2rem; }
h3 code, .faint { color: var(--faint); font-weight: normal; }
code, table, .work { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .875rem; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 1rem; } dt { color: var(--faint); } dd { margin: 0; }
p { margin: .2rem 0; }
math { font-size: 1.05rem; }
.formula { overflow-x: auto; overflow-y: hidden; }
.scroll { overflow-x: auto; padding: 3px; }
table { border-collapse: separate; border-spacing: 1px; } th { font-weight: normal; color: var(--faint); padding: .1rem .5rem; text-align: right; white-space: nowrap; }
tbody th { text-align: left; position: sticky; left: 0; background: var(--paper); }
td { padding: .2rem .5rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.told th, .told td { border-bottom: 1px solid var(--line); text-align: left; white-space: normal; } .told .right { text-align: right; } .told .total td { font-weight: bold; }
td.masked { color: var(--faint); background: repeating-linear-gradient(135deg, transparent 0 4px, var(--line) 4px 5px); }
td.masked span { background: var(--paper); }
td.at { outline: 3px solid var(--ink); outline-offset: -1px; } td.from { outline: 3px dashed var(--from); outline-offset: -1px; }
td:focus { outline: 4px solid var(--ink); }
.work { min-height: 1.5em; white-space: pre-wrap; overflow-wrap: anywhere; }
@media print { :root { --paper: #ffffff; --ink: #000000; --faint: #444444; --line: #bbbbbb; } body { max-width: none; margin: 0; } .screen, .work { display: none; } .scroll { overflow: visible; } section { break-inside: avoid; } td { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
)CSS";

} // namespace attn
