// What the browser keeps. With cookies blocked it keeps nothing: then this page does, until it is left.

/** @type {Map<string, string>} */
const inMemory = new Map();

/** The storage of a visit, or of all visits; null where the browser refuses it. @param {'sessionStorage' | 'localStorage'} name */
function storageOf(name) {
  try {
    return globalThis[name];
  } catch {
    return null;
  }
}

/** @param {'sessionStorage' | 'localStorage'} name @param {string} item */
export function kept(name, item) {
  return inMemory.get(item) ?? storageOf(name)?.getItem(item) ?? null;
}

/** @param {'sessionStorage' | 'localStorage'} name @param {string} item @param {string} text empty: forget it */
export function keep(name, item, text) {
  inMemory.delete(item);
  try {
    const storage = storageOf(name);
    if (!storage) throw new Error(`${name} is refused`);
    if (text === '') storage.removeItem(item);
    else storage.setItem(item, text);
  } catch {
    if (text !== '') inMemory.set(item, text);
  }
}
