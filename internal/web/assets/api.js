// Asks the service, with the key of this session.
/** @import { Fault } from '../types' */

const storedAs = 'gevel-key';

/** What the service refuses, with its own words where it has any. */
export class Refused extends Error {
  /**
   * @param {number} status 0: no answer at all
   * @param {Fault | null} fault
   * @param {number} retryAfter seconds, 0 where none are named
   */
  constructor(status, fault, retryAfter) {
    super(fault?.message || `status ${status}`);
    this.status = status;
    this.fault = fault;
    this.retryAfter = retryAfter;
  }

  /** The stable reason, such as ambiguous_address; empty where there is none. */
  get reason() {
    return this.fault?.errors?.[0]?.reason ?? '';
  }
}

/** The key of this session; a demo fills in its own. */
export function key() {
  const filledIn = document.querySelector('meta[name="gevel-key"]')?.getAttribute('content');
  return sessionStorage.getItem(storedAs) ?? filledIn ?? '';
}

/** @param {string} given empty: forget it */
export function setKey(given) {
  if (given) sessionStorage.setItem(storedAs, given);
  else sessionStorage.removeItem(storedAs);
}

/**
 * Asks for the data of an answer.
 * @template T
 * @param {string} path
 * @param {Record<string, string>} parameters
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function ask(path, parameters, signal) {
  const query = new URLSearchParams(parameters).toString();
  const response = await send(`${path}${query ? `?${query}` : ''}`, signal);
  const body = await response.json().catch(() => null);
  if (!response.ok || !body) {
    throw new Refused(response.status, body?.error?.code ? body.error : faultOf(response.status, body), Number(response.headers.get('Retry-After') ?? 0));
  }
  return body.data;
}

/**
 * @param {string} target
 * @param {AbortSignal} [signal]
 */
async function send(target, signal) {
  try {
    return await fetch(target, { headers: { Authorization: `Bearer ${key()}` }, cache: 'no-store', signal });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refused(0, null, 0);
  }
}

/**
 * The fault of an answer without an envelope, which only says a message.
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

/** The headers that the map's requests need. */
export function tileHeaders() {
  return { Authorization: `Bearer ${key()}` };
}

/** Makes each new call of a kind end the one before it. */
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
