// The menu, and the dialog that asks for a key.

import { key, setKey } from './api.js';
import { h } from './dom.js';
import { currentLanguage, say } from './words.js';

/**
 * @param {HTMLElement} place
 * @param {object} given
 * @param {import('./state.js').View} given.at which view is shown; the links to others are for the caller to lead
 * @param {() => void} given.language changes it
 * @param {() => void} given.key asks for another key
 */
export function fillMenu(place, given) {
  const other = currentLanguage() === 'nl' ? 'en' : 'nl';
  place.replaceChildren(...[
    /** @type {const} */ (['accuracy', 'portfolio']).map((view) => h('a', { 'data-view': view, class: view === 'portfolio' && 'wide', 'aria-current': given.at === view && 'page' }, say(`menu.${view}`))),
    h('button', { type: 'button', lang: other, onclick: given.language }, say('menu.language')),
    h('button', { type: 'button', onclick: given.key }, say('menu.key')),
    h('a', { href: '/docs', class: 'wide' }, say('menu.docs')),
  ].flat());
}

/**
 * Asks for a key, in a dialog.
 * @param {string} problem why another one is needed; empty at first
 * @returns {Promise<boolean>} whether one was given
 */
export function askKey(problem) {
  return new Promise((resolve) => {
    const input = h('input', { id: 'key', type: 'password', autocomplete: 'off', spellcheck: 'false', required: true });
    const dialog = h('dialog', { class: 'keydialog', 'aria-labelledby': 'keytitle', onclose: () => {
      const given = dialog.returnValue === 'use' && input.value.trim() !== '';
      if (given) setKey(input.value.trim());
      dialog.remove();
      resolve(given);
    } },
    h('form', { method: 'dialog' },
      h('h2', { id: 'keytitle' }, say('key.title')),
      problem && h('p', { class: 'problem', role: 'alert' }, problem),
      h('p', null, say('key.why')),
      h('label', { for: 'key' }, say('key.label')), input,
      h('p', { class: 'buttons' },
        h('button', { type: 'submit', value: 'use', class: 'strong' }, say('key.use')),
        key() !== '' && h('button', { type: 'submit', value: 'cancel', class: 'quiet', formnovalidate: true }, say('key.cancel')))));
    document.body.append(dialog);
    dialog.showModal();
  });
}
