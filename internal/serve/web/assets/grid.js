// The grid of an appraiser: the home beside sales, with each price as paid, indexed and adjusted, and a figure for each
// characteristic. It is a table with a home a row, so that a phone shows a card a home and a screen reader reads each figure
// with its name; wide windows draw its rows as columns.
/** @import { Difference, Evidence, Explanation } from '../types' */
/** @import { Pointing } from './sale.js' */

import { h, styled } from './dom.js';
import { lit, placeOf } from './sale.js';
import { day, euros, metres, perSquareMetre, say, signedEuros, whole, wholePercent } from './words.js';

/** Differences that are no characteristics. */
const around = ['place', 'index', 'time'];
/** Characteristics in the order of an appraiser; others follow by name. */
const usual = [...around, 'buildType', 'buildYear', 'useSurface', 'parcelSurface', 'volume', 'rooms', 'energyLabel', 'monument'];

/** @typedef {Evidence & {equality?: number, weight?: number, share?: number}} Sold */
/** A line of the grid: what it is called, and what it holds of the home and of a sale. @typedef {{name: string, label: string, strong?: boolean, subject: Cell, of: (sale: Sold) => Cell}} Line */
/** @typedef {string | number | HTMLElement | null | undefined | false} Part */
/** The parts of a cell; same: the sale has what the home has, at no difference in price. @typedef {{parts: Part[], same?: boolean}} Cell */

/**
 * @param {Explanation} answer
 * @param {Sold[]} sales
 * @param {Pointing & {label: string, numbered?: boolean, first?: Line}} given label: of the grid, for screen readers; first: a line before all others
 */
export function gridOf(answer, sales, { point, go, label, numbered, first }) {
  const lines = [...(first ? [first] : []), ...linesOf(answer, sales)];
  const cells = (/** @type {(line: Line) => Cell} */ of) => lines.map((line) => cellOf(line, of(line)));
  const head = h('tr', { role: 'row' }, h('th', { scope: 'col', role: 'columnheader' }, h('span', { class: 'visually-hidden' }, say('refs.address'))),
    lines.map((line) => h('th', { scope: 'col', role: 'columnheader', 'data-line': line.name }, h('span', null, line.label))));
  const subject = h('tr', { class: 'subject', role: 'row', 'data-home': answer.home.bagId }, h('th', { scope: 'row', role: 'rowheader' }, say('map.this')), cells((line) => line.subject));
  const rows = sales.map((sale, i) => h('tr', { class: 'sale', role: 'row', ...lit(sale, point) },
    h('th', { scope: 'row', role: 'rowheader' }, numbered && h('span', { class: 'rank', 'aria-hidden': 'true' }, i + 1), placeOf(sale, go)),
    cells((line) => line.of(sale))));
  const body = h('tbody', { role: 'rowgroup' }, subject, rows);
  const element = h('div', { class: 'scroll gridscroll', tabindex: '0', role: 'region', 'aria-label': label },
    styled(h('table', { class: 'grid', role: 'table', 'aria-label': label }, h('thead', { role: 'rowgroup' }, head), body), { rows: lines.length + 1, columns: sales.length + 2 }));
  return {
    element,
    /** Shows the sales at these positions, in this order. @param {number[]} positions */
    arrange: (positions) => body.replaceChildren(subject, ...positions.map((i) => rows[i])),
  };
}

/**
 * @param {Line} line
 * @param {Cell} cell
 */
function cellOf({ name, label, strong }, { parts, same }) {
  const shown = parts.filter((part) => part !== null && part !== undefined && part !== false);
  return h('td', { role: 'cell', 'data-line': name, 'data-label': label, class: [strong && 'strong', same && 'same', shown.length === 0 && 'none'].filter(Boolean).join(' ') || null },
    shown.map((part) => (part instanceof Node ? part : h('span', null, part))));
}

/**
 * @param {Explanation} answer
 * @param {Sold[]} sales
 * @returns {Line[]}
 */
