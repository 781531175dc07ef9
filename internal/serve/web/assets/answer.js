// The head of an answer: the value, its range and confidence class, and what is known about the home.
/** @import { Characteristic, Explanation, HouseImages, Inquiry, Interval, WorksheetAnswer } from '../types' */

import { h, styled } from './dom.js';
import { rounded, stepOf } from './rounding.js';
import { day, euros, perSquareMetre, say, sayName, shortEuros, squareMetres, year } from './words.js';

/**
 * The value with its range.
 * @param {Explanation} answer
 * @param {object} given
 * @param {boolean} given.changed the user has changed a characteristic
 * @param {number | null} given.registered the value without the changes
 * @param {() => void} given.reset
 * @param {boolean} given.exact to the euro, rather than rounded to its own uncertainty
 * @param {(exact: boolean) => void} given.toEuro
 * @param {HouseImages | null} given.photos null: not known yet
 */
export function headOf(answer, { changed, registered, reset, exact, toEuro, photos }) {
  const { valuation: v, words } = answer;
  const step = exact ? 1 : stepOf(answer.interval['80']);
  const old = words.oldSales && h('p', { class: 'old', role: 'note' }, words.oldSales);
  return h('section', { class: 'head', 'aria-labelledby': 'address' },
    h('div', { class: 'headline' }, h('div', null,
      h('h1', { id: 'address' }, `${v.street} ${v.houseNumber}${v.houseNumberExt ? `-${v.houseNumberExt}` : ''}`),
      h('p', { class: 'sub' }, [`${v.postalCode} ${v.city}`, typeOf(v), surfaceOf(v), yearOf(v)].filter(Boolean).join(' · ')),
      h('div', { id: 'judged', role: 'status' }),
      h('div', { class: 'value' },
        h('p', { class: 'bymodel' }, say('worksheet.model')),
        h('p', { class: 'when' }, say('value.on', { day: day(v.valueDate) })),
        h('p', { class: 'amount' }, h('data', { id: 'value', value: v.weightedValue }, euros(rounded(v.weightedValue, step)))),
        h('p', { class: 'exactness' }, perMetre(v, rounded(v.weightedValue, step)), exact ? say('value.exact') : say('value.rounded', { step: euros(step) }), ' ',
          h('button', { type: 'button', class: 'link noprint', id: 'exact', onclick: () => toEuro(!exact) }, say(exact ? 'value.toRounded' : 'value.toExact'))),
        changed && h('p', { class: 'changed' }, say('value.ofChanges'), '. ',
          registered !== null && `${say('value.was', { value: euros(rounded(registered, step)) })}. `,
          h('button', { type: 'button', class: 'link', onclick: reset }, say('value.reset'))))),
    portraitOf(photos)),
    words.status && h('p', { class: 'old', role: 'note', id: 'homestatus' }, words.status), old, bandOf(answer, step),
    h('div', { class: 'sureness' }, classOf(v.confidenceClass, words.class), h('p', { class: 'accuracy' }, words.accuracy)),
    !old && h('p', { class: 'age' }, words.dataAge), stripOf(photos));
}

/**
 * Has the value by a worksheet lead the model's; null: it does so no more. No class holds for a value that is stated.
 * @param {WorksheetAnswer | null} sheet
 */
export function leadBy(sheet) {
  const head = document.querySelector('.sheet .head');
  head?.classList.toggle('isjudged', sheet !== null);
  head?.classList.toggle('isstated', sheet?.stated === true);
  document.getElementById('judged')?.replaceChildren(...(sheet ? [
    h('p', { class: 'when' }, say(sheet.stated ? 'judged.stated' : 'worksheet.value')),
    h('p', { class: 'amount' }, h('data', { id: 'judged-value', value: sheet.value }, euros(sheet.value))),
    h('p', { class: 'exactness' }, `${say('worksheet.range')}: ${say('worksheet.fromTo', { low: euros(sheet.low), high: euros(sheet.high) })}`),
    sheet.stated ? h('p', { class: 'exactness' }, say('judged.noclass')) : '',
  ] : []));
}

/** @param {Explanation['valuation']} v */
function typeOf(v) {
  const type = v.inputBuildType ?? v.buildType;
  return type === null ? null : sayName('type', type);
}

/** @param {Explanation['valuation']} v */
function surfaceOf(v) {
  const surface = v.inputUseSurface ?? v.useSurface;
  return surface === null ? null : squareMetres(surface);
}

/**
 * The value per square metre, where the surface is known.
 * @param {Explanation['valuation']} v
 * @param {number} value
 */
function perMetre(v, value) {
  const surface = v.inputUseSurface ?? v.useSurface;
  return surface ? h('span', { class: 'permetre' }, `${perSquareMetre(value, surface)} · `) : null;
}

/** @param {Explanation['valuation']} v */
function yearOf(v) {
  const built = v.inputBuildYear ?? v.buildYear;
  return built === null ? null : year(built);
}

/**
 * The range as nested bars on one axis of euros, with the adjusted prices of the references below.
 * @param {Explanation} answer
 * @param {number} step the rounding step of amounts
 */
