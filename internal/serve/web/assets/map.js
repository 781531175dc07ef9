// The map: the home, its references and other sales, on the footprints of buildings. It is drawn from the service's own
// tiles, and from a background if the operator has set one.
/** @import { Edition, Evidence, Explanation, FoundHome, Inquiry, Sale } from '../types' */
/** @import { Ground } from './mapground.js' */
/** @import * as maplibre from './vendored/maplibre-gl.mjs' */

import { ask, isAbort, Latest, Refused } from './api.js';
import { h } from './dom.js';
import { groundOfTemplate, openGround } from './mapground.js';
import { askTile } from './maptiles.js';
import { markOf, moveApart } from './mapmarks.js';
import { paper, PaperMap } from './mappaper.js';
import { areaWords, buildingOf, saleWords } from './mappopup.js';
import { ownTiles, styleOf } from './mapstyle.js';
import { inquiryOf, streetOf } from './meant.js';
import { wordsOf } from './notice.js';
import { say, shortEuros } from './words.js';

/** Zoom level at a home. */
const homeZoom = 16.2;

/** From this zoom level on the map shows buildings, below it areas. */
const nearZoom = 14;

/** How the home's view fits on paper, beside the key. */
const paperFit = { padding: { top: 60, bottom: 40, left: 150, right: 70 }, maxZoom: homeZoom, animate: false };

/** How far beside a sale it may be pressed, CSS pixels. */
const saleReach = 4;

/** @typedef {'year' | 'type'} Colour */

export class HomeMap {
  /** @type {maplibre.Map | null} */
  #map = null;
  /** @type {typeof maplibre | null} */
  #library = null;
  /** The home and its references. @type {maplibre.Marker[]} */
  #markers = [];
  /** The other comparables. @type {maplibre.Marker[]} */
  #others = [];
  #all = false;
  /** Homes to choose from. @type {FoundHome[]} */
  #offered = [];
  /** @type {Explanation | null} */
  #answer = null;
  #date = '';
  /** The home of the last view; the user may have moved the map since. */
  #lookedAt = '';
  /** @type {maplibre.Popup | null} */
  #popup = null;
  /** Where the map was before it was printed. @type {{center: maplibre.LngLat, zoom: number} | null} */
  #onScreen = null;
  #waiting = false;
  #asked = new Latest();
  #paper = new PaperMap();
  /** What is drawn for paper. */
  #onPaper = '';
  /** What lies under the map. @type {Ground | null} */
  #ground = null;

