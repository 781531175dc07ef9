// The file of the evidence: what spreadsheets make of it.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { csvOf } from '../assets/evidencefile.js';
import { setLanguage } from '../assets/words.js';
import { openDocument } from './document.mjs';

openDocument();
beforeEach(() => setLanguage('en'));

const sale = {
  label: 'Dam 1, 1012 AB Amsterdam', bagId: '0363010000000001', buildType: 'Tussenwoning', buildYear: 1930, useSurface: 105, date: '2024-05-01',
  distance: 123.45678, price: 400_000, indexedPrice: 412_345.6, adjusted: 420_000, equality: 91.5,
};
const csv = (evidence) => csvOf({ references: [], comparables: [], ...evidence }).split('\r\n');

test('references come first, each row with its role', () => {
  const [head, first, second, end] = csv({ references: [sale], comparables: [{ ...sale, weight: 0.25, share: 0.125 }] });
  assert.equal(head, 'role,address,bagId,buildType,buildYear,useSurface,date,distance,price,indexedPrice,adjusted,equality,weight,share');
  assert.equal(first, 'reference,"Dam 1, 1012 AB Amsterdam",0363010000000001\t,Tussenwoning,1930,105,2024-05-01,123.4568,400000,412345.6,420000,91.5,,');
  assert.equal(second.startsWith('comparable,'), true);
  assert.equal(second.endsWith(',91.5,0.25,0.125'), true);
  assert.equal(end, '');
});

test('each difference has a column of its own, empty where a sale lacks it', () => {
  const [head, first, second] = csv({
    references: [{ ...sale, differences: [{ name: 'useSurface', euros: -5000 }, { name: 'index', euros: 12.5 }] }],
    comparables: [{ ...sale, differences: [{ name: 'volume', euros: 1 }] }],
  });
  assert.equal(head.endsWith(',weight,share,difference.index,difference.useSurface,difference.volume'), true);
  assert.equal(first.endsWith(',12.5,-5000,'), true);
  assert.equal(second.endsWith(',,,1'), true);
});

test('in Dutch semicolons part the cells and a comma the decimals', () => {
  setLanguage('nl');
  const [head, first] = csv({ references: [sale] });
  assert.equal(head.startsWith('role;address;bagId;'), true);
  assert.equal(first, 'reference;"Dam 1, 1012 AB Amsterdam";0363010000000001\t;Tussenwoning;1930;105;2024-05-01;123,4568;400000;412345,6;420000;91,5;;');
});

test('no cell is taken for a formula or breaks out of its place', () => {
  for (const [label, want] of [
    ['=1+1', "'=1+1"], ['+31', "'+31"], ['-x', "'-x"], ['@SUM(A1)', "'@SUM(A1)"], ['\tx', "'\tx"], ['a\u202eb', 'a\\u202eb'],
    ['a "b"', '"a ""b"""'], ['a;b', '"a;b"'], ['a\r\nb', '"a\r\nb"'], ['=a,b', '"\'=a,b"'], [null, ''],
  ]) {
    const text = csvOf({ references: [{ ...sale, label }], comparables: [] });
    assert.equal(text.includes(`\r\nreference,${want},0363010000000001\t,`), true, `${JSON.stringify(label)} in ${text}`);
  }
});

test('negative amounts stay numbers', () => {
  const [, first] = csv({ references: [{ ...sale, adjusted: -1.5 }] });
  assert.equal(first.includes(',-1.5,'), true);
});
