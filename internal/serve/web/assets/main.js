// The page: reads its state from the fragment, asks the service, and shows the answers.
/** @import { Edition, Explanation, Index, Inquiry, Sale } from '../types' */
/** @import { State } from './state.js' */

import { showAccuracy } from './accuracy.js';
import { Address } from './address.js';
import { alarmsOf } from './alarm.js';
import { ask, askEarly, askWhole, isAbort, key, Latest, mayComeLater, pause, Refused } from './api.js';
import { byId, isTyping } from './dom.js';
import { reveal } from './grid.js';
import { HomeMap } from './map.js';
import { fillMapSide } from './mapside.js';
import { askKey, fillMenu } from './menu.js';
import { noticeOf, offerOf, wordsOf } from './notice.js';
import { showPortfolio } from './portfolio.js';
import { rounded, stepOf } from './rounding.js';
import { lightUp } from './sale.js';
import { homesAt, mostOffered, Search } from './search.js';
import { pauseForMore, Sheet } from './sheet.js';
import { addressOf, fragmentOf, hasHome, isNowhere, isSameHome, mayChange, overridesOf, readState, spelled, spelledOn, without, withoutOverrides } from './state.js';
import { addAccuracy, nothingHere, startOf } from './start.js';
import { currentLanguage, euros, languageOf, say, setLanguage } from './words.js';

const otherViews = /** @type {const} */ (['accuracy', 'portfolio']);
/** A moving slider asks at once, and then again after this pause, ms. */
const pauseWhileMoving = 40;

class Page {
  /** @type {State} */
  state = readState(location);
  /** @type {Edition | null} */
  edition = null;
  /** @type {HomeMap | null} */
  map = null;
  /** The value as registered, by address. @type {{home: string, value: number} | null} */
  registered = null;
  /** @type {Explanation | null} */
  answer = null;
  /** The answer's inquiry. @type {Inquiry} */
  answered = {};
  #asked = new Latest();
  #photos = new Latest();
  #index = new Latest();
  #accuracy = new Latest();
  #alarms = new Latest();
  #timer = 0;
  #movedAt = 0;
  #address = new Address();

