// The map: labels that stay clear of each other, colours that belong to their stops.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { liftOf } from '../assets/mapmarks.js';
import { houseTypeColours, periods, styleOf, yearColours } from '../assets/mapstyle.js';

const box = (left, bottom) => ({ left, right: left + 50, top: bottom - 20, bottom });

test('a label is lifted until it is clear of all that is there', () => {
  assert.equal(liftOf(box(0, 100), []), 0);
  assert.equal(liftOf(box(0, 100), [box(53, 100)]), 0); // beside, with the gap between
  assert.equal(liftOf(box(0, 100), [box(52, 100)]), 23);
  assert.equal(liftOf(box(0, 100), [box(0, 77)]), 0); // above, with the gap between
  assert.equal(liftOf(box(0, 100), [box(10, 110)]), 13);
  assert.equal(liftOf(box(0, 100), [box(10, 87), box(10, 110)]), 36); // over one, and over what stands there
});

test('each period and house type has a colour, in the light and in the dark', () => {
  for (const dark of [false, true]) {
    assert.equal(yearColours(dark).length, periods.length + 1);
    assert.equal(new Set(yearColours(dark)).size, periods.length + 1);
    assert.deepEqual(Object.keys(houseTypeColours(dark)), Object.keys(houseTypeColours(!dark)));
  }
  assert.deepEqual([...periods], [...periods].sort((a, b) => a - b));
});

test('the tiles are those of the valuation date, below the ground\'s names', () => {
  Object.assign(globalThis, { location: { origin: 'https://example.nl' } });
  const edition = { map: { minZoom: 10, maxZoom: 16 }, bounds: null };
  const ground = { source: { type: 'vector' }, below: () => [{ id: 'below' }], above: () => [{ id: 'above' }] };
  const style = styleOf(edition, { colour: 'year', date: '2024-05-01', dark: false, ground });
  assert.deepEqual(style.sources.gevel.tiles, ['gevel://https://example.nl/page/tiles/{z}/{x}/{y}?valuationDate=2024-05-01']);
  assert.deepEqual(style.layers.map((l) => l.id), ['paper', 'below', 'areas', 'buildings', 'walls', 'homes', 'sales', 'above']);
  const bare = styleOf(edition, { colour: 'type', date: '', dark: true, ground: null });
  assert.equal(bare.sources.gevel.tiles[0].endsWith('{y}'), true);
  assert.deepEqual(bare.layers.slice(6).map((l) => l.id), ['street-names', 'city-names']);
});
