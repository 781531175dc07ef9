// The page's words in both languages, and how it writes amounts, shares, distances and days.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { dutch } from '../assets/words-nl.js';
import { english } from '../assets/words-en.js';
import * as words from '../assets/words.js';
import { openDocument } from './document.mjs';

const document = openDocument();
beforeEach(() => words.setLanguage('en'));

/** What is written, with plain spaces. */
const plain = (text) => text.replaceAll('\u00a0', ' ');

test('both languages say the same things', () => {
  assert.deepEqual(Object.keys(dutch).sort(), Object.keys(english).sort());
  for (const [id, text] of Object.entries(english)) {
    const places = (of) => (of.match(/\{\w+\}/g) ?? []).sort();
    assert.deepEqual(places(dutch[id]), places(text), `the places of ${id}`);
  }
});

test('a sentence is filled in', () => {
  assert.equal(words.say('fault.detail', { message: 'a {b} c' }), english['fault.detail'].replace('{message}', 'a {b} c'));
  assert.equal(words.say('search.none', {}).includes('{'), false);
  words.setLanguage('nl');
  assert.equal(words.currentLanguage(), 'nl');
  assert.equal(words.say('value.on', { day: 'X' }), dutch['value.on'].replace('{day}', 'X'));
  assert.equal(document.documentElement.lang, 'nl');
});

test('a name that the page does not know stands as it is', () => {
  assert.equal(words.sayName('type', 'Woonboot'), 'Woonboot');
  assert.notEqual(words.sayName('refused', 'ambiguous_address'), 'ambiguous_address');
});

test('the language is the chosen one, else the browser\'s', () => {
  const browser = (language) => Object.defineProperty(globalThis, 'navigator', { value: { language }, configurable: true });
  browser('nl-BE');
  assert.equal(words.languageOf('en'), 'en');
  assert.equal(words.languageOf(undefined), 'nl');
  assert.equal(words.languageOf('fr'), 'nl');
  browser('de');
  assert.equal(words.languageOf(undefined), 'en');
  assert.equal(words.languageOf('nl'), 'nl');
});

test('amounts are written as the reader does', () => {
  assert.equal(plain(words.euros(1_412_500.4)), '€ 1,412,500');
  assert.equal(plain(words.signedEuros(41_000)), '+ € 41,000');
  assert.equal(plain(words.signedEuros(-999.6)), '− € 1,000');
  assert.equal(plain(words.signedEuros(0.4)), '€ 0');
  words.setLanguage('nl');
  assert.equal(plain(words.euros(1_412_500)), '€ 1.412.500');
  assert.equal(plain(words.signedEuros(-41_000)), '− € 41.000');
});

test('a label on the map goes over to millions where thousands would round to them', () => {
  assert.equal(plain(words.shortEuros(412_499)), '€ 412,000');
  assert.equal(plain(words.shortEuros(999_499)), '€ 999,000');
  assert.equal(plain(words.shortEuros(999_500)), '€ 1 million');
  assert.equal(plain(words.shortEuros(1_254_000)), '€ 1.25 million');
});

test('shares and distances have their units', () => {
  assert.equal(plain(words.percent(0.1234)), '12.3 %');
  assert.equal(plain(words.percent(0.2)), '20.0 %');
  assert.equal(plain(words.wholePercent(0.126)), '13 %');
  assert.equal(plain(words.signedPercent(-0.1)), '−10 %');
  assert.equal(plain(words.signedPercent(0.031)), '+3.1 %');
  assert.equal(plain(words.signedPercent(0)), '0 %');
  assert.equal(plain(words.metres(999)), '999 m');
  assert.equal(plain(words.metres(1250)), '1.3 km');
  assert.equal(plain(words.squareMetres(1050)), '1,050 m²');
  assert.equal(plain(words.perSquareMetre(500_000, 120)), '€ 4,167 / m²');
  assert.equal(words.year(1930), '1930');
  words.setLanguage('nl');
  assert.equal(plain(words.percent(0.1234)), '12,3 %');
});

test('a day is that of its text, in any time zone', () => {
  assert.equal(words.day('2026-03-05'), '5 March 2026');
  assert.equal(words.month('2026-03'), 'Mar 2026');
  assert.equal(words.month('2026-03-31'), 'Mar 2026');
  words.setLanguage('nl');
  assert.equal(words.day('2026-03-05'), '5 maart 2026');
});
