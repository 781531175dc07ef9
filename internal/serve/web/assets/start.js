// What is shown before a home is chosen.
/** @import { Accuracy, Edition } from '../types' */

import { ask } from './api.js';
import { h } from './dom.js';
import { currentLanguage, day, say, whole, wholePercent } from './words.js';

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
 * Adds how good values were, once that is known. Where it can't be had the page is whole without it.
 * @param {HTMLElement} start
 * @param {{link: string, signal: AbortSignal}} given
 */
export async function addRecord(start, { link, signal }) {
  /** @type {Accuracy | null} */
  const record = await ask('/page/accuracy', { language: currentLanguage() }, signal).catch(() => null);
  const share = record?.overall?.pe10;
  if (typeof share !== 'number') return;
  start.querySelector('.figures')?.append(figure(wholePercent(share / 100), h('a', { href: link }, say('start.within'))));
}

/**
 * @param {string} amount
 * @param {string | HTMLElement} what
 */
function figure(amount, what) {
  return h('div', null, h('dt', null, what), h('dd', null, amount));
}
