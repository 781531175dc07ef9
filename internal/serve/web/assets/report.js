// The property report: a file that the service makes and the browser downloads.

import { askBytes, Refused } from './api.js';
import { h } from './dom.js';
import { wordsOf } from './notice.js';
import { say } from './words.js';

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
      await keepReport(parameters);
      note.replaceChildren();
    } catch (error) {
      if (!(error instanceof Refused)) console.error(error);
      note.replaceChildren(wordsOf(error));
      if (error instanceof Refused && error.status === 401) refuse(error);
    }
  };
  return [h('button', { type: 'button', class: 'quiet', onclick: keep }, say('footer.report')), ' ', note];
}

/** @param {Record<string, string>} parameters */
async function keepReport(parameters) {
  const url = URL.createObjectURL(new Blob([await askBytes(`/page/report?${new URLSearchParams(parameters)}`)], { type: 'text/html' }));
  h('a', { href: url, download: `gevel-${parameters.postalCode}-${parameters.houseNumber}.html` }).click();
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}
