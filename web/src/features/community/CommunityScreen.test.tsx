// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { CommunityUser, User } from '@veld/contract';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import { openUserDatabase } from '../../local/db/database';
import { NO_AUTH } from '../../local/db/rows';
import { newId } from '../../local/db/ids';
import { person } from '../../local/testing/people';
import { auth, database } from '../../local/app/veld';
import { ThemeProvider } from '../../ui/ThemeProvider';
import CommunityScreen from './CommunityScreen';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const listed = (user: Pick<User, 'id' | 'name' | 'country_code'>, species: number): CommunityUser => ({
  id: user.id,
  name: user.name,
  country_code: user.country_code,
  is_pro: false,
  observations: species * 2,
  species,
});

let anna: User;
let asked: string[];
let others: CommunityUser[];

async function server(input: unknown): Promise<Response> {
  const url = new URL(String(input), 'https://veld.test');
  asked.push(url.searchParams.get('country') ?? '');
  const totals = { people: 40, observations: 900, species: 300 };
  return Response.json({ data: [...others, listed(anna, 3)], totals }, { headers: JSON_TYPE });
}

/** Logged in as the device stores it, so that a change of preference finds its user. */
async function logIn(change: Partial<User> = {}) {
  anna = person('anna', { id: newId(), ...change });
  const state = { ...NO_AUTH, user: anna, token: 'token-1', userCountryCode: anna.country_code };
  await database.setSetting('auth', state);
  auth.store.setState({ ...state, isReady: true });
}

function show(address = '/community') {
  render(
    <ThemeProvider>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}>
        <MemoryRouter initialEntries={[address]}>
          <Suspense fallback={null}>
            <CommunityScreen />
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
}

const people = () => screen.getAllByRole('listitem').map((row) => row.querySelector('a')?.getAttribute('href'));

describe('the people of a country', () => {
  beforeAll(async () => {
    await startI18n();
    await i18next.changeLanguage('en');
    await i18next.loadNamespaces(['community', 'common']);
  });
  beforeEach(async () => {
    asked = [];
    others = [listed({ id: newId(), name: 'chen', country_code: 'NL' }, 9), listed({ id: newId(), name: 'bram', country_code: 'NL' }, 5)];
    vi.stubGlobal('fetch', server);
    await logIn();
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('asks for anna’s country, and pins her before those with more species', async () => {
    show();
    await screen.findByText('chen');
    expect(asked).toEqual(['NL']);
    expect(people()).toEqual(['/profile', `/profile/${others[0]!.id}`, `/profile/${others[1]!.id}`]);
    expect(screen.getByText('900').closest('a')?.getAttribute('href')).toBe('/feed?location=NL');
  });

  it('asks for the world where the address says so, or where anna has no country', async () => {
    show('/community?location=worldwide');
    await screen.findByText('chen');
    cleanup();
    await logIn({ country_code: null });
    show();
    await screen.findByText('chen');
    expect(asked).toEqual(['worldwide', 'worldwide']);
  });

  it('says it when nobody else is listed', async () => {
    others = [];
    show();
    expect(await screen.findByText('Netherlands: nobody else is listed yet.')).toBeDefined();
    expect(people()).toEqual(['/profile']);
  });

  it('lets anna join, waits for no network, and lets her take it back', async () => {
    show();
    const toggle = await screen.findByRole('switch', { name: /^Show me in this list/ });
    fireEvent.click(toggle);
    await waitFor(() => expect(auth.state().user?.preferences.community_opt_in).toBe(true));
    const waiting = await openUserDatabase(anna.id).outbox.toArray();
    expect(waiting.map(({ subject, input }) => [subject, input.body])).toEqual([
      ['preference:community_opt_in', { community_opt_in: true }],
    ]);
    fireEvent.click(screen.getByRole('switch', { name: /^Show me in this list/ }));
    await waitFor(() => expect(auth.state().user?.preferences.community_opt_in).toBe(false));
  });

  it('does not ask somebody to join who is listed already', async () => {
    await logIn({ preferences: { ...anna.preferences, community_opt_in: true } });
    show();
    await screen.findByText('chen');
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('asks again when anna’s country has changed', async () => {
    show();
    await screen.findByText('chen');
    await act(async () => {
      await auth.storeUser({ ...anna, country_code: 'BE' }, 'token-1');
      await auth.settled();
    });
    await waitFor(() => expect(asked).toContain('BE'));
  });
});
