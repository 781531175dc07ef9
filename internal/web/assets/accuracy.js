// How good is it: the record of the edition that answers.
/** @import { Inquiry } from '../types' */

import { ask } from './api.js';
import { h } from './dom.js';
import { currentLanguage, say } from './words.js';

/**
 * @param {HTMLElement} place
 * @param {{inquiry: Inquiry, back: () => void, signal: AbortSignal}} given
 */
export async function showRecord(place, { inquiry, back, signal }) {
  const record = await ask('/page/accuracy', { ...inquiry, language: currentLanguage() }, signal);
  place.replaceChildren(h('h1', null, say('accuracy.title')), h('p', { class: 'lead' }, say('accuracy.lead')),
    h('pre', null, JSON.stringify(record, null, 1)), h('button', { type: 'button', onclick: back }, say('accuracy.back')));
}
