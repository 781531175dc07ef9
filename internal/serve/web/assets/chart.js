// The chart of the market by month: the home's value in euros with its own sales, or the price level around it; and the
// forecast of the last months.
/** @import { Explanation, Index, IndexMark } from '../types' */
/** An index with the sales of an answer. @typedef {Index & {marks: IndexMark[]}} Marked */
/** A chart's lines and marks in one unit: euros or index points. @typedef {Marked & {unit: number, inEuros: boolean}} Drawn */

import { h } from './dom.js';
import { knownUntil, monthSeconds, partLevels, secondsOf, yearsBetween } from './levels.js';
import { currentLanguage, day, euros, month, say, shortEuros, whole } from './words.js';

const height = 220;

/** The style of each line; dashes distinguish them without colour. A forecast has its own dashes. */
const lines = [{ colour: 'accent', width: 2.25, dash: [] }, { colour: 'muted', width: 1.25, dash: [] }, { colour: 'muted', width: 1.5, dash: [1.5, 3] }, { colour: 'muted', width: 1.25, dash: [8, 2, 2, 2] }];
const forecastDash = [5, 4];

/** Has the plotting library, which formats numbers by the browser's locale once it loads, find one: some have "C", which is none. */
function replaceNoLocale() {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: currentLanguage() });
  }
}

/** Least distance between two year labels in pixels, and the possible steps between labels in seconds. */
const yearSpace = 60;
const yearSteps = [1, 2, 5, 10].map((years) => years * 365.25 * 86400);

/**
 * The home's own last sale and the references.
 * @param {Explanation} answer
 * @returns {IndexMark[]}
 */
export function marksOf({ valuation: v, references }) {
  const own = v.histTransactionPrice === null || v.histTransactionDate === null ? []
    : [{ kind: /** @type {const} */ ('sale'), label: say('market.own'), date: v.histTransactionDate, price: v.histTransactionPrice }];
  return [...own, ...references.map((r) => ({ kind: /** @type {const} */ ('reference'), label: r.label ?? '', date: r.date, price: r.price }))];
}

export class Chart {
  place = h('div', { class: 'chart', id: 'chart' });
  /** @type {any} */
  #plot = null;
  /** @type {Marked | null} */
  #index = null;
  #value = 0;
  #inEuros = true;
  #choice = h('div', { class: 'choice noprint', role: 'group' });

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

  /**
   * Draws an index, with a table for users who can't see it.
   * @param {Marked} index
   * @param {number} value of the home on the valuation date, euros
   */
  async show(index, value) {
    this.#index = index;
    this.#value = value;
    await this.#draw();
  }

  #fillChoice() {
    this.#choice.setAttribute('aria-label', say('market.unit'));
    this.#choice.replaceChildren(...[true, false].map((inEuros) => h('button', {
      type: 'button', 'aria-pressed': String(inEuros === this.#inEuros), id: inEuros ? 'ineuros' : 'inlevels',
      onclick: async () => {
        this.#inEuros = inEuros;
        await this.#draw();
        document.getElementById(inEuros ? 'ineuros' : 'inlevels')?.focus();
      },
    }, say(inEuros ? 'market.inEuros' : 'market.inLevels'))));
  }

  /** The index in the chosen unit; in euros of the home alone. @param {Marked} index @returns {Drawn} */
  #drawn(index) {
    const [home] = index.series;
    if (!this.#inEuros || !home) return { ...index, unit: 100, inEuros: false };
    return { ...index, unit: this.#value, inEuros: true, series: [{ ...home, label: say('market.value', { index: home.label }) }], marks: index.marks.filter((m) => m.kind === 'sale') };
  }

  async #draw() {
    if (!document.querySelector('link[href$="uplot.css"]')) {
      document.head.append(h('link', { rel: 'stylesheet', href: new URL('vendored/uplot.css', import.meta.url).href }));
    }
    replaceNoLocale();
    const { default: Plot } = await import('./vendored/uplot.mjs');
    const asked = this.#index;
    if (!asked || asked.months.length === 0) return;
    this.clear();
    this.#index = asked;
    this.#fillChoice();
    this.place.append(this.#choice);
    const index = this.#drawn(asked);
    const prices = index.inEuros ? index.marks.map((m) => m.price) : [];
    const style = getComputedStyle(this.place);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
    const { series, data, bands } = this.#series(index, colour);
    const axis = { stroke: colour('muted'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false }, font: '12px Inter, sans-serif' };
    const readout = h('p', { class: 'readout note noprint', role: 'status' });
    const read = (/** @type {number | null} */ at) => readout.replaceChildren(at === null ? say('market.point') : readingOf(index, at));
    read(null);
    this.#plot = new Plot({
      width: this.place.clientWidth, height, padding: [12, 8, 0, 0], cursor: { y: false }, legend: { show: false },
      scales: { x: { time: true }, y: { range: (/** @type {unknown} */ _, /** @type {number} */ least, /** @type {number} */ most) => Plot.rangeNum(Math.min(least, ...prices), Math.max(most, ...prices), 0.1, true) } }, series: [{}, ...series], bands,
      axes: [
        { ...axis, space: yearSpace, incrs: yearSteps,
          splits: (/** @type {unknown} */ _, /** @type {number} */ __, /** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ step) => yearsBetween(from, to, step),
          values: (/** @type {unknown} */ _, /** @type {number[]} */ at) => at.map((s) => String(new Date(1000 * s).getUTCFullYear())) },
        { ...axis, size: index.inEuros ? 84 : 44, values: (/** @type {unknown} */ _, /** @type {number[]} */ at) => at.map(index.inEuros ? shortEuros : whole) },
      ],
      hooks: { setCursor: [(/** @type {any} */ u) => read(u.cursor.idx ?? null)], drawClear: [(/** @type {any} */ u) => drawForecast(u, index, colour)], draw: [(/** @type {any} */ u) => drawMarks(u, index, colour)] },
    }, [index.months.map(monthSeconds), ...data], this.place);
    walkable(this.#plot);
    this.place.append(readout, keyOf(index), tableOf(index));
  }

  /**
   * Two lines a series, known levels and forecast, and the band of the error around the home's level.
   * @param {Drawn} index
   * @param {(name: string) => string} colour
   */
  #series(index, colour) {
    const until = knownUntil(index);
    const looks = index.series.map((s, i) => ({ label: s.label, stroke: colour(lines[i]?.colour ?? 'muted'), width: lines[i]?.width ?? 1, points: { show: false } }));
    const parts = index.series.map((s) => partLevels(s.level, until, index.unit));
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

