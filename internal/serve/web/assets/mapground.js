// The operator's background of the map: image tiles, by URL or in a PMTiles file, or Protomaps' basemap in such a file,
// drawn faintly so that the homes stand out.
/** @import { Background } from '../types' */
/** @import { ExpressionSpecification, FilterSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl' */
/** @import * as maplibre from './vendored/maplibre-gl.mjs' */

import { Refused, askRange } from './api.js';

/**
 * A background: its source, the layers below the map, and the names above it.
 * @typedef {{
 *   source: SourceSpecification, below: (dark: boolean) => LayerSpecification[], above: (dark: boolean) => LayerSpecification[]
 * }} Ground
 */

/** The name of its source, and the URL scheme of tiles in a file. */
export const groundSource = 'ground';

/** The layers that identify the schema of Protomaps. https://docs.protomaps.com/basemaps/layers */
const schema = ['earth', 'landuse', 'water', 'roads'];

/** The library's numbers of tile types. */
const vector = 1;
const avif = 5;

/**
 * @param {Background | null} background
 * @returns {Ground | null} null: none, or a file that must be opened first
 */
export function groundOfTemplate(background) {
  if (background?.kind !== 'tiles') return null;
  return ofPictures({ type: 'raster', tiles: [background.url], tileSize: 256, attribution: background.attribution });
}

/**
 * Opens a PMTiles file as a source of tiles for the map.
 * @param {Background} background
 * @param {typeof maplibre} library of the map
 * @returns {Promise<Ground | null>} null: the page has no colours for its content
 */
