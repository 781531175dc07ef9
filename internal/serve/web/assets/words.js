// The page's texts in Dutch and English, and its formats of numbers and days. Texts in answers come in the requested
// language.
/** @import { Language } from '../types' */

import { dutch } from './words-nl.js';
import { english } from './words-en.js';

/** @type {Record<Language, Record<keyof typeof english, string>>} */
const tables = { nl: dutch, en: english };

/** @type {Language} */
let language = 'en';
/** @type {Record<string, Intl.NumberFormat>} */
let numbers = {};
/** @type {Intl.DateTimeFormat} */
let days;
/** @type {Intl.DateTimeFormat} */
let months;

/** @param {Language} chosen */
export function setLanguage(chosen) {
  language = chosen;
  const locale = chosen === 'nl' ? 'nl-NL' : 'en-GB';
  numbers = {
    euro: new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }),
    plain: new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }),
    one: new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    tenths: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
    decimal: new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }),
  };
  days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  months = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  document.documentElement.lang = chosen;
}

/** The user's language: the chosen one, else the browser's. */
export function languageOf(/** @type {string | undefined} */ chosen) {
  if (chosen === 'nl' || chosen === 'en') return chosen;
  return navigator.language.toLowerCase().startsWith('nl') ? 'nl' : 'en';
}

export function currentLanguage() {
  return language;
}

/**
 * A text in the language of the page, with each {name} replaced by its value.
 * @param {keyof typeof english} id
 * @param {Record<string, string | number>} [values]
 */
export function say(id, values = {}) {
  return tables[language][id].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/**
 * The text for a stable name of the service, or the name itself where the page has none.
 * @param {string} name
 * @param {string} prefix
 */
export function sayName(prefix, name) {
  const id = /** @type {keyof typeof english} */ (`${prefix}.${name}`);
  return tables[language][id] ?? name;
}

const nbsp = '\u00a0';

export const euros = (/** @type {number} */ amount) => `€${nbsp}${numbers.euro.format(Math.round(amount))}`;
export const signedEuros = (/** @type {number} */ amount) => `${signOf(Math.round(amount))}${nbsp}€${nbsp}${numbers.euro.format(Math.abs(Math.round(amount)))}`.trimStart();
/** An amount for a label on the map: € 758.000, € 1,37 mln. */
export const shortEuros = (/** @type {number} */ amount) =>
  amount >= 999_500 ? `€${nbsp}${say('million', { amount: numbers.decimal.format(Math.round(amount / 10_000) / 100) }).replace(' ', nbsp)}` : euros(1000 * Math.round(amount / 1000));
/** A price per square metre. @param {number} amount @param {number} m2 */
export const perSquareMetre = (amount, m2) => `${euros(amount / m2)}${nbsp}/${nbsp}m²`;
export const whole = (/** @type {number} */ n) => numbers.plain.format(n);
export const decimal = (/** @type {number} */ n) => numbers.decimal.format(n);
/** A year is never grouped by thousands. */
export const year = (/** @type {number} */ n) => String(n);
export const percent = (/** @type {number} */ fraction) => `${numbers.one.format(100 * fraction)}${nbsp}%`;
export const wholePercent = (/** @type {number} */ fraction) => `${numbers.plain.format(100 * fraction)}${nbsp}%`;
/** The weight of an approach in the value. */
export const weightOf = (/** @type {number} */ weight) => (weight > 0 && weight < 0.01 ? say('basis.under', { share: wholePercent(0.01) }) : wholePercent(weight));
export const signedPercent = (/** @type {number} */ fraction) => `${signOf(fraction)}${numbers.tenths.format(Math.abs(100 * fraction))}${nbsp}%`;
export const metres = (/** @type {number} */ m) => (m < 1000 ? `${numbers.plain.format(m)}${nbsp}m` : `${numbers.one.format(m / 1000)}${nbsp}km`);
export const squareMetres = (/** @type {number} */ m2) => `${numbers.plain.format(m2)}${nbsp}m²`;
/** A day from its ISO form. */
export const day = (/** @type {string} */ iso) => days.format(new Date(`${iso}T00:00:00Z`));
/** A month from the ISO form of a day or month in it. */
export const month = (/** @type {string} */ iso) => months.format(new Date(`${iso.slice(0, 7)}-01T00:00:00Z`));

/** Zero has no sign. @param {number} n */
function signOf(n) {
  if (n === 0) return '';
  return n < 0 ? '−' : '+';
}
