// The search box: a combobox whose list follows what is typed.
/** @import { FoundHome, Inquiry } from '../types' */

import { ask, isAbort, Latest } from './api.js';
import { h } from './dom.js';
import { say } from './words.js';

const pauseBeforeAsking = 60; // ms between two keys of a quick typist

/** A search box in an element. */
export class Search {
  /** @type {FoundHome[]} */
  #homes = [];
  #chosen = -1;
  #latest = new Latest();
  #timer = 0;

  /**
   * @param {HTMLElement} place
   * @param {object} to
   * @param {(inquiry: Inquiry, home: FoundHome) => void} to.choose
   * @param {(error: unknown) => void} to.refuse
   */
  constructor(place, to) {
    this.to = to;
    this.input = h('input', {
      id: 'query', type: 'search', role: 'combobox', autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search',
      'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': 'found',
      oninput: () => this.#typed(), onkeydown: (/** @type {KeyboardEvent} */ e) => this.#key(e),
      onblur: () => window.setTimeout(() => this.#close(), 150), onfocus: () => this.#open(),
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
    try {
      /** @type {{homes: FoundHome[], more: boolean}} */
      const found = await ask('/page/search', { query, limit: '8' }, this.#latest.next());
      this.#fill(found.homes, found.homes.length === 0 ? say('search.none', { query }) : found.more ? say('search.more') : '');
    } catch (error) {
      if (!isAbort(error)) {
        this.#fill([], '');
        this.to.refuse(error);
      }
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
      onmousedown: (/** @type {Event} */ e) => e.preventDefault(), onclick: () => this.#choose(i),
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

  /** Chooses the marked home, or else the best match. */
  async #enter() {
    if (this.#chosen < 0) {
      window.clearTimeout(this.#timer);
      await this.#find();
    }
    if (this.#homes.length > 0) this.#choose(Math.max(0, this.#chosen));
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

  /** @param {number} i */
  #choose(i) {
    const home = this.#homes[i];
    this.input.value = home.label;
    this.#close();
    this.input.blur();
    this.to.choose(inquiryOf(home), home);
  }
}

/**
 * @param {FoundHome} home
 * @returns {Inquiry}
 */
export function inquiryOf(home) {
  /** @type {Inquiry} */
  const inquiry = { postalCode: home.postalCode, houseNumber: String(home.houseNumber) };
  if (home.houseLetter) inquiry.houseLetter = home.houseLetter;
  if (home.houseNumberExt) inquiry.houseNumberExt = home.houseNumberExt;
  return inquiry;
}

/** @param {FoundHome} home */
export function streetOf(home) {
  const addition = [home.houseLetter, home.houseNumberExt].filter(Boolean).join('-');
  return `${home.street} ${home.houseNumber}${addition ? `-${addition}` : ''}`;
}
