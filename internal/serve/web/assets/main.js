// The page: reads its state from the fragment, asks the service, and shows the answers.
/** @import { Edition, Evidence, Explanation, HouseImages, Index, Inquiry } from '../types' */
/** @import { State } from './state.js' */

import { showAccuracy } from './accuracy.js';
import { headOf, homeOf, placePhotos } from './answer.js';
import { ask, isAbort, isBusy, key, Latest, Refused } from './api.js';
import { Comparables } from './comparables.js';
import { byId, h } from './dom.js';
import { HomeMap } from './map.js';
import { fillMapSide } from './mapside.js';
import { drawIndex, marketOf } from './market.js';
import { askKey, fillMenu } from './menu.js';
import { busyOf, noticeOf, wordsOf } from './notice.js';
import { referencesOf } from './references.js';
import { reportOf } from './report.js';
import { Search } from './search.js';
import { addressOf, fragmentOf, hasHome, isSameHome, overridesOf, readState, withoutOverrides } from './state.js';
import { addAccuracy, startOf } from './start.js';
import { stepsOf } from './steps.js';
import { whatIfOf } from './whatif.js';
import { currentLanguage, day, euros, languageOf, say, setLanguage } from './words.js';

/** A moving slider asks at once, and then again after this pause, ms. */
const pauseWhileMoving = 40;
/** How long an answer must stand before the page asks for the comparables' differences, ms. */
const pauseForComparables = 400;

class Page {
  /** @type {State} */
  state = readState(location);
  /** @type {Edition | null} */
  edition = null;
  /** @type {HomeMap | null} */
  map = null;
  /** @type {HouseImages | null} */
  photos = null;
  /** The value as registered, by address. @type {{home: string, value: number} | null} */
  registered = null;
  /** @type {Explanation | null} */
  answer = null;
  /** The answer's inquiry. @type {Inquiry} */
  answered = {};
  /** @type {Comparables | null} */
  #comparables = null;
  /** The comparables whose differences are unfolded. @type {Set<string>} */
  #unfolded = new Set();
  #asked = new Latest();
  #asides = new Latest();
  #accuracy = new Latest();
  #timer = 0;
  #movedAt = 0;

