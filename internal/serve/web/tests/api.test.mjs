// What is asked of the service, and what its refusals become.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { ask, askRange, isAbort, isBusy, key, Latest, Refused, setKey } from '../assets/api.js';
import { noticeOf, wordsOf } from '../assets/notice.js';
import { say, setLanguage } from '../assets/words.js';
import { openDocument } from './document.mjs';

openDocument();
setLanguage('en');

let asked;
/** @type {(() => Response)[]} what the service answers, one after the other */
let answers;
const kept = new Map();

beforeEach(() => {
  asked = [];
  answers = [];
  kept.clear();
  Object.assign(globalThis, {
    window: { setTimeout: (then) => queueMicrotask(then), clearTimeout: () => {} }, // no test waits
    sessionStorage: { getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => kept.set(k, v), removeItem: (k) => kept.delete(k) },
    fetch: async (url, { headers }) => {
      asked.push({ url, headers });
      return answers.shift()();
    },
  });
});

const json = (status, body, headers = {}) => () => new Response(JSON.stringify(body), { status, headers });

test('the data of an answer is what is given, asked with the key', async () => {
  setKey('secret');
  answers.push(json(200, { data: { n: 1 } }));
  assert.deepEqual(await ask('/v1/addresses', { query: 'Dam 1 & 2' }), { n: 1 });
  assert.deepEqual(asked, [{ url: '/v1/addresses?query=Dam+1+%26+2', headers: { Authorization: 'Bearer secret' } }]);
  setKey('');
  assert.equal(key(), '');
});

test('a refusal has status, reason and message', async () => {
  answers.push(json(404, { error: { code: 404, message: 'no such home', errors: [{ reason: 'address_not_found', message: '' }] } }));
  await assert.rejects(ask('/v1/x', {}), (error) => error instanceof Refused && error.status === 404 && error.reason === 'address_not_found' && error.message === 'no such home');
  answers.push(json(403, { message: 'bare' }));
  await assert.rejects(ask('/v1/x', {}), (error) => error.status === 403 && error.message === 'bare' && error.reason === '');
});

test('what is no answer is a fault', async () => {
  answers.push(() => new Response('<html>', { status: 200 }));
  await assert.rejects(ask('/v1/x', {}), (error) => error instanceof Refused);
  answers.push(() => { throw new TypeError('offline'); });
  await assert.rejects(ask('/v1/x', {}), (error) => error instanceof Refused && error.status === 0);
});

test('a busy service is asked six times in all, any other fault once', async () => {
  answers.push(json(429, {}), json(503, {}, { 'Retry-After': '2' }), json(200, { data: 'there' }));
  assert.equal(await ask('/v1/x', {}), 'there');
  answers.push(...Array.from({ length: 6 }, () => json(429, {})));
  await assert.rejects(ask('/v1/x', {}), isBusy);
  assert.equal(asked.length, 3 + 6);
  answers.push(json(500, {}));
  await assert.rejects(ask('/v1/x', {}), (error) => !isBusy(error));
  assert.equal(asked.length, 3 + 6 + 1);
});

test('a range is asked of the file that it is a range of', async () => {
  answers.push(() => new Response('abc', { status: 206 }), () => new Response('abc', { status: 206 }));
  await askRange('/page/map', { first: 10, last: 19, tag: '"v1"' });
  await askRange('/page/map', { first: 0, last: 9 });
  assert.deepEqual(asked.map(({ headers }) => [headers.Range, headers['If-Match']]), [['bytes=10-19', '"v1"'], ['bytes=0-9', undefined]]);
});

test('a new call ends the one before it', () => {
  const latest = new Latest();
  const [first, second] = [latest.next(), latest.next()];
  assert.deepEqual([first.aborted, second.aborted], [true, false]);
  assert.equal(isAbort(first.reason), true);
  latest.stop();
  assert.equal(second.aborted, true);
  assert.equal(isAbort(new Error('x')), false);
});

test('a fault has words of its own, else those of a fault of the service', () => {
  assert.equal(wordsOf(new Refused(401, null, 0)), say('fault.401'));
  assert.equal(wordsOf(new Refused(418, null, 0)), say('fault.500'));
  assert.equal(wordsOf(new Error('x')), say('fault.500'));
});

test('the homes at an ambiguous address are offered, with what else was asked', () => {
  const messages = ['', 'houseLetter=A', 'houseLetter=A, houseNumberExt=2'];
  const error = new Refused(404, { code: 404, message: 'm', errors: messages.map((message) => ({ reason: 'ambiguous_address', message })) }, 0);
  const chosen = [];
  const inquiry = { postalCode: '1012AB', houseNumber: '1', houseLetter: 'Q', useSurface: '90' };
  const notice = noticeOf(error, { inquiry, choose: (i) => chosen.push(i), again: () => {}, attributes: [] });
  const chips = notice.ofClass('chip');
  assert.deepEqual(chips.map((c) => c.textContent), [`1 (${say('refused.bare')})`, '1-A', '1-A-2']);
  for (const chip of chips) chip.click();
  assert.deepEqual(chosen, [
    { postalCode: '1012AB', houseNumber: '1', useSurface: '90' },
    { postalCode: '1012AB', houseNumber: '1', useSurface: '90', houseLetter: 'A' },
    { postalCode: '1012AB', houseNumber: '1', useSurface: '90', houseLetter: 'A', houseNumberExt: '2' },
  ]);
});
