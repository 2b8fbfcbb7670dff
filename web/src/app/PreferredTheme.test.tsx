// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import type { Preferences } from '@veld/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { anna } from '../local/testing/people';
import { auth } from '../local/app/veld';
import { nobody, renderAs } from '../testing/render-as';
import { PreferredTheme } from './PreferredTheme';

const withTheme = (theme: Preferences['theme']) => ({ ...anna, preferences: { ...anna.preferences, theme } });
const isContrast = () => document.documentElement.hasAttribute('data-veld-contrast');

describe('the theme that anna prefers', () => {
  beforeEach(async () => {
    await renderAs(nobody, <PreferredTheme />);
  });

  it('applies when she logs in, and follows a change made on another device', () => {
    expect(isContrast()).toBe(false);
    act(() => auth.store.setState({ user: withTheme('contrast') }));
    expect(isContrast()).toBe(true);
    act(() => auth.store.setState({ user: withTheme('light') }));
    expect(isContrast()).toBe(false);
    expect(localStorage.getItem('veld-theme')).toBe('light');
  });

  it('is not applied again when something else about her changes', () => {
    act(() => auth.store.setState({ user: withTheme('dark') }));
    localStorage.removeItem('veld-theme');
    act(() => auth.store.setState({ user: { ...withTheme('dark'), total_xp: 900 } }));
    expect(localStorage.getItem('veld-theme')).toBeNull();
  });
});
