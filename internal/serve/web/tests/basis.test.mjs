// What a value rests on: its approaches in the order of their weight, and the similar homes.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { basisOf } from '../assets/basis.js';
import { likeHomesOf } from '../assets/likehomes.js';
import { setLanguage } from '../assets/words.js';
import { openDocument } from './document.mjs';

openDocument();
beforeEach(() => setLanguage('nl'));

const approach = (name, indication, weight) => ({ name, label: name, indication, weight });
const plain = (text) => text.replaceAll('\u00a0', ' ');
const pointing = { point: () => {}, go: () => {} };

test('approaches that have an outcome come by weight, with their outcomes in euros', () => {
  const rows = basisOf([approach('hedonic', 300_000, 0.59), approach('kriging', 310_000, 0.116), approach('comparables', 290_000, 0.004),
    approach('none', null, 0), approach('ownSale', 1_320_000, 0.29)]).ofClass('step');
  assert.deepEqual(rows.map((row) => plain(row.textContent)), [
    'hedonic59 %€ 300.000', 'ownSale29 %€ 1.320.000', 'kriging12 %€ 310.000', 'comparablesminder dan 1 %€ 290.000']);
});

test('a bar is as long as its weight', () => {
  const bars = basisOf([approach('hedonic', 300_000, 0.75), approach('kriging', 310_000, 0.25)]).all((e) => e.tag === 'i');
  assert.deepEqual(bars.map((bar) => bar.properties.get('--to')), ['0.75', '0.25']);
});

const like = { label: 'Dijk 1, 1234AB Dorp', buildType: 'Tussenwoning', useSurface: 100, buildYear: 1990, lon: null, lat: null, bagId: '1', price: 400_000, date: '2025-03-01', distance: 80, residual: 0.96, weight: 0.31 };

test('a similar home has its price, how far that is from the model, and its weight', () => {
  const details = likeHomesOf({ trend: 380_000, nonspatial: false, sales: [like], moreSales: 0 }, ['Op grond van kenmerken € 380.000 waard.'], pointing);
  const [row] = details.ofClass('like');
  assert.equal(plain(row.textContent), 'Dijk 1Tussenwoning, 100 m², 1990€ 400.000€ 4.000 / m²1 maart 202580 m−4 %31 %');
  assert.match(plain(details.textContent), /€ 380\.000/);
  assert.doesNotMatch(details.textContent, /negatief|tellen minder zwaar/);
});

test('the notes are shown, other sales are counted, and what is not known is left out', () => {
  const details = likeHomesOf({ trend: 1, nonspatial: true, sales: [{ ...like, weight: -0.1, buildType: null, buildYear: null }], moreSales: 7 }, ['los van de ligging', 'Een negatief gewicht'], pointing);
  assert.match(details.textContent, /negatief gewicht/);
  assert.match(details.textContent, /Nog 7 verkopen/);
  assert.match(details.textContent, /los van de ligging/);
  assert.match(plain(details.ofClass('like')[0].textContent), /^Dijk 1100 m²€/);
});
