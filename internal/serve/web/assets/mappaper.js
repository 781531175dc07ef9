// The map on paper. Printing waits for no tile, so a second map, out of sight and always light, is drawn ahead in the size of
// the paper; a print takes its picture.
/** @import * as maplibre from './vendored/maplibre-gl.mjs' */
/** @import { StyleSpecification } from 'maplibre-gl' */

import { h } from './dom.js';

/** The size of the map on A4, CSS pixels: see print.css. */
export const paper = { width: 686, height: 308 };

export class PaperMap {
  /** @type {maplibre.Map | null} */
  #map = null;
  #place = h('div', { class: 'papermap', 'aria-hidden': 'true', inert: true });

  /**
   * Draws a view, unless the window is a phone's, which seldom prints.
   * @param {typeof maplibre} library
   * @param {{style: StyleSpecification, bounds: maplibre.LngLatBounds, fit: maplibre.FitBoundsOptions}} view
   */
  draw(library, { style, bounds, fit }) {
    if (matchMedia('(max-width: 899px)').matches) return;
    delete this.#place.dataset.drawn;
    if (this.#map) {
      this.#map.setStyle(style, { diff: Boolean(this.#map.isStyleLoaded()) }); // one that still loads is replaced whole
      this.#map.fitBounds(bounds, fit);
      return;
    }
    document.body.append(this.#place);
    this.#map = new library.Map({
      container: this.#place, style, bounds, fitBoundsOptions: fit, interactive: false, attributionControl: false, fadeDuration: 0,
      canvasContextAttributes: { preserveDrawingBuffer: true },
    });
    this.#map.on('idle', () => { this.#place.dataset.drawn = 'true'; });
  }

  /** The picture; null while it is not drawn. */
  get picture() {
    return this.#map && this.#place.dataset.drawn ? this.#map.getCanvas() : null;
  }
}
