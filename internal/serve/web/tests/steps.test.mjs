// The steps to a value: which are folded away, where their axis begins, and that they add up.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { axisOf, partSteps, stepsOf } from '../assets/steps.js';
import { setLanguage } from '../assets/words.js';
import { openDocument } from './document.mjs';

openDocument();
setLanguage('en');

const stepsWith = (...amounts) => amounts.map((euros, i) => ({ part: 'home', label: `step ${i}`, euros }));
const amounts = (steps) => steps.map((step) => step.euros);

test('three small steps are folded, two are not', () => {
  const [shown, folded] = partSteps(stepsWith(300_000, 50_000, 100, -200, 300), 350_000);
  assert.deepEqual([amounts(shown), amounts(folded)], [[300_000, 50_000], [100, -200, 300]]);
  const [all, none] = partSteps(stepsWith(300_000, 50_000, 100, -200), 350_000);
  assert.deepEqual([amounts(all), amounts(none)], [[300_000, 50_000, 100, -200], []]);
});

test('a step is small below four thousandths of the value; the first one never is', () => {
  const [shown, folded] = partSteps(stepsWith(10, 400, -400, 399, -399, 0), 100_000);
  assert.deepEqual([amounts(shown), amounts(folded)], [[10, 400, -400], [399, -399, 0]]);
});

test('the axis begins a quarter of the spread below the lowest total, never below nothing', () => {
  const { from, at } = axisOf([300_000, 100_000, -40_000]);
  assert.equal(from, 275_000);
  assert.deepEqual([at(275_000), at(400_000), at(337_500)], [0, 1, 0.5]);
  assert.equal(axisOf([10, 1000]).from, 0);
  assert.equal(axisOf([300_000]).at(300_000), 1);
});

test('what is shown adds up to the value, to the euro', () => {
  const answer = {
    approaches: [], notes: { steps: [] }, steps: stepsWith(300_000, 60_000, -20_000, 101, 102, -3), valuation: { weightedValue: 340_200 },
    words: { sure: ['a', 'b', 'c', 'd'], unsure: [] },
  };
  const section = stepsOf(answer, 1);
  const euros = section.ofClass('euros').map((e) => e.textContent.replaceAll('\u00a0', ' '));
  assert.deepEqual(euros, ['€ 300,000', '+ € 60,000', '− € 20,000', '+ € 200', '+ € 101', '+ € 102', '− € 3', '€ 340,200']);
  const bars = section.all((e) => e.tag === 'i').map((e) => e.getAttribute('class'));
  assert.deepEqual(bars, ['whole', 'up', 'down', 'up', 'whole']);
});

test('a value that is shown rounded has a last row for it', () => {
  const answer = { approaches: [], notes: { steps: [] }, steps: stepsWith(300_000, 40_200), valuation: { weightedValue: 340_200 }, words: { sure: [], unsure: [] } };
  const euros = stepsOf(answer, 1000).ofClass('euros').map((e) => e.textContent.replaceAll('\u00a0', ' '));
  assert.deepEqual(euros.slice(-2), ['€ 340,200', '€ 340,000']);
});

test('three reasons are shown, the others folded, and none is said to be none', () => {
  const answer = { approaches: [], notes: { steps: [] }, steps: stepsWith(1), valuation: { weightedValue: 1 }, words: { sure: ['a', 'b', 'c', 'd'], unsure: [] } };
  const [sure, unsure] = stepsOf(answer, 1).ofClass('reasons')[0].children;
  const lists = sure.all((e) => e.tag === 'ul').map((e) => e.textContent);
  assert.deepEqual(lists, ['abc', 'd']);
  assert.equal(unsure.all((e) => e.tag === 'ul').length, 0);
  assert.equal(unsure.ofClass('note').length, 1);
});
