// What a reference and a comparable have in common: the address of the home, and its price's adjustments.
/** @import { Difference, Sale } from '../types' */

import { h } from './dom.js';
import { say, signedEuros } from './words.js';

/** @typedef {{point: (bagId: string | null) => void, go: (sale: Sale) => void}} Pointing lights up a home everywhere; shows it on the map */

/**
 * Listeners that light up a row or card together with its mark on the map.
 * @param {Sale} sale
 * @param {Pointing['point']} point
 */
export function lit(sale, point) {
  return {
    'data-home': sale.bagId,
    onmouseenter: () => point(sale.bagId), onmouseleave: () => point(null), onfocusin: () => point(sale.bagId), onfocusout: () => point(null),
  };
}

/** Lights up a home wherever it is shown. */
export function lightUp(/** @type {string | null} */ bagId) {
  for (const element of document.querySelectorAll('[data-home]')) {
    element.classList.toggle('lit', bagId !== null && bagId !== '' && element.getAttribute('data-home') === bagId);
  }
}

/**
 * @param {Sale} sale
 * @param {Pointing['go']} go
 */
export function placeOf(sale, go) {
  const name = nameOf(sale);
  if (sale.lon === null || sale.lat === null) return h('b', null, name);
  return h('button', { type: 'button', class: 'link place', onclick: () => go(sale), title: say('refs.onMap', { address: name }) }, name);
}

export function nameOf(/** @type {Sale} */ sale) {
  return sale.label ? shortAddress(sale.label) : say('refs.unknownAddress');
}

/** An address without postal code and city, which mostly equal the subject's. */
export function shortAddress(/** @type {string} */ address) {
  return address.split(',')[0];
}

/**
 * The differences that change the price, as the items of a list.
 * @param {Difference[] | undefined} differences
 */
export function differencesOf(differences = []) {
  const changing = differences.filter((d) => d.euros !== 0);
  if (changing.length === 0) return [h('li', null, say('refs.noDifferences'))];
  return changing.map((d) => h('li', null, h('span', null, d.label), h('span', { class: 'euros' }, signedEuros(d.euros))));
}