function linesOf({ valuation: v, ownSale }, sales) {
  const surface = v.inputUseSurface ?? v.useSurface ?? 0;
  const none = { parts: [] };
  const price = (/** @type {number} */ amount, /** @type {number} */ m2, /** @type {Part} */ move = null) =>
    ({ parts: [euros(amount), move, m2 > 0 && h('small', null, perSquareMetre(amount, m2))] });
  const moved = (/** @type {number} */ from, /** @type {number} */ to) => h('small', null, signedEuros(to - from));
  /** @type {Line[]} */
  const lines = [
    { name: 'price', label: say('grid.price'), subject: ownSale ? price(ownSale.price, ownSale.useSurface) : none, of: (s) => price(s.price, s.useSurface) },
    { name: 'date', label: say('grid.date'), subject: ownSale ? { parts: [day(ownSale.date)] } : none, of: (s) => ({ parts: [day(s.date)] }) },
    { name: 'indexed', label: say('grid.indexed'), subject: ownSale ? price(ownSale.indexedPrice, ownSale.useSurface) : none, of: (s) => price(s.indexedPrice, s.useSurface, moved(s.price, s.indexedPrice)) },
    { name: 'distance', label: say('refs.distance'), subject: none, of: (s) => ({ parts: [metres(s.distance)] }) },
    ...differenceLines(sales),
    { name: 'adjusted', label: say('grid.adjusted'), strong: true, subject: price(v.weightedValue, surface), of: (s) => price(s.adjusted, surface, moved(s.indexedPrice, s.adjusted)) },
    { name: 'equality', label: say('grid.equality'), subject: none, of: (s) => ({ parts: [s.equality !== undefined && likenessOf(s.equality)] }) },
  ];
  if (sales.some((s) => s.share !== undefined)) lines.push({ name: 'share', label: say('grid.share'), subject: none, of: (s) => ({ parts: [wholePercent(s.share ?? 0)] }) });
  if (sales.some((s) => s.weight !== undefined)) lines.push({ name: 'weight', label: say('refs.weight'), subject: none, of: (s) => ({ parts: [wholePercent(s.weight ?? 0)] }) });
  return lines;
}

/** @param {number} equality */
function likenessOf(equality) {
  return h('b', null, whole(Math.round(equality)));
}

/**
 * A line for each characteristic that is known or adjusts a price.
 * @param {Sold[]} sales
 * @returns {Line[]}
 */
export function differenceLines(sales) {
  const found = sales.map((s) => new Map((s.differences ?? []).map((d) => [d.name, d])));
  /** @type {Map<string, Difference>} */
  const first = new Map(found.flatMap((of) => [...of]));
  const rank = (/** @type {string} */ name) => (usual.includes(name) ? usual.indexOf(name) : usual.length);
  const counts = (/** @type {string} */ name) => found.some((of) => of.get(name)?.euros || of.get(name)?.had);
  return [...first.values()].filter((d) => counts(d.name))
    .sort((a, b) => rank(a.name) - rank(b.name) || a.label.localeCompare(b.label))
    .map(({ name, label, has }) => ({
      name, label: label.charAt(0).toUpperCase() + label.slice(1), subject: { parts: [around.includes(name) ? null : has ?? say('whatif.unknown')] },
      of: (sale) => differenceOf(found[sales.indexOf(sale)].get(name)),
    }));
}

/** @param {Difference | undefined} d */
function differenceOf(d) {
  if (!d) return { parts: [] };
  const amount = d.euros === 0 ? euros(0) : signedEuros(d.euros);
  const had = around.includes(d.name) ? null : d.had ?? say('whatif.unknown');
  if (d.euros === 0) return { parts: [had ?? amount], same: d.had === d.has };
  return { parts: [had, h('b', { class: d.euros < 0 ? 'less' : 'more' }, amount), had !== null && h('small', { class: 'theirs' }, say('grid.theirs', { has: d.has ?? say('whatif.unknown') }))] };
}

/** Scrolls each grid aside until its lit column is beside the home's. The page itself does not scroll. */
export function reveal() {
  for (const row of document.querySelectorAll('.gridscroll .sale.lit')) {
    const place = /** @type {HTMLElement} */ (row.closest('.gridscroll'));
    const column = row.getBoundingClientRect();
    const from = place.querySelector('.subject')?.getBoundingClientRect().right ?? 0;
    const to = place.getBoundingClientRect().right;
    if (column.left < from) place.scrollLeft -= from - column.left;
    else if (column.right > to) place.scrollLeft += column.right - to;
  }
}
