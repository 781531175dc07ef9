// What a sale is called, and which of its differences are listed.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { differencesOf, nameOf, placeOf, shortAddress } from '../assets/sale.js';
import { say, setLanguage } from '../assets/words.js';
import { openDocument } from './document.mjs';

openDocument();
setLanguage('en');

const texts = (elements) => elements.map((e) => e.textContent.replaceAll('\u00a0', ' '));

test('an address is short, and an unknown one is said to be unknown', () => {
  assert.equal(shortAddress('Dam 1, 1012 AB Amsterdam'), 'Dam 1');
  assert.equal(nameOf({ label: 'Dam 1, 1012 AB Amsterdam' }), 'Dam 1');
  assert.equal(nameOf({ label: '' }), say('refs.unknownAddress'));
});

test('only differences that change the price are listed', () => {
  const list = differencesOf([{ label: 'lot', euros: 1500 }, { label: 'rooms', euros: 0 }, { label: 'label', euros: -2 }]);
  assert.deepEqual(texts(list), ['lot+ € 1,500', 'label− € 2']);
  assert.deepEqual(texts(differencesOf([{ label: 'rooms', euros: 0 }])), [say('refs.noDifferences')]);
  assert.deepEqual(texts(differencesOf(undefined)), [say('refs.noDifferences')]);
});

test('a sale with a place goes there when pressed, one without is a name', () => {
  const gone = [];
  const sale = { label: 'Dam 1', lon: 4.9, lat: 52.4 };
  placeOf(sale, (to) => gone.push(to)).click();
  assert.deepEqual(gone, [sale]);
  assert.equal(placeOf({ ...sale, lon: null }, () => {}).tag, 'b');
});
