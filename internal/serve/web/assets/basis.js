// What the value rests on: the approaches with their weights and outcomes, each leading to its evidence.
/** @import { Approach } from '../types' */

import { h, styled } from './dom.js';
import { euros, say, weightOf } from './words.js';

/** Where the page shows the evidence of an approach, by element ids. @type {Record<string, string>} */
export const evidenceIds = { hedonic: 'steps', kriging: 'likehomes', comparables: 'sales', ownSale: 'ownsale' };

/**
 * The approaches that have an outcome, those with the most weight first.
 * @param {Approach[]} approaches
 * @param {string} shares what the sales carry of the value
 */
export function basisOf(approaches, shares) {
  const heard = approaches.filter((a) => a.indication !== null).sort((a, b) => b.weight - a.weight);
  return h('div', { class: 'basis' },
    h('h3', { id: 'basis' }, say('basis.title')),
    h('ul', { 'aria-labelledby': 'basis' }, heard.map(rowOf)),
    h('p', { class: 'note' }, shares));
}

/** @param {Approach} approach */
function rowOf({ name, label, indication, weight }) {
  return h('li', { class: 'step' },
    h('span', { class: 'what' }, h('button', { type: 'button', class: 'link', onclick: () => lead(evidenceIds[name]) }, label)),
    h('span', { class: 'track', 'aria-hidden': 'true' }, styled(h('i'), { from: 0, to: weight })),
    h('span', { class: 'weight' }, weightOf(weight)),
    h('span', { class: 'euros' }, euros(indication ?? 0)));
}

/** Goes to the evidence: unfolds it, scrolls to it and gives it the focus. @param {string} id */
function lead(id) {
  const place = document.getElementById(id);
  if (!place) return;
  if (place instanceof HTMLDetailsElement) place.open = true;
  const start = place.querySelector('summary') ?? place;
  start.scrollIntoView({ block: 'start' });
  start.focus({ preventScroll: true });
}
