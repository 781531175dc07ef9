// Requests to the service with the key of this session.
/** @import { Fault } from '../types' */

import { keep, kept } from './kept.js';

const storedAs = 'gevel-key';

/** A refusal by the service, with its error if it gave one. */
export class Refused extends Error {
  /**
   * @param {number} status 0: no answer
   * @param {Fault | null} fault
   * @param {number} retryAfter seconds, 0: not given
   * @param {Record<string, string>} [meta] the answer's
   */
  constructor(status, fault, retryAfter, meta = {}) {
    super(fault?.message || `status ${status}`);
    this.status = status;
    this.fault = fault;
    this.retryAfter = retryAfter;
    this.meta = meta;
  }

  /** Parameters that the register lacks and a value needs. @returns {string[]} */
  get missing() {
    return this.meta.missing?.split(' ') ?? [];
  }

  /** The stable reason, such as ambiguous_address; empty where there is none. */
  get reason() {
    return this.fault?.errors?.[0]?.reason ?? '';
  }
}

/** The key of this session; a demo fills in its own. */
export function key() {
  const filledIn = document.querySelector('meta[name="gevel-key"]')?.getAttribute('content');
  return kept('sessionStorage', storedAs) ?? filledIn ?? '';
}

/** @param {string} given empty: forget it */
export function setKey(given) {
  early = null; // it was asked for with another
  keep('sessionStorage', storedAs, given);
}

/**
 * Requests a path and returns the answer's data.
 * @template T
 * @param {string} path
 * @param {Record<string, string>} parameters
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function ask(path, parameters, signal) {
  return (await askWhole(path, parameters, signal)).data;
}

/**
 * Asks for an answer with its metadata.
 * @param {string} path
 * @param {Record<string, string>} parameters
 * @param {AbortSignal} [signal]
 * @returns {Promise<{data: any, meta: any}>}
 */
export function askWhole(path, parameters, signal) {
  if (early?.target === targetOf(path, parameters)) {
    const { coming, at } = early;
    early = null;
    if (performance.now() - at < earlyFor) {
      return coming.then((answer) => {
        signal?.throwIfAborted();
        return answer;
      });
    }
  }
  return patiently(signal, () => askOnce(path, parameters, signal));
}

/** An answer that was asked for before the page could show it. @type {{target: string, coming: Promise<{data: any, meta: any}>, at: number} | null} */
let early = null;

/** How long such an answer counts, ms: later it may be of another edition. */
const earlyFor = 30_000;

/**
 * Asks for what the page will ask for in a moment, once it knows what it needs besides.
 * @param {string} path
 * @param {Record<string, string>} parameters
 */
export function askEarly(path, parameters) {
  const coming = askWhole(path, parameters);
  coming.catch(() => {}); // whoever takes it hears of it
  early = { target: targetOf(path, parameters), coming, at: performance.now() };
}

/**
 * Whether the key has exceeded its rate, or the service is overloaded.
 * @param {unknown} error
 * @returns {error is Refused}
 */
export function isBusy(error) {
  return error instanceof Refused && [429, 503].includes(error.status);
}

/** Whether the same request may succeed later. @param {unknown} error */
export function mayComeLater(error) {
  return isBusy(error) || error instanceof Refused && error.status === 0;
}

/** How many times a request that was refused as too early is repeated. */
const moreTries = 5;

/**
 * Sends a request, and repeats it a little later when it was too early: a dragged slider or map sends more requests a
 * second than some keys may.
 * @template T
 * @param {AbortSignal | undefined} signal
 * @param {() => Promise<T>} once
 * @returns {Promise<T>}
 */
async function patiently(signal, once) {
  for (let tries = 1; ; tries++) {
    try {
      return await once();
    } catch (error) {
      if (!isBusy(error) || tries > moreTries) throw error;
      await pause(1000 * Math.min(10, Math.max(1, error.retryAfter)) * (0.5 + tries / 2 + Math.random()), signal);
    }
  }
}

/**
 * Waits until the time is over or the signal aborts.
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = window.setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      window.clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Posts a body as JSON, and returns the answer's data.
 * @param {string} path
 * @param {Record<string, string>} parameters
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
export async function post(path, parameters, body, signal) {
  return (await patiently(signal, () => askOnce(path, parameters, signal, body))).data;
}

/**
 * Posts a body as JSON, and returns an answer without an envelope.
 * @param {string} path
 * @param {Record<string, string>} parameters
 * @param {unknown} body
 */
export function postBytes(path, parameters, body) {
  return patiently(undefined, async () => bytesOf(await send(targetOf(path, parameters), undefined, {}, body)));
}

