// The accuracy of the model in use and of earlier ones, on sales that they had not seen.
/** @import { Accuracy, AccuracyPart, Inquiry } from '../types' */

import { alarmNote, fillAlarms } from './alarm.js';
import { ask } from './api.js';
import { h, styled } from './dom.js';
import { hasHome } from './state.js';
import { currentLanguage, day, metres, percent, say, sayName, whole, wholePercent } from './words.js';

/**
 * @param {HTMLElement} place
 * @param {{inquiry: Inquiry, back: () => void, signal: AbortSignal}} given
 */
export async function showAccuracy(place, { inquiry, back, signal }) {
  /** @type {Accuracy} */
  const accuracy = await ask('/page/accuracy', { ...inquiry, language: currentLanguage() }, signal);
  const { overall, near } = accuracy;
  const own = accuracy.models.find((m) => m.date === accuracy.model);
  const alarms = alarmNote();
  fillAlarms(alarms, accuracy.alarms);
  place.replaceChildren(...[
    h('h1', null, say('accuracy.title')),
    h('p', { class: 'lead' }, say('accuracy.lead')),
    accuracy.from && accuracy.until && h('p', { class: 'note' }, say('accuracy.span', { from: day(accuracy.from), until: day(accuracy.until) }),
      own && ` ${say('accuracy.own', { count: whole(own.sales), date: day(own.date) })}`),
    accuracy.reason && h('p', { class: 'notice' }, accuracy.reason),
    accuracy.oldRecord && h('p', { class: 'old', role: 'note' }, accuracy.oldRecord),
    accuracy.alarms.length > 0 && alarms,
    overall && figuresOf(overall),
    near && h('section', null, h('h2', null, say('accuracy.near')),
      h('p', { class: 'lead' }, near.reason ?? (near.radius === null ? '' : say('accuracy.radius', { count: whole(near.n), radius: metres(near.radius) }))),
      near.reason ? null : figuresOf(near)),
    overall && overall.classes.length > 0 && classesOf(overall),
    sectionOf('accuracy.type', accuracy.byType), sectionOf('accuracy.price', accuracy.byPrice),
    sectionOf('accuracy.region', accuracy.byRegion), sectionOf('accuracy.period', accuracy.byPeriod),
    sectionOf('accuracy.resold', accuracy.resold),
    h('p', { class: 'note' }, say('accuracy.explain')),
    hasHome(inquiry) && h('p', null, h('button', { type: 'button', class: 'quiet', onclick: back }, say('accuracy.back'))),
  ].filter((child) => child instanceof Node));
}

const share = (/** @type {number | null} */ points) => (points === null ? '–' : percent(points / 100));

/** @param {AccuracyPart} part */
function figuresOf(part) {
  const figure = (/** @type {string} */ amount, /** @type {string} */ what) => h('div', null, h('dt', null, what), h('dd', null, amount));
  return h('dl', { class: 'figures' },
    figure(share(part.mdape), say('accuracy.mdape')), figure(share(part.pe10), say('accuracy.pe10')), figure(share(part.pe20), say('accuracy.pe20')),
    figure(share(part.coverage80), say('accuracy.coverage80')), figure(whole(part.n), say('accuracy.n')));
}

/** The promises of the confidence classes beside the observed shares. @param {AccuracyPart} overall */
function classesOf(overall) {
  return h('section', null, h('h2', null, say('accuracy.classes')),
    scroller(say('accuracy.classes'), h('table', null,
      h('thead', null, h('tr', null, h('th', { scope: 'col' }, say('class.label')), h('th', { scope: 'col' }, say('accuracy.promise')),
        h('th', { scope: 'col', class: 'number' }, say('accuracy.kept')), h('th', { scope: 'col', class: 'number' }, say('accuracy.n')), h('th', { scope: 'col' }, ''))),
      h('tbody', null, overall.classes.map((c) => h('tr', null, h('th', { scope: 'row' }, `${c.class}/5`), h('td', null, c.promise),
        h('td', { class: 'number' }, share(c.share), c.low !== null && c.high !== null && h('small', null, ` ${wholePercent(c.low / 100)}–${wholePercent(c.high / 100)}`)),
        h('td', { class: 'number' }, whole(c.n)), h('td', null, c.verdict && sayName('verdict', c.verdict))))))));
}

/**
 * @param {'accuracy.type' | 'accuracy.price' | 'accuracy.region' | 'accuracy.period' | 'accuracy.resold'} id
 * @param {AccuracyPart[]} parts
 */
function sectionOf(id, parts) {
  if (parts.length === 0) return null;
  const heads = /** @type {const} */ (['accuracy.mdape', 'accuracy.pe10', 'accuracy.pe15', 'accuracy.pe20', 'accuracy.coverage50', 'accuracy.coverage80', 'accuracy.coverage90', 'accuracy.n']);
  return h('section', null, h('h2', null, say(id)), scroller(say(id), h('table', null,
    h('thead', null, h('tr', null, h('th', { scope: 'col' }, say('accuracy.group')), heads.map((head) => h('th', { scope: 'col', class: 'number' }, say(head))))),
    h('tbody', null, parts.map(rowOf)))));
}

/** @param {AccuracyPart} part */
function rowOf(part) {
  const name = h('th', { scope: 'row' }, sayName('type', part.label));
  const count = h('td', { class: 'number' }, whole(part.n));
  if (part.reason !== null) return h('tr', null, name, h('td', { class: 'few', colspan: 7 }, part.reason), count);
  const cells = [part.pe10, part.pe15, part.pe20, part.coverage50, part.coverage80, part.coverage90];
  return h('tr', null, name,
    h('td', { class: 'number' }, styled(h('i', { class: 'tick', 'aria-hidden': 'true' }), { to: Math.min(1, (part.mdape ?? 0) / 20) }), share(part.mdape)),
    cells.map((cell) => h('td', { class: 'number' }, cell === null ? '–' : wholePercent(cell / 100))), count);
}

/**
 * A table that scrolls sideways where it is too wide, also by keyboard.
 * @param {string} label
 * @param {HTMLElement} table
 */
function scroller(label, table) {
  return h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label }, table);
}
