// The sheet: an answer with its explanation, or a notice. An answer replaces the parts that change and keeps the what-if
// form, so the user can go on moving a slider.
/** @import { Alarm, Edition, Explanation, HouseImages, Index, IndexMark, Inquiry, Sale } from '../types' */

import { alarmNote, fillAlarms } from './alarm.js';
import { headOf, homeOf, placePhotos } from './answer.js';
import { Chart, marksOf } from './chart.js';
import { Comparables } from './comparables.js';
import { arrange, h, steady } from './dom.js';
import { Judged } from './judged.js';
import { marketOf } from './market.js';
import { busyOf } from './notice.js';
import { referencesOf } from './references.js';
import { orderOf, reportOf } from './report.js';
import { stepOf } from './rounding.js';
import { isSameHome, overridesOf } from './state.js';
import { stepsOf } from './steps.js';
import { clearBar, fillBar } from './valuebar.js';
import { WhatIf } from './whatif.js';
import { Worksheet } from './worksheet.js';
import { currentLanguage, day, say } from './words.js';

/** How long an answer must stand before the page asks for the comparables' differences and the index, ms. */
export const pauseForMore = 400;

/**
 * An answer as the sheet shows it.
 * @typedef {object} Shown
 * @property {Explanation} answer
 * @property {Inquiry} inquiry the answer's inquiry
 * @property {Inquiry} wanted the page's inquiry now: the user may have moved a control since the answer's
 * @property {boolean} isOther whether the home, day or language differs from the shown answer
 * @property {number | null} registered the value without the user's changes
 * @property {boolean} exact to the euro
 * @property {boolean} open whether all comparables are unfolded
 */

/**
 * The page's actions that the sheet calls.
 * @typedef {object} To
 * @property {(parameter: string, value: string) => void} change
 * @property {() => void} reset
 * @property {(exact: boolean) => void} toEuro
 * @property {(open: boolean) => void} fold
 * @property {(bagId: string | null) => void} point
 * @property {(sale: Sale) => void} go
 * @property {(error: unknown) => void} refuse the key
 */

export class Sheet {
  #alarms = alarmNote();
  #chart = new Chart();
  /** @type {HouseImages | null} */
  #photos = null;
  /** @type {Comparables | null} */
  #comparables = null;
  #value = 0;
  /** @type {IndexMark[]} */
  #marks = [];
  #judged = new Judged({});
  /** @type {Worksheet | null} */
  #worksheet = null;
  /** How the grid of comparables is ordered and filtered. @type {import('./gridorder.js').View} */
  #view = { order: 'weight', only: new Set() };
  /** The form with its home and language. @type {{form: WhatIf, home: Inquiry, language: string} | null} */
  #whatIf = null;

  /**
   * @param {HTMLElement} place
   * @param {To} to
   */
  constructor(place, to) {
    this.place = place;
    this.to = to;
  }

  /**
   * Shows an answer.
   * @param {Edition} edition
   * @param {Shown} shown
   */
  show(edition, shown) {
    this.#forget(shown.isOther);
    this.#comparables = new Comparables(shown.answer, shown.inquiry);
    this.#judged = this.#judged.about(shown.inquiry);
    this.#worksheet = new Worksheet(shown.answer, shown.inquiry, this.#judged, this.to.refuse);
    const whatIf = this.#formOf(edition, shown.inquiry);
    whatIf.show(shown.wanted, shown.answer, shown.inquiry);
    const draw = () => this.#arrange(edition, shown, whatIf);
    if (shown.isOther) draw();
    else steady(draw);
  }

