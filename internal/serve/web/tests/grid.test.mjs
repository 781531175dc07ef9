// The grid of comparables: its order and filters, what is quiet and what adjusts; and the sentences for a refused question.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { faultsOf } from '../assets/fault.js';
import { gridOf } from '../assets/grid.js';
import { ordered, orderNames, parametersOf } from '../assets/gridorder.js';
import { setLanguage } from '../assets/words.js';
import { openDocument } from './document.mjs';

openDocument();
setLanguage('nl');

const sale = (more) => ({
  label: 'Kade 1, 1234AB Dorp', bagId: '1', lon: 4, lat: 52, buildType: 'Hoekwoning', buildYear: 1930, useSurface: 100, price: 300_000, date: '2025-01-01',
  distance: 100, indexedPrice: 310_000, adjusted: 320_000, equality: 80, weight: 0.1, differences: [], ...more,
});
const valuation = { weightedValue: 330_000, useSurface: 110, inputUseSurface: null, buildType: 'Hoekwoning', inputBuildType: null, valueDate: '2026-01-01' };
const answer = { valuation, home: { bagId: '9' }, ownSale: null };

test('each order puts its best first, and equals by weight', () => {
  const sales = [sale({ weight: 0.2, distance: 50, date: '2020-01-01', price: 400_000 }), sale({ weight: 0.5, equality: 70, adjusted: 1 }), sale({ weight: 0.3, equality: 90, useSurface: 0 })];
  assert.deepEqual(Object.fromEntries(orderNames.map((order) => [order, ordered(sales, order)])), {
    weight: [1, 2, 0], equality: [2, 0, 1], distance: [0, 1, 2], date: [1, 2, 0], adjusted: [1, 2, 0], perMetre: [1, 0, 2],
  });
});

test('filters hold together', () => {
  assert.deepEqual(parametersOf(new Set()), {});
  assert.deepEqual(parametersOf(new Set(['surface', 'near', 'year', 'sameType', 'recent'])), {
    sameType: 'true', within: '500', months: '24', yearWithin: '10', surfaceWithin: '0.2',
  });
});

test('what is equal is quiet, what differs has its euros, and what nobody knows has no line', () => {
  const differences = [
    { name: 'useSurface', label: 'gebruiksoppervlakte', has: '110 m²', had: '100 m²', euros: 12_000 },
    { name: 'place', label: 'ligging', has: null, had: null, euros: -2000 },
    { name: 'buildYear', label: 'bouwjaar', has: '1930', had: '1930', euros: 0 },
    { name: 'rooms', label: 'kamers', has: null, had: null, euros: 0 },
    { name: 'num_maintenance', label: 'onderhoud', has: null, had: '3', euros: 0 },
  ];
  const { element } = gridOf(answer, [sale({ differences })], { point: () => {}, go: () => {}, label: 'x' });
  const [row] = element.ofClass('sale');
  const lines = Object.fromEntries(row.children.slice(1).map((cell) => [cell.getAttribute('data-line'), cell]));
  const text = (name) => lines[name].children.map((c) => c.textContent.replaceAll('\u00a0', ' '));
  assert.deepEqual(text('useSurface'), ['100 m²', '+ € 12.000', 'deze woning: 110 m²']);
  assert.deepEqual(text('place'), ['− € 2.000']);
  assert.deepEqual(text('buildYear'), ['1930']);
  assert.deepEqual(text('num_maintenance'), ['3']);
  assert.deepEqual(text('indexed'), ['€ 310.000', '+ € 10.000', '€ 3.100 / m²']);
  assert.deepEqual(text('adjusted'), ['€ 320.000', '+ € 10.000', '€ 2.909 / m²']);
  assert.equal(lines.rooms, undefined);
  const quiet = Object.keys(lines).filter((name) => (lines[name].getAttribute('class') ?? '').includes('same'));
  assert.deepEqual(quiet, ['buildYear']);
  assert.equal(lines.useSurface.getAttribute('data-label'), 'Gebruiksoppervlakte');
});

test('each fault of a question is a Dutch sentence', () => {
  const attributes = [{ parameter: 'useSurface', label: 'gebruiksoppervlakte' }, { parameter: 'buildType', label: 'woningtype' }];
  const said = (reason, message) => faultsOf({ code: 400, message: '', errors: [{ reason, message }] }, attributes)[0];
  for (const [reason, message, want] of [
    ['useSurface', 'useSurface 3 is not from 5 to 2700', 'Gebruiksoppervlakte: 3 ligt niet tussen 5 en 2700.'],
    ['useSurface', 'useSurface "x" is no number', 'Gebruiksoppervlakte: “x” is geen passend getal.'],
    ['postalCode', 'postalCode is required', 'Postcode ontbreekt.'],
    ['postalCode', 'postalCode "1" is no postal code of the form 1234AB', 'Postcode is zo niet te gebruiken.'],
    ['houseNumber', 'houseNumber is given 2 times', 'Huisnummer is 2 keer opgegeven.'],
    ['valuationDate', 'valuationDate "2030-01-01" is not from 2019-01-01 to 2026-11-26', 'Waardepeildatum: 1 januari 2030 ligt niet tussen 1 januari 2019 en 26 november 2026.'],
    ['valuationDate', 'valuationDate "x" is no date of the form 2006-01-31', 'Waardepeildatum: “x” is geen datum.'],
    ['buildType', 'buildType "x" is no house type; there are Appartement, Hoekwoning and 9 more', 'Woningtype: “x” komt niet voor; mogelijk zijn Appartement, Hoekwoning en nog 9.'],
    ['language', 'language "fr" is none of en, nl', 'Taal: “fr” komt niet voor; mogelijk zijn en, nl.'],
    ['query', 'query is longer than 200 bytes', 'De vraag is te lang.'],
    ['colour', 'there is no parameter colour', 'Colour is zo niet te gebruiken.'],
  ]) assert.equal(said(reason, message), want);
});
