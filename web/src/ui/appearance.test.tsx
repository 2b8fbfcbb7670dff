// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAppearance } from './appearance';
import { wantsStill } from './motion';

const script = readFileSync(resolve(import.meta.dirname, '../../public/theme.js'), 'utf8');
const root = document.documentElement;
/** What the first paint sees. */
const shown = () => [root.style.fontSize, root.dataset.veldMotion, root.dataset.veldHand];
const startPage = () => {
  root.removeAttribute('style');
  for (const name of ['data-veld-motion', 'data-veld-hand']) root.removeAttribute(name);
  runInThisContext(script);
};

/** The module of a page that has just been opened. */
async function opened() {
  vi.resetModules();
  return import('./appearance');
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  localStorage.clear();
  startPage();
});

it('what is chosen applies at once, and before the first paint of the next page', async () => {
  const { changeAppearance } = await opened();
  changeAppearance({ text: 150 });
  changeAppearance({ isStill: true, isLeftHanded: true });
  expect(shown()).toEqual(['150%', 'reduce', 'left']);
  startPage();
  expect(shown()).toEqual(['150%', 'reduce', 'left']);
  expect((await opened()).appearance()).toEqual({ text: 150, isStill: true, isLeftHanded: true });
  changeAppearance({ text: 100, isStill: false, isLeftHanded: false });
  expect(shown()).toEqual(['', undefined, undefined]);
  startPage();
  expect(shown()).toEqual(['', undefined, undefined]);
});

it('unknown stored values change nothing', async () => {
  localStorage.setItem('veld-text', '900');
  localStorage.setItem('veld-motion', 'wild');
  localStorage.setItem('veld-hand', 'both');
  startPage();
  expect(shown()).toEqual(['', undefined, undefined]);
  expect((await opened()).appearance()).toEqual({ text: 100, isStill: false, isLeftHanded: false });
});

it('a change in another tab applies here too, on the page and in the settings', () => {
  const Probe = () => <p>{JSON.stringify(useAppearance())}</p>;
  startPage();
  render(<Probe />);
  localStorage.setItem('veld-text', '200');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'veld-text' })));
  expect(screen.getByText(/"text":200/)).toBeDefined();
  expect(root.style.fontSize).toBe('200%');
});

it('an embed follows the website around it, not this device', () => {
  localStorage.setItem('veld-text', '200');
  history.replaceState(null, '', '/embed?key=1');
  startPage();
  expect(root.style.fontSize).toBe('');
  history.replaceState(null, '', '/');
});

it('motion is reduced by the app or by the device', () => {
  expect(wantsStill()).toBe(false);
  root.dataset.veldMotion = 'reduce';
  expect(wantsStill()).toBe(true);
  delete root.dataset.veldMotion;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ matches: query.includes('reduced-motion') }) as MediaQueryList);
  expect(wantsStill()).toBe(true);
  vi.restoreAllMocks();
});
