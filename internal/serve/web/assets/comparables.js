// The folded grid of all comparables. Their differences take the service some work: the page asks for them when the user
// unfolds the grid, once per answer.
/** @import { ComparableSale, Explanation, Inquiry } from '../types' */
/** @import { Order, View } from './gridorder.js' */
/** @import { Pointing } from './sale.js' */
/** @import { Worksheet } from './worksheet.js' */

import { ask, isAbort, pause, Refused } from './api.js';
import { evidenceIds } from './basis.js';
import { h } from './dom.js';
import { gridOf } from './grid.js';
import { filterNames, nearReach, orderNames, shownOf } from './gridorder.js';
import { wordsOf } from './notice.js';
import { currentLanguage, metres, say } from './words.js';

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
    const { comparables } = await ask('/v1/homevalue/comparables', this.parameters, this.#ending.signal);
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
 * The folded grid. Prices are there at once; characteristics with their adjustments once the differences have come.
 * @param {Explanation} answer
 * @param {Comparables} comparables
 * @param {Pointing & {open: boolean, fold: (open: boolean) => void, view: View, pause: number, worksheet: Worksheet}} given view: kept up to date;
 *   pause: milliseconds to wait before asking, since another answer may come
 */
export function foldOf(answer, comparables, given) {
  const { sales } = comparables;
  const note = h('p', { class: 'note', role: 'status' });
  const label = say('refs.comparables', { count: sales.length });
  const place = h('div');
  const draw = (/** @type {ComparableSale[]} */ complete) => {
    const { worksheet } = given;
    const first = complete === sales ? undefined : {
      name: 'verdict', label: say('worksheet.verdict'), subject: { parts: [] }, of: (/** @type {any} */ sale) => ({ parts: [worksheet.cellOf(sale)] }),
    };
    const grid = gridOf(answer, complete, { ...given, label, first });
    place.replaceChildren(worksheet.element, controlsOf(answer, complete, given.view, grid.arrange), grid.element);
  };
  const fill = async () => {
    note.replaceChildren(say('refs.loading'));
    try {
      const complete = await comparables.complete();
      if (!place.dataset.complete) draw(complete);
      place.dataset.complete = 'true';
      note.replaceChildren();
    } catch (error) {
      if (isAbort(error)) return;
      note.replaceChildren(whyNot(error), ' ', h('button', { type: 'button', class: 'link', onclick: fill }, say('fault.again')));
    }
  };
  draw(sales);
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
  }, h('summary', null, label), note, place);
}

/**
 * The order of the grid, and filters.
 * @param {Explanation} answer
 * @param {ComparableSale[]} sales
 * @param {View} view
 * @param {(positions: number[]) => void} arrange
 */
function controlsOf({ valuation }, sales, view, arrange) {
  const count = h('span', { class: 'note', role: 'status' });
  const show = () => {
    const positions = shownOf(sales, valuation, view);
    arrange(positions);
    count.replaceChildren(positions.length < sales.length ? say('grid.shown', { shown: positions.length, count: sales.length }) : '');
  };
  const order = h('select', { id: 'gridorder', onchange: () => { view.order = /** @type {Order} */ (order.value); show(); } },
    orderNames.map((name) => h('option', { value: name, selected: name === view.order }, say(`order.${name}`))));
  const only = filterNames.map((name) => h('button', {
    type: 'button', class: 'quiet', id: `only-${name}`, 'aria-pressed': String(view.only.has(name)),
    onclick: (/** @type {Event} */ e) => {
      if (!view.only.delete(name)) view.only.add(name);
      /** @type {Element} */ (e.currentTarget).setAttribute('aria-pressed', String(view.only.has(name)));
      show();
    },
  }, say(`only.${name}`, { reach: metres(nearReach) })));
  show();
  return h('div', { class: 'gridcontrols noprint' }, h('label', { for: 'gridorder' }, say('grid.order')), order,
    h('span', { class: 'only', role: 'group', 'aria-label': say('grid.only') }, only), count);
}
