// Finds the home that a typed text means: the only one found, or the only one that the text spells out.
/** @import { FoundHome, Inquiry } from '../types' */

/**
 * @param {string} query
 * @param {FoundHome[]} homes found
 * @param {boolean} more whether there are others
 * @returns {FoundHome | null} null if the text may mean several
 */
export function meantBy(query, homes, more) {
  if (homes.length === 1 && !more) return homes[0];
  const typed = partsOf(query);
  const spelled = homes.filter((home) => isSpelledOut(home, typed));
  return spelled.length === 1 ? spelled[0] : null;
}

/**
 * Whether a text names a home's number and addition, its whole street or postal code, and nothing else.
 * @param {FoundHome} home
 * @param {string[]} typed
 */
function isSpelledOut(home, typed) {
  if (typed.join('') === home.bagId) return true;
  const rest = without(typed, partsOf([home.houseNumber, home.houseLetter, home.houseNumberExt].filter(Boolean).join(' ')));
  if (!rest) return false;
  const [street, code, city] = [home.street, home.postalCode, home.city].map(partsOf);
  const all = [...street, ...code, ...city];
  return rest.every((part) => all.includes(part)) && [street, code].some((parts) => parts.length > 0 && parts.every((part) => rest.includes(part)));
}

/** Runs of letters and of digits, without case and diacritics: 8246AA 5hs has four. */
function partsOf(/** @type {string} */ text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
}

/**
 * The parts without some of them; null if one of these is missing.
 * @param {string[]} parts
 * @param {string[]} taken
 */
function without(parts, taken) {
  const rest = [...parts];
  for (const part of taken) {
    const at = rest.lastIndexOf(part); // a street's name may contain a number too; it comes first
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/**
 * @param {FoundHome} home
 * @returns {Inquiry}
 */
export function inquiryOf(home) {
  /** @type {Inquiry} */
  const inquiry = { postalCode: home.postalCode, houseNumber: String(home.houseNumber) };
  if (home.houseLetter) inquiry.houseLetter = home.houseLetter;
  if (home.houseNumberExt) inquiry.houseNumberExt = home.houseNumberExt;
  return inquiry;
}

/** Its street, number and addition. @param {FoundHome} home */
export function streetOf(home) {
  const addition = [home.houseLetter, home.houseNumberExt].filter(Boolean).join('-');
  return `${home.street} ${home.houseNumber}${addition ? `-${addition}` : ''}`;
}
