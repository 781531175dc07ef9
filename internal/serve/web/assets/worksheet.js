// The worksheet of an appraiser: comparables are picked or rejected, each with a reason, and changed characteristics get a
// source; value and range follow. The service works it out from all of it at each change, and keeps nothing.
/** @import { Judged } from './judged.js' */
/** @import { ComparableSale, Explanation, Inquiry, WorksheetAnswer } from '../types' */

import { adderOf, labelled, mostLetters, plainOf } from './addsale.js';
import { leadBy } from './answer.js';
import { isAbort, Latest, post, postBytes, Refused } from './api.js';
import { h, steady } from './dom.js';
import { save } from './evidencefile.js';
import { wordsOf } from './notice.js';
import { order } from './report.js';
import { nameOf } from './sale.js';
import { overridesOf } from './state.js';
import { judgeBar } from './valuebar.js';
import { currentLanguage, euros, say, wholePercent } from './words.js';

const reasons = /** @type {const} */ (['worksheet.same', 'worksheet.near', 'worksheet.state', 'worksheet.otherState', 'worksheet.otherPlace', 'worksheet.special']);
const path = '/page/worksheet';

export class Worksheet {
  #latest = new Latest();
  /** Ids of the home's own comparables. @type {Set<string>} */
  #listed;
  /** By the id of a sale. @type {Map<string, {sale: ComparableSale, cell: HTMLElement}>} */
  #cells = new Map();
  /** @type {WorksheetAnswer | null} */
  #answer = null;
  #result = h('div', { class: 'result', role: 'status' });
  #note = h('p', { class: 'note', role: 'status' });
  #files = h('p', { class: 'noprint', hidden: true });
  #added = h('ul', { class: 'added' });

  /**
   * @param {Explanation} answer
   * @param {Inquiry} inquiry the answer's
   * @param {Judged} judged kept up to date
   * @param {(error: Refused) => void} refuse called when the key is refused
   */
  constructor(answer, inquiry, judged, refuse) {
    this.answer = answer;
    this.#listed = new Set(answer.comparables.map((c) => c.sale));
    this.parameters = { ...inquiry, language: currentLanguage() };
    this.overrides = overridesOf(inquiry);
    this.judged = judged;
    this.refuse = refuse;
    this.#files.append(
      h('button', { type: 'button', class: 'quiet', id: 'worksheet-json', onclick: () => this.#keepFile() }, say('worksheet.file')), ' ',
      h('button', { type: 'button', class: 'quiet', id: 'worksheet-report', onclick: () => this.#keepReport() }, say('worksheet.report')), ' ',
      h('button', { type: 'button', class: 'link', id: 'worksheet-clear', onclick: () => this.#clear() }, say('worksheet.clear')));
    this.element = h('section', { class: 'worksheet', 'aria-labelledby': 'worksheet' },
      h('h3', { id: 'worksheet', tabindex: '-1' }, say('worksheet.title')), h('p', { class: 'lead noprint' }, say('worksheet.lead')),
      h('datalist', { id: 'worksheet-reasons' }, reasons.map((id) => h('option', { value: say(id) }))),
      this.#sourcesOf(), this.#ownOf(), this.#loaderOf(), this.#note, this.#result, this.#files);
    this.element.addEventListener('dragover', (event) => event.preventDefault());
    this.element.addEventListener('drop', (event) => {
      event.preventDefault();
      this.#load(event.dataTransfer?.files[0]);
    });
    this.#list([]);
    if (!judged.empty) this.#follow();
  }

  /** The verdict about a sale, as a cell of the grid. @param {ComparableSale} sale */
  cellOf(sale) {
    let { cell } = this.#cells.get(sale.sale) ?? {};
    if (!cell) this.#cells.set(sale.sale, { sale, cell: cell = this.#judgedHere(sale.sale) ? this.#verdictOf(sale) : this.#beyondOf(sale) });
    return cell;
  }

  /** Whether the grid decides about a sale alone: it is a comparable, as the register knows it. @param {string} id */
  #judgedHere(id) {
    return this.#listed.has(id) && !this.judged.rest.comparables.some((c) => c.sale === id);
  }

  /** Has the cell of a sale show what is decided now, also where a filter hides it. @param {string} id */
  #renew(id) {
    const { sale, cell } = this.#cells.get(id) ?? {};
    if (!sale) return;
    this.#cells.delete(id);
    cell?.replaceWith(this.cellOf(sale));
  }

  /** Adds a verdict to what an earlier one about the sale corrects. @param {any} given */
  #add(given) {
    const { rest, verdicts } = this.judged;
    const earlier = rest.comparables.find((c) => c.sale === given.sale);
    const corrections = new Map([...(earlier?.corrections ?? []), ...(given.corrections ?? [])].map((c) => [c.characteristic, c]));
    const verdict = { ...given, corrections: corrections.size > 0 ? [...corrections.values()] : undefined, adjustment: given.adjustment ?? earlier?.adjustment };
    rest.comparables = rest.comparables.filter((c) => c.sale !== verdict.sale);
    verdicts.delete(verdict.sale);
    if (this.#listed.has(verdict.sale) && !verdict.corrections && !verdict.adjustment) verdicts.set(verdict.sale, { pick: true, reason: verdict.reason });
    else rest.comparables.push(verdict);
    this.#renew(verdict.sale);
  }

  /** Removes the verdict about a sale that was added. @param {string} id */
  #remove(id) {
    const { rest } = this.judged;
    rest.comparables = rest.comparables.filter((c) => c.sale !== id);
    this.#renew(id);
  }

  /** A field for the reason of a verdict. @param {string} address @param {(reason: string) => void} give */
  #reasonOf(address, give) {
    const field = h('input', {
      type: 'text', class: 'reason', list: 'worksheet-reasons', maxlength: mostLetters, autocomplete: 'off', placeholder: say('worksheet.reason'),
      'aria-label': say('worksheet.reasonOf', { address }), onchange: () => give(field.value.trim()),
    });
    return field;
  }

  /** A sale beyond the comparables can be picked: it is added. @param {ComparableSale} sale */
  #beyondOf(sale) {
    const address = nameOf(sale);
    const found = () => this.judged.rest.comparables.find((c) => c.sale === sale.sale);
    const added = found();
    const pick = h('button', { type: 'button', class: 'pick', 'aria-pressed': String(added !== undefined), onclick: () => { reason.hidden = !reason.hidden; reason.focus(); } }, say('worksheet.pick'));
    const reason = this.#reasonOf(address, (why) => {
      const { rest } = this.judged;
      const others = rest.comparables.filter((c) => c !== found());
      rest.comparables = why ? [...others, { ...found(), sale: sale.sale, pick: true, reason: why }] : others;
      pick.setAttribute('aria-pressed', String(why !== ''));
      if (!why) this.#renew(sale.sale);
      this.#list([{ sale: sale.sale, label: address }]);
      this.#follow();
    });
    reason.value = added?.reason ?? '';
    reason.hidden = !added;
    return h('div', { class: 'verdict' }, h('span', { class: 'choice', role: 'group', 'aria-label': say('worksheet.of', { address }) }, pick), reason);
  }

