// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { RouterProvider } from 'react-router/dom';
import { beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { freshPerson } from '../local/testing/people';
import { auth } from '../local/app/veld';
import { nobody, signIn } from '../testing/render-as';
import { ThemeProvider } from '../ui/ThemeProvider';
import { openAppUpdate } from './open-app-update';
import { type AppRouter, createRouter } from './router';
import { SCREENS } from './screens';

const signInAs = (name: 'anna' | 'bram') => signIn(freshPerson(name, { roles: ['curator'] }));

/** The whole app at that path, with its own router. */
function renderApp(path: string): AppRouter {
  window.history.replaceState(null, '', path);
  const router = createRouter();
  onTestFinished(() => router.dispose());
  render(
    <ThemeProvider>
      <Suspense fallback={null}>
        <RouterProvider router={router} />
      </Suspense>
    </ThemeProvider>,
  );
  return router;
}

const mainText = () => document.querySelector('main')?.textContent ?? '';
const behindLogin = SCREENS.filter(({ guards }) => guards.includes('auth'));

describe('a screen that needs a login', () => {
  let errors: MockInstance;
  beforeEach(() => {
    errors = vi.spyOn(console, 'error').mockReturnValue();
  });

  it.each(behindLogin.map(({ name, path }) => [name, path]))(
    '%s: logging out leads to the welcome screen without an error',
    async (_, path) => {
      await signInAs('anna');
      const opened = renderApp(path.replace(/:\w+/, '17'));
      await waitFor(() => expect(mainText()).not.toBe(''));
      expect(errors.mock.calls.map(String)).toEqual([]);
      await act(() => auth.logout());
      await waitFor(() => expect(opened.state.location.pathname).toBe('/welcome'));
      await waitFor(() => expect(opened.state.navigation.state).toBe('idle'));
      expect(errors.mock.calls.map(String)).toEqual([]);
    },
  );

  it('starts over when bram logs in after anna in another tab, and shows nothing of hers', async () => {
    await signInAs('anna');
    const opened = renderApp('/');
    await waitFor(() => expect(mainText()).toContain('anna'));
    await signInAs('bram');
    await waitFor(() => expect(mainText()).toContain('bram'));
    expect(mainText()).not.toContain('anna');
    expect(opened.state.location.pathname).toBe('/');
  });

  it('has nothing of what anna typed when bram logs in after her in another tab', async () => {
    await signInAs('anna');
    renderApp('/feedback');
    const field = () => document.querySelector('main textarea') as HTMLTextAreaElement;
    await waitFor(() => expect(field()).not.toBeNull());
    fireEvent.change(field(), { target: { value: 'I found an orchid' } });
    expect(field().value).toBe('I found an orchid');
    await signInAs('bram');
    await waitFor(() => expect(field().value).toBe(''));
  });
});

describe('a link opened while logged out', () => {
  it.each([
    ['/species/17?tab=map#names', '/welcome?next=%2Fspecies%2F17%3Ftab%3Dmap%23names'],
    ['/feed', '/welcome?next=%2Ffeed'],
    ['/', '/welcome'],
  ])('%s leads to the welcome screen, which remembers it', async (link, expected) => {
    await signIn(nobody);
    const opened = renderApp(link);
    await waitFor(() => expect(opened.state.location.pathname + opened.state.location.search).toBe(expected));
    const next = opened.state.location.search;
    await waitFor(() => expect(document.querySelector('a[href^="/login"]')?.getAttribute('href')).toBe(`/login${next}`));
    expect(document.querySelector('main a[href^="/register"]')?.getAttribute('href')).toBe(`/register${next}`);
  });

  it('is reached after logging in', async () => {
    await signIn(nobody);
    const opened = renderApp('/my-journeys?year=2025#top');
    await waitFor(() => expect(opened.state.location.pathname).toBe('/welcome'));
    const anna = freshPerson('anna');
    vi.spyOn(auth, 'login').mockImplementation(async () => {
      await signIn(anna);
      return anna;
    });
    await act(() => opened.navigate(`/login${opened.state.location.search}`));
    await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
    fireEvent.submit(document.querySelector('form')!);
    await waitFor(() => {
      const { pathname, search, hash } = opened.state.location;
      expect(pathname + search + hash).toBe('/my-journeys?year=2025#top');
    });
  });
});

describe('the title of the browser’s tab', () => {
  it.each([
    ['/species/abc', 'Not found · Veld'],
    ['/feed', 'Feed · Veld'],
  ])('of %s is %s', async (path, title) => {
    await signInAs('anna');
    renderApp(path);
    await waitFor(() => expect(document.title).toBe(title));
  });
});

it('an address without a screen leads on to the screen Today', async () => {
  await signInAs('anna');
  const opened = renderApp('/no-such-page');
  await screen.findByRole('heading', { name: 'Not found' });
  fireEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Go to Today' }));
  await waitFor(() => expect(opened.state.location.pathname).toBe('/'));
});

it('a filter in the query neither runs the guards nor loads the screen again; opening the same address does', async () => {
  await signInAs('anna');
  const opened = renderApp('/my-journeys');
  await waitFor(() => expect(mainText()).not.toBe(''));
  const loaded = () => opened.state.loaderData.my_journeys as unknown;
  const before = loaded();
  expect(before).toBeDefined();
  await act(() => opened.navigate('/my-journeys?year=2025'));
  expect(loaded()).toBe(before);
  await act(() => opened.navigate('/my-journeys?year=2025'));
  expect(loaded()).not.toBe(before);
});

describe('every screen', () => {
  it('has its name and the app’s in the title of the document', async () => {
    await signInAs('anna');
    const opened = renderApp('/feed');
    await waitFor(() => expect(document.title).toBe('Feed · Veld'));
    await act(() => opened.navigate('/map'));
    await waitFor(() => expect(document.title).toBe('Map · Veld'));
  });

  it('has its layout', async () => {
    await signIn(nobody);
    const opened = renderApp('/login');
    // Only guests choose the language in the frame, and only people who are logged in have the navigation.
    await screen.findByRole('combobox', { name: 'Language' });
    expect(screen.queryByRole('navigation')).toBeNull();

    await act(() => opened.navigate('/app-update'));
    await screen.findByRole('heading', { name: 'Update Veld' });
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Language' })).toBeNull());
    expect(screen.queryByRole('navigation')).toBeNull();

    await signInAs('anna');
    await act(() => opened.navigate('/map'));
    await screen.findByRole('navigation');
    expect(screen.queryByRole('combobox', { name: 'Language' })).toBeNull();
  });
});

it('the navigation names every screen that it leads to', async () => {
  await signIn(freshPerson('anna', { roles: ['user', 'curator', 'admin'], is_validator: true }));
  renderApp('/feed');
  await screen.findByRole('navigation');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].map(
    (link) => `${link.textContent.trim()} ${link.getAttribute('href')}`,
  );
  expect(links).toEqual([
    'Today /',
    'Map /map',
    'My records /my-records',
    'Feed /feed',
    'Explore /explore',
    'My species /my-species',
    'Notifications /notifications',
    'Messages /messages',
    'Discover /discover',
    'Knowledge /knowledge',
    'My journeys /my-journeys',
    'Tally /observe/tally',
    'Statistics /statistics',
    'Community /community',
    'Projects /projects',
    'Identify /identify',
    'Validate records /validate',
    'Outbox /outbox',
    'Administration /admin',
    'Settings /settings/profile',
    'Feedback /feedback',
  ]);
});

