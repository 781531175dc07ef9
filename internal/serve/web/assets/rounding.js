// Rounds a value to its own uncertainty.
/** @import { Interval } from '../types' */

/** A rounding step is at most this share of the 80 % interval. */
const share = 1 / 20;

/**
 * The rounding step for a value with this interval: 1, 5, 10, 50, 100 and so on, euros.
 * @param {Interval} interval the 80 % interval
 */
export function stepOf([low, high]) {
  let step = 1;
  for (let next = 5; next <= share * (high - low); next = step * (String(step).startsWith('1') ? 5 : 2)) step = next;
  return step;
}

/**
 * @param {number} amount
 * @param {number} step
 */
export function rounded(amount, step) {
  return step * Math.round(amount / step);
}
