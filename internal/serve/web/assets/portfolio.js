// A portfolio of loans: a file is dropped, valued by the service, and summed up. The service keeps neither file nor values;
// this window does until it is closed.
/** @import { Loans, Portfolio } from '../types' */

import { isAbort, Latest, postFile, Refused } from './api.js';
import { h, styled } from './dom.js';
import { save } from './evidencefile.js';
import { wordsOf } from './notice.js';
import { currentLanguage, euros, percent, say, sayName, whole, wholePercent } from './words.js';

/** The fall of prices that totals are also worked out after. */
const fall = 0.2;

const asked = new Latest();
/** The language in which it is shown. */
let shown = '';

/**
 * Shows where a file can be dropped, or what became of one.
 * @param {HTMLElement} place
 */
export function showPortfolio(place) {
  if (shown === currentLanguage()) return;
  const input = h('input', { type: 'file', accept: '.csv,.json', id: 'loans', onchange: () => input.files?.[0] && take(input.files[0]) });
  const result = h('div', { 'aria-live': 'polite' });
  /** @param {File} file */
  const take = (file) => {
    input.value = '';
    value(file, result);
  };
  const drop = h('div', {
    class: 'drop', ondragover: (/** @type {DragEvent} */ e) => { e.preventDefault(); drop.classList.add('over'); }, ondragleave: () => drop.classList.remove('over'),
    ondrop: (/** @type {DragEvent} */ e) => {
      e.preventDefault();
      drop.classList.remove('over');
      if (e.dataTransfer?.files[0]) take(e.dataTransfer.files[0]);
    },
  }, h('label', { for: 'loans' }, say('portfolio.drop')), input);
  shown = currentLanguage();
  place.replaceChildren(h('h1', null, say('portfolio.title')), h('p', { class: 'lead' }, say('portfolio.lead')), drop, result,
    h('p', { class: 'note' }, say('portfolio.kept')));
}

/**
 * Has the service value a file, and shows how far it is.
 * @param {File} file
 * @param {HTMLElement} result
 */
async function value(file, result) {
  const bar = h('progress', { max: 1, 'aria-label': say('portfolio.sending', { file: file.name }) });
  const doing = h('p', null, say('portfolio.sending', { file: file.name }));
  result.replaceChildren(doing, bar, ' ', h('button', { type: 'button', class: 'quiet', onclick: () => asked.stop() }, say('portfolio.stop')));
  try {
    /** @type {Portfolio} */
    const portfolio = await postFile('/page/portfolio', { shock: String(-fall), rows: 'csv' }, file, {
      signal: asked.next(), progress: (part) => {
        if (part < 1) return bar.setAttribute('value', String(part));
        bar.removeAttribute('value'); // how long valuing takes is not known
        doing.textContent = say('portfolio.valuing', { file: file.name });
      },
    });
    result.replaceChildren(...totalsOf(portfolio, file.name));
  } catch (error) {
    if (isAbort(error)) return result.replaceChildren();
    if (!(error instanceof Refused)) console.error(error);
    const detail = error instanceof Refused && error.fault?.message;
    result.replaceChildren(h('section', { class: 'notice', role: 'alert' }, h('h2', null, wordsOf(error)), detail && h('p', { lang: 'en' }, detail)));
  }
}

/**
 * @param {Portfolio} portfolio
 * @param {string} name of the file
 */
function totalsOf(portfolio, name) {
  const { rows, ...totals } = portfolio;
  const { now, shock } = totals;
  const figure = (/** @type {string} */ amount, /** @type {string} */ what) => h('div', null, h('dt', null, what), h('dd', null, amount));
  const own = name.replace(/\.\w+$/, '');
  return [
    h('h2', null, name),
    h('dl', { class: 'figures' },
      figure(whole(portfolio.homes), say('portfolio.loans', { count: whole(portfolio.valued) })),
      figure(euros(portfolio.exposure), say('portfolio.exposure')), figure(euros(portfolio.values), say('portfolio.values')),
      figure(ratio(now.ltv), say('portfolio.ltv')), shock && figure(ratio(shock.ltv), say('portfolio.shocked', { fall: wholePercent(fall) }))),
    h('p', null,
      h('button', { type: 'button', class: 'strong', onclick: () => save(`${own}-values.csv`, new Blob(['\ufeff', rows], { type: 'text/csv;charset=utf-8' })) }, say('portfolio.rows')), ' ',
      h('button', { type: 'button', class: 'quiet', onclick: () => save(`${own}-totals.json`, new Blob([JSON.stringify(totals, null, 2)], { type: 'application/json' })) }, say('portfolio.totals'))),
    bandsOf(now, shock), ...bookOf(portfolio), refusedOf(portfolio),
  ].filter((child) => child instanceof Node);
}

const ratio = (/** @type {number | null} */ of) => (of === null ? '–' : percent(of));

/**
 * The exposure by loan to value, today and after the fall.
 * @param {Loans} now
 * @param {Loans | null} shock
 */
function bandsOf(now, shock) {
  const head = (/** @type {string} */ text, number = true) => h('th', { scope: 'col', class: number && 'number' }, text);
  const share = (/** @type {number} */ of) => h('td', { class: 'number' }, styled(h('i', { class: 'tick', 'aria-hidden': 'true' }), { to: of }), percent(of));
  return h('section', null, h('h2', null, say('portfolio.bands')), h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': say('portfolio.bands') }, h('table', null,
    h('thead', null, h('tr', null, head(say('portfolio.ltv'), false), head(say('portfolio.count')), head(say('portfolio.exposure')), head(say('portfolio.share')), shock && head(say('portfolio.after', { fall: wholePercent(fall) })))),
    h('tbody', null, now.bands.map((band, i) => h('tr', null,
      h('th', { scope: 'row' }, band.to === null ? say('portfolio.above', { from: wholePercent(band.from) }) : say('portfolio.between', { from: wholePercent(band.from), to: wholePercent(band.to) })),
      h('td', { class: 'number' }, whole(band.homes)), h('td', { class: 'number' }, euros(band.exposure)), share(band.share), shock && share(shock.bands[i].share)))))));
}

/** What the homes would fetch together. @param {Portfolio} portfolio */
function bookOf({ book, bookShocked }) {
  if (!book) return [];
  const sentence = (/** @type {NonNullable<Portfolio['book']>} */ { total, shortfall }, /** @type {'portfolio.together' | 'portfolio.fallen'} */ id) => h('p', null, say(id, {
    low: euros(total.low80), high: euros(total.high80), shortfall: euros(shortfall.mean), worst: euros(shortfall.high95), fall: wholePercent(fall),
  }));
  return [h('section', null, h('h2', null, say('portfolio.book')), h('p', { class: 'lead' }, say('portfolio.err')), sentence(book, 'portfolio.together'), bookShocked && sentence(bookShocked, 'portfolio.fallen'))];
}

/** The rows without a value, by reason. @param {Portfolio} portfolio */
function refusedOf({ refused, unread }) {
  if (refused.length === 0 && unread === 0) return null;
  return h('section', null, h('h2', null, say('portfolio.refused')), h('ul', { class: 'reasonlist' },
    refused.map((r) => h('li', null, say('portfolio.because', { count: whole(r.homes), reason: sayName('portfolio.reason', r.reason), exposure: euros(r.exposure) }), r.sample && h('small', { lang: 'en' }, ` ${r.sample}`))),
    unread > 0 && h('li', null, say('portfolio.unread', { count: whole(unread) }))));
}
