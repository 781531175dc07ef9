// The market around a home: its price level in time, and sales nearby.
/** @import { Explanation, Valuation } from '../types' */

import { h } from './dom.js';
import { euros, say, whole } from './words.js';

/**
 * @param {Explanation} answer
 * @param {HTMLElement} chart
 */
export function marketOf({ valuation, words }, chart) {
  return h('section', { class: 'market', 'aria-labelledby': 'market' },
    h('h2', { id: 'market' }, say('market.title')),
    h('p', { class: 'lead' }, say('market.lead')),
    chart, words.priceSeries && h('p', { class: 'turned', id: 'series' }, words.priceSeries),
    words.turned && h('p', { class: 'turned', id: 'turned' }, words.turned), statisticsOf(valuation));
}

/** @param {Valuation} v */
function statisticsOf(v) {
  const rows = /** @type {[string, number | null, number | null][]} */ ([
    [`${say('market.street')}, ${say('market.all')}`, v.numStrAllTypes, v.medStrAllTypes],
    [`${say('market.street')}, ${say('market.same')}`, v.numStrSameType, v.medStrSameType],
    [`${say('market.area', { code: v.postalCode.slice(0, 4) })}, ${say('market.all')}`, v.numZipAllTypes, v.medZipAllTypes],
    [`${say('market.area', { code: v.postalCode.slice(0, 4) })}, ${say('market.same')}`, v.numZipSameType, v.medZipSameType],
  ]);
  return h('table', { class: 'statistics' },
    h('caption', null, say('market.window')),
    h('thead', null, h('tr', null, h('td'), h('th', { scope: 'col', class: 'number' }, say('market.sales')), h('th', { scope: 'col', class: 'number' }, say('market.median')))),
    h('tbody', null, rows.map(([name, count, median]) => h('tr', null, h('th', { scope: 'row' }, name),
      h('td', { class: 'number' }, count === null ? '–' : whole(count)), h('td', { class: 'number' }, median === null ? '–' : euros(median))))));
}