  async open() {
    setLanguage(languageOf(this.state.page.language));
    this.search = new Search(byId('search'), {
      choose: (inquiry) => this.#leaveSearch(inquiry), offer: (query) => this.#leaveSearch({ query }),
      refuse: (error) => this.#refuse(error),
    });
    this.sheet = new Sheet(byId('sheet'), {
      change: (name, value) => this.#change(name, value), reset: () => this.go({ inquiry: withoutOverrides(this.state.inquiry) }),
      toEuro: (exact) => this.#toEuro(exact), fold: (open) => this.#fold(open),
      point: lightUp, go: (sale) => this.#goTo(sale), refuse: (error) => this.#refuse(error),
    });
    window.addEventListener('hashchange', () => this.follow());
    byId('skip').addEventListener('click', (event) => {
      event.preventDefault();
      byId('content').focus();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || isTyping(event.target)) return;
      event.preventDefault();
      this.search?.focus();
    });
    window.addEventListener('beforeprint', () => this.map?.fitPaper());
    window.addEventListener('afterprint', () => this.map?.fitWindow());
    this.#speak();
    if (key() === '') await askKey('');
    else if (this.state.view === 'home' && hasHome(this.state.inquiry)) askEarly('/v1/homevalue/explanation', { ...this.state.inquiry, language: currentLanguage() });
    await this.#start();
  }

  /** Goes to the result of a search. The content gets the focus, which closes a phone's keyboard. */
  #leaveSearch(/** @type {Inquiry} */ inquiry) {
    byId('content').focus({ preventScroll: true });
    this.go({ view: 'home', inquiry });
  }

  /** Asks for the edition, draws the map, and shows the state in the address. */
  /** @returns {Promise<void>} */
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
      this.map = new HomeMap(place, edition, { colour: this.#colour(), point: (id) => { lightUp(id); reveal(); }, choose: (inquiry) => this.go({ view: 'home', inquiry }), zoomed });
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
    byId('skip').textContent = say('skip');
    this.search?.speak();
    fillMenu(byId('menu'), { at: this.state.view, language: () => this.#changeLanguage(), key: () => this.#changeKey() });
    this.#speakLinks();
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
    this.#address.flush(); // the step back leads to it
    if (location.hash === fragment) this.show();
    else location.hash = fragment;
  }

  /**
   * Changes settings of the display in the address, without a new step in the history.
   * @param {Record<string, string>} how
   */
  #keep(how) {
    const page = Object.fromEntries(Object.entries({ ...this.state.page, ...how }).filter(([, value]) => value !== ''));
    this.state = { ...this.state, page };
    this.#address.write(fragmentOf(this.state));
    this.#speakLinks();
  }

  #speakLinks() {
    for (const view of otherViews) byId('menu').querySelector(`[data-view=${view}]`)?.setAttribute('href', fragmentOf({ ...this.state, view }));
    byId('mark').setAttribute('href', fragmentOf({ view: 'home', inquiry: {}, page: this.state.page }));
  }

  /** Follows the address. */
  async follow() {
    this.#address.forget();
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
    const { view } = this.state;
    byId('split').hidden = view !== 'home';
    for (const other of otherViews) byId(other).hidden = view !== other;
    if (view !== 'home') return this.#showOther(view);
    this.map?.resize();
    if (this.state.inquiry.query) return this.#offer(this.state.inquiry.query);
    if (!hasHome(this.state.inquiry)) return this.#showStart();
    await this.#ask();
  }

  async #showOther(/** @type {typeof otherViews[number]} */ view) {
    this.#asked.stop();
    const inquiry = hasHome(this.state.inquiry) ? this.state.inquiry : {};
    try {
      if (view === 'portfolio') showPortfolio(byId(view));
      else await showAccuracy(byId(view), { inquiry, back: () => this.go({ view: 'home' }), signal: this.#accuracy.next() });
      document.title = `${say(`${view}.title`)} · gevel`;
    } catch (error) {
      if (!isAbort(error)) this.#refuse(error, byId(view));
    }
  }

  #showStart() {
    this.#forget();
    this.map?.leave();
    this.search?.show('');
    document.title = 'gevel';
    const start = isNowhere() ? nothingHere() : startOf(/** @type {Edition} */ (this.edition), (inquiry) => this.go({ view: 'home', inquiry }), fragmentOf({ ...this.state, view: 'portfolio' }));
    this.sheet?.showNotice(start);
    addAccuracy(start, { link: fragmentOf({ ...this.state, view: 'accuracy' }), signal: this.#accuracy.next() });
  }

  /** Offers the homes that fit the typed text. */
  async #offer(/** @type {string} */ query) {
    this.#forget();
    const signal = this.#asked.next();
    try {
      /** @type {import('./search.js').Found} */
      const found = await ask('/v1/addresses', { query, limit: String(mostOffered) }, signal);
      this.#showNotice(offerOf(query, found, (inquiry) => this.go({ view: 'home', inquiry })));
      this.search?.show(query);
      this.map?.offer(found.homes);
    } catch (error) {
      if (!isAbort(error)) this.#refuse(error);
    }
  }

  /** Asks for the value of the home and shows it with its explanation. */
  async #ask() {
    const { inquiry } = this.state;
    const signal = this.#asked.next();
    const isOther = addressKey(inquiry) !== (this.answer ? this.answeredFor : '');
    const place = byId('sheet');
    place.setAttribute('aria-busy', 'true');
    try {
      const { data, meta } = await askWhole('/v1/homevalue/explanation', { ...inquiry, language: currentLanguage() }, signal);
      this.answer = /** @type {Explanation} */ ({ ...data, meta });
      this.answeredFor = addressKey(inquiry);
      if (Object.keys(overridesOf(inquiry)).length === 0) this.registered = { home: spelledOn(inquiry), value: this.answer.valuation.weightedValue };
      const isMoved = !isSameHome(this.answered, inquiry);
      this.answered = inquiry;
      this.#showAnswer(isOther, isMoved);
      this.#askAsides(isOther);
    } catch (error) {
      if (isAbort(error)) return;
      if (this.answer && mayComeLater(error) && isSameHome(this.answered, inquiry)) return this.sheet?.sayBusy(error, () => this.show());
      this.#refuse(error);
    } finally {
      if (!signal.aborted) place.removeAttribute('aria-busy');
    }
  }

  /** Cancels the requests for the home, which is no longer shown. */
  #forget() {
    for (const asked of [this.#asked, this.#photos, this.#index]) asked.stop();
    byId('sheet').removeAttribute('aria-busy');
    this.answer = null;
  }

  /**
   * @param {boolean} isOther whether the home, day or language differs from the previous answer
   * @param {boolean} isMoved whether the home differs
   */
  #showAnswer(isOther, isMoved) {
    const answer = /** @type {Explanation} */ (this.answer);
    this.sheet?.show(/** @type {Edition} */ (this.edition), this.#shown(isOther));
    this.search?.show(answer.home.address);
    this.map?.show(answer);
    this.map?.showAll(this.state.page.open === 'comparables');
    this.#sayValue();
    if (isMoved) window.scrollTo({ top: 0 });
  }

  /** The answer as the sheet shows it. @param {boolean} isOther */
  #shown(isOther) {
    const { answered: inquiry, registered } = this;
    return {
      answer: /** @type {Explanation} */ (this.answer), inquiry, wanted: isSameHome(this.state.inquiry, inquiry) ? this.state.inquiry : inquiry, isOther, exact: this.#isExact(), open: this.state.page.open === 'comparables',
      registered: registered?.home === spelledOn(inquiry) ? registered.value : null,
    };
  }

  #isExact() {
    return this.state.page.euro === 'exact';
  }

  /** Sets the window's title and the text for screen readers. */
  #sayValue() {
    const { valuation: v, interval, home, words } = /** @type {Explanation} */ (this.answer);
    const value = euros(rounded(v.weightedValue, this.#isExact() ? 1 : stepOf(interval['80'])));
    document.title = `${value}, ${v.street} ${v.houseNumber} · gevel`;
    byId('status').textContent = `${home.address}: ${value}. ${words.accuracy}`;
  }

  #toEuro(/** @type {boolean} */ exact) {
    this.#keep({ euro: exact ? 'exact' : '' });
    if (!this.answer) return;
    this.sheet?.again(/** @type {Edition} */ (this.edition), this.#shown(false));
    this.#sayValue();
  }

  /**
   * Changes a characteristic of the home. A moving slider makes no steps in the history.
   * @param {string} name empty: undo all changes
   * @param {string} value
   */
  #change(name, value) {
    const others = without(this.state.inquiry, name);
    if (name === '' || value === '') {
      window.clearTimeout(this.#timer);
      this.go({ inquiry: name === '' ? addressOf(others) : others });
      return;
    }
    this.state = { ...this.state, inquiry: { ...others, [name]: value } };
    this.#speakLinks();
    this.#address.writeSoon(fragmentOf(this.state));
    window.clearTimeout(this.#timer);
    const wait = Math.max(0, this.#movedAt + pauseWhileMoving - performance.now());
    this.#timer = window.setTimeout(() => {
      this.#movedAt = performance.now();
      this.#ask();
    }, wait);
  }

  /** Asks for what may arrive after the value: photos of another home, and the index. */
  #askAsides(/** @type {boolean} */ isOther) {
    if (isOther) {
      this.#askPhotos();
      alarmsOf(this.state.inquiry, this.#alarms.next()).then((alarms) => this.sheet?.warn(alarms));
    }
    this.#askIndex(isOther ? 0 : pauseForMore);
  }

  /** Photos may be missing, for example if the key lacks their scope. */
  async #askPhotos() {
    try {
      const signal = this.#photos.next(), { bagId } = /** @type {Explanation} */ (this.answer).home;
      const [photos, { items: [front] }] = await Promise.all([ask('/v1/house-images', addressOf(this.state.inquiry), signal), ask('/v1/get_front_view', { bagNumIds: bagId }, signal)]);
      if (this.sheet) this.sheet.photos = { ...photos, front };
    } catch (error) {
      if (!(error instanceof Refused) && !isAbort(error)) throw error;
    }
  }

  /** @param {number} ms pause before the request, in which another answer may replace it */
  async #askIndex(ms) {
    const parameters = { ...this.state.inquiry, language: currentLanguage() };
    const signal = this.#index.next();
    try {
      if (ms > 0) await pause(ms, signal);
      /** @type {Index} */
      const index = await ask('/page/index', parameters, signal);
      await this.sheet?.draw(index);
    } catch (error) {
      if (isAbort(error)) return;
      if (!(error instanceof Refused)) throw error;
      this.sheet?.drawNone();
    }
  }

  /** @param {Sale} sale */
  #goTo(sale) {
    this.map?.go(sale);
    lightUp(sale.bagId);
    if (window.innerWidth < 900) byId('mapside').scrollIntoView({ block: 'center' });
  }

  #fold(/** @type {boolean} */ open) {
    this.#keep({ open: open ? 'comparables' : '' });
    this.map?.showAll(open);
  }

  /**
   * Shows why there is no answer. After a refused key it asks for another.
   * @param {unknown} error
   * @param {HTMLElement} [place]
   */
  async #refuse(error, place = byId('sheet')) {
    if (!(error instanceof Refused)) console.error(error);
    if (error instanceof Refused && error.status === 401) {
      if (await askKey(wordsOf(error))) return this.#start();
    }
    const { inquiry } = this.state;
    const notice = noticeOf(error, {
      inquiry, choose: (chosen) => this.go({ view: 'home', inquiry: chosen }), again: () => (this.edition ? this.show() : this.#start()),
      attributes: this.edition?.attributes ?? [],
    });
    if (place === byId('sheet')) this.#showNotice(notice, error instanceof Refused && mayChange(inquiry, error.reason) ? error : null);
    else place.replaceChildren(notice);
    if (error instanceof Refused && error.reason === 'ambiguous_address') homesAt(inquiry, this.#asked.next()).then((homes) => this.map?.offer(homes), () => {}); // the notice does without
    byId('status').textContent = notice.innerText; // without what is folded
  }

  /** Shows a notice instead of an answer, and removes the home from the search box, the map and the title. */
  #showNotice(/** @type {HTMLElement} */ notice, /** @type {Refused | null} */ refusal = null) {
    const { inquiry } = this.state;
    this.#forget();
    this.sheet?.showNotice(notice, refusal && this.edition ? { edition: this.edition, inquiry, refusal } : null);
    this.search?.show(inquiry.query ?? spelled(inquiry));
    if (refusal) this.map?.clear();
    else this.map?.leave();
    document.title = `${notice.querySelector('h1')?.textContent} · gevel`;
  }
}

/** @param {Inquiry} inquiry */
function addressKey(inquiry) {
  return `${spelledOn(inquiry)} ${currentLanguage()}`;
}

new Page().open();
