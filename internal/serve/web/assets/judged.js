// What an appraiser decided about a home. The browser keeps the draft of each home until it is cleared.
/** @import { Inquiry } from '../types' */

import { keep, kept } from './kept.js';
import { isSameHome } from './state.js';

/**
 * @typedef {object} Rest
 * @property {any[]} comparables
 * @property {any[]} corrections
 * @property {string} [author]
 * @property {{euros: number, reason: string}} [value] stated by the appraiser
 * @property {any} [found]
 */

/** What a user decided about a home, which outlives an answer and a visit: by sale, and sources by parameter. */
export class Judged {
  /** @type {Map<string, {pick: boolean, reason: string}>} */
  verdicts = new Map();
  /** @type {Map<string, string>} */
  sources = new Map();
  /** What a loaded document has beside them. @type {Rest} */
  rest = { comparables: [], corrections: [] };

  /** @param {Inquiry} home */
  constructor(home) {
    this.home = home;
    const draft = home.postalCode && kept('localStorage', this.#place());
    if (!draft) return;
    try {
      const { verdicts, sources, rest } = JSON.parse(draft);
      Object.assign(this, { verdicts: new Map(verdicts), sources: new Map(sources), rest });
    } catch (error) {
      console.error(error);
    }
  }

  #place() {
    const { postalCode, houseNumber, houseLetter, houseNumberExt } = this.home;
    return ['gevel-worksheet', postalCode, houseNumber, houseLetter, houseNumberExt].filter(Boolean).join(' ').toUpperCase();
  }

  /** Whether nothing is decided. */
  get empty() {
    const { verdicts, sources, rest } = this;
    return verdicts.size === 0 && sources.size === 0 && rest.comparables.length === 0 && rest.corrections.length === 0 && !rest.value && !rest.author;
  }

  /** Keeps the draft in the browser, through a reload. */
  keep() {
    keep('localStorage', this.#place(), this.empty ? '' : JSON.stringify({ verdicts: [...this.verdicts], sources: [...this.sources], rest: this.rest }));
  }

  /** The decisions about a home: these, or none yet if they are about another. @param {Inquiry} inquiry */
  about(inquiry) {
    return isSameHome(this.home, inquiry) ? this : new Judged(inquiry);
  }
}
