// @vitest-environment happy-dom
import { act, render } from '@testing-library/react';
import type { Preferences } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_AUTH } from '../local/db/rows';
import { person } from '../local/testing/people';
import { auth } from '../local/app/veld';
import { ThemeProvider } from '../ui/ThemeProvider';
import { PreferredTheme } from './PreferredTheme';

const anna = person('anna');
const withTheme = (theme: Preferences['theme']) => ({ ...anna, preferences: { ...anna.preferences, theme } });
const isContrast = () => document.documentElement.hasAttribute('data-veld-contrast');

describe('the theme anna chose', () => {
  beforeEach(() => {
    localStorage.clear();
    auth.store.setState({ ...NO_AUTH, isReady: true });
    render(
      <ThemeProvider>
        <PreferredTheme />
      </ThemeProvider>,
    );
  });
  afterEach(() => auth.store.setState({ ...NO_AUTH, isReady: false }));

  it('comes with her login, and follows a change made on another device', () => {
    expect(isContrast()).toBe(false);
    act(() => auth.store.setState({ user: withTheme('contrast') }));
    expect(isContrast()).toBe(true);
    act(() => auth.store.setState({ user: withTheme('light') }));
    expect(isContrast()).toBe(false);
    expect(localStorage.getItem('veld-theme')).toBe('light');
  });

  it('is not set again by what else changes about her', () => {
    act(() => auth.store.setState({ user: withTheme('dark') }));
    localStorage.removeItem('veld-theme');
    act(() => auth.store.setState({ user: { ...withTheme('dark'), total_xp: 900 } }));
    expect(localStorage.getItem('veld-theme')).toBeNull();
  });
});
