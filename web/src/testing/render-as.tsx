import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import type { User } from '@veld/contract';
import { type ReactNode, Suspense } from 'react';
import { createMemoryRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onTestFinished, vi } from 'vitest';
import { queryClient } from '../shared/session/queries';
import { SCREENS } from '../app/screens';
import { auth, database, notifier } from '../local/app/veld';
import { NO_AUTH, type StoredAuth } from '../local/db/rows';
import { ThemeProvider } from '../ui/ThemeProvider';
import { loadTexts } from './texts';

/** Of somebody who is not logged in. */
export const nobody = null;

interface SignInOptions {
  /** Without one there is no connection. */
  server?: { fetch: typeof fetch };
  /** How the session differs from one that was just begun. */
  session?: Partial<StoredAuth>;
}

interface RenderOptions extends SignInOptions {
  /** The address. The element is found at it by the path of the screen, as in the app. */
  at?: string;
  /** What is shown at other paths. */
  routes?: Readonly<Record<string, ReactNode>>;
}

// A failed query is tried again as in the app, but at once.
queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 } });

const PATHS = SCREENS.map(({ path }) => ({ path }));

let isStarted = false;

/** Logs a person in on this device, or nobody, until the test has finished. Whoever is logged in already stays so. */
export async function signIn(who: User | typeof nobody, { server, session }: SignInOptions = {}): Promise<void> {
  const isFirst = !isStarted;
  isStarted = true;
  if (isFirst) onTestFinished(forgetAll);
  if (isFirst || server) vi.stubGlobal('fetch', server?.fetch ?? unreachable);
  if (!isFirst && auth.state().user?.id === who?.id && !session) return;
  await loadTexts();
  const state = { ...NO_AUTH, ...(who && { user: who, token: 'token-1', userCountryCode: who.country_code }), ...session };
  await database.setSetting('auth', state);
  act(() => auth.store.setState({ ...state, isReady: true }));
}

/**
 * Renders a part of the app as a person sees it: with the app's theme, texts, router, cache of answers and local modules, and the
 * person's own database. All texts are English and there at once.
 */
export async function renderAs(who: User | typeof nobody, element: ReactNode, { at = '/', routes = {}, ...options }: RenderOptions = {}) {
  await signIn(who, options);
  const { pathname } = new URL(at, location.origin);
  const path = matchRoutes(PATHS, pathname)?.[0]?.route.path ?? pathname;
  const others = Object.entries(routes).map(([other, shown]) => ({ path: other, element: shown }));
  const router = createMemoryRouter([{ path, element }, ...others], { initialEntries: [at] });
  return render(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={null}>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

const unreachable: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));

async function forgetAll(): Promise<void> {
  isStarted = false;
  cleanup();
  notifier.dismiss();
  auth.store.setState({ ...NO_AUTH, isReady: false });
  await Promise.all(database.tables.map((table) => table.clear()));
}
