// The chart of the market: the price level around a home by month, with its sales, and the forecast of the last months.
/** @import { Index } from '../types' */

import { h } from './dom.js';
import { knownUntil, monthSeconds, partLevels, secondsOf, yearsBetween } from './levels.js';
import { month, say, whole } from './words.js';

const height = 220;

/** The style of each line; dashes distinguish them without colour. A forecast has its own dashes. */
const lines = [{ colour: 'accent', width: 2.25, dash: [] }, { colour: 'muted', width: 1.25, dash: [] }, { colour: 'muted', width: 1.5, dash: [1.5, 3] }, { colour: 'muted', width: 1.25, dash: [8, 2, 2, 2] }];
const forecastDash = [5, 4];

/** Least distance between two year labels in pixels, and the possible steps between labels in seconds. */
const yearSpace = 60;
const yearSteps = [1, 2, 5, 10].map((years) => years * 365.25 * 86400);

export class Chart {
  place = h('div', { class: 'chart', id: 'chart' });
  /** @type {any} */
  #plot = null;
  /** @type {Index | null} */
  #index = null;

  constructor() {
    new ResizeObserver(() => this.#plot?.setSize({ width: this.place.clientWidth, height })).observe(this.place);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#draw());
  }

  /** Marks the chart as that of the previous answer. */
  wait() {
    this.place.setAttribute('aria-busy', 'true');
  }

  /** @param {string} [note] why there is no chart */
  clear(note) {
    this.#index = null;
    this.#plot?.destroy();
    this.#plot = null;
    this.place.removeAttribute('aria-busy');
    this.place.replaceChildren(...(note ? [h('p', { class: 'note' }, note)] : []));
  }

  /** Draws an index, with a table for users who can't see it. */
  async show(/** @type {Index} */ index) {
    this.#index = index;
    await this.#draw();
  }

  async #draw() {
    if (!document.querySelector('link[href$="uplot.css"]')) {
      document.head.append(h('link', { rel: 'stylesheet', href: new URL('vendored/uplot.css', import.meta.url).href }));
    }
    const { default: Plot } = await import('./vendored/uplot.mjs');
    const index = this.#index;
    if (!index || index.months.length === 0) return;
    this.clear();
    this.#index = index;
    const style = getComputedStyle(this.place);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
    const { series, data, bands } = this.#series(index, colour);
    const axis = { stroke: colour('muted'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false }, font: '12px Inter, sans-serif' };
    this.#plot = new Plot({
      width: this.place.clientWidth, height, padding: [12, 8, 0, 0], cursor: { y: false }, legend: { show: false },
      scales: { x: { time: true } }, series: [{}, ...series], bands,
      axes: [
        { ...axis, space: yearSpace, incrs: yearSteps,
          splits: (/** @type {unknown} */ _, /** @type {number} */ __, /** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ step) => yearsBetween(from, to, step),
          values: (/** @type {unknown} */ _, /** @type {number[]} */ at) => at.map((s) => String(new Date(1000 * s).getUTCFullYear())) },
        { ...axis, size: 44, values: (/** @type {unknown} */ _, /** @type {number[]} */ at) => at.map((v) => whole(v)) },
      ],
      hooks: { drawClear: [(/** @type {any} */ u) => drawForecast(u, index, colour)], draw: [(/** @type {any} */ u) => drawMarks(u, index, colour)] },
    }, [index.months.map(monthSeconds), ...data], this.place);
    this.place.append(keyOf(index), tableOf(index));
  }

  /**
   * Two lines a series, known levels and forecast, and the band of the error around the home's level.
   * @param {Index} index
   * @param {(name: string) => string} colour
   */
  #series(index, colour) {
    const until = knownUntil(index);
    const looks = index.series.map((s, i) => ({ label: s.label, stroke: colour(lines[i]?.colour ?? 'muted'), width: lines[i]?.width ?? 1, points: { show: false } }));
    const parts = index.series.map((s) => partLevels(s.level, until));
    const known = { series: looks.map((look, i) => ({ ...look, dash: lines[i]?.dash ?? [] })), data: parts.map((part) => part.known) };
    if (until === index.months.length - 1) return { ...known, bands: [] };
    const edges = edgesOf(index, until); // first, so that lines are drawn over the band
    return {
      series: [...edges.map(() => ({ label: '', stroke: '', width: 0, dash: [], points: { show: false } })), ...known.series, ...looks.map((look) => ({ ...look, dash: forecastDash }))],
      data: [...edges, ...known.data, ...parts.map((part) => part.forecast)],
      bands: edges.length > 0 ? [{ series: /** @type {[number, number]} */ ([1, 2]), fill: colour('tint1') }] : [],
    };
  }
}

/**
 * The high and the low edge of the band around the home's level; none if the index has no band.
 * @param {Index} index
 * @param {number} until
 */
function edgesOf({ series: [home] }, until) {
  if (!home?.low || !home.high) return [];
  return [home.high, home.low].map((edge) => partLevels(home.level.map((level, i) => (i <= until ? level : edge[i - until - 1])), until).forecast);
}

/**
 * Shades the months of the forecast.
 * @param {any} u
 * @param {Index} index
 * @param {(name: string) => string} colour
 */
function drawForecast(u, index, colour) {
  const until = knownUntil(index);
  if (until === index.months.length - 1) return;
  const { left, top, width, height: tall } = u.bbox;
  const from = u.valToPos(monthSeconds(index.months[until]), 'x', true);
  u.ctx.save();
  u.ctx.fillStyle = colour('wash');
  u.ctx.fillRect(from, top, left + width - from, tall);
  u.ctx.restore();
}

/**
 * Marks each sale on the line of the home.
 * @param {any} u
 * @param {Index} index
 * @param {(name: string) => string} colour
 */
function drawMarks(u, index, colour) {
  const [home] = index.series;
  if (!home) return;
  const { ctx } = u;
  ctx.save();
  ctx.setLineDash([]);
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
  const until = knownUntil(index);
  return h('p', { class: 'key', 'aria-hidden': 'true' }, index.series.map((s, i) => h('span', null, h('i', { class: `line l${i}` }), s.label)),
    until < index.months.length - 1 && h('span', { class: 'ahead' }, h('i', { class: 'line ahead' }), say('market.ahead', { month: month(index.months[until]) })),
    index.series[0]?.low && h('span', null, h('i', { class: 'swatch p90' }), say('market.error')),
    index.marks.some((m) => m.kind === 'sale') && h('span', null, h('i', { class: 'point own' }), say('market.own')),
    index.marks.some((m) => m.kind === 'reference') && h('span', null, h('i', { class: 'point' }), say('market.reference')));
}

/** The levels of each January, the last known month and the last month. */
function tableOf(/** @type {Index} */ index) {
  const last = index.months.length - 1;
  const until = knownUntil(index);
  const at = [...index.months.keys()].filter((i) => index.months[i].endsWith('-01') || i === until || i === last);
  const nameOf = (/** @type {number} */ i) => (i > until ? say('market.forecast', { month: month(index.months[i]) }) : month(index.months[i]));
  // A table is always as wide as its cells, so the element around it is hidden.
  return h('div', { class: 'visually-hidden' }, h('table', null, h('caption', null, say('market.chart')),
    h('thead', null, h('tr', null, h('td'), index.series.map((s) => h('th', { scope: 'col' }, s.label)))),
    h('tbody', null, at.map((i) => h('tr', null, h('th', { scope: 'row' }, nameOf(i)),
      index.series.map((s) => h('td', null, s.level[i] === null ? '–' : whole(100 * /** @type {number} */ (s.level[i])))))))));
}