/** Lets arrow keys move the cursor of a plot: a month, or to either end. @param {any} plot */
function walkable(plot) {
  plot.over.tabIndex = 0;
  plot.over.setAttribute('role', 'application');
  plot.over.setAttribute('aria-label', say('market.walk'));
  plot.over.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const last = plot.data[0].length - 1;
    const at = plot.cursor.idx ?? last;
    const to = { ArrowLeft: Math.max(0, at - 1), ArrowRight: Math.min(last, at + 1), Home: 0, End: last }[event.key];
    if (to === undefined) return;
    plot.setCursor({ left: plot.valToPos(plot.data[0][to], 'x'), top: 0 });
    event.preventDefault();
  });
}

/** A month of an index in words. @param {Drawn} index @param {number} at */
function readingOf(index, at) {
  const figures = index.series.map(({ label, level }) => `${label} ${amountOf(index, level[at])}`);
  return `${monthOf(index, at)}: ${index.inEuros ? amountOf(index, index.series[0]?.level[at]) : figures.join(', ')}`;
}

/** A month's name, which says when it is forecast. @param {Drawn} index @param {number} at */
function monthOf(index, at) {
  return at > knownUntil(index) ? say('market.forecast', { month: month(index.months[at]) }) : month(index.months[at]);
}

/** @param {Drawn} index @param {number | null | undefined} level */
function amountOf(index, level) {
  return level === null || level === undefined ? '–' : (index.inEuros ? euros : whole)(index.unit * level);
}

/**
 * The high and the low edge of the band around the home's level; none if the index has no band.
 * @param {Drawn} index
 * @param {number} until
 */
function edgesOf({ series: [home], unit }, until) {
  if (!home?.low || !home.high) return [];
  return [home.high, home.low].map((edge) => partLevels(home.level.map((level, i) => (i <= until ? level : edge[i - until - 1])), until, unit).forecast);
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
 * Marks each sale: on the line of the home, or at its price in euros.
 * @param {any} u
 * @param {Drawn} index
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
    ctx.arc(u.valToPos(secondsOf(mark.date), 'x', true), u.valToPos(index.inEuros ? mark.price : index.unit * level, 'y', true), (mark.kind === 'sale' ? 5 : 4) * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fillStyle = mark.kind === 'sale' ? colour('accent') : colour('paper');
    ctx.strokeStyle = colour('accent');
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
}

/** @param {Drawn} index */
function keyOf(index) {
  const until = knownUntil(index);
  return h('p', { class: 'key', 'aria-hidden': 'true' }, index.series.map((s, i) => h('span', null, h('i', { class: `line l${i}` }), s.label)),
    until < index.months.length - 1 && h('span', { class: 'ahead' }, h('i', { class: 'line ahead' }), say('market.ahead', { month: month(index.months[until]) })),
    index.series[0]?.low && h('span', null, h('i', { class: 'swatch p90' }), say('market.error')),
    index.marks.some((m) => m.kind === 'sale') && h('span', null, h('i', { class: 'point own' }), say('market.own')),
    index.marks.some((m) => m.kind === 'reference') && h('span', null, h('i', { class: 'point' }), say('market.reference')));
}

/** The levels of each January, the last known month and the last month. */
function tableOf(/** @type {Drawn} */ index) {
  const last = index.months.length - 1;
  const until = knownUntil(index);
  const at = [...index.months.keys()].filter((i) => index.months[i].endsWith('-01') || i === until || i === last);
  // A table is always as wide as its cells, so the element around it is hidden.
  return h('div', { class: 'visually-hidden' }, h('table', null, h('caption', null, say('market.chart')),
    h('thead', null, h('tr', null, h('td'), index.series.map((s) => h('th', { scope: 'col' }, s.label)))),
    h('tbody', null, at.map((i) => h('tr', null, h('th', { scope: 'row' }, monthOf(index, i)), index.series.map(({ level }) => h('td', null, amountOf(index, level[i]))))))),
    index.inEuros && index.marks.length > 0 && h('ul', null, index.marks.map((m) => h('li', null, `${m.label}: ${day(m.date)}, ${euros(m.price)}`))));
}
