// @vitest-environment happy-dom
import { Modal } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ThemeProvider, useTheme } from './ThemeProvider';

let theme: ReturnType<typeof useTheme>;
function Probe() {
  theme = useTheme();
  return null;
}
const show = () =>
  render(
    <ThemeProvider>
      <Probe />
    </ThemeProvider>,
  );
const root = document.documentElement;

afterEach(() => localStorage.clear());

test('dark mode survives a reload', () => {
  const { unmount } = show();
  expect(theme.choice).toBe('auto');
  act(() => theme.setChoice('dark'));
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('dark');
  unmount();
  show();
  expect(theme.scheme).toBe('dark');
});

test('high contrast sets an attribute on the page, and another theme removes it', () => {
  show();
  act(() => theme.setChoice('contrast'));
  expect(root.hasAttribute('data-veld-contrast')).toBe(true);
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('light');
  act(() => theme.setChoice('light'));
  expect(root.hasAttribute('data-veld-contrast')).toBe(false);
});

test('an unknown stored value means auto', () => {
  localStorage.setItem('veld-theme', 'neon');
  show();
  expect(theme.choice).toBe('auto');
});

test('the title of a dialog is no banner of the page', async () => {
  render(
    <ThemeProvider>
      <Modal opened title="Species" onClose={() => undefined} />
    </ThemeProvider>,
  );
  expect((await screen.findByRole('dialog')).querySelector('header')?.getAttribute('role')).toBe('presentation');
});
