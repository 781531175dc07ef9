// What if: the characteristics that a user may change, as sliders and lists.
/** @import { Characteristic, Edition, EditionAttribute, Inquiry } from '../types' */

import { h } from './dom.js';
import { decimal, say, sayName, whole, year } from './words.js';

/** Sliders cover the range of ordinary homes; the API accepts values beyond. */
const reach = /** @type {Record<string, [number, number]>} */ ({
  useSurface: [20, 400], parcelSurface: [0, 2000], volume: [50, 1500], rooms: [1, 15], buildYear: [1850, 2030],
});

/**
 * A control of the form.
 * @typedef {{element: HTMLElement, show: (chosen: string | undefined, registered: Registered) => void}} Control
 */
/** The home's registered value; undefined where it is not known. @typedef {string | number | boolean | undefined} Registered */
/** Changes a parameter; an empty value undoes the change, an empty parameter undoes all. @typedef {(parameter: string, value: string) => void} Change */

/** The form of one home. An answer updates its controls and does not rebuild them, so the user can go on moving one. */
export class WhatIf {
  /** @type {Map<string, Registered>} */
  #registered = new Map();
  /** @type {{name: string, parameter: string, control: Control}[]} */
  #controls;
  #date;

  /**
   * @param {Edition} edition
   * @param {Change} change
   */
  constructor(edition, change) {
    this.#controls = edition.attributes.map((a) => ({ name: a.name, parameter: a.parameter, control: controlOf(a, change) }));
    this.#date = dateOf(edition, change);
    const title = h('h2', { id: 'whatif', tabindex: '-1' }, say('whatif.title'));
    this.undo = h('button', { type: 'button', class: 'quiet', id: 'undo', onclick: () => { title.focus(); change('', ''); } }, say('whatif.reset'));
    this.element = h('section', { class: 'whatif', 'aria-labelledby': 'whatif' }, title,
      h('p', { class: 'lead' }, say('whatif.lead')),
      h('form', { onsubmit: (/** @type {Event} */ e) => e.preventDefault() }, this.#controls.map(({ control }) => control.element), this.#date.element),
      h('p', null, this.undo));
  }

  /**
   * Shows the inquiry, and the registered values that the answer contains.
   * @param {Inquiry} inquiry
   * @param {{characteristics: Pick<Characteristic, 'name' | 'value'>[]} | null} answer or what a refusal says of the home
   * @param {Inquiry} [answered] the answer's inquiry
   */
  show(inquiry, answer, answered = {}) {
    for (const { name, parameter, control } of this.#controls) {
      if (answer && answered[parameter] === undefined) {
        this.#registered.set(name, answer.characteristics.find((c) => c.name === name)?.value ?? undefined);
      }
      control.show(inquiry[parameter], this.#registered.get(name));
    }
    this.#date.show(inquiry.valuationDate, undefined);
    this.undo.hidden = inquiry.valuationDate === undefined && !this.#controls.some(({ parameter }) => inquiry[parameter] !== undefined);
  }
}

/**
 * @param {EditionAttribute} a
 * @param {Change} change
 * @returns {Control}
 */
function controlOf(a, change) {
  return a.kind === 'integer' || a.kind === 'decimal' ? sliderOf(a, change) : listOf(a, change);
}

/**
 * A control beside its label, with a button that undoes the change.
 * @param {{id: string, label: string}} of
 * @param {'slider' | 'list'} kind
 * @param {{control: HTMLElement, beside?: HTMLElement, undo: () => void}} parts
 */
function rowOf({ id, label }, kind, { control, beside, undo }) {
  const clear = h('button', { type: 'button', class: 'clear', 'aria-label': say('whatif.clear', { label }), onclick: () => { control.focus(); undo(); } }, '×');
  const element = h('div', { class: 'control', id: `${id}-row` }, h('label', { for: id }, label), h('span', { class: kind }, control, beside, clear));
  const mark = (/** @type {boolean} */ isSet) => {
    element.classList.toggle('set', isSet);
    clear.hidden = !isSet;
  };
  return { element, mark };
}

/**
 * @param {EditionAttribute} a
 * @param {Change} change
 * @returns {Control}
 */
function sliderOf(a, change) {
  const id = `what-${a.parameter}`;
  const [least, most] = rangeOf(a, Number.NaN);
  const shown = h('output', { for: id });
  const slider = h('input', {
    id, type: 'range', min: least, max: most, step: a.kind === 'decimal' ? (most - least) / 100 : 1,
    oninput: () => {
      write(slider.value);
      mark(true);
      change(a.parameter, slider.value);
    },
  });
  const { element, mark } = rowOf({ id, label: a.label }, 'slider', { control: slider, beside: shown, undo: () => change(a.parameter, '') });
  /** @param {string | undefined} at */
  const write = (at) => {
    const text = at === undefined ? say('whatif.unknown') : textOf(a, Number(at));
    if (shown.textContent !== text) shown.textContent = text;
    slider.setAttribute('aria-valuetext', text);
    for (const part of [slider, shown]) part.classList.toggle('unknown', at === undefined);
  };
  return {
    element,
    show: (chosen, registered) => {
      const at = chosen ?? (registered === undefined ? undefined : String(registered));
      const value = at ?? String(Math.round((least + most) / 2));
      const [min, max] = rangeOf(a, Number(value));
      if (min < Number(slider.min)) slider.min = String(min); // only widened: a narrower range would move the slider in the user's hand
      if (max > Number(slider.max)) slider.max = String(max);
      if (slider.value !== value) slider.value = value;
      write(at);
      mark(chosen !== undefined);
    },
  };
}

/**
 * @param {EditionAttribute} a
 * @param {number} value
 */
function textOf(a, value) {
  const amount = a.name === 'buildYear' ? year(value) : (a.kind === 'decimal' ? decimal : whole)(value);
  return a.unit ? `${amount} ${a.unit.replace('m2', 'm²').replace('m3', 'm³')}` : amount;
}

/**
 * The ends of a slider that shows a value, NaN if it is not known.
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
 * @param {Change} change
 * @returns {Control}
 */
function listOf(a, change) {
  const id = `what-${a.parameter}`;
  const choices = a.kind === 'boolean' ? ['true', 'false'] : (a.choices ?? []);
  const nameOf = (/** @type {string} */ choice) => (a.kind === 'boolean' ? say(choice === 'true' ? 'whatif.yes' : 'whatif.no') : sayName('type', choice));
  const first = h('option', { value: '' });
  const list = h('select', { id, onchange: () => change(a.parameter, list.value) }, first, choices.map((choice) => h('option', { value: choice }, nameOf(choice))));
  const { element, mark } = rowOf({ id, label: a.label }, 'list', { control: list, undo: () => change(a.parameter, '') });
  return {
    element,
    show: (chosen, registered) => {
      const name = registered === undefined ? say(chosen === undefined ? 'whatif.unknown' : 'whatif.asRegistered') : nameOf(String(registered));
      if (first.textContent !== name) first.textContent = name;
      list.value = chosen ?? '';
      mark(chosen !== undefined);
    },
  };
}

/**
 * @param {Edition} edition
 * @param {Change} change
 * @returns {Control}
 */
function dateOf(edition, change) {
  const id = 'what-valuationDate';
  const input = h('input', {
    id, type: 'date', min: edition.oldest, max: edition.today,
    onchange: () => input.value && input.reportValidity() && change('valuationDate', input.value === edition.today ? '' : input.value),
  });
  const { element, mark } = rowOf({ id, label: say('whatif.date') }, 'list', { control: input, undo: () => change('valuationDate', '') });
  return {
    element,
    show: (chosen) => {
      const value = chosen ?? edition.today;
      if (input.value !== value) input.value = value;
      mark(chosen !== undefined);
    },
  };
}
