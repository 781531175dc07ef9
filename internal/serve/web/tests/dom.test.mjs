// Elements: what becomes an attribute, a listener or text.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { h, s, styled } from '../assets/dom.js';
import { openDocument } from './document.mjs';

openDocument();

test('properties are attributes, but for listeners and what is not there', () => {
  let pressed = 0;
  const button = h('button', { type: 'button', hidden: true, open: false, title: null, 'data-n': 0, onclick: () => { pressed++; } });
  assert.deepEqual([...button.attributes], [['type', 'button'], ['hidden', ''], ['data-n', '0']]);
  button.click();
  assert.equal(pressed, 1);
});

test('children are flat, and what is not there is left out', () => {
  const list = h('ul', null, [h('li', null, 'a'), null], false, undefined, 0, '<b>');
  assert.deepEqual(list.children.map((c) => c.textContent), ['a', '0', '<b>']);
});

test('a drawing and a style', () => {
  assert.equal(s('path', { d: 'M0 0' }).getAttribute('d'), 'M0 0');
  assert.deepEqual([...styled(h('i'), { from: 0, to: 0.5 }).properties], [['--from', '0'], ['--to', '0.5']]);
});
