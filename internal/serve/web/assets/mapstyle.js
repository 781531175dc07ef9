// How the map looks: its layers and colours.
/** @import { Ground } from './mapground.js' */
/** @import { Edition } from '../types' */
/** @import { ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl' */

import { coloursOf as nameColours, groundSource } from './mapground.js';

/** First build year of each colour, and the colours: brick to slate to water. */
export const periods = /** @type {const} */ ([1906, 1931, 1945, 1960, 1975, 1991, 2006]);
const periodColours = {
  light: ['#8c4a36', '#b0674a', '#cc9069', '#dcb98f', '#c9cbb4', '#9dbcb9', '#6c9db0', '#41708f'],
  dark: ['#a35a43', '#b87556', '#bd8e6d', '#a89577', '#87907f', '#6b8f90', '#5487a0', '#4878a3'],
};
const typeColours = {
  light: { detached: '#a85c42', 'semi-detached': '#cc9069', corner: '#c9b98f', terraced: '#8fb0ab', apartment: '#4f7f9f', other: '#cfcfc9' },
  dark: { detached: '#a85c42', 'semi-detached': '#b3805c', corner: '#97896a', terraced: '#648d89', apartment: '#4f7f9f', other: '#444a46' },
};

/** Colours of the lowest change of an area in a year, of the middle between them, and of the highest. */
export function changeColours(/** @type {boolean} */ dark) {
  return dark ? ['#a8644d', '#8a7c4c', '#4f9c84'] : ['#c0694a', '#dcc98a', '#3f8770'];
}

/** Changes of areas that differ by less look alike. */
export const alike = 0.001;

/** The colour of an area whose change is not known. */
export function unknownColour(/** @type {boolean} */ dark) {
  return dark ? '#3d444d' : '#b9bfc6';
}

/** The URL scheme of tiles that are requested with the page's key. */
export const ownTiles = 'gevel';

/** @param {boolean} dark */
export function yearColours(dark) {
  return periodColours[dark ? 'dark' : 'light'];
}

/** @param {boolean} dark */
export function houseTypeColours(dark) {
  return typeColours[dark ? 'dark' : 'light'];
}

/**
 * @param {Edition} edition
 * @param {{colour: 'year' | 'type', date: string, dark: boolean, ground: Ground | null}} how date: the valuation date, empty for today
 * @returns {StyleSpecification}
 */
export function styleOf(edition, { colour, date, dark, ground }) {
  const { minZoom, maxZoom } = edition.map;
  /** @type {Record<string, SourceSpecification>} */
  const sources = {
    gevel: {
      type: 'vector', tiles: [`${ownTiles}://${location.origin}/page/tiles/{z}/{x}/{y}${date ? `?valuationDate=${date}` : ''}`],
      minzoom: minZoom, maxzoom: maxZoom,
    },
  };
  /** @type {LayerSpecification[]} */
  const layers = [{ id: 'paper', type: 'background', paint: { 'background-color': dark ? '#1a1e1c' : '#f3f3ef' } }];
  if (ground) sources[groundSource] = ground.source;
  layers.push(...ground?.below(dark) ?? [], ...own(colour, dark), ...(ground ? ground.above(dark) : names(dark)));
  return { version: 8, sources, layers };
}

/**
 * @param {'year' | 'type'} colour
 * @param {boolean} dark
 * @returns {LayerSpecification[]}
 */
