// What a found home leads to, and how its street is written.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inquiryOf, streetOf } from '../assets/meant.js';

const home = { street: 'Dam', houseNumber: 1, houseLetter: null, houseNumberExt: null, postalCode: '1012AB', city: 'Amsterdam' };

test('an inquiry has what the address has, as text', () => {
  assert.deepEqual(inquiryOf(home), { postalCode: '1012AB', houseNumber: '1' });
  assert.deepEqual(inquiryOf({ ...home, houseLetter: 'A', houseNumberExt: '2' }),
    { postalCode: '1012AB', houseNumber: '1', houseLetter: 'A', houseNumberExt: '2' });
});

test('letter and extension follow the number', () => {
  assert.equal(streetOf(home), 'Dam 1');
  assert.equal(streetOf({ ...home, houseLetter: 'A' }), 'Dam 1-A');
  assert.equal(streetOf({ ...home, houseNumberExt: '2' }), 'Dam 1-2');
  assert.equal(streetOf({ ...home, houseLetter: 'A', houseNumberExt: '2' }), 'Dam 1-A-2');
});