  /**
   * Redraws the shown answer, for example to the euro.
   * @param {Edition} edition
   * @param {Shown} shown
   */
  again(edition, shown) {
    if (this.#comparables && this.#whatIf) this.#arrange(edition, shown, this.#whatIf.form);
  }

  /**
   * @param {Edition} edition
   * @param {Shown} shown
   * @param {WhatIf} whatIf
   */
  #arrange(edition, { answer, inquiry, isOther, registered, exact, open }, whatIf) {
    const { to } = this;
    this.#value = answer.valuation.weightedValue;
    this.#marks = marksOf(answer);
    const overrides = overridesOf(inquiry);
    arrange(this.place, [
      headOf(answer, { changed: Object.keys(overrides).length > 0, registered, reset: to.reset, exact, toEuro: to.toEuro, photos: this.#photos }),
      this.#alarms,
      stepsOf(answer, exact ? 1 : stepOf(answer.interval['80'])),
      whatIf.element,
      referencesOf(answer, /** @type {Comparables} */ (this.#comparables), {
        open, fold: to.fold, point: to.point, go: to.go, view: this.#view, pause: isOther ? 0 : pauseForMore,
        worksheet: /** @type {Worksheet} */ (this.#worksheet),
      }),
      marketOf(answer, this.#chart.place),
      homeOf(answer.characteristics, overrides),
      this.#footOf(edition, inquiry),
    ]);
    fillBar({
      answer, registered: Object.keys(overrides).length > 0 ? registered : null, step: exact ? 1 : stepOf(answer.interval['80']),
      report: () => document.getElementById(this.#judged.empty ? 'report' : 'worksheet-report')?.click(),
    });
    this.#worksheet?.lead();
  }

  /** Photos; they arrive after the value. */
  set photos(/** @type {HouseImages} */ photos) {
    this.#photos = photos;
    steady(() => placePhotos(photos));
  }

  /** What newer sales say against the value; it arrives after it. */
  warn(/** @type {Alarm[]} */ alarms) {
    steady(() => fillAlarms(this.#alarms, alarms));
  }

  /** Draws the index; it arrives after the value. */
  draw(/** @type {Index} */ index) {
    return this.#chart.show({ ...index, marks: this.#marks }, this.#value);
  }

  /** Replaces the chart by a note that the index is not available. */
  drawNone() {
    this.#chart.clear(say('market.failed'));
  }

  /**
   * Shows a notice instead of an answer, with the what-if form if a change there may help.
   * @param {HTMLElement} notice
   * @param {{edition: Edition, inquiry: Inquiry, refusal: import('./api.js').Refused} | null} [asked]
   */
  showNotice(notice, asked = null) {
    this.#forget(false);
    clearBar();
    if (!asked) {
      arrange(this.place, [notice]);
      return;
    }
    const before = this.#whatIf?.form;
    const whatIf = this.#formOf(asked.edition, asked.inquiry);
    const { missing, meta } = asked.refusal;
    const known = asked.edition.attributes.map(({ name, parameter }) => ({ name, value: meta[`known.${parameter}`] ?? null }));
    whatIf.show(asked.inquiry, missing.length > 0 ? { characteristics: known } : null, asked.inquiry);
    arrange(this.place, [notice, whatIf.element]);
    const isBusy = whatIf === before || document.activeElement?.matches('input, select, textarea'); // who moves another control stays there
    if (missing.length > 0 && !isBusy) document.getElementById(`what-${missing[0]}`)?.focus();
  }

  /**
   * Keeps the answer, with a note above it until the next answer.
   * @param {unknown} error
   * @param {() => void} again
   */
  sayBusy(error, again) {
    this.place.querySelector('.busy')?.remove();
    this.place.prepend(busyOf(error, again));
  }

  /** @param {boolean} isOther whether the next answer is for another home */
  #forget(isOther) {
    this.#comparables?.stop();
    this.#comparables = null;
    this.#worksheet?.stop();
    this.#worksheet = null;
    if (!isOther) {
      this.#chart.wait();
      return;
    }
    this.#chart.clear();
    this.#alarms.hidden = true;
    this.#photos = null;
  }

  /**
   * The form of a home.
   * @param {Edition} edition
   * @param {Inquiry} inquiry
   */
  #formOf(edition, inquiry) {
    const language = currentLanguage();
    if (!this.#whatIf || !isSameHome(this.#whatIf.home, inquiry) || this.#whatIf.language !== language) {
      this.#whatIf = { form: new WhatIf(edition, this.to.change), home: inquiry, language };
    }
    return this.#whatIf.form;
  }

  /**
   * @param {Edition} edition
   * @param {Inquiry} inquiry
   */
  #footOf(edition, inquiry) {
    return h('footer', { class: 'foot' },
      h('p', null, say('footer', { edition: edition.edition, until: edition.salesUntil ? day(edition.salesUntil) : '–' })),
      orderOf(),
      h('p', { class: 'noprint' }, h('button', { type: 'button', class: 'quiet', onclick: () => window.print() }, say('print')), ' ',
        reportOf({ ...inquiry, language: currentLanguage() }, this.to.refuse)));
  }
}
