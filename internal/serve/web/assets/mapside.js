// The map's title and the key of its colours.

import { byId, h, styled } from './dom.js';
import { isDark } from './map.js';
import { alike, changeColours, houseTypeColours, periods, unknownColour, yearColours } from './mapstyle.js';
import { say, sayName, signedPercent, year } from './words.js';

/** @typedef {'year' | 'type'} Colour */

/**
 * Fills the side and returns the map's element, and a function to call with whether the map shows areas or buildings, and
 * with the lowest and highest change of an area, where it is known.
 * @param {HTMLElement} side
 * @param {{colour: Colour, buildings: boolean, paint: (colour: Colour) => void}} given buildings: whether the map has any
 */
export function fillMapSide(side, { colour, buildings, paint }) {
  let chosen = colour;
  let far = false;
  /** @type {[number, number] | null} */
  let changes = null;
  const place = h('div', { id: 'map', class: 'map' });
  const key = h('div', { class: 'mapkey' });
  const choice = () => h('div', { class: 'choice', role: 'group', 'aria-label': say('map.colour') }, /** @type {const} */ (['year', 'type']).map((by) => h('button', {
      type: 'button', 'aria-pressed': String(by === chosen), onclick: () => { chosen = by; fill(); paint(by); },
    }, say(`map.${by}`))));
  const fill = () => {
    key.hidden = !far && !buildings;
    key.replaceChildren(far ? h('span', null, say('map.change')) : choice(),
      h('ul', { class: (far || chosen === 'type') && 'named' }, (far ? changeRows(changes) : chosen === 'year' ? yearRows() : typeRows()).map(([name, c]) => h('li', null, styled(h('i'), { colour: c }), name))));
  };
  fill();
  side.setAttribute('aria-label', say('map.title'));
  side.replaceChildren(place, key);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', fill);
  return { place, zoomed: (/** @type {boolean} */ isFar, /** @type {[number, number] | null} */ known) => { far = isFar; changes = known; fill(); } };
}

const beside = new IntersectionObserver((seen) => byId('content').classList.toggle('beside', seen[seen.length - 1].isIntersecting));

/** Makes the map a strip while an element is in sight that takes the width of the window. @param {Element} element */
export function narrowBeside(element) {
  beside.disconnect(); // of an answer before
  beside.observe(element);
}

/** @returns {[string, string][]} */
function yearRows() {
  const [first, ...rest] = yearColours(isDark());
  return [[say('map.before', { year: year(periods[0]) }), first], ...periods.map((from, i) => /** @type {[string, string]} */ ([
    i === periods.length - 1 ? say('map.since', { year: year(from) }) : `${from}–${periods[i + 1] - 1}`, rest[i]]))];
}

/**
 * @param {[number, number] | null} changes
 * @returns {[string, string][]}
 */
function changeRows(changes) {
  const [least, most] = changes ?? [0, 0];
  const known = changes ? changeColours(isDark()).map((colour, i) => /** @type {[string, string]} */ ([signedPercent(least + (most - least) * i / 2), colour])) : [];
  return [...(most - least < alike ? known.slice(1, 2) : known), [say('whatif.unknown'), unknownColour(isDark())]];
}

/** @returns {[string, string][]} */
function typeRows() {
  return Object.entries(houseTypeColours(isDark())).map(([type, colour]) => [sayName('type', type), colour]);
}
