// What the page shows, in the fragment of its address: a link leads to the same again, and no server sees it.
/** @import { Inquiry } from '../types' */

/** Names of the fragment that are the page's own; all others are parameters of the inquiry. */
const own = ['language', 'colour', 'open'];

/**
 * @typedef {object} State
 * @property {'home' | 'accuracy'} view
 * @property {Inquiry} inquiry the home, and what the caller says of it; empty: none is chosen
 * @property {Record<string, string>} page how it is shown: language, colour of the map, what is unfolded
 */

/** Parameters that say which home is meant. */
export const addressParameters = ['postalCode', 'houseNumber', 'houseLetter', 'houseNumberExt'];

/**
 * @param {Location} location
 * @returns {State}
 */
export function readState(location) {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?', 2);
  const atRecord = location.pathname.endsWith('/accuracy') && path === '';
  /** @type {State} */
  const state = { view: path === 'accuracy' || atRecord ? 'accuracy' : 'home', inquiry: {}, page: {} };
  for (const [name, value] of new URLSearchParams(query ?? '')) {
    if (value !== '') (own.includes(name) ? state.page : state.inquiry)[name] = value;
  }
  return state;
}

/**
 * The fragment of a state.
 * @param {State} state
 */
export function fragmentOf({ view, inquiry, page }) {
  const query = new URLSearchParams({ ...inquiry, ...page }).toString();
  return `#/${view === 'home' ? '' : view}${query ? `?${query}` : ''}`;
}

/** @param {Inquiry} inquiry */
export function hasHome(inquiry) {
  return Boolean(inquiry.postalCode && inquiry.houseNumber);
}

/**
 * What of an inquiry says which home is meant.
 * @param {Inquiry} inquiry
 * @returns {Inquiry}
 */
export function addressOf(inquiry) {
  return Object.fromEntries(Object.entries(inquiry).filter(([name]) => addressParameters.includes(name)));
}

/**
 * What of an inquiry the caller says of the home, such as another surface.
 * @param {Inquiry} inquiry
 * @returns {Inquiry}
 */
export function overridesOf(inquiry) {
  return Object.fromEntries(Object.entries(inquiry).filter(([name]) => name !== 'valuationDate' && !addressParameters.includes(name)));
}

/**
 * An inquiry about the home as registered, on the same day.
 * @param {Inquiry} inquiry
 * @returns {Inquiry}
 */
export function withoutOverrides(inquiry) {
  return { ...addressOf(inquiry), ...(inquiry.valuationDate ? { valuationDate: inquiry.valuationDate } : {}) };
}

/**
 * Whether two inquiries are about one home.
 * @param {Inquiry} a
 * @param {Inquiry} b
 */
export function isSameHome(a, b) {
  return addressParameters.every((name) => a[name] === b[name]);
}
