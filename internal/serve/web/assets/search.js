// The search box: a combobox whose list follows what is typed.
/** @import { FoundHome, Inquiry } from '../types' */

import { ask, isAbort, Latest, Refused } from './api.js';
import { h } from './dom.js';
import { inquiryOf, streetOf } from './meant.js';
import { wordsOf } from './notice.js';
import { say } from './words.js';

const pauseBeforeAsking = 60; // ms between two keys of a quick typist
const shown = 8; // homes in the list

/** The most homes to compare with the whole text, and to offer if several fit. */
export const mostOffered = 50;

/** @typedef {{homes: FoundHome[], more: boolean, meant: boolean, guessed: boolean}} Found */

/**
 * The homes at a postal code and house number.
 * @param {Inquiry} inquiry
 * @param {AbortSignal} signal
 */
export async function homesAt({ postalCode, houseNumber }, signal) {
  /** @type {Found} */
  const { homes } = await ask('/v1/addresses', { query: `${postalCode} ${houseNumber}`, limit: String(mostOffered) }, signal);
  return homes.filter((home) => String(home.houseNumber) === houseNumber && home.postalCode === postalCode?.replaceAll(' ', '').toUpperCase());
}

/** A search box in an element. */
export class Search {
  /** @type {FoundHome[]} */
  #homes = [];
  #chosen = -1;
  #latest = new Latest();
  #timer = 0;
  /** Whether the press that goes on brought the focus: it selects the text, unless the pointer chose a part of it. */
  #entered = false;

  /**
   * @param {HTMLElement} place
   * @param {object} to
   * @param {(inquiry: Inquiry) => void} to.choose
   * @param {(query: string) => void} to.offer the homes that fit the text
   * @param {(error: unknown) => void} to.refuse the key
   */
  constructor(place, to) {
    this.to = to;
    this.input = h('input', {
      id: 'query', type: 'search', role: 'combobox', autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search',
      'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'found',
      oninput: () => this.#typed(), onkeydown: (/** @type {KeyboardEvent} */ e) => this.#key(e),
      onblur: () => window.setTimeout(() => this.#close(), 150), onfocus: () => this.#open(),
      onmousedown: () => { this.#entered = document.activeElement !== this.input; },
      onclick: () => { if (this.#entered && this.input.selectionStart === this.input.selectionEnd) this.input.select(); },
    });
    this.label = h('label', { for: 'query', class: 'visually-hidden' });
    this.list = h('ul', { id: 'found', role: 'listbox', class: 'found', hidden: true });
    this.note = h('p', { class: 'found note', hidden: true, role: 'status' });
    place.replaceChildren(this.label, this.input, this.list, this.note);
    this.speak();
  }

  /** Sets its texts in the language of the page. */
  speak() {
    this.label.textContent = say('search.label');
    this.input.placeholder = say('search.placeholder');
    this.list.setAttribute('aria-label', say('search.label'));
  }

  /** @param {string} text the shown home's address */
  show(text) {
    if (document.activeElement !== this.input) this.input.value = text;
  }

  /** Takes the focus and selects its text, so that typing replaces it. */
  focus() {
    this.input.focus();
    this.input.select();
  }

  #typed() {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#find(), pauseBeforeAsking);
  }

  async #find() {
    const query = this.input.value.trim();
    if (query === '') {
      this.#latest.stop();
      this.#fill([], '');
      return;
    }
    const found = await this.#ask(query, shown);
    if (found) this.#fill(found.homes, noteOf(query, found));
  }

  /**
   * The homes for a text; null if the user typed on, or if the service failed, in which case a note says so.
   * @param {string} query
   * @param {number} limit
   * @returns {Promise<Found | null>}
   */
  async #ask(query, limit) {
    try {
      return await ask('/v1/addresses', { query, limit: String(limit) }, this.#latest.next());
    } catch (error) {
      if (isAbort(error)) return null;
      this.#fill([], wordsOf(error));
      if (error instanceof Refused && error.status === 401) this.to.refuse(error);
      return null;
    }
  }

  /**
   * @param {FoundHome[]} homes
   * @param {string} note
   */
  #fill(homes, note) {
    this.#homes = homes;
    this.#chosen = -1;
    this.list.replaceChildren(...homes.map((home, i) => h('li', {
      id: `found-${i}`, role: 'option', 'aria-selected': 'false',
      onmousedown: (/** @type {Event} */ e) => e.preventDefault(), onclick: () => this.#choose(home),
    }, h('span', { class: 'street' }, streetOf(home)), ' ', h('span', { class: 'city' }, `${home.postalCode} ${home.city}`))));
    this.note.textContent = note;
    this.#open();
  }

  #open() {
    const open = document.activeElement === this.input && this.#homes.length > 0;
    this.list.hidden = !open;
    this.note.hidden = document.activeElement !== this.input || this.note.textContent === '';
    this.input.setAttribute('aria-expanded', String(open));
  }

  #close() {
    this.list.hidden = true;
    this.note.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const last = this.#homes.length - 1;
    switch (event.key) {
      case 'ArrowDown': this.#mark(this.#chosen >= last ? 0 : this.#chosen + 1); break;
      case 'ArrowUp': this.#mark(this.#chosen <= 0 ? last : this.#chosen - 1); break;
      case 'Escape': this.#close(); break;
      case 'Enter': this.#enter(); break;
      default: return;
    }
    event.preventDefault();
  }

  /** Chooses the marked home, or the one that the text means; else it offers what may be meant. */
  async #enter() {
    window.clearTimeout(this.#timer);
    const query = this.input.value.trim();
    if (this.#chosen >= 0) return this.#choose(this.#homes[this.#chosen]);
    if (query === '') return;
    const found = await this.#ask(query, mostOffered);
    if (!found) return;
    if (found.meant) return this.#choose(found.homes[0]);
    if (found.homes.length === 0) {
      this.input.value = '';
      return this.#fill([], say('search.none', { query }));
    }
    this.#close();
    this.to.offer(query);
  }

  /** @param {number} i */
  #mark(i) {
    if (this.#homes.length === 0) return;
    this.#chosen = i;
    this.list.hidden = false;
    [...this.list.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === i)));
    this.input.setAttribute('aria-activedescendant', `found-${i}`);
    this.list.children[i].scrollIntoView({ block: 'nearest' });
  }

  #choose(/** @type {FoundHome} */ home) {
    this.input.value = home.label;
    this.#latest.stop();
    this.#close();
    this.to.choose(inquiryOf(home));
  }
}

/**
 * What to say below the homes that were found.
 * @param {string} query
 * @param {Found} found
 */
function noteOf(query, { homes, more, guessed }) {
  if (homes.length === 0) return say('search.none', { query });
  if (guessed) return say('search.guessed');
  return more ? say('search.more') : '';
}
