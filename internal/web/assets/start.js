// What is shown before a home is chosen.
/** @import { Edition } from '../types' */

import { h } from './dom.js';
import { day, say, whole } from './words.js';

/** @param {Edition} edition */
export function startOf(edition) {
  return h('section', { class: 'start', 'aria-labelledby': 'start' },
    h('h1', { id: 'start' }, say('start.title')),
    h('p', { class: 'lead' }, say('start.lead')),
    h('dl', { class: 'figures' },
      figure(whole(edition.homes), say('start.homes')),
      figure(whole(edition.sales), say('start.sales')),
      edition.salesUntil && figure(day(edition.salesUntil), say('start.until'))));
}

/**
 * @param {string} amount
 * @param {string} what
 */
function figure(amount, what) {
  return h('div', null, h('dt', null, what), h('dd', null, amount));
}