  async open() {
    setLanguage(languageOf(this.state.page.language));
    this.search = new Search(byId('search'), {
      choose: (inquiry) => this.go({ view: 'home', inquiry: { ...inquiry } }),
      refuse: (error) => this.#refuse(error),
    });
    this.sheet = byId('sheet');
    window.addEventListener('hashchange', () => this.follow());
    byId('skip').addEventListener('click', (event) => {
      event.preventDefault();
      byId('content').focus();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key === '/' && !(event.target instanceof HTMLInputElement)) {
        event.preventDefault();
        this.search?.input.focus();
      }
    });
    window.addEventListener('beforeprint', () => this.map?.fitPaper());
    window.addEventListener('afterprint', () => this.map?.fitWindow());
    this.#speak();
    if (key() === '') await askKey('');
    await this.#start();
  }

  /** Asks for the edition, draws the map, and shows the state in the address. */
  async #start() {
    try {
      this.edition = await ask('/page/edition', { language: currentLanguage() });
    } catch (error) {
      return this.#refuse(error);
    }
    const isFirst = !this.map;
    if (isFirst) {
      const edition = /** @type {Edition} */ (this.edition);
      const { place, zoomed } = fillMapSide(byId('mapside'), { colour: this.#colour(), buildings: edition.map.buildings, paint: (colour) => this.#paint(colour) });
      this.map = new HomeMap(place, edition, { colour: this.#colour(), point: (id) => this.point(id), zoomed });
    }
    await this.show();
    if (isFirst) this.map?.open(); // the heaviest part of the page; a value must not wait for it
  }

  #colour() {
    return this.state.page.colour === 'type' ? 'type' : 'year';
  }

  #paint(/** @type {'year' | 'type'} */ colour) {
    this.map?.paint(colour);
    this.#keep({ colour: colour === 'year' ? '' : colour });
  }

  #speak() {
    document.title = 'gevel';
    byId('skip').textContent = say('skip');
    this.search?.speak();
    fillMenu(byId('menu'), {
      accuracy: fragmentOf({ ...this.state, view: 'accuracy' }), atAccuracy: this.state.view === 'accuracy',
      language: () => this.#changeLanguage(), key: () => this.#changeKey(),
    });
  }

  async #changeLanguage() {
    const other = currentLanguage() === 'nl' ? 'en' : 'nl';
    this.go({ page: { ...this.state.page, language: other } });
  }

  async #changeKey() {
    if (await askKey('')) await this.#start();
  }

  /**
   * Goes to another state, by a new address.
   * @param {Partial<State>} change
   */
  go(change) {
    const fragment = fragmentOf({ ...this.state, ...change });
    if (location.hash === fragment) this.follow();
    else location.hash = fragment;
  }

  /**
   * Changes settings of the display in the address, without a new step in the history.
   * @param {Record<string, string>} how
   */
  #keep(how) {
    const page = Object.fromEntries(Object.entries({ ...this.state.page, ...how }).filter(([, value]) => value !== ''));
    this.state = { ...this.state, page };
    history.replaceState(null, '', fragmentOf(this.state));
    this.#speakLinks();
  }

  #speakLinks() {
    byId('menu').querySelector('a')?.setAttribute('href', fragmentOf({ ...this.state, view: 'accuracy' }));
  }

  /** Follows the address. */
  async follow() {
    const before = this.state;
    this.state = readState(location);
    const language = languageOf(this.state.page.language);
    const spoken = currentLanguage();
    setLanguage(language);
    this.#speak();
    if (language !== spoken || !this.edition) return this.#start();
    if (before.view !== this.state.view || fragmentOf({ ...before, page: {} }) !== fragmentOf({ ...this.state, page: {} })) await this.show();
  }

  /** Shows the state. */
  async show() {
    const atAccuracy = this.state.view === 'accuracy';
    byId('split').hidden = atAccuracy;
    byId('accuracy').hidden = !atAccuracy;
    if (atAccuracy) return this.#showAccuracy();
    this.map?.resize();
    if (!hasHome(this.state.inquiry)) return this.#showStart();
    await this.#ask();
  }

  async #showAccuracy() {
    this.#asked.stop();
    const back = () => this.go({ view: 'home' });
    const inquiry = hasHome(this.state.inquiry) ? this.state.inquiry : {};
    try {
      await showAccuracy(byId('accuracy'), { inquiry, back, signal: this.#accuracy.next() });
      document.title = `${say('accuracy.title')} · gevel`;
    } catch (error) {
      if (!isAbort(error)) this.#refuse(error, byId('accuracy'));
    }
  }

  #showStart() {
    this.#asked.stop();
    this.#forget();
    this.map?.clear();
    const start = startOf(/** @type {Edition} */ (this.edition));
    this.sheet?.replaceChildren(start);
    addAccuracy(start, { link: fragmentOf({ ...this.state, view: 'accuracy' }), signal: this.#accuracy.next() });
  }

  /** Asks for the value of the home and shows it with its explanation. */
  async #ask() {
    const { inquiry } = this.state;
    const signal = this.#asked.next();
    const isNew = addressKey(inquiry) !== (this.answer ? this.answeredFor : '');
    this.sheet?.setAttribute('aria-busy', 'true');
    try {
      /** @type {Explanation} */
      const answer = await ask('/page/explanation', { ...inquiry, language: currentLanguage() }, signal);
      this.answer = answer;
      this.answeredFor = addressKey(inquiry);
      this.answered = inquiry;
      this.#comparables?.stop();
      this.#comparables = new Comparables(answer, inquiry);
      if (isNew) {
        this.photos = null;
        this.#unfolded.clear();
      }
      if (Object.keys(overridesOf(inquiry)).length === 0) this.registered = { home: registeredKey(inquiry), value: answer.valuation.weightedValue };
      this.#showAnswer(isNew);
      this.#askAsides(isNew);
    } catch (error) {
      if (isAbort(error)) return;
      if (this.answer && isBusy(error) && isSameHome(this.answered, inquiry)) return this.#sayBusy(error);
      this.#forget();
      this.#refuse(error);
    } finally {
      if (!signal.aborted) this.sheet?.removeAttribute('aria-busy');
    }
  }

  #forget() {
    this.answer = null;
    this.#comparables?.stop();
    this.#asides.stop();
  }

  /** Keeps the answer, with a note above it until the next answer. */
  #sayBusy(/** @type {unknown} */ error) {
    this.sheet?.querySelector('.busy')?.remove();
    this.sheet?.prepend(busyOf(error, () => this.show()));
  }

  /** @param {boolean} isNew whether it is another home than before */
  #showAnswer(isNew) {
    const answer = /** @type {Explanation} */ (this.answer);
    const { inquiry } = this.state;
    const overrides = overridesOf(inquiry);
    const v = answer.valuation;
    const { section: market, chart } = marketOf(v);
    const oldChart = isNew ? null : document.getElementById('chart');
    const head = headOf(answer, {
      changed: Object.keys(overrides).length > 0,
      registered: this.registered?.home === registeredKey(inquiry) ? this.registered.value : null,
      reset: () => this.go({ inquiry: withoutOverrides(inquiry) }), photos: this.photos,
    });
    const parts = {
      head,
      why: stepsOf(answer),
      evidence: referencesOf(answer, /** @type {Comparables} */ (this.#comparables), {
        open: this.state.page.open === 'comparables', fold: (open) => this.#keep({ open: open ? 'comparables' : '' }),
        point: (id) => this.point(id), go: (sale) => this.#goTo(sale), unfolded: this.#unfolded, pause: isNew ? 0 : pauseForComparables,
      }),
      market,
      known: homeOf(answer.characteristics, overrides),
      foot: this.#footOf(),
    };
    const whatif = this.#whatIf(isNew);
    this.sheet?.replaceChildren(parts.head, parts.why, whatif, parts.evidence, parts.market, parts.known, parts.foot);
    if (oldChart) chart.replaceWith(oldChart);
    this.search?.show(answer.home.address);
    this.map?.show(answer);
    document.title = `${euros(v.weightedValue)}, ${v.street} ${v.houseNumber} · gevel`;
    byId('status').textContent = `${answer.home.address}: ${euros(v.weightedValue)}. ${answer.words.accuracy}`;
    if (isNew) window.scrollTo({ top: 0 });
  }

  /** The what-if controls; they are not rebuilt while the user moves one. */
  #whatIf(/** @type {boolean} */ isNew) {
    const present = document.querySelector('.whatif');
    if (!isNew && present?.contains(document.activeElement)) {
      const undo = present.querySelector('#undo');
      if (undo instanceof HTMLElement) undo.hidden = false;
      return present;
    }
    return whatIfOf(/** @type {Edition} */ (this.edition), { inquiry: this.state.inquiry, answer: this.answer, change: (name, value) => this.#change(name, value) });
  }

  /**
   * Changes a characteristic of the home. A moving slider makes no steps in the history.
   * @param {string} name empty: undo all changes
   * @param {string} value
   */
  #change(name, value) {
    const others = without(this.state.inquiry, name);
    if (name === '' || value === '') {
      /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
      this.go({ inquiry: name === '' ? addressOf(others) : others });
      return;
    }
    this.state = { ...this.state, inquiry: { ...others, [name]: value } };
    history.replaceState(null, '', fragmentOf(this.state));
    this.#speakLinks();
    window.clearTimeout(this.#timer);
    const wait = Math.max(0, this.#movedAt + pauseWhileMoving - performance.now());
    this.#timer = window.setTimeout(() => {
      this.#movedAt = performance.now();
      this.#ask();
    }, wait);
  }

  /** Asks for what may arrive after the value: photos and the index. */
  async #askAsides(/** @type {boolean} */ isNew) {
    const signal = isNew ? this.#asides.next() : null;
    if (!signal) return;
    const home = addressOf(this.state.inquiry);
    const parameters = { ...this.state.inquiry, language: currentLanguage() };
    await Promise.all([
      this.#aside(ask('/v1/house-images', home, signal), (/** @type {HouseImages} */ photos) => {
        this.photos = photos;
        placePhotos(photos);
      }),
      this.#aside(ask('/page/index', parameters, signal), (/** @type {Index} */ index) => drawIndex(byId('chart'), index)),
    ]);
  }

  /**
   * Additions to the answer may be missing, for example photos if the key lacks their scope.
   * @template T
   * @param {Promise<T>} asked
   * @param {(data: T) => unknown} then
   */
  async #aside(asked, then) {
    try {
      await then(await asked);
    } catch (error) {
      if (!(error instanceof Refused) && !isAbort(error)) throw error;
    }
  }

  #footOf() {
    const { edition } = this;
    const report = reportOf({ ...this.state.inquiry, language: currentLanguage() }, (error) => this.#refuse(error));
    return h('footer', { class: 'foot' },
      h('p', null, edition && say('footer', { edition: edition.edition, until: edition.salesUntil ? day(edition.salesUntil) : '–' })),
      h('p', { class: 'noprint' }, h('button', { type: 'button', class: 'quiet', onclick: () => window.print() }, say('print')), ' ', report));
  }

  /** @param {Evidence} sale */
  #goTo(sale) {
    this.map?.go(sale);
    this.point(sale.bagId);
    if (window.innerWidth < 900) byId('mapside').scrollIntoView({ block: 'center' });
  }

  /** Lights up a home wherever it is shown. */
  point(/** @type {string | null} */ bagId) {
    for (const element of document.querySelectorAll('[data-home]')) {
      element.classList.toggle('lit', bagId !== null && bagId !== '' && element.getAttribute('data-home') === bagId);
    }
  }

  /**
   * Shows why there is no answer. After a refused key it asks for another.
   * @param {unknown} error
   * @param {HTMLElement} [place]
   */
  async #refuse(error, place = byId('sheet')) {
    if (!(error instanceof Refused)) console.error(error);
    if (error instanceof Refused && error.status === 401) {
      if (await askKey(wordsOf(error))) {
        await this.#start();
        return;
      }
    }
    const notice = noticeOf(error, {
      inquiry: this.state.inquiry, choose: (inquiry) => this.go({ view: 'home', inquiry }), again: () => (this.edition ? this.show() : this.#start()),
    });
    const missing = error instanceof Refused && error.reason === 'missing_characteristics' && this.edition;
    place.replaceChildren(notice, ...(missing ? [this.#whatIf(true)] : []));
    byId('status').textContent = notice.textContent ?? '';
  }
}

/** @param {Inquiry} inquiry */
function addressKey(inquiry) {
  return JSON.stringify([addressOf(inquiry), inquiry.valuationDate, currentLanguage()]);
}

/** @param {Inquiry} inquiry */
function registeredKey(inquiry) {
  return JSON.stringify([addressOf(inquiry), inquiry.valuationDate]);
}

/**
 * @param {Inquiry} inquiry
 * @param {string} name
 */
function without(inquiry, name) {
  return Object.fromEntries(Object.entries(inquiry).filter(([other]) => other !== name));
}

new Page().open();