it('only people who validate have the queue of validators in the navigation', async () => {
  await signIn(freshPerson('anna', { roles: ['user', 'curator', 'admin'], is_validator: false }));
  renderApp('/feed');
  await screen.findByRole('navigation');
  expect(document.querySelector('nav a[href="/identify"]')).not.toBeNull();
  expect(document.querySelector('nav a[href="/validate"]')).toBeNull();
});

it('/dashboard is another address of the dashboard, with the same query and hash', async () => {
  await signInAs('anna');
  const opened = renderApp('/dashboard?year=2025#species');
  await waitFor(() => expect(opened.state.location).toMatchObject({ pathname: '/', search: '?year=2025', hash: '#species' }));
  expect(opened.state.historyAction).toBe('REPLACE');
  await waitFor(() => expect(mainText()).toContain('anna'));
});

it('a saved place has the address of the list of places with its id as another one', async () => {
  await signInAs('anna');
  const opened = renderApp('/settings/my-locations/0198c9a4-0000-7000-8000-000000000000?year=2025#species');
  const pathname = '/settings/locations/0198c9a4-0000-7000-8000-000000000000';
  await waitFor(() => expect(opened.state.location).toMatchObject({ pathname, search: '?year=2025', hash: '#species' }));
  await screen.findByRole('heading', { name: 'Saved place' });
});

describe('a required update', () => {
  const typed = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Species' });

  it('is shown at once outside of the form', async () => {
    await signInAs('anna');
    const opened = renderApp('/map');
    await screen.findByRole('navigation');
    act(() => openAppUpdate(opened, 'https://veld.test/new'));
    await screen.findByRole('heading', { name: 'Update Veld' });
    expect(screen.getByRole('link', { name: 'Update now' }).getAttribute('href')).toBe('https://veld.test/new');
  });

  it('waits while a record is being made, and is shown when the form is left', async () => {
    await signInAs('anna');
    const opened = renderApp('/observe');
    await screen.findByRole('combobox', { name: 'Species' });
    fireEvent.change(typed(), { target: { value: 'kingf' } });
    act(() => openAppUpdate(opened, null));
    await waitFor(() => expect(opened.state.navigation.state).toBe('idle'));
    expect(opened.state.location.pathname).toBe('/observe');
    expect(typed().value).toBe('kingf');
    await act(() => opened.navigate('/map'));
    await screen.findByRole('heading', { name: 'Update Veld' });
    expect(opened.state.location.pathname).toBe('/app-update');
    // Back leads to the screen after the form.
    expect(opened.state.historyAction).toBe('PUSH');
  });

  it('does not stop the way from its own screen to the form', async () => {
    await signInAs('anna');
    const opened = renderApp('/app-update');
    await waitFor(() => expect(mainText()).not.toBe(''));
    act(() => {
      void opened.navigate('/observe');
      openAppUpdate(opened, null);
    });
    await screen.findByRole('combobox', { name: 'Species' });
    expect(opened.state.location.pathname).toBe('/observe');
  });
});
