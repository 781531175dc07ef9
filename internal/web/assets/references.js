// The evidence: references, the other comparables, and a file of them.
/** @import { ComparableSale, Evidence, Explanation, ReferenceSale } from '../types' */

import { h, styled } from './dom.js';
import { currentLanguage, day, euros, metres, say, sayName, signedEuros, squareMetres, whole, wholePercent, year } from './words.js';

/**
 * @param {Explanation} answer
 * @param {object} given
 * @param {boolean} given.open whether the comparables are unfolded
 * @param {(open: boolean) => void} given.fold
 * @param {(bagId: string | null) => void} given.point lights up a home everywhere
 * @param {(sale: Evidence) => void} given.go shows it on the map
 */
export function referencesOf(answer, given) {
  const { references, comparables, ownSale } = answer;
  return h('section', { class: 'evidence', 'aria-labelledby': 'evidence' },
    h('h2', { id: 'evidence' }, say('refs.title')),
    h('p', { class: 'lead' }, say('refs.lead')),
    h('ol', { class: 'cards' }, references.map((r, i) => cardOf(r, i, given))),
    ownSale && ownOf(ownSale),
    comparables.length > 0 && h('details', {
      class: 'comparables', open: given.open,
      ontoggle: (/** @type {Event} */ e) => given.fold(/** @type {HTMLDetailsElement} */ (e.currentTarget).open),
    }, h('summary', null, say('refs.comparables', { count: comparables.length })), tableOf(comparables, given)),
    h('p', null, h('button', { type: 'button', class: 'quiet', onclick: () => download(answer) }, say('refs.csv'))));
}

/** What makes a row or card light up together with its place on the map. */
function lit(/** @type {Evidence} */ sale, /** @type {(bagId: string | null) => void} */ point) {
  return {
    'data-home': sale.bagId,
    onmouseenter: () => point(sale.bagId), onmouseleave: () => point(null), onfocusin: () => point(sale.bagId), onfocusout: () => point(null),
  };
}

/**
 * @param {ReferenceSale} r
 * @param {number} i
 * @param {{point: (bagId: string | null) => void, go: (sale: Evidence) => void}} given
 */
function cardOf(r, i, { point, go }) {
  return h('li', { class: 'card', ...lit(r, point) },
    h('span', { class: 'number', 'aria-hidden': 'true' }, i + 1),
    h('div', { class: 'title' }, placeOf(r, go),
      h('small', null, [sayName('type', r.buildType), squareMetres(r.useSurface), year(r.buildYear), metres(r.distance)].join(' · '))),
    styled(h('div', { class: 'likeness' }, h('b', null, whole(Math.round(r.equality))), h('span', null, say('refs.equality')), h('i', { 'aria-hidden': 'true' })),
      { to: r.equality / 100 }),
    h('dl', { class: 'moves' },
      moveOf('refs.price', r.price, day(r.date)),
      moveOf('refs.indexed', r.indexedPrice, signedEuros(r.indexedPrice - r.price)),
      moveOf('refs.adjusted', r.adjusted, signedEuros(r.adjusted - r.indexedPrice))),
    h('details', { class: 'differences' }, h('summary', null, say('refs.differences')),
      h('ul', null, (r.differences ?? []).map((d) => h('li', null, h('span', null, d.label), h('span', { class: 'euros' }, signedEuros(d.euros)))))));
}

/**
 * @param {'refs.price' | 'refs.indexed' | 'refs.adjusted'} id
 * @param {number} amount
 * @param {string} note
 */
function moveOf(id, amount, note) {
  return h('div', null, h('dt', null, say(id)), h('dd', null, euros(amount), h('small', null, note)));
}

/**
 * @param {Evidence} sale
 * @param {(sale: Evidence) => void} go
 */
function placeOf(sale, go) {
  const name = sale.label ? shortAddress(sale.label) : say('refs.unknownAddress');
  if (sale.lon === null || sale.lat === null) return h('b', null, name);
  return h('button', { type: 'button', class: 'link place', onclick: () => go(sale), title: say('refs.onMap', { address: name }) }, name);
}

/** An address without postal code and city, which are mostly those of the home. */
export function shortAddress(/** @type {string} */ address) {
  return address.split(',')[0];
}

/** @param {Evidence} own */
function ownOf(own) {
  return h('div', { class: 'card own' }, h('div', { class: 'title' }, h('b', null, say('refs.own'))),
    h('dl', { class: 'moves' },
      moveOf('refs.price', own.price, day(own.date)),
      moveOf('refs.indexed', own.indexedPrice, signedEuros(own.indexedPrice - own.price)),
      moveOf('refs.adjusted', own.adjusted, signedEuros(own.adjusted - own.indexedPrice))));
}

/**
 * @param {ComparableSale[]} comparables
 * @param {{point: (bagId: string | null) => void, go: (sale: Evidence) => void}} given
 */
function tableOf(comparables, { point, go }) {
  const heads = /** @type {const} */ (['refs.address', 'refs.home', 'refs.sold', 'refs.distance', 'refs.price', 'refs.indexed', 'refs.adjusted', 'refs.weight']);
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': say('refs.comparables', { count: comparables.length }) },
    h('table', null,
      h('thead', null, h('tr', null, heads.map((id, i) => h('th', { scope: 'col', class: i > 2 && 'number' }, say(id))))),
      h('tbody', null, comparables.map((c) => h('tr', lit(c, point),
        h('th', { scope: 'row' }, placeOf(c, go)),
        h('td', null, `${sayName('type', c.buildType)}, ${squareMetres(c.useSurface)}, ${year(c.buildYear)}`),
        h('td', null, c.date),
        [metres(c.distance), euros(c.price), euros(c.indexedPrice), euros(c.adjusted), wholePercent(c.weight)].map((text) => h('td', { class: 'number' }, text)))))));
}

const columns = /** @type {const} */ (['label', 'bagId', 'buildType', 'buildYear', 'useSurface', 'date', 'distance', 'price', 'indexedPrice', 'adjusted', 'equality', 'weight']);

/**
 * The rows of the file: references first, then the comparables. Spreadsheets in Dutch part cells by semicolons, and write
 * decimals with a comma.
 * @param {Explanation} answer
 */
export function csvOf({ references, comparables }) {
  const separator = currentLanguage() === 'nl' ? ';' : ',';
  const rows = [...references.map((r) => ['reference', r]), ...comparables.map((c) => ['comparable', c])];
  const lines = rows.map(([role, sale]) => [role, ...columns.map((name) => /** @type {any} */ (sale)[name])].map(cellOf).join(separator));
  return `${['role', 'address', ...columns.slice(1)].join(separator)}\r\n${lines.join('\r\n')}\r\n`;
}

/** A cell that no spreadsheet takes for a formula. */
function cellOf(/** @type {unknown} */ value) {
  if (typeof value === 'number') {
    const text = String(Math.round(value * 1e4) / 1e4);
    return currentLanguage() === 'nl' ? text.replace('.', ',') : text;
  }
  const text = value === null || value === undefined ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {Explanation} answer */
function download(answer) {
  const url = URL.createObjectURL(new Blob(['\ufeff', csvOf(answer)], { type: 'text/csv;charset=utf-8' }) /* the mark tells spreadsheets that it is UTF-8 */);
  const { postalCode, houseNumber, houseNumberExt, valueDate } = answer.valuation;
  const name = [postalCode, houseNumber, houseNumberExt, valueDate].filter(Boolean).join('-');
  h('a', { href: url, download: `${name}.csv` }).click();
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}