export async function openGround(background, library) {
  const { default: pmtiles } = await import('./vendored/pmtiles.mjs');
  const archive = new pmtiles.PMTiles(isOwn(background.url) ? new OwnFile(background.url, pmtiles.EtagMismatch) : background.url);
  const { tileType, minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader();
  const isVector = tileType === vector;
  if (isVector ? !await isKnown(archive) : !(tileType > vector && tileType <= avif)) {
    console.warn(`${background.url} is not drawn: the page draws tiles that are pictures, and vector tiles of the basemaps of Protomaps`);
    return null;
  }
  library.addProtocol(groundSource, async ({ url }, { signal }) => {
    const [z, x, y] = url.slice(`${groundSource}://`.length).split('/').map(Number);
    const tile = await archive.getZxy(z, x, y, signal);
    return { data: /** @type {ArrayBuffer} */ (tile?.data ?? (isVector ? new ArrayBuffer(0) : null)) };
  });
  const source = {
    tiles: [`${groundSource}://{z}/{x}/{y}`], minzoom: minZoom, maxzoom: maxZoom, attribution: background.attribution,
    // An archive without bounds may be anywhere.
    bounds: minLon < maxLon && minLat < maxLat ? /** @type {[number, number, number, number]} */ ([minLon, minLat, maxLon, maxLat]) : undefined,
  };
  return isVector ? { source: { type: 'vector', ...source }, below: landOf, above: namesOf } : ofPictures({ type: 'raster', tileSize: 256, ...source });
}

/** Whether a URL is on this service: only there may the key be sent. */
function isOwn(/** @type {string} */ url) {
  return url.startsWith('/page/');
}

/** A file of the service, requested with the page's key. */
class OwnFile {
  /**
   * @param {string} url
   * @param {new (message?: string) => Error} OtherFile the library's error for a file that has changed: it then starts again
   */
  constructor(url, OtherFile) {
    this.url = url;
    this.OtherFile = OtherFile;
  }

  getKey() {
    return this.url;
  }

  /**
   * @param {number} offset
   * @param {number} length
   * @param {AbortSignal} [signal]
   * @param {string} [tag] of the file that the offset belongs to
   */
  async getBytes(offset, length, signal, tag) {
    try {
      const response = await askRange(this.url, { first: offset, last: offset + length - 1, tag }, signal);
      return { data: await response.arrayBuffer(), etag: strong(response.headers.get('ETag')) };
    } catch (error) {
      if (error instanceof Refused && tag && [412, 416].includes(error.status)) throw new this.OtherFile(error.message);
      throw error;
    }
  }
}

/** A weak tag, perhaps weakened by a proxy, does not guarantee equal bytes. */
function strong(/** @type {string | null} */ tag) {
  return tag && !tag.startsWith('W/') ? tag : undefined;
}

/** @param {{getMetadata: () => Promise<unknown>}} archive */
async function isKnown(archive) {
  const { vector_layers: layers } = /** @type {{vector_layers?: {id: string}[]}} */ (await archive.getMetadata());
  return schema.every((name) => layers?.some(({ id }) => id === name));
}

/**
 * @param {SourceSpecification} source
 * @returns {Ground}
 */
function ofPictures(source) {
  return {
    source, above: () => [],
    below: (dark) => [{ id: 'pictures', type: 'raster', source: groundSource, paint: { 'raster-saturation': -0.7, 'raster-opacity': dark ? 0.4 : 0.7 } }],
  };
}

const light = {
  wood: '#dde7d5', green: '#e7ecdf', built: '#eceae4', sand: '#f2ecdc', water: '#cfdfe5', casing: '#dfdfd8', road: '#ffffff', highway: '#fdf6e6',
  path: '#e3e2da', rail: '#cbcbc4', border: '#b3b5ac', name: '#5f665f', halo: '#f3f3ef',
};
/** @type {typeof light} */
const dark = {
  wood: '#1e2a22', green: '#1f2722', built: '#20231f', sand: '#26251f', water: '#14262e', casing: '#141715', road: '#2d332f', highway: '#393d35',
  path: '#262b28', rail: '#343a36', border: '#4c534e', name: '#949c95', halo: '#1a1e1c',
};
/** The colours of the background, and of names. */
export const coloursOf = (/** @type {boolean} */ isDark) => (isDark ? dark : light);

/** The kind of a feature; versions 3 and 4 of the schema name it differently. */
const kind = /** @type {ExpressionSpecification} */ (['coalesce', ['get', 'kind'], ['get', 'pmap:kind'], '']);

const uses = /** @type {const} */ ({
  wood: ['forest', 'wood', 'nature_reserve', 'national_park', 'protected_area', 'scrub', 'wetland'],
  green: ['park', 'cemetery', 'garden', 'grass', 'grassland', 'meadow', 'golf_course', 'allotments', 'village_green', 'recreation_ground', 'dog_park', 'playground', 'pitch', 'orchard', 'zoo'],
  built: ['aerodrome', 'college', 'commercial', 'hospital', 'industrial', 'military', 'railway', 'runway', 'school', 'stadium', 'taxiway', 'university'],
  sand: ['beach', 'sand', 'barren'],
});
const streets = ['highway', 'major_road', 'medium_road', 'minor_road'];

/** @returns {FilterSpecification} */
const isOneOf = (/** @type {readonly string[]} */ kinds) => /** @type {FilterSpecification} */ (['in', kind, ['literal', kinds]]);
/** @returns {FilterSpecification} */
const has = (/** @type {'Polygon' | 'LineString'} */ geometry) => ['==', ['geometry-type'], geometry];

/**
 * Land, water, roads and borders. The buildings come from the map itself.
 * @param {boolean} isDark
 * @returns {LayerSpecification[]}
 */
function landOf(isDark) {
  const colours = coloursOf(isDark);
  const source = groundSource;
  const use = /** @type {any} */ (['match', kind, ...Object.entries(uses).flatMap(([name, kinds]) => [kinds, colours[/** @type {keyof typeof uses} */ (name)]]), 'rgba(0, 0, 0, 0)']);
  const area = (/** @type {string} */ id, /** @type {any} */ colour, /** @type {{maxzoom?: number}} */ more = {}) => /** @type {LayerSpecification} */ ({
    id, type: 'fill', source, 'source-layer': id, filter: has('Polygon'), paint: { 'fill-color': colour }, ...more,
  });
  const line = (/** @type {string} */ id, /** @type {any} */ { layer, of, paint, join = 'round', ...more }) => /** @type {LayerSpecification} */ ({
    id, type: 'line', source, 'source-layer': layer, filter: of, layout: { 'line-join': join, 'line-cap': join === 'round' ? 'round' : 'butt', 'line-sort-key': byRank }, paint, ...more,
  });
  return [
    area('landcover', use, { maxzoom: 8 }), area('landuse', use), area('natural', use), area('water', colours.water),
    line('rivers', {
      layer: 'water', of: has('LineString'), minzoom: 11,
      paint: { 'line-color': colours.water, 'line-width': ['interpolate', ['exponential', 1.6], ['zoom'], 11, 0.5, 18, 6] },
    }),
    line('paths', { layer: 'roads', of: isOneOf(['path', 'other', 'pier']), minzoom: 15, paint: { 'line-color': colours.path, 'line-width': 1.2, 'line-dasharray': [3, 1.5] }, join: 'miter' }),
    line('casings', { layer: 'roads', of: isOneOf(streets), minzoom: 12, paint: { 'line-color': colours.casing, 'line-width': widthOf(1.6) } }),
    line('streets', { layer: 'roads', of: isOneOf(streets), paint: { 'line-color': ['match', kind, 'highway', colours.highway, colours.road], 'line-width': widthOf(0) } }),
    ...['roads', 'transit'].map((layer) => line(`rails-${layer}`, { // a separate layer in version 3
      layer, of: isOneOf(['rail']), minzoom: 10, paint: { 'line-color': colours.rail, 'line-width': ['interpolate', ['linear'], ['zoom'], 10, 0.6, 17, 2] }, join: 'miter',
    })),
    line('borders', {
      layer: 'boundaries', of: isOneOf(['country', 'region']), maxzoom: 14, paint: { 'line-color': colours.border, 'line-width': 0.8, 'line-dasharray': [4, 2] }, join: 'miter',
    }),
  ];
}

/** Wide roads are drawn over narrow ones. */
const byRank = /** @type {ExpressionSpecification} */ (['match', kind, 'highway', 4, 'major_road', 3, 'medium_road', 2, 1]);

/**
 * The width of streets, in pixels.
 * @param {number} more for the casing
 * @returns {ExpressionSpecification}
 */
function widthOf(more) {
  const at = (/** @type {number[]} */ ...[highway, major, medium, minor]) => ['match', kind, 'highway', highway + more, 'major_road', major + more, 'medium_road', medium + more, minor + more];
  return /** @type {any} */ (['interpolate', ['exponential', 1.6], ['zoom'], 6, at(0.8, 0.2, 0, 0), 12, at(2.2, 1.4, 0.8, 0.4), 15, at(6, 5, 4, 2.6), 18, at(20, 18, 15, 11)]);
}

/**
 * Names of cities and streets, in the page's own font, so that the map requests none.
 * @param {boolean} isDark
 * @returns {LayerSpecification[]}
 */
function namesOf(isDark) {
  const { name, halo } = coloursOf(isDark);
  const paint = { 'text-color': name, 'text-halo-color': halo, 'text-halo-width': 1.4 };
  const text = { 'text-field': /** @type {ExpressionSpecification} */ (['get', 'name']), 'text-font': ['Inter'] };
  const rank = /** @type {ExpressionSpecification} */ (['-', ['coalesce', ['get', 'population_rank'], ['get', 'pmap:population_rank'], 0]]);
  return [
    {
      id: 'street-names', type: 'symbol', source: groundSource, 'source-layer': 'roads', minzoom: 15, filter: isOneOf(streets), paint,
      layout: { ...text, 'symbol-placement': 'line', 'text-size': 11, 'text-max-angle': 30, 'symbol-spacing': 400 },
    },
    {
      id: 'quarters', type: 'symbol', source: groundSource, 'source-layer': 'places', minzoom: 13, maxzoom: 15, filter: isOneOf(['neighbourhood', 'macrohood']),
      paint, layout: { ...text, 'text-size': 11, 'symbol-sort-key': rank },
    },
    {
      id: 'towns', type: 'symbol', source: groundSource, 'source-layer': 'places', maxzoom: 15, filter: isOneOf(['locality']), paint,
      layout: { ...text, 'symbol-sort-key': rank, 'text-size': ['interpolate', ['linear'], ['zoom'], 6, 11, 13, 15] },
    },
  ];
}
