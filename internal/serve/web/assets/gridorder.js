// In which order a grid shows sales, and by which filters the service chooses them.
/** @import { ComparableSale } from '../types' */

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

/** The filters by name, as parameters of the service: metres, months, years, a share of the surface. */
export const filters = /** @type {const} */ ({
  sameType: { sameType: 'true' }, near: { within: '500' }, recent: { months: '24' }, year: { yearWithin: '10' }, surface: { surfaceWithin: '0.2' },
});

/** @typedef {keyof typeof filters} Filter */
export const filterNames = /** @type {Filter[]} */ (Object.keys(filters));

/** What a user chose of a grid, which outlives an answer. @typedef {{order: Order, only: Set<Filter>}} View */

/**
 * The positions of sales in an order.
 * @param {ComparableSale[]} sales
 * @param {Order} order
 * @returns {number[]}
 */
export function ordered(sales, order) {
  const rank = orders[order];
  return [...sales.keys()].sort((a, b) => rank(sales[a]) - rank(sales[b]) || sales[b].weight - sales[a].weight || a - b);
}

/** The parameters of the filters that are chosen. @param {View['only']} only @returns {Record<string, string>} */
export function parametersOf(only) {
  return Object.assign({}, ...filterNames.filter((name) => only.has(name)).map((name) => filters[name]));
}
