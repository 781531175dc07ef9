// The evidence as a file for spreadsheets.
/** @import { ComparableSale, ReferenceSale, Valuation } from '../types' */

import { h } from './dom.js';
import { currentLanguage } from './words.js';

const columns = /** @type {const} */ (['label', 'bagId', 'buildType', 'buildYear', 'useSurface', 'date', 'distance', 'price', 'indexedPrice', 'adjusted', 'equality', 'weight', 'share']);

/**
 * The rows of the file: references first, then the comparables, with a column for each difference, euros; its name is marked,
 * since some differences have the same name as another column. Dutch spreadsheets separate cells by semicolons and write
 * decimals with a comma.
 * @param {{references: ReferenceSale[], comparables: ComparableSale[]}} evidence
 */
export function csvOf({ references, comparables }) {
  const separator = currentLanguage() === 'nl' ? ';' : ',';
  const line = (/** @type {unknown[]} */ cells) => `${cells.map(cellOf).join(separator)}\r\n`;
  const names = [...new Set([...references, ...comparables].flatMap((sale) => (sale.differences ?? []).map((d) => d.name)))].sort();
  const rows = [...references.map((r) => ['reference', r]), ...comparables.map((c) => ['comparable', c])].map(([role, sale]) => {
    const { differences = [], ...fields } = /** @type {any} */ (sale);
    const euros = new Map(differences.map((/** @type {{name: string, euros: number}} */ d) => [d.name, d.euros]));
    return line([role, ...columns.map((name) => fields[name]), ...names.map((name) => euros.get(name))]);
  });
  return line(['role', 'address', ...columns.slice(1), ...names.map((name) => `difference.${name}`)]) + rows.join('');
}

/**
 * A cell as gevel's package csvfile writes it: spreadsheets do not evaluate it as a formula, and keep the digits of an id by the
 * tab behind them; hidden characters are shown.
 */
function cellOf(/** @type {unknown} */ value) {
  if (typeof value === 'number') {
    const text = String(Math.round(value * 1e4) / 1e4);
    return currentLanguage() === 'nl' ? text.replace('.', ',') : text;
  }
  const text = value === null || value === undefined ? '' : String(value);
  if (/^(0\d+|\d{12,})$/.test(text)) {
    return `${text}\t`;
  }
  const shown = text.replaceAll(/[^\P{C}\t\r\n]|[\u2028\u2029]/gu, (c) => [...Array(c.length).keys()].map((i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''));
  const safe = /^[=+\-@\t\r]/.test(shown) ? `'${shown}` : shown;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Downloads the file of a valuation.
 * @param {Valuation} valuation
 * @param {string} csv
 */
export function download({ postalCode, houseNumber, houseNumberExt, valueDate }, csv) {
  const name = [postalCode, houseNumber, houseNumberExt, valueDate].filter(Boolean).join('-');
  save(`${name}.csv`, new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }) /* spreadsheets recognise UTF-8 by the byte order mark */);
}

/**
 * Has the browser save a file.
 * @param {string} name
 * @param {Blob} content
 */
export function save(name, content) {
  const url = URL.createObjectURL(content);
  h('a', { href: url, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}
