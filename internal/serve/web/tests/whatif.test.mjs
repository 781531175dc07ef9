// How far the sliders of the characteristics reach.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { rangeOf } from '../assets/whatif.js';

const attribute = (of) => ({ min: 5, max: 2700, ...of });

test('a slider reaches as far as homes do, and as far as this one', () => {
  assert.deepEqual(rangeOf(attribute({ name: 'useSurface' }), 100), [20, 400]);
  assert.deepEqual(rangeOf(attribute({ name: 'useSurface' }), Number.NaN), [20, 400]);
  assert.deepEqual(rangeOf(attribute({ name: 'useSurface' }), 950), [20, 950]);
  assert.deepEqual(rangeOf(attribute({ name: 'useSurface' }), 12), [12, 400]);
});

test('a slider reaches no further than the service takes', () => {
  assert.deepEqual(rangeOf(attribute({ name: 'useSurface', min: 30, max: 300 }), 100), [30, 300]);
  assert.deepEqual(rangeOf(attribute({ name: 'num_noise' }), 100), [5, 2700]);
  assert.deepEqual(rangeOf(attribute({ name: 'num_noise', min: null, max: null }), 130), [0, 130]);
});
