// @vitest-environment happy-dom
import { act, cleanup, render, waitFor } from '@testing-library/react';
import type { User } from '@veld/contract';
import { Suspense } from 'react';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/i18n';
import { newId } from '../local/db/ids';
import { NO_AUTH } from '../local/db/rows';
import { person } from '../local/testing/people';
import { auth, database } from '../local/app/veld';
import { ThemeProvider } from '../ui/ThemeProvider';
import { type AppRouter, createRouter } from './router';
import { SCREENS } from './screens';

async function logIn(name: 'anna' | 'bram'): Promise<User> {
  const user = person(name, { id: newId(), roles: ['curator'] });
  const state = { ...NO_AUTH, user, token: `token of ${name}`, userCountryCode: user.country_code };
  await database.setSetting('auth', state);
  act(() => auth.store.setState({ ...state, isReady: true }));
  return user;
}

let router: AppRouter | null = null;

function open(path: string): AppRouter {
  window.history.replaceState(null, '', path);
  router = createRouter();
  render(
    <ThemeProvider>
      <Suspense fallback={null}>
        <RouterProvider router={router} />
      </Suspense>
    </ThemeProvider>,
  );
  return router;
}

const shown = () => document.querySelector('main')?.textContent ?? '';
const behindLogin = SCREENS.filter(({ guards }) => guards.includes('auth'));

describe('a screen behind the guard auth', () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  beforeAll(startI18n);
  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    errors.mockClear();
  });
  afterEach(() => {
    cleanup();
    router?.dispose();
    vi.unstubAllGlobals();
  });

  it.each(behindLogin.map(({ name, path }) => [name, path]))('%s is left for welcome by a logout, without an error', async (_, path) => {
    await logIn('anna');
    const opened = open(path.replace(/:\w+/, '17'));
    await waitFor(() => expect(shown()).not.toBe(''));
    expect(errors.mock.calls.map(String)).toEqual([]);
    await act(() => auth.logout());
    await waitFor(() => expect(opened.state.location.pathname).toBe('/welcome'));
    await waitFor(() => expect(opened.state.navigation.state).toBe('idle'));
    expect(errors.mock.calls.map(String)).toEqual([]);
  });

  it('begins anew for bram, who logs in after anna in another tab, and shows nothing of hers', async () => {
    await logIn('anna');
    const opened = open('/');
    await waitFor(() => expect(shown()).toContain('anna'));
    await logIn('bram');
    await waitFor(() => expect(shown()).toContain('bram'));
    expect(shown()).not.toContain('anna');
    expect(opened.state.location.pathname).toBe('/');
  });
});