  /** @param {ComparableSale} sale */
  #verdictOf(sale) {
    const { verdicts } = this.judged;
    const key = sale.sale;
    const address = nameOf(sale);
    const reason = this.#reasonOf(address, (why) => {
      const verdict = verdicts.get(key);
      if (!verdict) return;
      verdict.reason = why;
      this.#follow();
    });
    reason.value = verdicts.get(key)?.reason ?? '';
    const show = () => {
      const verdict = verdicts.get(key);
      for (const [button, pick] of /** @type {[HTMLElement, boolean][]} */ ([[picks, true], [rejects, false]])) button.setAttribute('aria-pressed', String(verdict?.pick === pick));
      reason.hidden = !verdict;
    };
    const decide = (/** @type {boolean} */ pick) => {
      if (verdicts.get(key)?.pick === pick) verdicts.delete(key);
      else verdicts.set(key, { pick, reason: reason.value.trim() });
      show();
      if (verdicts.get(key)?.reason === '') reason.focus();
      this.#follow();
    };
    const picks = h('button', { type: 'button', class: 'pick', onclick: () => decide(true) }, say('worksheet.pick'));
    const rejects = h('button', { type: 'button', class: 'reject', onclick: () => decide(false) }, say('worksheet.reject'));
    show();
    return h('div', { class: 'verdict' }, h('span', { class: 'choice', role: 'group', 'aria-label': say('worksheet.of', { address }) }, picks, rejects), reason);
  }

  /** The changed characteristics, each with a field for its source. */
  #sourcesOf() {
    const changed = Object.keys(this.overrides);
    const go = () => document.getElementById('whatif')?.focus();
    return h('div', { class: 'corrections' },
      changed.map((name) => {
        const { label, text } = this.answer.characteristics.find((c) => c.name === name) ?? { label: name, text: this.overrides[name] };
        const field = h('input', {
          type: 'text', maxlength: mostLetters, autocomplete: 'off', id: `source-${name}`, value: this.judged.sources.get(name), placeholder: say('worksheet.sourceSuch'),
          onchange: () => {
            this.judged.sources.set(name, field.value.trim());
            this.#follow();
          },
        });
        return h('p', null, h('label', { for: field.id }, say('worksheet.source', { label, text })), field);
      }),
      h('p', { class: 'noprint' }, h('button', { type: 'button', class: 'link', id: 'worksheet-correct', onclick: go }, say('worksheet.correct'))));
  }

  /** Who judges, the value that is stated, and sales beyond the comparables. */
  #ownOf() {
    const { rest: kept } = this.judged;
    const state = () => {
      const { rest } = this.judged;
      rest.author = author.value.trim() || undefined;
      const reason = why.value.trim();
      rest.value = stated.value === '' && reason === '' ? undefined : { euros: Number(stated.value), reason };
      if (rest.value?.reason === '') why.focus();
      this.#follow();
    };
    const text = { type: 'text', maxlength: mostLetters, autocomplete: 'off', onchange: state };
    const author = h('input', { ...text, id: 'worksheet-author', value: kept.author });
    const stated = h('input', { type: 'number', min: 1000, max: 1e9, step: 1, inputmode: 'numeric', id: 'worksheet-stated', value: kept.value?.euros || '', onchange: state });
    const why = h('input', { ...text, id: 'worksheet-stated-reason', value: kept.value?.reason });
    return h('div', { class: 'corrections' }, h('div', { class: 'fields' },
      labelled(say('worksheet.author'), author), labelled(say('worksheet.stated'), stated), labelled(say('worksheet.statedReason'), why)),
    this.#added, adderOf(this.answer, (verdict) => {
      this.#add(verdict);
      this.#list([]);
      return this.#follow();
    }, () => this.judged.rest.comparables));
  }

  /** Lists the sales that were added, each with its adjusted price once the service has it. @param {{sale: string, label: string, adjusted?: number}[]} sales */
  #list(sales) {
    const { rest } = this.judged;
    this.#added.replaceChildren(...rest.comparables.map((verdict) => {
      const { label, adjusted } = sales.find((c) => c.sale === verdict.sale) ?? {};
      const name = label ?? verdict.sale;
      return h('li', null, `${name}${adjusted === undefined ? '' : `, ${euros(adjusted)}`}: ${verdict.reason} `, h('button', {
        type: 'button', class: 'link', 'aria-label': say('worksheet.removeOf', { sale: name }), onclick: () => {
          this.#remove(verdict.sale);
          this.#list(sales);
          /** @type {HTMLElement | null} */ (this.element.querySelector('.addsale summary'))?.focus();
          this.#follow();
        },
      }, say('worksheet.remove')));
    }));
  }

  /** A field for a file that was downloaded. */
  #loaderOf() {
    const field = h('input', { type: 'file', accept: 'application/json,.json', id: 'worksheet-load', onchange: () => this.#load(field.files?.[0]) });
    return h('p', { class: 'noprint' }, h('label', { for: 'worksheet-load' }, say('worksheet.load')), ' ', field);
  }

  /** Takes a document in place of the draft, and shows the page with it. @param {File} [file] */
  async #load(file) {
    if (!file) return;
    const { judged } = this;
    try {
      const read = JSON.parse(await file.text());
      const judgement = read.worksheet?.judgement ?? read;
      const other = judgement.request?.bagId && judgement.request.bagId !== this.answer.home.bagId;
      if (other || !Array.isArray(judgement.comparables)) {
        this.#say(say(other ? 'worksheet.other' : 'worksheet.unread'));
        return;
      }
      const { author, value, found } = judgement;
      judged.verdicts.clear();
      judged.sources.clear();
      judged.rest = { comparables: [], corrections: judgement.corrections ?? [], author, value, found };
      for (const verdict of judgement.comparables) {
        if (!this.#listed.has(verdict.sale) || verdict.corrections || verdict.adjustment) judged.rest.comparables.push(verdict);
        else judged.verdicts.set(verdict.sale, { pick: verdict.pick, reason: verdict.reason });
      }
      judged.keep();
      location.reload();
    } catch (error) {
      if (error instanceof SyntaxError) this.#say(say('worksheet.unread'));
      else this.#failed(error);
    }
  }

  /** Has the service work the sheet out, and shows it; whether it did. */
  async #follow() {
    this.judged.keep();
    const signal = this.#latest.next();
    try {
      const judgement = this.#judgement();
      if (judgement.comparables.length === 0 && judgement.corrections.length === 0 && !judgement.value) {
        this.#show(null);
        this.element.removeAttribute('aria-busy');
        return true;
      }
      this.element.setAttribute('aria-busy', 'true');
      this.#show(await post(path, this.parameters, judgement, signal));
    } catch (error) {
      if (isAbort(error)) return false;
      this.#failed(error);
      this.element.removeAttribute('aria-busy');
      return false;
    }
    this.element.removeAttribute('aria-busy');
    return true;
  }

  /** What is decided in full; what lacks a reason or source is named in the note. */
  #judgement() {
    const { verdicts, sources } = this.judged;
    const here = [...verdicts].filter(([sale]) => this.#listed.has(sale));
    const comparables = here.filter(([, v]) => v.reason !== '').map(([sale, { pick, reason }]) => ({ sale, pick, reason }));
    const corrections = Object.entries(this.overrides).filter(([name]) => sources.get(name)).map(([name, value]) => ({ characteristic: name, value: plainOf(value), source: sources.get(name) ?? '' }));
    const { comparables: others, corrections: given, value, ...rest } = this.judged.rest;
    const stated = value?.reason && value.euros ? { value } : {};
    const lacking = here.length - comparables.length + Object.keys(this.overrides).length - corrections.length + (value && !stated.value ? 1 : 0);
    const gone = verdicts.size - here.length;
    this.#say([lacking > 0 && say('worksheet.lacking', { count: lacking }), gone > 0 && say('worksheet.gone', { count: gone })].filter(Boolean).join(' '));
    const corrected = given.filter((c) => !corrections.some((own) => own.characteristic === c.characteristic));
    return { ...rest, ...stated, comparables: [...comparables, ...others.filter((c) => !comparables.some((own) => own.sale === c.sale))], corrections: [...corrections, ...corrected] };
  }

  /** @param {...(Node | string)} parts of the note */
  #say(...parts) {
    steady(() => this.#note.replaceChildren(...parts));
  }

  /** @param {WorksheetAnswer | null} sheet */
  #show(sheet) {
    steady(() => this.#fill(sheet));
  }

  /** @param {WorksheetAnswer | null} sheet */
  #fill(sheet) {
    this.#answer = sheet;
    this.lead();
    this.#list(sheet?.comparables ?? []);
    this.#files.hidden = !sheet;
    if (!sheet) {
      this.#result.replaceChildren();
      return;
    }
    const line = (/** @type {string} */ name, /** @type {string} */ id, /** @type {(Node | string)[]} */ ...parts) => h('div', { 'data-line': name }, h('dt', null, id), h('dd', null, parts));
    this.#result.replaceChildren(h('dl', null,
      line('value', say('worksheet.value'), h('data', { id: 'worksheet-value', value: sheet.value }, euros(sheet.value))),
      line('range', say('worksheet.range'), say('worksheet.fromTo', { low: euros(sheet.low), high: euros(sheet.high) })),
      line('indication', say('worksheet.indication', { count: sheet.chosen }), sheet.indication === null ? say('worksheet.none') : say('worksheet.counts', { value: euros(sheet.indication), weight: wholePercent(sheet.weight) })),
      line('model', say('worksheet.model'), euros(sheet.model))),
    sheet.learned === 0 && sheet.chosen > 0 ? h('p', { class: 'note' }, say('worksheet.cautious')) : '');
  }

  /** Has the judged value lead the page, where there is one. */
  lead() {
    leadBy(this.#answer);
    judgeBar(this.#answer);
  }

  /** @param {unknown} error */
  #failed(error) {
    if (!(error instanceof Refused)) console.error(error);
    const message = error instanceof Refused && error.status === 400 && error.fault?.message;
    this.#say(wordsOf(error), ' ', message ? `${say('fault.detail', { message })} ` : '', h('button', { type: 'button', class: 'link', onclick: () => this.#follow() }, say('fault.again')));
    if (error instanceof Refused && error.status === 401) this.refuse(error);
  }

  #nameOfFile() {
    const { postalCode, houseNumber, valueDate } = this.answer.valuation;
    return `gevel-${postalCode}-${houseNumber}-${valueDate}`;
  }

  /** Downloads the document as the service answered it, which can be loaded again. */
  #keepFile() {
    save(`${this.#nameOfFile()}.json`, new Blob([JSON.stringify(this.#answer?.judgement, null, 2)], { type: 'application/json' }));
  }

  async #keepReport() {
    this.#say(say('wait'));
    try {
      const asked = Object.fromEntries(Object.entries(order).filter(([, text]) => text !== ''));
      const bytes = await postBytes(`${path}/report`, { ...this.parameters, ...asked }, this.#judgement());
      save(`${this.#nameOfFile()}.html`, new Blob([bytes], { type: 'text/html' }));
    } catch (error) {
      this.#failed(error);
    }
  }

  #clear() {
    this.#latest.stop();
    this.judged.verdicts.clear();
    this.judged.sources.clear();
    this.judged.rest = { comparables: [], corrections: [] };
    this.judged.keep();
    for (const id of [...this.#cells.keys()]) this.#renew(id);
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('.corrections > * > input, .fields > p > input'))) field.value = '';
    this.#say();
    this.#show(null);
    /** @type {HTMLElement | null} */ (this.element.querySelector('#worksheet'))?.focus();
  }

  /** Cancels everything, because another answer has come. */
  stop() {
    this.#latest.stop();
  }
}
