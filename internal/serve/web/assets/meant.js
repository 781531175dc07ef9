// What a found home leads to, and how its street is written.
/** @import { FoundHome, Inquiry } from '../types' */

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
