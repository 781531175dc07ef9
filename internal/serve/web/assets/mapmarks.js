// The marks on the map: labels that would cover each other or the home are moved apart.
/** @import { Evidence } from '../types' */
/** @import * as maplibre from './vendored/maplibre-gl.mjs' */

import { h } from './dom.js';
import { shortAddress } from './sale.js';
import { say, shortEuros } from './words.js';

/** Gap between two labels, pixels. */
const gap = 3;

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

/**
 * A button that lights up with its row of the grid.
 * @param {Evidence} sale
 * @param {'price' | 'mark'} kind
 * @param {[number, string] | []} shown a reference's number and adjusted price
 * @param {(bagId: string | null) => void} point
 */
export function markOf(sale, kind, [rank, price], point) {
  const name = sale.label ? shortAddress(sale.label) : say('refs.unknownAddress');
  const light = () => point(sale.bagId);
  const paid = shortEuros(sale.price);
  return h('button', {
    type: 'button', class: kind, 'data-home': sale.bagId,
    title: rank && price ? say('map.priced', { address: name, adjusted: price, price: paid }) : `${name}, ${paid}`,
    'aria-label': rank ? `${rank} ${price}: ${say('map.references')} ${name}` : say('map.comparable', { address: name, price: paid }),
    onmouseenter: light, onmouseleave: () => point(null), onfocus: light, onblur: () => point(null),
  }, rank && h('b', null, rank), price);
}

/**
 * Lifts each price label until it is clear of the home and of the labels south of it; a stem leads down to its position.
 * @param {maplibre.Map} map
 * @param {maplibre.Marker[]} markers the home's, which stays, and the labels
 */
export function moveApart(map, markers) {
  const marks = markers.map((marker) => {
    const element = marker.getElement();
    return { marker, element, isLabel: element.classList.contains('price'), at: map.project(marker.getLngLat()), width: element.offsetWidth, height: element.offsetHeight };
  }).sort((a, b) => Number(a.isLabel) - Number(b.isLabel) || b.at.y - a.at.y);
  /** @type {Box[]} */
  const taken = [];
  for (const [i, { marker, element, isLabel, at, width, height }] of marks.entries()) {
    const bottom = isLabel ? at.y : at.y + height / 2;
    const box = { left: at.x - width / 2, right: at.x + width / 2, top: bottom - height, bottom };
    const lift = isLabel ? liftOf(box, taken) : 0;
    taken.push({ ...box, top: box.top - lift, bottom: box.bottom - lift });
    if (!isLabel) continue;
    marker.setOffset([0, -lift]);
    element.style.setProperty('--lift', `${lift}px`);
    element.style.setProperty('--rank', String(marks.length - i)); // its stem passes behind the labels below it
  }
}

/**
 * @param {Box} box
 * @param {Box[]} taken
 * @returns {number} pixels
 */
export function liftOf(box, taken) {
  let lift = 0;
  for (const other of [...taken].sort((a, b) => b.bottom - a.bottom)) {
    const isBeside = box.right + gap <= other.left || box.left >= other.right + gap;
    const isClear = box.bottom - lift + gap <= other.top || box.top - lift >= other.bottom + gap;
    if (!isBeside && !isClear) lift = box.bottom - other.top + gap;
  }
  return lift;
}
