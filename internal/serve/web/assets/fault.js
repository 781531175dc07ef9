// What is wrong with a question, in the page's language: a sentence for each fault that the service names in a 400. Their
// reasons are names of parameters, and their messages English.
/** @import { EditionAttribute, Fault } from '../types' */

import { day, say, sayName } from './words.js';

/** The service's sentences without the parameter's name, and the page's for each; groups are filled in by name. */
const sentences = /** @type {const} */ ([
  [/^is required$/, 'wrong.missing'],
  [/^is given (?<count>\d+) times$/, 'wrong.twice'],
  [/^"?(?<given>[^"]*?)"? is not from (?<least>\S+) to (?<most>\S+)$/, 'wrong.outside'],
  [/^"?(?<given>[^"]*?)"? is (?:too large a|no house|no whole|no) number/, 'wrong.number'],
  [/^"?(?<given>[^"]*?)"? is no date/, 'wrong.date'],
  [/^"?(?<given>[^"]*?)"? is none of (?<choices>.+)$/, 'wrong.choice'],
  [/^"?(?<given>[^"]*?)"? is no .+; there are (?<choices>.+)$/, 'wrong.choice'],
  [/^is longer than /, 'wrong.long'],
]);

/**
 * @param {Fault | null} fault
 * @param {EditionAttribute[]} attributes that have names in the page's language
 * @returns {string[]}
 */
export function faultsOf(fault, attributes) {
  return (fault?.errors ?? []).map(({ reason, message }) => {
    const name = attributes.find((a) => a.parameter === reason)?.label ?? sayName('parameter', reason);
    const text = message.startsWith(`${reason} `) ? message.slice(reason.length + 1) : message;
    for (const [pattern, id] of sentences) {
      const found = pattern.exec(text);
      if (found) return capital(say(id, { name, ...Object.fromEntries(Object.entries(found.groups ?? {}).map(([key, value]) => [key, plain(value)])) }));
    }
    return capital(say('wrong.other', { name }));
  });
}

/** A day as people write it; all else as it is. */
function plain(/** @type {string} */ text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? day(text) : text.replaceAll(/ m2$/g, ' m²').replace(/ and (\d+) more$/, (_, count) => ` ${say('wrong.more', { count })}`);
}

function capital(/** @type {string} */ text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
