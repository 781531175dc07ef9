// The folded grid of the comparables, or of the sales that filters choose from the list of evidence. Their differences take the
// service some work: the page asks for them when the user unfolds the grid, once per answer and choice.
/** @import { ComparableSale, Explanation, Inquiry } from '../types' */
/** @import { Order, View } from './gridorder.js' */
/** @import { Pointing } from './sale.js' */
/** @import { Worksheet } from './worksheet.js' */

import { ask, isAbort, pause, Refused } from './api.js';
import { evidenceIds } from './basis.js';
import { h, styled } from './dom.js';
import { gridOf } from './grid.js';
import { filterNames, ordered, orderNames, parametersOf } from './gridorder.js';
import { narrowBeside } from './mapside.js';
import { wordsOf } from './notice.js';
import { currentLanguage, say } from './words.js';

/** The least width of a column, pixels. */
const narrowest = 136;

/** Makes columns as wide as lets whole ones fill their frame: none is cut. */
const fit = new ResizeObserver((frames) => {
  for (const { target, contentRect: { width } } of frames) styled(/** @type {HTMLElement} */ (target), { column: `${width / Math.max(1, Math.floor(width / narrowest))}px` });
});

/** The service has switched to newer data since the answer, with other comparables. */
class Outdated extends Error {}

/** The comparables of one answer, and other sales of its list of evidence. */
export class Comparables {
  #ending = new AbortController();
  /** By their filters. @type {Map<string, Promise<ComparableSale[]>>} */
  #asked = new Map();

  /**
   * @param {Explanation} answer
   * @param {Inquiry} inquiry the answer's
   */
  constructor(answer, inquiry) {
    this.sales = answer.comparables;
    this.parameters = { ...inquiry, language: currentLanguage() };
  }

  /** The first sales of the list that pass filters, with their differences; requested once, again after a failure. @param {Record<string, string>} filters */
  chosen(filters = {}) {
    const key = JSON.stringify(filters);
    let asked = this.#asked.get(key);
    if (!asked) {
      this.#asked.set(key, asked = this.#ask(filters));
      asked.catch(() => this.#asked.delete(key));
    }
    return asked;
  }

  /** @param {Record<string, string>} filters */
  async #ask(filters) {
    /** @type {{comparables: ComparableSale[]}} */
    const { comparables } = await ask('/v1/homevalue/comparables', { ...this.parameters, ...filters }, this.#ending.signal);
    const found = new Map(comparables.map((c) => [c.sale, c]));
    const isChanged = (/** @type {ComparableSale} */ sale) => {
      const now = found.get(sale.sale);
      return now ? now.adjusted !== sale.adjusted || now.indexedPrice !== sale.indexedPrice : Object.keys(filters).length === 0;
    };
    if (this.sales.some(isChanged)) throw new Outdated();
    return comparables;
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

/** Why the differences are missing, in words. */
export function whyNot(/** @type {unknown} */ error) {
  if (!(error instanceof Refused || error instanceof Outdated)) console.error(error);
  return `${say('refs.failed')} ${error instanceof Outdated ? say('refs.outdated') : wordsOf(error)}`;
}

/**
 * The folded grid. Prices are there at once; characteristics with their adjustments, and what filters choose, once the service
 * has answered.
 * @param {Explanation} answer
 * @param {Comparables} comparables
 * @param {Pointing & {open: boolean, fold: (open: boolean) => void, view: View, pause: number, worksheet: Worksheet}} given view: kept up to date;
 *   pause: milliseconds to wait before asking, since another answer may come
 */
export function foldOf(answer, comparables, given) {
  const { view, worksheet } = given;
  const label = say('refs.comparables', { count: comparables.sales.length });
  const note = h('p', { class: 'note', role: 'status' });
  const count = h('span', { class: 'note', role: 'status' });
  const place = h('div');
  let arrange = () => {};
  const draw = (/** @type {ComparableSale[]} */ sales, /** @type {boolean} */ complete) => {
    const first = !complete ? undefined : {
      name: 'verdict', label: say('worksheet.verdict'), subject: { parts: [] }, of: (/** @type {any} */ sale) => ({ parts: [worksheet.cellOf(sale)] }),
    };
    const grid = gridOf(answer, sales, { ...given, label, first });
    arrange = () => grid.arrange(ordered(sales, view.order));
    arrange();
    place.replaceChildren(grid.element);
    fit.observe(grid.element);
    narrowBeside(grid.element);
  };
  const fill = async () => {
    const filters = parametersOf(view.only);
    const wanted = JSON.stringify(filters);
    const isLatest = () => wanted === JSON.stringify(parametersOf(view.only));
    note.replaceChildren(say('refs.loading'));
    try {
      const sales = await comparables.chosen(filters);
      if (!isLatest()) return;
      if (place.dataset.complete !== wanted) draw(sales, true);
      place.dataset.complete = wanted;
      count.replaceChildren(view.only.size > 0 ? say('grid.shown', { shown: sales.length }) : '');
      note.replaceChildren();
    } catch (error) {
      if (isAbort(error) || !isLatest()) return;
      note.replaceChildren(whyNot(error), ' ', h('button', { type: 'button', class: 'link', onclick: fill }, say('fault.again')));
    }
  };
  draw(comparables.sales, false);
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
  }, h('summary', null, label), note, worksheet.element, controlsOf(view, count, () => arrange(), fill), place);
}

/**
 * The order of the grid, and filters.
 * @param {View} view
 * @param {HTMLElement} count how many sales the filters chose
 * @param {() => void} sort
 * @param {() => void} choose
 */
function controlsOf(view, count, sort, choose) {
  const order = h('select', { id: 'gridorder', onchange: () => { view.order = /** @type {Order} */ (order.value); sort(); } },
    orderNames.map((name) => h('option', { value: name, selected: name === view.order }, say(`order.${name}`))));
  const only = filterNames.map((name) => h('button', {
    type: 'button', class: 'quiet', id: `only-${name}`, 'aria-pressed': String(view.only.has(name)),
    onclick: (/** @type {Event} */ e) => {
      if (!view.only.delete(name)) view.only.add(name);
      /** @type {Element} */ (e.currentTarget).setAttribute('aria-pressed', String(view.only.has(name)));
      choose();
    },
  }, say(`only.${name}`)));
  return h('div', { class: 'gridcontrols noprint' }, h('label', { for: 'gridorder' }, say('grid.order')), order,
    h('span', { class: 'only', role: 'group', 'aria-label': say('grid.only') }, only), count);
}
