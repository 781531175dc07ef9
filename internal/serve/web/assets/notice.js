// Messages in place of an answer: homes that can't be valued, ambiguous addresses, faults of the service.
/** @import { EditionAttribute, FoundHome, Inquiry } from '../types' */

import { Refused } from './api.js';
import { h } from './dom.js';
import { faultsOf } from './fault.js';
import { inquiryOf, streetOf } from './meant.js';
import { addressOf } from './state.js';
import { currentLanguage, say, sayName } from './words.js';

/** Statuses with their own message; others get the message for a fault of the service. */
const statuses = /** @type {const} */ ([0, 400, 401, 403, 404, 429, 500, 503]);

/**
 * A sentence for an error.
 * @param {unknown} error
 */
export function wordsOf(error) {
  const status = error instanceof Refused ? error.status : 500;
  const known = statuses.find((s) => s === status) ?? 500;
  return say(`fault.${known}`);
}

/**
 * @param {unknown} error
 * @param {object} given
 * @param {Inquiry} given.inquiry
 * @param {(inquiry: Inquiry) => void} given.choose
 * @param {() => void} given.again
 * @param {EditionAttribute[]} given.attributes of the edition
 */
export function noticeOf(error, given) {
  if (error instanceof Refused && error.status === 404 && error.reason !== 'not_found') {
    return error.reason === 'ambiguous_address' ? choicesOf(error, given) : refusedOf(error, given.attributes);
  }
  const detail = error instanceof Refused && error.fault?.message;
  const wrong = error instanceof Refused && error.status === 400 ? faultsOf(error.fault, given.attributes) : [];
  return h('section', { class: 'notice', role: 'alert' },
    h('h1', null, wordsOf(error)),
    wrong.length > 0 && h('ul', { class: 'wrong' }, wrong.map((sentence) => h('li', null, sentence))),
    detail && detailOf(detail),
    h('p', null, h('button', { type: 'button', class: 'strong', onclick: given.again }, say('fault.again'))));
}

/**
 * A note above a kept answer: the service is too busy for a new one.
 * @param {unknown} error
 * @param {() => void} again
 */
export function busyOf(error, again) {
  return h('p', { class: 'busy noprint', role: 'alert' }, `${wordsOf(error)} ${say('fault.before')} `,
    h('button', { type: 'button', class: 'link', onclick: again }, say('fault.again')));
}

/**
 * A home that can't be valued: the reason in the page's words, and the service's message.
 * @param {Refused} error
 * @param {EditionAttribute[]} attributes
 */
function refusedOf(error, attributes) {
  const names = error.missing.map((parameter) => attributes.find((a) => a.parameter === parameter)?.label ?? parameter).join(', ');
  const why = names ? say('refused.lacking', { names }) : sayName('refused', error.reason);
  return h('section', { class: 'notice', role: 'alert', 'data-reason': error.reason },
    h('h1', null, say('refused.title')),
    h('p', null, why === error.reason ? '' : why),
    detailOf(error.message));
}

/** The service's message, which is English: on a Dutch page it is folded. */
function detailOf(/** @type {string} */ message) {
  if (currentLanguage() === 'en') return h('p', { class: 'note' }, say('fault.detail', { message }));
  return h('details', { class: 'note' }, h('summary', null, say('fault.folded')), h('p', { lang: 'en' }, message));
}

/**
 * The homes at an ambiguous address as buttons.
 * @param {Refused} error
 * @param {{inquiry: Inquiry, choose: (inquiry: Inquiry) => void}} given
 */
function choicesOf(error, { inquiry, choose }) {
  const { postalCode, houseNumber } = addressOf(inquiry);
  const others = Object.fromEntries(Object.entries(inquiry).filter(([name]) => name !== 'houseLetter' && name !== 'houseNumberExt'));
  return h('section', { class: 'notice', 'data-reason': error.reason },
    h('h1', null, say('refused.ambiguous')),
    h('p', null, `${postalCode} ${houseNumber}. ${say('refused.ambiguous_address')}`),
    h('ul', { class: 'chips' }, (error.fault?.errors ?? []).map(({ message }) => {
      const addition = Object.fromEntries(new URLSearchParams(message.replaceAll(', ', '&')));
      const name = [addition.houseLetter, addition.houseNumberExt].filter(Boolean).join('-');
      return h('li', null, h('button', { type: 'button', class: 'chip', onclick: () => choose({ ...others, ...addition }) },
        `${houseNumber}${name ? `-${name}` : ` (${say('refused.bare')})`}`));
    })));
}

/**
 * Buttons for the homes that a text may mean.
 * @param {string} query
 * @param {import('./search.js').Found} found
 * @param {(inquiry: Inquiry) => void} choose
 */
export function offerOf(query, { homes, more, guessed }, choose) {
  const placeOf = (/** @type {FoundHome} */ home) => `${home.postalCode} ${home.city}`;
  const isOnePlace = new Set(homes.map(placeOf)).size <= 1;
  return h('section', { class: 'notice offer' },
    h('h1', null, homes.length === 0 ? say('search.none', { query }) : say(guessed ? 'search.guessed' : 'refused.ambiguous')),
    homes.length > 0 && h('p', null, isOnePlace ? `${homes[0].street}, ${placeOf(homes[0])}.` : query, more && ` ${say('search.more')}.`),
    h('ul', { class: 'chips' }, homes.map((home) => h('li', null, h('button', { type: 'button', class: 'chip', onclick: () => choose(inquiryOf(home)) },
      streetOf(home), !isOnePlace && h('small', null, ` ${placeOf(home)}`))))));
}
