// Elements of the page, made without markup: text of an answer stays text.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Properties */

const svgSpace = 'http://www.w3.org/2000/svg';

/**
 * Makes an element. Properties that begin with "on" are listeners; true is an attribute without value; false, null and
 * undefined are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Properties | null} [properties]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties, ...children) {
  const element = document.createElement(tag);
  set(element, properties ?? {});
  element.append(...present(children));
  return element;
}

/**
 * Makes an element of a drawing.
 * @param {string} tag
 * @param {Properties | null} [properties]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, properties, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(svgSpace, tag));
  set(element, properties ?? {});
  element.append(...present(children));
  return element;
}

/**
 * @param {Element} element
 * @param {Properties} properties
 */
function set(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
}

/** @param {(Child | Child[])[]} children */
function present(children) {
  return children.flat().filter((c) => c !== null && c !== undefined && c !== false).map((c) => (c instanceof Node ? c : String(c)));
}

/**
 * Makes elements the children of a place, in their order. Children that are already there are not moved: a slider that is
 * removed and inserted again ends the user's drag. If the focused element is removed, the content gets the focus.
 * @param {HTMLElement} place
 * @param {HTMLElement[]} elements
 */
export function arrange(place, elements) {
  const focused = document.activeElement;
  const held = place.contains(focused);
  for (const child of [...place.children]) if (!elements.some((element) => element === child)) child.remove();
  elements.forEach((element, i) => {
    if (place.children[i] !== element) place.insertBefore(element, place.children[i] ?? null);
  });
  if (held && !place.contains(focused)) (document.getElementById(focused?.id ?? '') ?? byId('content')).focus({ preventScroll: true });
}

/** What was pressed last. @type {Element | null} */
let pressed = null;
globalThis.addEventListener?.('pointerdown', (event) => { pressed = event.target instanceof Element ? event.target : null; }, { capture: true, passive: true });

/**
 * Changes something above what is being used, which stays where it is. Most browsers see to that themselves; Safari does not.
 * @param {() => void} change
 */
export function steady(change) {
  const used = pressed?.isConnected ? pressed : document.activeElement;
  const before = used?.getBoundingClientRect().top ?? 0;
  change();
  if (!used?.isConnected || window.scrollY === 0 || CSS.supports('overflow-anchor', 'auto')) return;
  window.scrollBy(0, used.getBoundingClientRect().top - before);
}

/**
 * The page's element with an id; it must exist.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Sets custom properties of a style, such as where a bar begins: the content policy allows no style attributes.
 * @template {HTMLElement | SVGElement} T
 * @param {T} element
 * @param {Record<string, string | number>} values
 * @returns {T}
 */
export function styled(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(`--${name}`, String(value));
  return element;
}

/** Whether an element takes typed text. */
export function isTyping(/** @type {EventTarget | null} */ target) {
  return target instanceof HTMLElement && target.matches('input:not([type="range"]), select, textarea, dialog *');
}
