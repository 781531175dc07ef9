// The service's tiles, each requested once: the map on the screen and the one for paper show the same.

import { askBytes } from './api.js';

/** How many tiles are kept. */
const most = 64;

/** @type {Map<string, ArrayBuffer>} */
const kept = new Map();

/**
 * @param {string} url
 * @param {AbortSignal} signal
 */
export async function askTile(url, signal) {
  const tile = kept.get(url) ?? await askBytes(url, signal);
  kept.delete(url);
  kept.set(url, tile);
  for (const oldest of kept.keys()) if (kept.size > most) kept.delete(oldest);
  return tile.slice(0); // the library gives what it gets to a worker
}
