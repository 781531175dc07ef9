// The page before a home is chosen.
/** @import { Accuracy, Edition, Inquiry } from '../types' */

import { ask } from './api.js';
import { h } from './dom.js';
import { inquiryOf, streetOf } from './meant.js';
import { currentLanguage, day, say, whole, wholePercent } from './words.js';

/**
 * @param {Edition} edition
 * @param {(inquiry: Inquiry) => void} choose
 * @param {string} portfolio the link to where a portfolio can be dropped
 */
export function startOf(edition, choose, portfolio) {
  return h('section', { class: 'start', 'aria-labelledby': 'start' },
    h('h1', { id: 'start' }, say('start.title')),
    h('p', { class: 'lead' }, say('start.lead')),
    edition.examples.length > 0 && h('p', { class: 'chips' }, say('start.such'), edition.examples.map((home) => h('button', {
      type: 'button', class: 'chip', onclick: () => choose(inquiryOf(home)),
    }, streetOf(home)))),
    h('dl', { class: 'figures' },
      figure(whole(edition.homes), say('start.homes')),
      figure(whole(edition.sales), say('start.sales')),
      edition.salesUntil && figure(day(edition.salesUntil), say('start.until'))),
    h('p', { class: 'many' }, h('a', { href: portfolio }, say('start.portfolio'))));
}

/** What stands at a path that there is not. */
export function nothingHere() {
  return h('section', { class: 'notice' }, h('h1', null, say('start.nothing')), h('p', null, h('a', { href: '/' }, say('start.begin'))));
}

/**
 * Adds the accuracy of values once it has come. The page is complete without it.
 * @param {HTMLElement} start
 * @param {{link: string, signal: AbortSignal}} given
 */
export async function addAccuracy(start, { link, signal }) {
  /** @type {Accuracy | null} */
  const accuracy = await ask('/page/accuracy', { language: currentLanguage() }, signal).catch(() => null);
  if (accuracy?.oldRecord) start.querySelector('.figures')?.after(h('p', { class: 'old', role: 'note' }, accuracy.oldRecord));
  const share = accuracy?.oldRecord ? null : accuracy?.overall?.pe10;
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
