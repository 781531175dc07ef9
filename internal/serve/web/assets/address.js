// The address of the page, which follows its state without new steps in the history.

/** It follows a slider this long after that stops, ms: Safari refuses a hundredth change within ten seconds. */
const pause = 400;

export class Address {
  #timer = 0;
  /** What is to be written; empty: nothing. */
  #fragment = '';

  constructor() {
    window.addEventListener('pagehide', () => this.flush());
  }

  /** @param {string} fragment */
  writeSoon(fragment) {
    window.clearTimeout(this.#timer);
    this.#fragment = fragment;
    this.#timer = window.setTimeout(() => this.flush(), pause);
  }

  /** Writes what waits. */
  flush() {
    if (this.#fragment) this.write(this.#fragment);
  }

  /** Writes a fragment. A browser that refuses leaves the page as it is. @param {string} fragment */
  write(fragment) {
    this.forget();
    try {
      history.replaceState(null, '', fragment);
    } catch (error) {
      console.error(error);
    }
  }

  /** Gives up what waits. */
  forget() {
    window.clearTimeout(this.#timer);
    this.#fragment = '';
  }
}
