// The page's state, in the fragment of its address: a link shows the same again, and no server sees it.
/** @import { Inquiry } from '../types' */

/** The page's own names in the fragment; all others are parameters of the inquiry. */
const own = ['language', 'colour', 'open', 'euro'];

/** @typedef {'home' | 'accuracy' | 'portfolio'} View */

/**
 * @typedef {object} State
 * @property {View} view
 * @property {Inquiry} inquiry the home and its changed characteristics; or the typed text, as query, where several homes fit; empty: none is chosen
 * @property {Record<string, string>} page settings of the display: language, colour of the map, unfolded parts, values to the euro
 */

/** Parameters that identify the home. */
export const addressParameters = ['postalCode', 'houseNumber', 'houseLetter', 'houseNumberExt'];

/** @param {Location} location */
const isAtAccuracy = ({ pathname }) => pathname.endsWith('/accuracy');

/** Whether the page was asked for at a path that there is not. */
export const isNowhere = () => location.pathname !== '/' && !isAtAccuracy(location);

/**
 * @param {Location} location
 * @returns {State}
 */
export function readState(location) {
  const [path, query] = location.hash.replace(/^#\/?/, '').split('?', 2);
  const view = path === 'portfolio' || path === 'accuracy' ? path : isAtAccuracy(location) && path === '' ? 'accuracy' : 'home';
  /** @type {State} */
  const state = { view, inquiry: {}, page: {} };
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

/** The address of an inquiry on one line: 8246AA 5-HS. @param {Inquiry} inquiry */
export function spelled({ postalCode = '', houseNumber = '', houseLetter, houseNumberExt }) {
  return `${postalCode} ${[houseNumber, houseLetter, houseNumberExt].filter(Boolean).join('-')}`.trim();
}

/**
 * The parameters of an inquiry that identify the home.
 * @param {Inquiry} inquiry
 * @returns {Inquiry}
 */
export function addressOf(inquiry) {
  return Object.fromEntries(Object.entries(inquiry).filter(([name]) => addressParameters.includes(name)));
}

/**
 * The changed characteristics in an inquiry, such as another surface.
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

/** Which home on which day, on one line. @param {Inquiry} inquiry */
export function spelledOn(inquiry) {
  return `${spelled(inquiry)} ${inquiry.valuationDate ?? ''}`;
}

/**
 * @param {Inquiry} inquiry
 * @param {string} name
 */
export function without(inquiry, name) {
  return Object.fromEntries(Object.entries(inquiry).filter(([other]) => other !== name));
}

/**
 * Whether a refused home may have a value with other characteristics.
 * @param {Inquiry} inquiry
 * @param {string} reason
 */
export function mayChange(inquiry, reason) {
  const isChanged = Object.keys(inquiry).some((name) => !addressParameters.includes(name));
  return reason === 'missing_characteristics' || isChanged && ['not_yet_built', 'outside_model', 'too_few_references'].includes(reason);
}
