// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { isTyping } from './is-typing';

it('keys go into fields, but not into boxes to tick, and only arrows into choices', () => {
  document.body.innerHTML = `
    <input id="text"><textarea id="area"></textarea><select id="select"></select><div contenteditable><b id="rich"></b></div>
    <input id="box" type="checkbox"><input id="choice" type="radio"><input id="slider" type="range"><button id="button"></button>`;
  const typed = (key: string) => [...document.querySelectorAll('[id]')].filter((target) => isTyping({ target, key })).map(({ id }) => id);
  const fields = ['text', 'area', 'select', 'rich'];
  expect(typed('a')).toEqual(fields);
  expect(typed('ArrowLeft')).toEqual([...fields, 'choice', 'slider']);
  expect(isTyping({ target: document, key: 'a' })).toBe(false);
  expect(isTyping({ target: null, key: 'a' })).toBe(false);
});
