// A document for tests without a browser: elements with attributes, children, text and listeners, and no more.

class Node {}

class Text extends Node {
  /** @param {string} text */
  constructor(text) {
    super();
    this.textContent = text;
  }
}

class Element extends Node {
  /** @param {string} tag */
  constructor(tag) {
    super();
    this.tag = tag;
    this.attributes = new Map();
    this.listeners = new Map();
    this.children = [];
    this.properties = new Map();
    this.style = { setProperty: (name, value) => this.properties.set(name, value) };
  }

  setAttribute(name, value) { this.attributes.set(name, value); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  addEventListener(name, listener) { this.listeners.set(name, listener); }
  append(...children) { this.children.push(...children.map((c) => (c instanceof Node ? c : new Text(String(c))))); }
  replaceChildren(...children) { this.children = []; this.append(...children); }
  click() { this.listeners.get('click')?.({}); }
  set textContent(text) { this.replaceChildren(text); }
  get textContent() { return this.children.map((c) => c.textContent).join(''); }

  /** All elements below this one for which a condition holds, in the order of the document. */
  all(holds) {
    return this.children.filter((c) => c instanceof Element).flatMap((c) => [...(holds(c) ? [c] : []), ...c.all(holds)]);
  }

  /** Those of a class. */
  ofClass(name) {
    return this.all((e) => (e.getAttribute('class') ?? '').split(' ').includes(name));
  }
}

/** Takes the place of the browser's document until the tests of a file end. */
export function openDocument() {
  const document = {
    documentElement: new Element('html'),
    createElement: (tag) => new Element(tag),
    createElementNS: (_, tag) => new Element(tag),
    getElementById: () => null,
    querySelector: () => null,
  };
  Object.assign(globalThis, { document, Node });
  return document;
}
