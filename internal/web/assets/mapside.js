// What stands around the map: its title, and what its colours mean.

import { h, styled } from './dom.js';
import { isDark } from './map.js';
import { houseTypeColours, periods, yearColours } from './mapstyle.js';
import { say, sayName, year } from './words.js';

/** @typedef {'year' | 'type'} Colour */

/**
 * Fills the side and returns the place of the map.
 * @param {HTMLElement} side
 * @param {{colour: Colour, paint: (colour: Colour) => void}} given
 */
export function fillMapSide(side, { colour, paint }) {
  const place = h('div', { id: 'map', class: 'map' });
  const key = h('div', { class: 'mapkey' });
  const fill = (/** @type {Colour} */ chosen) => key.replaceChildren(
    h('div', { class: 'choice', role: 'group', 'aria-label': say('map.colour') }, /** @type {const} */ (['year', 'type']).map((by) => h('button', {
      type: 'button', 'aria-pressed': String(by === chosen), onclick: () => { fill(by); paint(by); },
    }, say(`map.${by}`)))),
    h('ul', null, (chosen === 'year' ? yearRows() : typeRows()).map(([name, c]) => h('li', null, styled(h('i'), { colour: c }), name))));
  fill(colour);
  side.setAttribute('aria-label', say('map.title'));
  side.replaceChildren(place, key);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => fill(colour));
  return place;
}

/** @returns {[string, string][]} */
function yearRows() {
  const [first, ...rest] = yearColours(isDark());
  return [[say('map.before', { year: year(periods[0]) }), first], ...periods.map((from, i) => /** @type {[string, string]} */ ([
    i === periods.length - 1 ? say('map.since', { year: year(from) }) : `${from}–${periods[i + 1] - 1}`, rest[i]]))];
}

/** @returns {[string, string][]} */
function typeRows() {
  return Object.entries(houseTypeColours(isDark())).map(([type, colour]) => [sayName('type', type), colour]);
}
