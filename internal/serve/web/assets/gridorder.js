// In which order a grid shows the comparables, and which of them.
/** @import { ComparableSale, Valuation } from '../types' */

/** The orders by name. A recent sale comes before an old one, and all else equal the heaviest first. */
const orders = /** @type {const} */ ({
  weight: (/** @type {ComparableSale} */ s) => -s.weight,
  equality: (/** @type {ComparableSale} */ s) => -s.equality,
  distance: (/** @type {ComparableSale} */ s) => s.distance,
  date: (/** @type {ComparableSale} */ s) => -Date.parse(s.date),
  adjusted: (/** @type {ComparableSale} */ s) => s.adjusted,
  perMetre: (/** @type {ComparableSale} */ s) => (s.useSurface > 0 ? s.price / s.useSurface : Infinity),
});

/** @typedef {keyof typeof orders} Order */
export const orderNames = /** @type {Order[]} */ (Object.keys(orders));

/** A sale is near within this distance, metres, and recent within this many years of the valuation date. */
export const nearReach = 500;
const recentYears = 2;

/** The filters by name. */
const filters = /** @type {const} */ ({
  sameType: (/** @type {ComparableSale} */ s, /** @type {Valuation} */ v) => s.buildType === (v.inputBuildType ?? v.buildType),
  near: (/** @type {ComparableSale} */ s) => s.distance <= nearReach,
  recent: (/** @type {ComparableSale} */ s, /** @type {Valuation} */ v) => Date.parse(v.valueDate) - Date.parse(s.date) <= recentYears * 365.25 * 86_400_000,
});

/** @typedef {keyof typeof filters} Filter */
export const filterNames = /** @type {Filter[]} */ (Object.keys(filters));

/** What a user chose of a grid, which outlives an answer. @typedef {{order: Order, only: Set<Filter>}} View */

/**
 * The positions of the sales to show, in their order.
 * @param {ComparableSale[]} sales
 * @param {Valuation} valuation of the home
 * @param {View} view
 * @returns {number[]}
 */
export function shownOf(sales, valuation, { order, only }) {
  const rank = orders[order];
  return [...sales.keys()]
    .filter((i) => [...only].every((name) => filters[name](sales[i], valuation)))
    .sort((a, b) => rank(sales[a]) - rank(sales[b]) || sales[b].weight - sales[a].weight || a - b);
}
