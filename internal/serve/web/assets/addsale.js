// A form that adds a sale to the worksheet: one of the appraiser's own, one of the edition by its id, or a comparable
// whose home or adjustment the appraiser knows better.
/** @import { Explanation } from '../types' */

import { h } from './dom.js';
import { nameOf } from './sale.js';
import { say } from './words.js';

/** The most letters in a reason or a source, as the service has it. */
export const mostLetters = 300;

/** A field below its label. @param {string} label @param {HTMLElement} field */
export function labelled(label, field) {
  return h('p', null, h('label', { for: field.id }, label), field);
}

/** A value as JSON has it: a number, true, false or a text. @param {string} text */
export function plainOf(text) {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
}

/**
 * The form that adds a sale to a home's worksheet.
 * @param {Explanation} answer
 * @param {(verdict: object) => Promise<boolean>} add whether the service took it
 * @param {() => {sale: string}[]} added the sales that are there
 */
export function adderOf({ valuation: { valueDate: until }, comparables, characteristics }, add, added) {
  const choice = (/** @type {string} */ id, /** @type {[string, string][]} */ options) => h('select', { id: `add-${id}` }, options.map(([value, text]) => h('option', { value }, text)));
  const field = (/** @type {string} */ id, /** @type {object} */ given) => h('input', { autocomplete: 'off', id: `add-${id}`, type: 'text', ...given });
  const all = {
    sale: field('sale', { required: true }), postalCode: field('postalCode', { required: true, maxlength: 7 }), houseNumber: field('houseNumber', { type: 'number', min: 1, max: 99999, required: true }),
    addition: field('addition', { maxlength: 5 }), price: field('price', { type: 'number', min: 1000, max: 1e9, required: true }), date: field('date', { type: 'date', max: until, required: true }),
    surface: field('surface', { type: 'number', min: 1, max: 9999 }), source: field('source', { maxlength: mostLetters, required: true }), reason: field('reason', { maxlength: mostLetters, required: true, list: 'worksheet-reasons' }),
    value: field('value', { maxlength: 100 }), valueSource: field('valueSource', { maxlength: mostLetters }),
    adjustment: field('adjustment', { type: 'number', min: -1e9, max: 1e9, step: 1 }), adjustmentReason: field('adjustmentReason', { maxlength: mostLetters }),
    listed: choice('listed', comparables.map((c) => [c.sale, nameOf(c)])), characteristic: choice('characteristic', characteristics.map((c) => [c.name, c.label])),
  };
  const labels = (/** @type {(keyof typeof all)[]} */ ...names) => names.map((name) => labelled(say(`add.${name}`), all[name]));
  const own = h('fieldset', { class: 'fields' }, labels('postalCode', 'houseNumber', 'addition', 'price', 'date', 'surface', 'source'));
  const away = { class: 'fields', disabled: true, hidden: true };
  const parts = { own, id: h('fieldset', away, labels('sale')), listed: h('fieldset', away, labels('listed', 'characteristic', 'value', 'valueSource', 'adjustment', 'adjustmentReason')) };
  const kind = choice('kind', [['own', say('add.own')], ['id', say('add.id')], ['listed', say('add.corrected')]]);
  kind.onchange = () => {
    for (const [name, part] of Object.entries(parts)) part.hidden = part.disabled = kind.value !== name;
  };
  // What goes with a value, or with an adjustment, is required once there is one.
  const require = () => {
    all.valueSource.required = all.value.value !== '';
    all.adjustmentReason.required = all.adjustment.value !== '';
  };
  all.value.onchange = all.adjustment.onchange = require;
  const verdictOf = () => {
    const reason = all.reason.value.trim();
    if (kind.value === 'id') return { sale: all.sale.value.trim(), pick: true, reason };
    if (kind.value === 'listed') {
      return {
        sale: all.listed.value, pick: true, reason,
        corrections: all.value.value ? [{ characteristic: all.characteristic.value, value: plainOf(all.value.value.trim()), source: all.valueSource.value.trim() }] : undefined,
        adjustment: all.adjustment.value ? { euros: Number(all.adjustment.value), reason: all.adjustmentReason.value.trim() } : undefined,
      };
    }
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
        if (taken) form.reset(); // else they can be put right
        kind.dispatchEvent(new Event('change'));
        require();
      });
    },
  }, labelled(say('add.kind'), kind), Object.values(parts), h('div', { class: 'fields' }, labels('reason')), h('button', { type: 'submit', class: 'quiet', id: 'add-submit' }, say('add.submit')));
  const summary = h('summary', null, say('add.title'));
  const element = h('details', { class: 'addsale noprint' }, summary, form);
  return element;
}
