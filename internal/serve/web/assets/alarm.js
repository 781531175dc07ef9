// What newer sales say against values.
/** @import { Accuracy, Alarm, Inquiry } from '../types' */

import { ask } from './api.js';
import { h } from './dom.js';
import { addressOf } from './state.js';
import { currentLanguage, say } from './words.js';

/**
 * The alarms that concern a home. Newer sales say nothing of a value of an earlier day; and a value is complete without them.
 * @param {Inquiry} inquiry
 * @param {AbortSignal} signal
 * @returns {Promise<Alarm[]>}
 */
export async function alarmsOf(inquiry, signal) {
  if (inquiry.valuationDate) return [];
  /** @type {Accuracy | null} */
  const accuracy = await ask('/page/accuracy', { ...addressOf(inquiry), language: currentLanguage() }, signal).catch(() => null);
  return signal.aborted ? [] : (accuracy?.alarms ?? []).filter((alarm) => alarm.own);
}

/**
 * Fills a note with alarms; without any it is hidden.
 * @param {HTMLElement} note
 * @param {Alarm[]} alarms
 */
export function fillAlarms(note, alarms) {
  note.hidden = alarms.length === 0;
  note.replaceChildren(h('p', null, h('b', null, say('alarm.lead'))), h('ul', null, alarms.map((alarm) => h('li', null, `${alarm.text}.`))),
    h('p', null, say('alarm.meaning')));
}

/** An empty note. */
export function alarmNote() {
  return h('div', { class: 'alarms', role: 'note', hidden: true });
}
