// A slim bar that keeps the value in sight once the headline has left the window: there what if and worksheet answer.
/** @import { Explanation, WorksheetAnswer } from '../types' */

import { byId, h } from './dom.js';
import { rounded } from './rounding.js';
import { euros, say, signedEuros } from './words.js';

/**
 * @typedef {object} Shown
 * @property {Explanation} answer
 * @property {number | null} registered the value without the user's changes; null: there are none
 * @property {number} step the rounding step of amounts
 * @property {() => void} report downloads the report
 */

/** @type {Shown | null} */
let shown = null;
/** @type {WorksheetAnswer | null} */
let judged = null;
const watch = new IntersectionObserver((seen) => {
  const { isIntersecting, boundingClientRect: { top } } = seen[seen.length - 1]; // earlier ones are of frames before
  byId('valuebar').hidden = isIntersecting || top >= 0; // 0: on a view that is not shown
});

/** Shows an answer in the bar, whose headline is on the page. @param {Shown} now */
export function fillBar(now) {
  [shown, judged] = [now, null];
  draw();
  watch.disconnect();
  watch.observe(byId('address'));
}

/** Has the value by a worksheet lead the model's; null: it does so no more. @param {WorksheetAnswer | null} sheet */
export function judgeBar(sheet) {
  judged = sheet;
  draw();
}

/** Empties the bar: no home is shown. */
export function clearBar() {
  watch.disconnect();
  byId('valuebar').hidden = true;
}

function draw() {
  if (!shown) return;
  const { answer: { interval, valuation }, registered, step, report } = shown;
  const model = rounded(valuation.weightedValue, step);
  const [low, high] = judged ? [judged.low, judged.high] : interval['80'].map((end) => rounded(end, step));
  const value = judged?.value ?? model;
  const before = judged ? model : registered !== null && rounded(registered, step);
  const link = h('button', { type: 'button', class: 'link', onclick: () => navigator.clipboard.writeText(location.href).then(() => link.replaceChildren(say('bar.copied'))) }, say('bar.link'));
  byId('valuebar').replaceChildren(
    h('p', null, h('b', null, h('data', { value }, euros(value))), ' ', judged && h('span', { class: 'judged' }, say('bar.judged')), ' ',
      !judged?.stated && valuation.confidenceClass !== null && h('span', { class: 'pips', 'aria-label': say('class.title', { class: valuation.confidenceClass }), role: 'img' }, h('b', { 'aria-hidden': 'true' }, `${valuation.confidenceClass}/5`)), ' ',
      before !== false && before !== value && h('span', { class: 'change' }, signedEuros(value - before)), ' ',
      h('span', { class: 'range' }, say('worksheet.fromTo', { low: euros(low), high: euros(high) }))),
    h('p', { class: 'doing' }, navigator.clipboard && link, h('button', { type: 'button', class: 'link', onclick: () => window.print() }, say('bar.print')), h('button', { type: 'button', class: 'link', onclick: report }, say('bar.report'))));
}