function own(colour, dark) {
  const ink = dark ? '#e8ebe8' : '#1b1e1c';
  const paper = dark ? '#1a1e1c' : '#ffffff';
  const source = 'gevel';
  return [
    {
      id: 'areas', type: 'fill', source, 'source-layer': 'areas', maxzoom: 14,
      paint: { 'fill-color': changeColour(dark), 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 11, 0.85, 13, 0.75, 14, 0.15], 'fill-outline-color': paper },
    },
    {
      id: 'buildings', type: 'fill', source, 'source-layer': 'buildings', minzoom: 12,
      paint: { 'fill-color': colour === 'year' ? yearColour(dark) : typeColour(dark), 'fill-opacity': ['case', ['>', ['coalesce', ['get', 'homes'], 0], 0], 1, 0.45], 'fill-antialias': true },
    },
    {
      id: 'walls', type: 'line', source, 'source-layer': 'buildings', minzoom: 15,
      paint: { 'line-color': paper, 'line-width': ['interpolate', ['linear'], ['zoom'], 15, 0.3, 18, 1.2], 'line-opacity': 0.8 },
    },
    {
      id: 'homes', type: 'circle', source, 'source-layer': 'homes', minzoom: 15.5,
      paint: { 'circle-radius': ['interpolate', ['linear'], ['zoom'], 15.5, 0.8, 19, 2.5], 'circle-color': ink, 'circle-opacity': 0.25 },
    },
    {
      id: 'sales', type: 'circle', source, 'source-layer': 'sales', minzoom: 12,
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 12, 1, 15, 1.8, 17, 3.2, 19, 5], 'circle-color': paper,
        'circle-stroke-color': ink, 'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 12, 0.4, 16, 0.8], 'circle-opacity': 0.95, 'circle-stroke-opacity': 0.55,
      },
    },
  ];
}

/**
 * Names of streets and cities, from the register, in the page's own font: the map requests none. A name that finds no room
 * is left out, that of the fewest homes first.
 * @param {boolean} dark
 * @returns {LayerSpecification[]}
 */
function names(dark) {
  const { name, halo } = nameColours(dark);
  const layer = { source: 'gevel', 'source-layer': 'names', paint: { 'text-color': name, 'text-halo-color': halo, 'text-halo-width': 1.6 } };
  const text = { 'text-field': /** @type {ExpressionSpecification} */ (['get', 'name']), 'text-font': ['Inter'], 'symbol-sort-key': /** @type {ExpressionSpecification} */ (['-', ['get', 'homes']]) };
  return [
    { id: 'street-names', type: 'symbol', minzoom: 15, filter: ['==', ['geometry-type'], 'LineString'], ...layer, layout: { ...text, 'symbol-placement': 'line-center', 'text-size': ['interpolate', ['linear'], ['zoom'], 15, 10.5, 18, 13], 'text-max-angle': 30 } },
    { id: 'city-names', type: 'symbol', maxzoom: 15, filter: ['==', ['geometry-type'], 'Point'], ...layer, layout: { ...text, 'text-size': ['interpolate', ['linear'], ['zoom'], 6, 11, 13, 15] } },
  ];
}

/**
 * @param {boolean} dark
 * @returns {ExpressionSpecification}
 */
function yearColour(dark) {
  const [first, ...rest] = yearColours(dark);
  const stops = periods.flatMap((from, i) => [from, rest[i]]);
  return /** @type {ExpressionSpecification} */ (['step', ['coalesce', ['get', 'year'], 0], first, ...stops]);
}

/**
 * @param {boolean} dark
 * @returns {ExpressionSpecification}
 */
function typeColour(dark) {
  const { other, ...known } = houseTypeColours(dark);
  return /** @type {any} */ (['match', ['coalesce', ['get', 'type'], ''], ...Object.entries(known).flat(), other]);
}

/**
 * Change of the index over a year, from the lowest to the highest of that day.
 * @param {boolean} dark
 * @returns {ExpressionSpecification}
 */
function changeColour(dark) {
  const [least, middle, most] = changeColours(dark);
  const above = ['-', ['get', 'change'], ['get', 'least']];
  const span = ['-', ['get', 'most'], ['get', 'least']];
  const spread = ['interpolate', ['linear'], ['/', above, span], 0, least, 0.5, middle, 1, most];
  return /** @type {any} */ (['case', ['!', ['has', 'change']], unknownColour(dark), ['<', span, alike], middle, spread]);
}
