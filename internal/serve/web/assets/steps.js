// Why: what the value rests on, and the steps from the market's level to the value, as a waterfall that adds up to the euro.
/** @import { Explanation, Step } from '../types' */

import { basisOf, evidenceIds } from './basis.js';
import { h, styled } from './dom.js';
import { rounded } from './rounding.js';
import { euros, say, signedEuros } from './words.js';

/** Steps below this share of the value are folded into one. */
const small = 0.004;
/** The least number of small steps to fold. */
const worthFolding = 3;

/**
 * @param {Explanation} answer
 * @param {number} by the value's rounding step, euros
 */
export function stepsOf(answer, by) {
  const { approaches, notes, steps, valuation, words } = answer;
  const [large, folded] = partSteps(steps, valuation.weightedValue);
  const rest = folded.reduce((sum, step) => sum + step.euros, 0);
  const axis = axisOf([...large.map((step) => step.euros), rest]);
  let total = 0;
  /** @type {HTMLElement[]} */
  const rows = large.map((step, i) => {
    const from = i === 0 ? axis.from : total;
    total += step.euros;
    return rowOf(step, axis.at(from), axis.at(total), i === 0);
  });
  if (folded.length > 0) rows.push(restOf(folded, rest, axis.at(total), axis.at(total + rest)));
  total += rest;
  rows.push(h('div', { class: 'step last', role: 'listitem' }, h('span', { class: 'what' }, say('why.value')),
    h('span', { class: 'track', 'aria-hidden': 'true' }, styled(h('i', { class: 'whole' }), { from: 0, to: axis.at(total) })),
    h('span', { class: 'euros' }, euros(total))));
  if (by > 1) rows.push(h('div', { class: 'step rounded', role: 'listitem' }, h('span', { class: 'what' }, say('why.rounded', { step: euros(by) })), h('span', { class: 'track' }),
    h('span', { class: 'euros' }, euros(rounded(total, by)))));
  return h('section', { class: 'why', 'aria-labelledby': 'why' },
    h('h2', { id: 'why' }, say('why.title')),
    basisOf(approaches, words.shares),
    h('h3', { id: evidenceIds.hedonic, tabindex: '-1' }, say('why.steps')),
    h('p', { class: 'lead' }, say('why.lead')),
    h('div', { class: 'waterfall', role: 'list' }, rows),
    notes.steps.map((note) => h('p', { class: 'note' }, note)),
    h('div', { class: 'reasons' }, listOf(say('why.sure'), words.sure), listOf(say('why.unsure'), words.unsure)));
}

/**
 * The shown and the folded steps, each in order.
 * @param {Step[]} steps
 * @param {number} value
 * @returns {[Step[], Step[]]}
 */
export function partSteps(steps, value) {
  const isSmall = (/** @type {Step} */ step, /** @type {number} */ i) => i > 0 && Math.abs(step.euros) < small * value;
  const folded = steps.filter(isSmall);
  return folded.length < worthFolding ? [steps, []] : [steps.filter((step, i) => !isSmall(step, i)), folded];
}

/**
 * The axis begins below the lowest total, so that the steps fill it; the first bar and the last are cut off there.
 * @param {number[]} steps euros
 */
export function axisOf(steps) {
  let total = 0;
  const totals = steps.map((euro) => (total += euro));
  const highest = Math.max(...totals);
  const lowest = Math.min(...totals);
  const from = Math.max(0, lowest - 0.25 * (highest - lowest));
  return { from, at: (/** @type {number} */ euro) => (highest === from ? 1 : (euro - from) / (highest - from)) };
}

/**
 * @param {Step} step
 * @param {number} from share of the axis
 * @param {number} to share of the axis
 * @param {boolean} first
 */
function rowOf(step, from, to, first) {
  return h('div', { class: 'step', role: 'listitem' },
    h('span', { class: 'what' }, step.label, step.text && h('small', null, step.text)),
    h('span', { class: 'track', 'aria-hidden': 'true' }, barOf(from, to, first)),
    h('span', { class: 'euros' }, first ? euros(step.euros) : signedEuros(step.euros)));
}

/**
 * @param {number} from
 * @param {number} to
 * @param {boolean} [first]
 */
function barOf(from, to, first) {
  return styled(h('i', { class: first ? 'whole' : to < from ? 'down' : 'up' }), { from: Math.min(from, to), to: Math.max(from, to) });
}

/**
 * @param {Step[]} folded
 * @param {number} sum
 * @param {number} from
 * @param {number} to
 */
function restOf(folded, sum, from, to) {
  return h('details', { class: 'rest', role: 'listitem' },
    h('summary', { class: 'step' },
      h('span', { class: 'what' }, say('why.small', { count: folded.length })),
      h('span', { class: 'track', 'aria-hidden': 'true' }, barOf(from, to)),
      h('span', { class: 'euros' }, signedEuros(sum))),
    folded.map((step) => h('div', { class: 'step' },
      h('span', { class: 'what' }, step.label, step.text && h('small', null, step.text)),
      h('span', { class: 'track' }),
      h('span', { class: 'euros' }, signedEuros(step.euros)))));
}

/** The number of reasons shown; the others are folded. */
const reasonsShown = 3;

/**
 * @param {string} title
 * @param {string[]} sentences
 */
function listOf(title, sentences) {
  const items = sentences.map((sentence) => h('li', null, sentence));
  const rest = items.splice(reasonsShown);
  return h('div', null, h('h3', null, title),
    items.length === 0 ? h('p', { class: 'note' }, say('why.nothing')) : h('ul', null, items),
    rest.length > 0 && h('details', null, h('summary', null, say('why.more', { count: rest.length })), h('ul', null, rest)));
}
