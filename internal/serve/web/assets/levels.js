// Months and levels of an index as its chart draws them. All times are UTC, seconds.
/** @import { Index } from '../types' */

/** @param {string} iso a day */
export const secondsOf = (iso) => Date.parse(`${iso}T00:00:00Z`) / 1000;

/** The middle of a month; an index gives the level there. @param {string} month such as 2026-06 */
export const monthSeconds = (month) => secondsOf(`${month}-15`);

/** The position of the last known month; later months are forecast. @param {Index} index */
export function knownUntil({ months, known }) {
  const at = months.indexOf(known);
  return at >= 0 ? at : known < (months[0] ?? '') ? 0 : months.length - 1;
}

/**
 * Known levels and forecast levels in a unit, which is the level on the valuation date; both contain the last known month.
 * @param {(number | null)[]} levels
 * @param {number} until
 * @param {number} unit
 */
export function partLevels(levels, until, unit) {
  const scaled = levels.map((level) => (level === null ? null : unit * level));
  return {
    known: scaled.map((level, i) => (i <= until ? level : null)),
    forecast: scaled.map((level, i) => (i >= until ? level : null)),
  };
}

/**
 * The first of January of the years from one moment to another, by steps of whole years.
 * @param {number} from
 * @param {number} to
 * @param {number} step seconds
 */
export function yearsBetween(from, to, step) {
  const years = Math.max(1, Math.round(step / (365.25 * 86400)));
  const list = [];
  for (let year = years * Math.ceil(new Date(1000 * from).getUTCFullYear() / years); ; year += years) {
    const at = Date.UTC(year, 0, 1) / 1000;
    if (at > to) return list;
    if (at >= from) list.push(at);
  }
}
