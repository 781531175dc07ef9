// The folded list of comparables. Their differences take the service some work: the page asks for them when the user
// unfolds the list, once per answer.
/** @import { ComparableSale, Explanation, Inquiry } from '../types' */
/** @import { Pointing } from './sale.js' */

import { ask, isAbort, pause, Refused } from './api.js';
import { evidenceIds } from './basis.js';
import { h } from './dom.js';
import { wordsOf } from './notice.js';
import { differencesOf, lit, nameOf, placeOf } from './sale.js';
import { currentLanguage, day, euros, metres, perSquareMetre, say, sayName, squareMetres, whole, wholePercent, year } from './words.js';

/** The service has switched to newer data since the answer, with other comparables. */
class Outdated extends Error {}

/** The comparables of one answer. */
export class Comparables {
  #ending = new AbortController();
  /** @type {Promise<ComparableSale[]> | null} */
  #asked = null;

  /**
   * @param {Explanation} answer
   * @param {Inquiry} inquiry the answer's
   */
  constructor(answer, inquiry) {
    this.sales = answer.comparables;
    this.parameters = { ...inquiry, language: currentLanguage() };
  }

  /** The comparables with their differences, requested once; again after a failure. */
  complete() {
    this.#asked ??= this.#ask().catch((error) => {
      this.#asked = null;
      throw error;
    });
    return this.#asked;
  }

  async #ask() {
    /** @type {{comparables: ComparableSale[]}} */
    const { comparables } = await ask('/page/comparables', this.parameters, this.#ending.signal);
    const found = new Map(comparables.map((c) => [keyOf(c), c.differences]));
    return this.sales.map((sale) => {
      const differences = found.get(keyOf(sale));
      if (!differences) throw new Outdated();
      return { ...sale, differences };
    });
  }

  /** Waits some milliseconds, or until stopped. */
  wait(/** @type {number} */ ms) {
    return pause(ms, this.#ending.signal);
  }

  /** Cancels everything, because another answer has come. */
  stop() {
    this.#ending.abort();
  }
}

/** Identifies a comparable within this answer; another answer gives it another key if its prices differ. */
function keyOf(/** @type {ComparableSale} */ c) {
  return [c.bagId, c.label, c.date, c.price, c.indexedPrice, c.adjusted].join('|');
}

/** Why the differences are missing, in words. */
export function whyNot(/** @type {unknown} */ error) {
  if (!(error instanceof Refused || error instanceof Outdated)) console.error(error);
  return `${say('refs.failed')} ${error instanceof Outdated ? say('refs.outdated') : wordsOf(error)}`;
}

/**
 * The folded list. Its table is complete at once; each row can be unfolded once the differences have come.
 * @param {Comparables} comparables
 * @param {Pointing & {open: boolean, fold: (open: boolean) => void, unfolded: Set<string>, pause: number}} given unfolded: the
 *   keys of unfolded rows, kept up to date; pause: milliseconds to wait before asking, since another answer may come
 */
export function foldOf(comparables, given) {
  const note = h('p', { class: 'note', role: 'status' });
  const body = h('tbody', null, comparables.sales.map((c) => rowOf(c, given)));
  const fill = async () => {
    note.replaceChildren(say('refs.loading'));
    try {
      const sales = await comparables.complete();
      if (!body.querySelector('.unfold')) sales.forEach((sale, i) => unfoldable(body.querySelectorAll('.sale')[i], sale, i, given));
      note.replaceChildren(say('refs.unfoldEach'));
    } catch (error) {
      if (isAbort(error)) return;
      note.replaceChildren(whyNot(error), ' ', h('button', { type: 'button', class: 'link', onclick: fill }, say('fault.again')));
    }
  };
  let { open } = given;
  if (open) comparables.wait(given.pause).then(fill, () => {});
  return h('details', {
    class: 'comparables', id: evidenceIds.comparables, open,
    ontoggle: (/** @type {Event} */ e) => {
      const before = open;
      open = /** @type {HTMLDetailsElement} */ (e.currentTarget).open;
      given.fold(open);
      if (open && !before) fill();
    },
  }, h('summary', null, say('refs.comparables', { count: comparables.sales.length })), note, tableOf(body));
}

const heads = /** @type {const} */ (['refs.address', 'refs.price', 'refs.indexed', 'refs.adjusted', 'refs.distance', 'refs.equality', 'refs.weight']);

/** @param {HTMLTableSectionElement} body */
function tableOf(body) {
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': say('refs.comparables', { count: body.rows.length }) },
    h('table', null, h('thead', null, h('tr', null,
      h('th', { scope: 'col' }, h('span', { class: 'visually-hidden' }, say('refs.differences'))),
      heads.map((id, i) => h('th', { scope: 'col', class: i > 0 && 'number' }, say(id))))), body));
}

/**
 * @param {ComparableSale} c
 * @param {Pointing} given
 */
function rowOf(c, { point, go }) {
  const amounts = [[euros(c.indexedPrice), c.useSurface > 0 && h('small', null, perSquareMetre(c.indexedPrice, c.useSurface))], euros(c.adjusted), metres(c.distance), whole(Math.round(c.equality)), wholePercent(c.weight)];
  return h('tr', { class: 'sale', ...lit(c, point) },
    h('td', { class: 'opener' }),
    h('th', { scope: 'row' }, placeOf(c, go), h('small', null, `${sayName('type', c.buildType)}, ${squareMetres(c.useSurface)}, ${year(c.buildYear)}`)),
    h('td', { class: 'number', 'data-label': say('refs.price') }, h('span', null, euros(c.price), h('small', null, day(c.date)))),
    amounts.map((text, i) => h('td', { class: 'number', 'data-label': say(heads[i + 2]) }, h('span', null, text))));
}

/**
 * The price before or after the differences.
 * @param {'refs.indexed' | 'refs.adjusted'} id
 * @param {number} amount
 */
function endOf(id, amount) {
  return h('li', { class: 'end' }, h('span', null, say(id)), h('span', null, euros(amount)));
}

/**
 * Adds a button to a row that shows the differences in a row below.
 * @param {Element} row
 * @param {ComparableSale} sale
 * @param {number} i
 * @param {Pointing & {unfolded: Set<string>}} given
 */
function unfoldable(row, sale, i, { point, unfolded }) {
  const key = `${sale.bagId}|${sale.date}`;
  const detail = h('tr', { class: 'made', id: `made-${i}`, hidden: true, ...lit(sale, point) }, h('td'),
    h('td', { colspan: heads.length }, h('ul', { class: 'parts' },
      endOf('refs.indexed', sale.indexedPrice), differencesOf(sale.differences), endOf('refs.adjusted', sale.adjusted))));
  const button = h('button', { type: 'button', class: 'unfold', 'aria-controls': detail.id, 'aria-label': say('refs.unfold', { address: nameOf(sale) }) });
  const show = (/** @type {boolean} */ open) => {
    detail.hidden = !open;
    button.setAttribute('aria-expanded', String(open));
    if (open) unfolded.add(key);
    else unfolded.delete(key);
  };
  show(unfolded.has(key));
  button.addEventListener('click', () => show(detail.hidden));
  row.querySelector('.opener')?.replaceChildren(button);
  row.after(detail);
}
