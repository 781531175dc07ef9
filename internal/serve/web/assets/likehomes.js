// The folded list of similar homes nearby: the sales that move the outcome of kriging most.
/** @import { Explanation, LikeSale } from '../types' */
/** @import { Pointing } from './sale.js' */

import { evidenceIds } from './basis.js';
import { h } from './dom.js';
import { lit, placeOf } from './sale.js';
import { day, euros, metres, perSquareMetre, say, sayName, signedPercent, squareMetres, wholePercent, year } from './words.js';

const heads = /** @type {const} */ (['refs.address', 'refs.price', 'refs.distance', 'likes.apart', 'refs.weight']);

/**
 * @param {Explanation['kriging']} kriging
 * @param {string[]} notes on it
 * @param {Pointing} given
 */
export function likeHomesOf({ sales, moreSales }, notes, given) {
  return h('details', { class: 'comparables', id: evidenceIds.kriging },
    h('summary', null, say('likes.title', { count: sales.length })),
    notes.map((note) => h('p', { class: 'note' }, note)),
    h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': say('likes.title', { count: sales.length }) },
      h('table', null, h('thead', null, h('tr', null, heads.map((id, i) => h('th', { scope: 'col', class: i > 0 && 'number' }, say(id))))),
        h('tbody', null, sales.map((sale) => rowOf(sale, given))))),
    moreSales > 0 && h('p', { class: 'note' }, say('likes.more', { count: moreSales })));
}

/**
 * @param {LikeSale} sale
 * @param {Pointing} given
 */
function rowOf(sale, { point, go }) {
  const kind = [sayName('type', sale.buildType ?? ''), sale.useSurface && squareMetres(sale.useSurface), sale.buildYear && year(sale.buildYear)].filter(Boolean).join(', ');
  const figures = [metres(sale.distance), signedPercent(sale.residual - 1), wholePercent(sale.weight)];
  return h('tr', { class: 'like', ...lit(sale, point) },
    h('th', { scope: 'row' }, placeOf(sale, go), h('small', null, kind)),
    h('td', { class: 'number', 'data-label': say('refs.price') }, h('span', null, euros(sale.price), sale.useSurface > 0 && h('small', null, perSquareMetre(sale.price, sale.useSurface)), h('small', null, day(sale.date)))),
    figures.map((text, i) => h('td', { class: 'number', 'data-label': say(heads[i + 2]) }, text)));
}
