// The market around a home: its price level in time, and sales nearby.
/** @import { Index, Valuation } from '../types' */

import { h } from './dom.js';
import { euros, month, say, whole } from './words.js';

/**
 * @param {Valuation} v
 * @returns {{section: HTMLElement, chart: HTMLElement}}
 */
export function marketOf(v) {
  const chart = h('div', { class: 'chart', id: 'chart' });
  const section = h('section', { class: 'market', 'aria-labelledby': 'market' },
    h('h2', { id: 'market' }, say('market.title')),
    h('p', { class: 'lead' }, say('market.lead')),
    chart, statisticsOf(v));
  return { section, chart };
}

/** @param {Valuation} v */
function statisticsOf(v) {
  const rows = /** @type {[string, number | null, number | null][]} */ ([
    [`${say('market.street')}, ${say('market.all')}`, v.numStrAllTypes, v.medStrAllTypes],
    [`${say('market.street')}, ${say('market.same')}`, v.numStrSameType, v.medStrSameType],
    [`${say('market.area', { code: v.postalCode.slice(0, 4) })}, ${say('market.all')}`, v.numZipAllTypes, v.medZipAllTypes],
    [`${say('market.area', { code: v.postalCode.slice(0, 4) })}, ${say('market.same')}`, v.numZipSameType, v.medZipSameType],
  ]);
  return h('table', { class: 'statistics' },
    h('caption', null, say('market.window')),
    h('thead', null, h('tr', null, h('td'), h('th', { scope: 'col', class: 'number' }, say('market.sales')), h('th', { scope: 'col', class: 'number' }, say('market.median')))),
    h('tbody', null, rows.map(([name, count, median]) => h('tr', null, h('th', { scope: 'row' }, name),
      h('td', { class: 'number' }, count === null ? '–' : whole(count)), h('td', { class: 'number' }, median === null ? '–' : euros(median))))));
}

/** Dashes of the lines, to distinguish them without colour. */
const dashes = [[], [6, 4], [2, 3], [8, 3, 2, 3]];

/**
 * Draws the index, with a table for users who can't see it.
 * @param {HTMLElement} place
 * @param {Index} index
 */
export async function drawIndex(place, index) {
  if (!document.querySelector('link[href$="uplot.css"]')) {
    document.head.append(h('link', { rel: 'stylesheet', href: new URL('vendored/uplot.css', import.meta.url).href }));
  }
  const { default: Plot } = await import('./vendored/uplot.mjs');
  if (!place.isConnected || index.months.length === 0) return;
  const style = getComputedStyle(place);
  const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
  const colours = [colour('accent'), colour('muted'), colour('muted'), colour('muted')];
  const times = index.months.map(secondsOf);
  const axis = { stroke: colour('muted'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false }, font: '12px Inter, sans-serif' };
  const series = index.series.map((s, i) => ({ label: s.label, stroke: colours[i] ?? colour('muted'), width: i === 0 ? 2 : 1.25, dash: dashes[i] ?? [], points: { show: false } }));
  place.replaceChildren();
  const plot = new Plot({
    width: place.clientWidth, height: 220, padding: [12, 8, 0, 0], cursor: { y: false }, legend: { show: false },
    scales: { x: { time: true } },
    axes: [{ ...axis, values: (/** @type {unknown} */ _, /** @type {number[]} */ at) => at.map((s) => String(new Date(1000 * s).getUTCFullYear())), space: 60, incrs: [365.25 * 86400, 2 * 365.25 * 86400, 5 * 365.25 * 86400] },
      { ...axis, size: 44, values: (/** @type {unknown} */ _, /** @type {number[]} */ at) => at.map((v) => whole(v)) }],
    series: [{}, ...series],
    hooks: { draw: [(/** @type {any} */ u) => drawMarks(u, index, colour)] },
  }, [times, ...index.series.map((s) => s.level.map((l) => (l === null ? null : 100 * l)))], place);
  place.append(keyOf(index), tableOf(index));
  new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: 220 })).observe(place);
}

/** @param {string} iso a month or a day */
function secondsOf(iso) {
  return Date.parse(iso.length === 7 ? `${iso}-01T00:00:00Z` : `${iso}T00:00:00Z`) / 1000;
}

/**
 * Marks each sale on the line of the home.
 * @param {any} u
 * @param {Index} index
 * @param {(name: string) => string} colour
 */
function drawMarks(u, index, colour) {
  const home = index.series[0];
  if (!home) return;
  const { ctx } = u;
  ctx.save();
  for (const mark of index.marks) {
    const at = index.months.indexOf(mark.date.slice(0, 7));
    const level = at < 0 ? null : home.level[at];
    if (level === null) continue;
    ctx.beginPath();
    ctx.arc(u.valToPos(secondsOf(mark.date), 'x', true), u.valToPos(100 * level, 'y', true), (mark.kind === 'sale' ? 5 : 4) * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fillStyle = mark.kind === 'sale' ? colour('accent') : colour('paper');
    ctx.strokeStyle = colour('accent');
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

/** @param {Index} index */
function keyOf(index) {
  return h('p', { class: 'key', 'aria-hidden': 'true' }, index.series.map((s, i) => h('span', null, h('i', { class: `line l${i}` }), s.label)),
    index.marks.some((m) => m.kind === 'sale') && h('span', null, h('i', { class: 'point own' }), say('market.own')),
    index.marks.some((m) => m.kind === 'reference') && h('span', null, h('i', { class: 'point' }), say('market.reference')));
}

/** The level of each January and of the last month. */
function tableOf(/** @type {Index} */ index) {
  const last = index.months.length - 1;
  const at = [...index.months.keys()].filter((i) => index.months[i].endsWith('-01') || i === last);
  // A table is always as wide as its cells, so the element around it is hidden.
  return h('div', { class: 'visually-hidden' }, h('table', null, h('caption', null, say('market.chart')),
    h('thead', null, h('tr', null, h('td'), index.series.map((s) => h('th', { scope: 'col' }, s.label)))),
    h('tbody', null, at.map((i) => h('tr', null, h('th', { scope: 'row' }, month(index.months[i])),
      index.series.map((s) => h('td', null, s.level[i] === null ? '–' : whole(100 * /** @type {number} */ (s.level[i])))))))));
}
