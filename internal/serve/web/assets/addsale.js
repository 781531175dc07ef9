// A form that adds a sale to the worksheet: one of the appraiser's own, or one of the edition by its id.

import { h } from './dom.js';
import { say } from './words.js';

/** The most letters in a reason or a source, as the service has it. */
export const mostLetters = 300;

/** A field below its label. @param {string} label @param {HTMLElement} field */
export function labelled(label, field) {
  return h('p', null, h('label', { for: field.id }, label), field);
}

/**
 * A form that adds a sale: one of the appraiser's own, or one of the edition by its id.
 * @param {string} until the valuation date, before which it was sold
 * @param {(verdict: object) => Promise<boolean>} add whether the service took it
 * @param {() => {sale: string}[]} added the sales that are there
 */
export function adderOf(until, add, added) {
  const field = (/** @type {string} */ id, /** @type {object} */ given) => h('input', { autocomplete: 'off', id: `add-${id}`, type: 'text', ...given });
  const all = {
    sale: field('sale', { required: true }), postalCode: field('postalCode', { required: true, maxlength: 7 }), houseNumber: field('houseNumber', { type: 'number', min: 1, max: 99999, required: true }),
    addition: field('addition', { maxlength: 5 }), price: field('price', { type: 'number', min: 1000, max: 1e9, required: true }), date: field('date', { type: 'date', max: until, required: true }),
    surface: field('surface', { type: 'number', min: 1, max: 9999 }), source: field('source', { maxlength: mostLetters, required: true }), reason: field('reason', { maxlength: mostLetters, required: true, list: 'worksheet-reasons' }),
  };
  const labels = (/** @type {(keyof typeof all)[]} */ ...names) => names.map((name) => labelled(say(`add.${name}`), all[name]));
  const own = h('fieldset', { class: 'fields' }, labels('postalCode', 'houseNumber', 'addition', 'price', 'date', 'surface', 'source'));
  const byId = h('fieldset', { class: 'fields', disabled: true, hidden: true }, labels('sale'));
  const kind = h('select', {
    id: 'add-kind', onchange: () => {
      own.hidden = own.disabled = kind.value !== 'own';
      byId.hidden = byId.disabled = kind.value === 'own';
    },
  }, h('option', { value: 'own' }, say('add.own')), h('option', { value: 'id' }, say('add.id')));
  const verdictOf = () => {
    const reason = all.reason.value.trim();
    if (kind.value === 'id') return { sale: all.sale.value.trim(), pick: true, reason };
    const names = added().map(({ sale }) => sale);
    let number = 1;
    while (names.includes(say('add.name', { number }))) number++;
    return {
      sale: say('add.name', { number }), pick: true, reason, own: {
        postalCode: all.postalCode.value.trim(), houseNumber: Number(all.houseNumber.value), houseNumberExt: all.addition.value.trim() || undefined,
        price: Number(all.price.value), date: all.date.value, source: all.source.value.trim(), characteristics: all.surface.value ? { useSurface: Number(all.surface.value) } : undefined,
      },
    };
  };
  const form = h('form', {
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      element.open = false;
      summary.focus();
      add(verdictOf()).then((taken) => {
        if (taken) for (const one of Object.values(all)) one.value = ''; // else they can be put right
      });
    },
  }, labelled(say('add.kind'), kind), own, byId, h('div', { class: 'fields' }, labels('reason')), h('button', { type: 'submit', class: 'quiet', id: 'add-submit' }, say('add.submit')));
  const summary = h('summary', null, say('add.title'));
  const element = h('details', { class: 'addsale noprint' }, summary, form);
  return element;
}
