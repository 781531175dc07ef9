// What the map says of what is pressed: a sale, an area, a building with its homes.
/** @import { Building, FoundHome, Inquiry } from '../types' */

import { h } from './dom.js';
import { inquiryOf, streetOf } from './meant.js';
import { day, euros, perSquareMetre, say, signedPercent, year } from './words.js';

/** @param {Record<string, any>} sale a sale of a tile */
export function saleWords({ price, surface, label, date }) {
  return h('div', null, h('b', null, euros(price)), surface > 0 && ` · ${perSquareMetre(price, surface)}`, h('br'), label && [label, h('br')], say('map.sale', { day: day(date) }));
}

/** @param {Record<string, any>} area an area of a tile */
export function areaWords({ name, change }) {
  return h('div', null, typeof change === 'number' ? say('map.area', { name, change: signedPercent(change) }) : say('map.areaUnknown', { name }));
}

/**
 * A building's homes, each leading to its value.
 * @param {Building} building
 * @param {(inquiry: Inquiry) => void} choose
 */
export function buildingOf({ buildYear, homes }, choose) {
  if (homes.length === 0) return h('div', null, say('map.noHomes'));
  const button = (/** @type {FoundHome} */ home) => h('li', null, h('button', { type: 'button', class: 'link', onclick: () => choose(inquiryOf(home)) }, streetOf(home)));
  return h('div', null, h('b', { id: 'homes' }, say('map.homes')), buildYear !== null && `, ${say('map.built', { year: year(buildYear) })}`,
    h('ul', { class: 'homes', 'aria-labelledby': 'homes' }, homes.map(button)));
}
