// What if: the characteristics that a user may change, as sliders and lists.
/** @import { Edition, EditionAttribute, Explanation, Inquiry } from '../types' */

import { h } from './dom.js';
import { decimal, say, sayName, whole, year } from './words.js';

/** Sliders cover the range of ordinary homes; the API accepts values beyond. */
const reach = /** @type {Record<string, [number, number]>} */ ({
  useSurface: [20, 400], parcelSurface: [0, 2000], volume: [50, 1500], rooms: [1, 15], buildYear: [1850, 2030],
});

/**
 * @param {Edition} edition
 * @param {object} given
 * @param {Inquiry} given.inquiry
 * @param {Explanation | null} given.answer
 * @param {(parameter: string, value: string) => void} given.change an empty value undoes the change
 */
export function whatIfOf(edition, given) {
  const changed = edition.attributes.some((a) => given.inquiry[a.parameter] !== undefined) || given.inquiry.valuationDate !== undefined;
  return h('section', { class: 'whatif', 'aria-labelledby': 'whatif' },
    h('h2', { id: 'whatif' }, say('whatif.title')),
    h('p', { class: 'lead' }, say('whatif.lead')),
    h('form', { onsubmit: (/** @type {Event} */ e) => e.preventDefault() },
      edition.attributes.map((a) => controlOf(a, given)), dateOf(edition, given)),
    h('p', null, h('button', { type: 'button', class: 'quiet', id: 'undo', hidden: !changed, onclick: () => given.change('', '') }, say('whatif.reset'))));
}

/**
 * @param {EditionAttribute} a
 * @param {{inquiry: Inquiry, answer: Explanation | null, change: (parameter: string, value: string) => void}} given
 */
function controlOf(a, given) {
  const id = `what-${a.parameter}`;
  const registered = registeredOf(a, given);
  const chosen = given.inquiry[a.parameter];
  const control = a.kind === 'integer' || a.kind === 'decimal' ? sliderOf(a, id, chosen, registered, given.change) : listOf(a, id, chosen, registered, given.change);
  return h('div', { class: `control${chosen === undefined ? '' : ' set'}`, id: `${id}-row` }, h('label', { for: id }, a.label), control);
}

/**
 * The home's registered value; null where it is not known.
 * @param {EditionAttribute} a
 * @param {{answer: Explanation | null, inquiry: Inquiry}} given
 * @returns {string | number | boolean | null}
 */
function registeredOf(a, { answer, inquiry }) {
  if (!answer || inquiry[a.parameter] !== undefined) return null;
  return answer.characteristics.find((c) => c.name === a.name)?.value ?? null;
}

/**
 * @param {EditionAttribute} a
 * @param {string} id
 * @param {string | undefined} chosen
 * @param {string | number | boolean | null} registered
 * @param {(parameter: string, value: string) => void} change
 */
function sliderOf(a, id, chosen, registered, change) {
  const [min, max] = rangeOf(a, Number(chosen ?? registered ?? Number.NaN));
  const write = (/** @type {string} */ v) => (a.name === 'buildYear' ? year(Number(v)) : (a.kind === 'decimal' ? decimal : whole)(Number(v))) + (a.unit ? ` ${a.unit.replace('m2', 'm²').replace('m3', 'm³')}` : '');
  const at = chosen ?? registered;
  const shown = h('output', { for: id, class: at === null || at === undefined ? 'unknown' : '' }, at === null || at === undefined ? say('whatif.unknown') : write(String(at)));
  const slider = h('input', {
    id, type: 'range', min, max, step: a.kind === 'decimal' ? (max - min) / 100 : 1,
    'aria-valuetext': shown.textContent, class: at === null || at === undefined ? 'unknown' : '',
    oninput: () => {
      shown.textContent = write(slider.value);
      slider.setAttribute('aria-valuetext', shown.textContent);
      slider.classList.remove('unknown');
      shown.classList.remove('unknown');
      change(a.parameter, slider.value);
    },
  });
  slider.value = String(at ?? Math.round((min + max) / 2));
  return h('span', { class: 'slider' }, slider, shown, clearOf(a, chosen, change));
}

/**
 * @param {EditionAttribute} a
 * @param {number} at
 * @returns {[number, number]}
 */
export function rangeOf(a, at) {
  const [low, high] = reach[a.name] ?? [a.min ?? 0, a.max ?? 100];
  const min = Math.max(a.min ?? -Infinity, Number.isNaN(at) ? low : Math.min(low, at));
  const max = Math.min(a.max ?? Infinity, Number.isNaN(at) ? high : Math.max(high, at));
  return [min, max];
}

/**
 * @param {EditionAttribute} a
 * @param {string} id
 * @param {string | undefined} chosen
 * @param {string | number | boolean | null} registered
 * @param {(parameter: string, value: string) => void} change
 */
function listOf(a, id, chosen, registered, change) {
  const choices = a.kind === 'boolean' ? ['true', 'false'] : (a.choices ?? []);
  const nameOf = (/** @type {string} */ choice) => (a.kind === 'boolean' ? say(choice === 'true' ? 'whatif.yes' : 'whatif.no') : sayName('type', choice));
  const first = registered === null ? (chosen === undefined ? say('whatif.unknown') : say('whatif.asRegistered')) : nameOf(String(registered));
  const list = h('select', { id, onchange: () => change(a.parameter, list.value) },
    h('option', { value: '' }, first),
    choices.map((choice) => h('option', { value: choice, selected: choice === chosen }, nameOf(choice))));
  return h('span', { class: 'list' }, list, clearOf(a, chosen, change));
}

/**
 * @param {EditionAttribute} a
 * @param {string | undefined} chosen
 * @param {(parameter: string, value: string) => void} change
 */
function clearOf(a, chosen, change) {
  return h('button', {
    type: 'button', class: 'clear', hidden: chosen === undefined, 'aria-label': say('whatif.clear', { label: a.label }), onclick: () => change(a.parameter, ''),
  }, '×');
}

/**
 * @param {Edition} edition
 * @param {{inquiry: Inquiry, change: (parameter: string, value: string) => void}} given
 */
function dateOf(edition, { inquiry, change }) {
  const input = h('input', {
    id: 'what-valuationDate', type: 'date', min: edition.oldest, max: edition.today, value: inquiry.valuationDate ?? edition.today,
    onchange: () => input.value && input.validity.valid && change('valuationDate', input.value === edition.today ? '' : input.value),
  });
  return h('div', { class: `control${inquiry.valuationDate ? ' set' : ''}` }, h('label', { for: 'what-valuationDate' }, say('whatif.date')), h('span', { class: 'list' }, input));
}

