// The evidence: references, the home's own last sale, the other comparables, similar homes nearby, and a file with all of them.
/** @import { Evidence, Explanation } from '../types' */
/** @import { Comparables } from './comparables.js' */

import { isAbort } from './api.js';
import { evidenceIds } from './basis.js';
import { foldOf, whyNot } from './comparables.js';
import { h } from './dom.js';
import { csvOf, download } from './evidencefile.js';
import { gridOf } from './grid.js';
import { likeHomesOf } from './likehomes.js';
import { differencesOf } from './sale.js';
import { day, euros, perSquareMetre, say, signedEuros } from './words.js';

/**
 * @param {Explanation} answer
 * @param {Comparables} comparables of the answer
 * @param {Parameters<typeof foldOf>[2]} given of the fold
 */
export function referencesOf(answer, comparables, given) {
  const { kriging, notes, references, ownSale, words } = answer;
  return h('section', { class: 'evidence', 'aria-labelledby': 'evidence' },
    h('h2', { id: 'evidence' }, say('refs.title')),
    h('p', { class: 'lead' }, say('refs.lead')),
    gridOf(answer, references, { ...given, label: say('grid.references'), numbered: true }).element,
    words.references && h('p', { class: 'note', id: 'referencesside' }, words.references),
    notes.references.map((note) => h('p', { class: 'note' }, note)),
    ownSale && ownOf(ownSale, words.offered),
    comparables.sales.length > 0 && foldOf(answer, comparables, given),
    kriging.sales.length > 0 && likeHomesOf(kriging, notes.kriging, given),
    fileOf(answer, comparables));
}

/**
 * The button for the file; the download waits for the comparables' differences.
 * @param {Explanation} answer
 * @param {Comparables} comparables
 */
function fileOf(answer, comparables) {
  const note = h('span', { class: 'note', role: 'status' });
  const keep = async () => {
    note.replaceChildren(say('refs.loading'));
    try {
      const sales = await comparables.chosen();
      note.replaceChildren();
      download(answer.valuation, csvOf({ references: answer.references, comparables: sales }));
    } catch (error) {
      if (!isAbort(error)) note.replaceChildren(whyNot(error));
    }
  };
  return h('p', { class: 'file' }, h('button', { type: 'button', class: 'quiet', onclick: keep }, say('refs.csv')), ' ', note);
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
 * @param {Evidence} own
 * @param {string} offered what it would fetch so soon after it, in words
 */
function ownOf(own, offered) {
  return h('div', { class: 'card own', id: evidenceIds.ownSale, tabindex: '-1' }, h('div', { class: 'title' }, h('b', null, say('refs.own'))),
    h('dl', { class: 'moves' },
      moveOf('refs.price', own.price, [day(own.date), own.useSurface > 0 && perSquareMetre(own.price, own.useSurface)].filter(Boolean).join(' · ')),
      moveOf('refs.indexed', own.indexedPrice, signedEuros(own.indexedPrice - own.price)),
      moveOf('refs.adjusted', own.adjusted, signedEuros(own.adjusted - own.indexedPrice))),
    offered && h('p', { class: 'note' }, offered),
    own.differences?.some((d) => d.euros !== 0) && h('details', { class: 'differences' }, h('summary', null, say('refs.differences')), h('ul', null, differencesOf(own.differences))));
}