function bandOf({ interval, valuation, references }, step) {
  const adjusted = references.map((r) => r.adjusted);
  const low = Math.min(interval['90'][0], ...adjusted);
  const high = Math.max(interval['90'][1], ...adjusted);
  const margin = 0.04 * (high - low);
  const at = (/** @type {number} */ price) => (price - low + margin) / (high - low + 2 * margin);
  const bar = (/** @type {'50' | '80' | '90'} */ chance) => styled(h('span', { class: `bar p${chance}` }),
    { from: at(interval[chance][0]), to: at(interval[chance][1]) });
  const [low80, high80] = interval['80'];
  return h('figure', { class: 'band' },
    h('div', { class: 'axis', role: 'img', 'aria-label': bandWords(interval, step) },
      bar('90'), bar('80'), bar('50'),
      styled(h('span', { class: 'value-mark' }), { from: at(valuation.weightedValue) }),
      references.map((r) => styled(h('span', { class: 'dot', 'data-home': r.bagId }), { from: at(r.adjusted) }))),
    h('div', { class: 'ends', 'aria-hidden': 'true' },
      styled(h('span', { class: 'low' }, shortEuros(rounded(low80, step))), { from: at(low80) }),
      styled(h('span', { class: 'high' }, shortEuros(rounded(high80, step))), { from: at(high80) })),
    h('figcaption', { 'aria-hidden': 'true' },
      ['50', '80', '90'].map((chance) => h('span', { class: 'legend' }, h('i', { class: `swatch p${chance}` }), say('band.chance', { chance }))),
      h('span', { class: 'legend' }, h('i', { class: 'swatch dots' }), say('band.dots'))));
}

/**
 * @param {Record<'50' | '80' | '90', Interval>} interval
 * @param {number} step
 */
function bandWords(interval, step) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const chance of /** @type {const} */ (['50', '80', '90'])) {
    values[`low${chance}`] = euros(rounded(interval[chance][0], step));
    values[`high${chance}`] = euros(rounded(interval[chance][1], step));
  }
  return say('band.title', values);
}

/**
 * @param {number | null} confidence 0 to 5
 * @param {string} text
 */
function classOf(confidence, text) {
  if (confidence === null) return null;
  return h('p', { class: 'class' },
    h('span', { class: 'pips', role: 'img', 'aria-label': say('class.title', { class: confidence }) },
      [1, 2, 3, 4, 5].map((n) => h('i', { class: n <= confidence ? 'on' : '' })),
      h('b', { 'aria-hidden': 'true' }, `${confidence}/5`)),
    ' ', text);
}

/** The front, else the newest photo, beside the value. */
function portraitOf(/** @type {HouseImages | null} */ photos) {
  if (!photos || photos.images.length === 0) return h('span', { id: 'portrait' });
  const { front, imagesDate } = photos;
  return h('figure', { id: 'portrait', class: 'portrait' }, h('img', { src: orderOf(photos)[0], alt: altOf(photos, 0) }),
    h('figcaption', null, front ? say('photos.by', { source: front.source, day: day(new Date(1000 * front.timestamp).toISOString().slice(0, 10)) }) : say('photos.date', { day: day(imagesDate) })));
}

/** The photos with the front as the first. Two URLs of one photo differ in how long they last. @param {HouseImages} photos */
function orderOf({ images, front }) {
  if (!front) return images;
  const pictureOf = (/** @type {string} */ url) => url.split('?')[0];
  return [front.imageUrl, ...images.filter((url) => pictureOf(url) !== pictureOf(front.imageUrl))];
}

/** The other photos, in a strip. */
function stripOf(/** @type {HouseImages | null} */ photos) {
  if (!photos || photos.images.length < 2) return h('div', { id: 'strip', hidden: true });
  return h('div', { id: 'strip', class: 'photos' },
    h('div', { class: 'strip', tabindex: '0', role: 'group', 'aria-label': say('photos.title') }, orderOf(photos).slice(1).map((source, i) =>
      h('img', { src: source, alt: altOf(photos, i + 1), loading: 'lazy', decoding: 'async' }))));
}

/**
 * Inserts photos that arrive after the value.
 * @param {HouseImages} photos
 */
export function placePhotos(photos) {
  document.getElementById('portrait')?.replaceWith(portraitOf(photos));
  document.getElementById('strip')?.replaceWith(stripOf(photos));
}

/**
 * @param {HouseImages} photos
 * @param {number} i
 */
function altOf(photos, i) {
  return say('photos.alt', { number: i + 1, count: photos.images.length });
}

/**
 * The home's characteristics with their sources.
 * @param {Characteristic[]} characteristics
 * @param {Inquiry} overrides
 */
export function homeOf(characteristics, overrides) {
  return h('section', { class: 'known', 'aria-labelledby': 'known' },
    h('h2', { id: 'known' }, say('home.title')),
    h('table', null,
      h('thead', { class: 'visually-hidden' }, h('tr', null, ['home.name', 'home.value', 'home.source'].map((id) =>
        h('th', { scope: 'col' }, say(/** @type {'home.name'} */ (id)))))),
      h('tbody', null, characteristics.map((c) => h('tr', null,
        h('th', { scope: 'row' }, c.label), h('td', null, c.name === 'buildType' ? sayName('type', c.text) : c.text),
        h('td', { class: 'source' }, overrides[c.name] ? say('home.yours') : c.from))))));
}