/**
 * Posts a file, and returns the answer's data. Fetch would not say how much of it is sent.
 * @param {string} path
 * @param {Record<string, string>} parameters
 * @param {File} file
 * @param {{progress: (sent: number) => void, signal: AbortSignal}} given progress: is told the part that is sent
 */
export function postFile(path, parameters, file, { progress, signal }) {
  return patiently(signal, () => new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', targetOf(path, parameters));
    const type = file.name.toLowerCase().endsWith('.json') ? 'application/json' : 'text/csv';
    for (const [name, value] of Object.entries({ ...keyHeaders(), 'Content-Type': type })) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => progress(event.loaded / event.total));
    request.addEventListener('load', () => {
      const body = parsed(request.responseText);
      if (request.status === 200 && body) resolve(body.data);
      else reject(refusalOf(request.status, request.getResponseHeader('Retry-After'), body));
    });
    request.addEventListener('error', () => reject(new Refused(0, null, 0)));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  }));
}

/**
 * @param {string} path
 * @param {Record<string, string>} parameters
 */
function targetOf(path, parameters) {
  const query = new URLSearchParams(parameters).toString();
  return `${path}${query ? `?${query}` : ''}`;
}

/**
 * @param {string} path
 * @param {Record<string, string>} parameters
 * @param {AbortSignal} [signal]
 * @param {unknown} [posted]
 */
async function askOnce(path, parameters, signal, posted) {
  const response = await send(targetOf(path, parameters), signal, {}, posted);
  const body = parsed(await unbroken(response.text()));
  if (!response.ok || !body) throw refusalOf(response.status, response.headers.get('Retry-After'), body);
  return body;
}

/**
 * @param {number} status
 * @param {string | null} retryAfter
 * @param {any} body
 */
function refusalOf(status, retryAfter, body) {
  return new Refused(status, body?.error?.code ? body.error : faultOf(status, body), Number(retryAfter ?? 0), body?.meta ?? {});
}

/** Parses JSON; null if the text is not JSON, such as a proxy's page. */
function parsed(/** @type {string} */ text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {string} target
 * @param {AbortSignal} [signal]
 * @param {Record<string, string>} [more] headers
 * @param {unknown} [posted] what is posted, as JSON
 */
async function send(target, signal, more, posted) {
  const body = posted === undefined ? {} : { method: 'POST', body: JSON.stringify(posted) };
  return unbroken(fetch(target, { headers: { ...keyHeaders(), ...more }, cache: 'no-store', signal, ...body }));
}

/**
 * Waits for the network. A cancelled request stays an abort, even in the middle of its body.
 * @template T
 * @param {Promise<T>} coming
 */
async function unbroken(coming) {
  try {
    return await coming;
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refused(0, null, 0);
  }
}

/**
 * The fault in an answer without an envelope, which has only a message.
 * @param {number} status
 * @param {{message?: string} | null} body
 * @returns {Fault | null}
 */
function faultOf(status, body) {
  return body?.message ? { code: status, message: body.message, errors: [] } : null;
}

/** @param {unknown} error */
export function isAbort(error) {
  return error instanceof DOMException && error.name === 'AbortError';
}

/**
 * Requests something without an envelope, such as a tile of the map.
 * @param {string} url
 * @param {AbortSignal} [signal]
 */
export function askBytes(url, signal) {
  return patiently(signal, async () => bytesOf(await send(url, signal)));
}

/** @param {Response} response */
function bytesOf(response) {
  if (!response.ok) throw new Refused(response.status, null, Number(response.headers.get('Retry-After') ?? 0));
  return unbroken(response.arrayBuffer());
}

/**
 * Requests a range of bytes of a file of the service.
 * @param {string} path
 * @param {{first: number, last: number, tag?: string}} range tag: the file's; if it has changed the service refuses
 * @param {AbortSignal} [signal]
 */
export function askRange(path, { first, last, tag }, signal) {
  return patiently(signal, async () => {
    const response = await send(path, signal, { Range: `bytes=${first}-${last}`, ...(tag && { 'If-Match': tag }) });
    if (!response.ok) throw new Refused(response.status, null, Number(response.headers.get('Retry-After') ?? 0));
    return response;
  });
}

/** The headers that a request needs. */
export function keyHeaders() {
  return { Authorization: `Bearer ${key()}` };
}

/** Aborts the previous call whenever a new one begins. */
export class Latest {
  /** @type {AbortController | null} */
  #running = null;

  /** The signal of a new call. */
  next() {
    this.#running?.abort();
    this.#running = new AbortController();
    return this.#running.signal;
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
  }
}