  /**
   * @param {HTMLElement} place
   * @param {Edition} edition
   * @param {object} given
   * @param {Colour} given.colour
   * @param {(bagId: string | null) => void} given.point
   * @param {(inquiry: Inquiry) => void} given.choose a home
   * @param {(far: boolean, changes: [number, number] | null) => void} given.zoomed called with whether the map shows areas, and their lowest and highest change
   */
  constructor(place, edition, given) {
    this.place = place;
    this.edition = edition;
    this.colour = given.colour;
    this.point = given.point;
    this.choose = given.choose;
    this.zoomed = given.zoomed;
    this.#ground = groundOfTemplate(edition.map.background);
    if (this.#ground) this.place.dataset.ground = 'known';
  }

  /** Draws the map, or shows that it can't. */
  async open() {
    try {
      document.head.append(h('link', { rel: 'stylesheet', href: new URL('vendored/maplibre-gl.css', import.meta.url).href }));
      const library = await import('./vendored/maplibre-gl.mjs');
      this.#library = library;
      library.addProtocol(ownTiles, async ({ url }, { signal }) => ({ data: await askTile(url.slice(`${ownTiles}://`.length), signal) }));
      const [west, south, east, north] = this.edition.bounds ?? [3.3, 50.7, 7.3, 53.6];
      if (this.#answer) this.#date = this.#dateOf(this.#answer); // else its tiles would be requested of two days
      this.#map = new library.Map({
        container: this.place, style: this.#style(),
        bounds: [[west, south], [east, north]], fitBoundsOptions: { padding: 24 }, minZoom: 5, maxZoom: 19, maxPitch: 0,
        dragRotate: false, pitchWithRotate: false, attributionControl: false, fadeDuration: 0,
        cooperativeGestures: matchMedia('(pointer: coarse)').matches, // one finger moves the page, two move the map
        locale: { 'CooperativeGesturesHandler.MobileHelpText': say('map.twoFingers') },
        canvasContextAttributes: { preserveDrawingBuffer: true }, // else a print has no map
      });
    } catch (error) {
      console.info(error);
      this.place.replaceChildren(h('p', { class: 'notice' }, say('map.noWebGL')));
      return;
    }
    const map = this.#map;
    const library = this.#library;
    if (!map || !library) return;
    map.touchZoomRotate.disableRotation();
    this.#reportZoom(map);
    map.addControl(new library.NavigationControl({ showCompass: false }), 'top-right');
    map.addControl(new library.AttributionControl({ compact: true, customAttribution: 'BAG' }), 'bottom-right');
    map.on('error', (event) => this.#failed(event.error));
    map.on('click', (event) => this.#showWhatIsAt(event));
    for (const layer of ['sales', 'buildings']) {
      map.on('mouseenter', layer, () => { map.getCanvas().style.cursor = 'pointer'; });
      map.on('mouseleave', layer, () => { map.getCanvas().style.cursor = ''; });
    }
    map.on('moveend', () => moveApart(map, this.#markers));
    map.on('idle', () => {
      this.place.dataset.drawn = 'true';
      this.#drawPaper();
    });
    map.on('dataloading', () => { delete this.place.dataset.drawn; });
    map.on('movestart', () => {
      delete this.place.dataset.drawn;
      this.place.querySelector('.mapnote')?.remove();
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#restyle());
    if (this.#answer) this.show(this.#answer);
    else this.#markOffered();
    await this.#layGround(library);
  }

  /**
   * Shows an answer: the home with its surroundings, and the references.
   * @param {Explanation} answer
   */
  show(answer) {
    this.#answer = answer;
    if (!this.#map || !this.#library) return;
    if (this.#date !== this.#dateOf(answer)) {
      this.#date = this.#dateOf(answer);
      this.#restyle();
    }
    for (const marker of this.#markers) marker.remove();
    this.#markers = [this.#homeMarker(answer), ...answer.references.map((r, i) => this.#saleMarker(r, 'price', [i + 1, shortEuros(r.adjusted)]))].filter((m) => m !== null);
    this.#markOthers();
    if (this.#lookedAt !== answer.home.bagId) {
      this.#popup?.remove();
      this.look();
    }
    moveApart(this.#map, this.#markers);
    if (this.#onPaper) this.#drawPaper(); // else once the map itself is drawn
  }

  /** The valuation date of the tiles, empty for today: a tile must not be requested by two names. */
  #dateOf(/** @type {Explanation} */ { valuation: { valueDate } }) {
    return valueDate === this.edition.today ? '' : valueDate;
  }

  /** Zooms to the home and its references. */
  look() {
    const bounds = this.#bounds();
    if (!this.#map || !bounds) return;
    this.#lookedAt = this.#answer?.home.bagId ?? '';
    this.#map.fitBounds(bounds, { padding: this.#padding(), maxZoom: homeZoom, animate: false });
  }

  /** Where the home and its references are. */
  #bounds() {
    if (!this.#answer || !this.#library) return null;
    const { home, references } = this.#answer;
    if (home.lon === null || home.lat === null) return null;
    const bounds = new this.#library.LngLatBounds([home.lon, home.lat], [home.lon, home.lat]);
    for (const r of references) if (r.lon !== null && r.lat !== null) bounds.extend([r.lon, r.lat]);
    return bounds;
  }

  /** Draws the home's view ahead for paper, once for all that it shows. */
  #drawPaper() {
    const bounds = this.#bounds();
    const wanted = [bounds, this.#date, this.colour, this.place.dataset.ground].join(' ');
    if (!this.#library || !bounds || wanted === this.#onPaper) return;
    this.#onPaper = wanted;
    this.#paper.draw(this.#library, { style: this.#style(false), bounds, fit: paperFit });
  }

  /** Space for labels and for the map's legend: below on a phone, else on the left. */
  #padding() {
    const key = /** @type {HTMLElement | null} */ (this.place.parentElement?.querySelector('.mapkey'));
    const room = { top: 70, bottom: 60, left: 60, right: 60 };
    if (matchMedia('(max-width: 899px)').matches) room.bottom = Math.max(room.bottom, (key?.offsetHeight ?? 0) + 32);
    else room.left = Math.max(room.left, (key?.offsetWidth ?? 0) + 32);
    return room;
  }

  /** Reports whether areas are shown, and their changes, now and whenever they differ. */
  #reportZoom(/** @type {maplibre.Map} */ map) {
    let reported = '';
    const report = () => {
      const isFar = map.getZoom() < nearZoom;
      const known = isFar && map.getSource('gevel') ? map.querySourceFeatures('gevel', { sourceLayer: 'areas', filter: ['has', 'change'] })[0]?.properties : null;
      const now = [isFar, known?.least, known?.most].join(' ');
      if (now !== reported) this.zoomed(isFar, known ? [known.least, known.most] : null);
      reported = now;
    };
    for (const when of /** @type {const} */ (['moveend', 'idle'])) map.on(when, report);
    report();
  }

  /** Takes its size on paper and zooms to the home and its references. Printing does not wait for tiles. */
  fitPaper() {
    const map = this.#map;
    if (!map || !this.#answer) return;
    this.#onScreen = { center: map.getCenter(), zoom: map.getZoom() };
    Object.assign(this.place.style, { width: `${paper.width}px`, height: `${paper.height}px` });
    map.resize();
    const bounds = this.#bounds();
    if (bounds) map.fitBounds(bounds, paperFit);
    map.redraw();
    // A print takes the map's last canvas on the screen, so it must be drawn now.
    const picture = this.#paper.picture ?? map.getCanvas();
    const copy = h('canvas', { class: 'printed', width: picture.width, height: picture.height });
    copy.getContext('2d')?.drawImage(picture, 0, 0);
    map.getCanvas().after(copy);
  }

  /** Restores the view from before printing. */
  fitWindow() {
    if (!this.#map || !this.#onScreen) return;
    this.place.removeAttribute('style');
    this.place.querySelector('.printed')?.remove();
    this.#map.resize();
    this.#map.jumpTo(this.#onScreen);
    this.#onScreen = null;
  }

  /** Removes the home and keeps the view. */
  clear() {
    this.#answer = null;
    this.#offered = [];
    for (const marker of [...this.#markers, ...this.#others]) marker.remove();
    this.#markers = this.#others = [];
    this.#popup?.remove();
  }

  /** Removes the home and shows the whole area of the edition. */
  leave() {
    this.clear();
    this.#lookedAt = '';
    const [west, south, east, north] = this.edition.bounds ?? [3.3, 50.7, 7.3, 53.6];
    this.#map?.fitBounds([[west, south], [east, north]], { padding: 24, animate: false });
  }

  /** Marks the homes that an address may mean; pressing one chooses it. @param {FoundHome[]} homes */
  offer(homes) {
    this.leave();
    this.#offered = homes.filter((home) => home.lon !== null);
    this.#markOffered();
  }

  #markOffered() {
    const map = this.#map;
    const library = this.#library;
    if (!map || !library || this.#offered.length === 0) return;
    const bounds = new library.LngLatBounds();
    this.#markers = this.#offered.map((home) => {
      const at = /** @type {[number, number]} */ ([home.lon, home.lat]);
      bounds.extend(at);
      const mark = h('button', { type: 'button', class: 'price offered', onclick: () => this.choose(inquiryOf(home)) }, streetOf(home));
      return new library.Marker({ element: mark, anchor: 'bottom' }).setLngLat(at).addTo(map);
    });
    map.fitBounds(bounds, { padding: this.#padding(), maxZoom: homeZoom, animate: false });
    moveApart(map, this.#markers);
  }

  go(/** @type {Sale} */ sale) {
    if (sale.lon === null || sale.lat === null) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.#map?.easeTo({ center: [sale.lon, sale.lat], zoom: Math.max(homeZoom, this.#map.getZoom()), animate: !calm });
  }

  paint(/** @type {Colour} */ colour) {
    this.colour = colour;
    this.#restyle();
  }

  /** Adapts the map to the size of its element. */
  resize() {
    this.#map?.resize();
  }

  /** Opens the background's file. The home is shown before. */
  async #layGround(/** @type {typeof maplibre} */ library) {
    const { background } = this.edition.map;
    if (background?.kind !== 'pmtiles') return;
    try {
      this.#ground = await openGround(background, library);
      this.place.dataset.ground = this.#ground ? 'known' : 'unknown';
      this.#restyle();
    } catch (error) {
      console.info(error);
      this.#failed(error);
    }
  }

  #style(dark = isDark()) {
    return styleOf(this.edition, { colour: this.colour, date: this.#date, dark, ground: this.#ground });
  }

  /** Sets the style for the colour, valuation date and light or dark mode, after any style that is still loading. */
  #restyle() {
    const map = this.#map;
    if (!map) return;
    if (!map.isStyleLoaded()) {
      if (!this.#waiting) map.once('idle', () => { this.#waiting = false; this.#restyle(); });
      this.#waiting = true;
      return;
    }
    map.setStyle(this.#style());
  }

  #homeMarker(/** @type {Explanation} */ { home }) {
    if (!this.#library || !this.#map || home.lon === null || home.lat === null) return null;
    const pin = h('div', { class: 'pin', role: 'img', 'aria-label': say('map.this') });
    return new this.#library.Marker({ element: pin, anchor: 'center' }).setLngLat([home.lon, home.lat]).addTo(this.#map);
  }

  /**
   * A button that lights up with its row of the grid.
   * @param {Evidence} sale
   * @param {'price' | 'mark'} kind
   * @param {[number, string] | []} shown a reference's number and adjusted price
   */
  #saleMarker(sale, kind, shown) {
    if (!this.#library || !this.#map || sale.lon === null || sale.lat === null) return null;
    const mark = markOf(sale, kind, shown, this.point);
    return new this.#library.Marker({ element: mark, anchor: kind === 'price' ? 'bottom' : 'center' }).setLngLat([sale.lon, sale.lat]).addTo(this.#map);
  }

  /** Marks all comparables, or no more than the references. */
  showAll(/** @type {boolean} */ all) {
    this.#all = all;
    this.#markOthers();
  }

  #markOthers() {
    for (const marker of this.#others) marker.remove();
    const { references = [], comparables = [] } = this.#answer ?? {};
    const marked = new Set(references.map((r) => r.bagId));
    this.#others = (this.#all ? comparables : []).filter((c) => !marked.has(c.bagId)).map((c) => this.#saleMarker(c, 'mark', [])).filter((m) => m !== null);
  }

  /** Shows the sale, else the building, else the area that was pressed. @param {maplibre.MapMouseEvent} event */
  #showWhatIsAt({ point, lngLat }) {
    const { x, y } = point;
    const around = /** @type {[[number, number], [number, number]]} */ ([[x - saleReach, y - saleReach], [x + saleReach, y + saleReach]]);
    const found = (/** @type {string} */ layer, /** @type {any} */ where) => this.#map?.queryRenderedFeatures(where, { layers: [layer] })[0]?.properties;
    const sale = found('sales', around);
    const area = found('areas', point);
    if (sale) this.#showPopup(lngLat, saleWords(sale));
    else if (found('buildings', point)) this.#showBuilding(lngLat);
    else if (area) this.#showPopup(lngLat, areaWords(area));
  }

  /** Shows the homes of a building; each leads to its value. @param {maplibre.LngLat} at */
  async #showBuilding(at) {
    const content = h('div', { role: 'status' }, say('wait'));
    this.#showPopup(at, content);
    const popup = this.#popup;
    try {
      const building = await ask('/page/building', { lat: at.lat.toFixed(7), lon: at.lng.toFixed(7), ...(this.#date && { valuationDate: this.#date }) }, this.#asked.next());
      content.replaceChildren(buildingOf(building, (inquiry) => { this.#popup?.remove(); this.choose(inquiry); }));
    } catch (error) {
      if (!isAbort(error)) content.replaceChildren(error instanceof Refused && error.status === 404 ? say('map.noHomes') : wordsOf(error));
    }
    popup?.setLngLat(at); // its side depends on its size
  }

  /**
   * @param {maplibre.LngLat} at
   * @param {HTMLElement} content
   */
  #showPopup(at, content) {
    if (!this.#library || !this.#map) return;
    this.#popup?.remove();
    this.#popup = new this.#library.Popup({ closeButton: true, maxWidth: '240px' }).setLngLat(at).setDOMContent(content).addTo(this.#map);
  }

  #failed(/** @type {unknown} */ error) {
    if (isAbort(error)) return;
    this.place.dataset.failed = String(/** @type {any} */ (error)?.status ?? 'true');
    if (!this.place.querySelector('.mapnote')) this.place.append(h('p', { class: 'mapnote', role: 'status' }, say('map.failed')));
  }
}

export function isDark() {
  return matchMedia('(prefers-color-scheme: dark)').matches;
}
