// What the page shows is in the fragment of its address, and comes back from it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addressOf, fragmentOf, hasHome, isSameHome, overridesOf, readState, withoutOverrides } from '../assets/state.js';

const at = (hash, pathname = '/') => readState({ hash, pathname });

test('a state comes back from its fragment', () => {
  for (const state of [
    { view: 'home', inquiry: {}, page: {} },
    { view: 'home', inquiry: { postalCode: '1234AB', houseNumber: '12', houseNumberExt: 'A & B=ë' }, page: { language: 'nl', open: 'comparables' } },
    { view: 'accuracy', inquiry: { postalCode: '1234AB', houseNumber: '12' }, page: { colour: 'type' } },
  ]) {
    assert.deepEqual(at(fragmentOf(state)), state);
  }
});

test('a fragment is short where there is nothing to say', () => {
  assert.equal(fragmentOf({ view: 'home', inquiry: {}, page: {} }), '#/');
  assert.equal(fragmentOf({ view: 'accuracy', inquiry: {}, page: {} }), '#/accuracy');
});

test('empty values are left out, and a missing fragment is the start', () => {
  assert.deepEqual(at('#/?postalCode=&language='), { view: 'home', inquiry: {}, page: {} });
  assert.deepEqual(at(''), { view: 'home', inquiry: {}, page: {} });
});

test('the record has an address of its own, unless the fragment says otherwise', () => {
  assert.equal(at('', '/accuracy').view, 'accuracy');
  assert.equal(at('#/accuracy').view, 'accuracy');
  assert.equal(at('#/somewhere', '/accuracy').view, 'home');
});

const inquiry = { postalCode: '1234AB', houseNumber: '12', houseLetter: 'A', useSurface: '90', valuationDate: '2024-05-01' };

test('an inquiry parts into the address and what the caller says', () => {
  assert.deepEqual(addressOf(inquiry), { postalCode: '1234AB', houseNumber: '12', houseLetter: 'A' });
  assert.deepEqual(overridesOf(inquiry), { useSurface: '90' });
  assert.deepEqual(withoutOverrides(inquiry), { postalCode: '1234AB', houseNumber: '12', houseLetter: 'A', valuationDate: '2024-05-01' });
  assert.deepEqual(withoutOverrides({ postalCode: '1234AB', useSurface: '1' }), { postalCode: '1234AB' });
});

test('a home is chosen by postal code and number together', () => {
  assert.equal(hasHome(inquiry), true);
  assert.equal(hasHome({ postalCode: '1234AB' }), false);
  assert.equal(hasHome({ houseNumber: '12' }), false);
});

test('two inquiries are about one home whatever the caller says of it', () => {
  assert.equal(isSameHome(inquiry, { ...inquiry, useSurface: '100' }), true);
  assert.equal(isSameHome(inquiry, { ...inquiry, houseLetter: 'B' }), false);
  assert.equal(isSameHome(inquiry, { ...inquiry, houseNumberExt: '2' }), false);
});
