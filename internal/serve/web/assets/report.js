// The property report: who asks for it, and the file that the service makes and the browser downloads.

import { askBytes, Refused } from './api.js';
import { h } from './dom.js';
import { save } from './evidencefile.js';
import { wordsOf } from './notice.js';
import { say } from './words.js';

/** What a report says of who asked, as long as the page is open. @type {Record<'client' | 'purpose' | 'reference' | 'issuer', string>} */
export const order = { client: '', purpose: '', reference: '', issuer: '' };
const lines = /** @type {(keyof typeof order)[]} */ (Object.keys(order));

/** The most letters in a line, as the service has it. */
const mostLetters = 120;

/**
 * The button for the report, with a note beside it that says why if the report can't be had.
 * @param {Record<string, string>} parameters
 * @param {(error: Refused) => void} refuse called when the key is refused
 */
export function reportOf(parameters, refuse) {
  const note = h('span', { class: 'note', role: 'status' });
  const keep = async () => {
    note.replaceChildren(say('wait'));
    try {
      await keepReport({ ...parameters, ...Object.fromEntries(Object.entries(order).filter(([, text]) => text !== '')) });
      note.replaceChildren();
    } catch (error) {
      if (!(error instanceof Refused)) console.error(error);
      note.replaceChildren(wordsOf(error));
      if (error instanceof Refused && error.status === 401) refuse(error);
    }
  };
  return [h('button', { type: 'button', class: 'quiet', id: 'report', onclick: keep }, say('footer.report')), ' ', note];
}

/** The fields of who asks; on paper they stand above the value, where they are filled in. */
export function orderOf() {
  const printed = h('dl', { class: 'order printonly' });
  const show = () => printed.replaceChildren(...lines.filter((line) => order[line] !== '').map((line) => h('div', null, h('dt', null, say(`order.${line}`)), h('dd', null, order[line]))));
  show();
  const fields = lines.map((line) => {
    const field = h('input', { type: 'text', maxlength: mostLetters, autocomplete: 'off', name: line, value: order[line] });
    field.addEventListener('input', () => {
      order[line] = field.value.trim();
      show();
    });
    return h('label', null, h('span', null, say(`order.${line}`)), field);
  });
  return [printed, h('details', { class: 'order noprint' }, h('summary', null, say('order.title')), h('div', { class: 'fields' }, fields))];
}

/** @param {Record<string, string>} parameters */
async function keepReport(parameters) {
  const file = await askBytes(`/page/report?${new URLSearchParams(parameters)}`);
  save(`gevel-${parameters.postalCode}-${parameters.houseNumber}.html`, new Blob([file], { type: 'text/html' }));
}
