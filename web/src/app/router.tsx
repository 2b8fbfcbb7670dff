import i18next from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createBrowserRouter,
  generatePath,
  type LoaderFunctionArgs,
  Navigate,
  Outlet,
  redirect,
  type RouteObject,
  useLoaderData,
  useLocation,
  useParams,
} from 'react-router';
import type { ComponentType } from 'react';
import { useStore } from 'zustand';
import { auth, runGuards } from '../local/app/veld';
import { addressBefore, innerAddress } from '../shared/session/inner-address';
import { pageTitle } from '../ui/frame/page-title';
import { Layout, loadLayout, setLayout } from './layouts/Layout';
import { ScreenError } from './ScreenError';
import type { ScreenRoute } from '../ui/feature';
import { FORBIDDEN, NOT_FOUND } from './feature';
import { SCREENS } from './screens';

interface Loaded {
  screen: ScreenRoute;
  Screen: ComponentType;
}

/** A visitor who is sent to the welcome screen reaches the requested address after logging in. */
function redirectAddress(target: string, requested: URL): string {
  if (target !== '/welcome') return target;
  // Requests of loaders have no hash; the first one is for the address in the browser's bar.
  const hash = requested.pathname === window.location.pathname ? window.location.hash : '';
  return addressBefore(target, innerAddress(requested.pathname + requested.search + hash));
}

/** Runs the guards in order, and loads the code of the screen only if all pass. */
function loaderOf(screen: ScreenRoute) {
  return async ({ request }: LoaderFunctionArgs): Promise<Loaded | Response> => {
    const result = await runGuards(screen.guards, { url: new URL(request.url) });
    const visited = result && 'redirect' in result ? await visitorScreen(screen) : null;
    if (visited) return loaded(visited);
    if (result && 'redirect' in result) return redirect(redirectAddress(result.redirect, new URL(request.url)));
    const shown = result === null ? screen : result.show === 'forbidden' ? FORBIDDEN : NOT_FOUND;
    return loaded(shown);
  };
}

async function loaded(screen: ScreenRoute): Promise<Loaded> {
  const [{ default: Screen }, queries] = await Promise.all([
    screen.load(),
    screen.asksServer ? import('../shared/session/queries') : null,
    loadLayout(screen.layout),
    // Without a network the screen itself reports what is missing.
    screen.texts && i18next.loadNamespaces(screen.texts).catch(() => undefined),
  ]);
  setLayout(screen.layout);
  return { screen, Screen: queries ? queries.withQueries(Screen) : Screen };
}

/** What a visitor without an account sees instead of the screen, where the instance lets them look around. */
async function visitorScreen(screen: ScreenRoute): Promise<ScreenRoute | null> {
  const { visitor, ...rest } = screen;
  if (!visitor || !(await (await import('../local/app/browsing')).allowsBrowsing())) return null;
  return { ...rest, name: `${screen.name}.visitor`, layout: 'guest', guards: [], asksServer: true, load: visitor };
}

/**
 * A screen behind the guard `auth` is unmounted when its user logs out, in this or another tab, so that it never renders without
 * a user. Another user gets a new screen.
 */
function ScreenPage() {
  const { screen, Screen } = useLoaderData<Loaded>();
  const userId = useStore(auth.store, (state) => state.user?.id ?? null);
  const { t } = useTranslation('common');
  const shown = useStore(pageTitle);
  const title = shown ?? t(`screens.${screen.title}` as 'screens.feed');
  useEffect(() => {
    document.title = `${title} · ${t('app')}`;
  }, [title, t]);
  if (!screen.guards.includes('auth')) return <Screen key={screen.name} />;
  if (userId === null) return <Navigate to="/welcome" replace />;
  return <Screen key={`${screen.name} ${userId}`} />;
}

/** Redirects to the address of a screen, keeping parameters, query and hash. */
function Redirected({ to }: { to: string }) {
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: generatePath(to, useParams()), search, hash }} replace />;
}

export function createRouter() {
  const screens: RouteObject[] = [...SCREENS, NOT_FOUND].map((screen) => ({
    id: screen.name,
    path: screen.path,
    loader: loaderOf(screen),
    Component: ScreenPage,
    ErrorBoundary: ScreenError,
    // A screen reads its filters from the query; the guards have passed already.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      currentUrl.pathname === nextUrl.pathname ? currentUrl.href === nextUrl.href : defaultShouldRevalidate,
  }));
  const others = SCREENS.flatMap(({ path: to, otherPaths = [] }) => otherPaths.map((path) => ({ path, element: <Redirected to={to} /> })));
  return createBrowserRouter([
    {
      // The first paint waits for the guards.
      HydrateFallback: () => null,
      ErrorBoundary: ScreenError,
      Component: () => (
        <Layout>
          <Outlet />
        </Layout>
      ),
      children: [...others, ...screens],
    },
  ]);
}

export type AppRouter = ReturnType<typeof createRouter>;
