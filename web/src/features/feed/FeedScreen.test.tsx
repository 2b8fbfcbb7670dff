// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type PublicObservation, recordValues } from '@veld/contract';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import { anna, bram, observer } from '../../local/testing/people';
import { auth } from '../../local/app/veld';
import { ThemeProvider } from '../../ui/ThemeProvider';
import FeedScreen from './FeedScreen';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Bram's record of that number, as the feed shows it to anna. */
function record(number: number, country = 'NL'): PublicObservation {
  return {
    id: idOf(number),
    user: observer(bram),
    taxon: null,
    quality: 'needs_id',
    is_obscured: false,
    media: [],
    place: 'Utrecht',
    country_code: country,
    ...recordValues({
      verbatim_name: `moth ${number}`,
      observed_on: '2026-05-01',
      latitude: 52.1,
      longitude: 5.1,
      coordinate_uncertainty_m: 10,
    }),
    created_at: null,
  };
}

/** The server's feed, newest first; the cursor is the number of the last record sent. */
let world: PublicObservation[];
let isDown: boolean;
let asked: URL[];

async function feedServer(input: unknown): Promise<Response> {
  const url = new URL(String(input), 'https://veld.test');
  asked.push(url);
  if (isDown) throw new TypeError('no connection');
  const country = url.searchParams.get('country');
  const cursor = url.searchParams.get('cursor');
  const all = world.filter(
    (one) => (country === 'worldwide' || one.country_code === country) && (cursor === null || one.id < idOf(Number(cursor))),
  );
  const limit = Number(url.searchParams.get('limit'));
  const data = all.slice(0, limit);
  const next_cursor = all.length > limit ? String(Number(data.at(-1)!.id.slice(-12))) : null;
  return Response.json({ data, next_cursor }, { headers: { 'content-type': 'application/json; charset=utf-8' } });
}

function client(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
}

function show(address = '/feed', queries = client()) {
  render(
    <ThemeProvider>
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[address]}>
          <Suspense fallback={null}>
            <FeedScreen />
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return queries;
}

const names = () => screen.queryAllByText(/^moth \d+$/).map((name) => Number(name.textContent?.slice(5)));
const many = (count: number, country?: string) => Array.from({ length: count }, (_, index) => record(count - index, country));
/** The question that runs every minute. */
const look = (queries: QueryClient) => act(() => queries.refetchQueries({ queryKey: ['feed-top'] }));

describe('the feed', () => {
  beforeAll(async () => {
    await startI18n();
    await i18next.changeLanguage('en');
    await i18next.loadNamespaces(['feed', 'observations', 'common']);
  });
  beforeEach(() => {
    world = many(3);
    isDown = false;
    asked = [];
    vi.stubGlobal('fetch', feedServer);
    auth.store.setState({ user: anna, token: 'token-1', isReady: true });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('shows the latest first and asks for the whole world', async () => {
    show();
    await waitFor(() => expect(names()).toEqual([3, 2, 1]));
    expect(asked[0]!.searchParams.get('country')).toBe('worldwide');
    expect(screen.queryByRole('button', { name: /new record/i })).toBeNull();
  });

  it('lets what anna reads stand still, and brings the new ones when she asks', async () => {
    const queries = show();
    await waitFor(() => expect(names()).toEqual([3, 2, 1]));
    world = [record(5), record(4), ...world];
    await look(queries);
    expect(names()).toEqual([3, 2, 1]);
    fireEvent.click(await screen.findByRole('button', { name: '2 new records' }));
    await waitFor(() => expect(names()).toEqual([5, 4, 3, 2, 1]));
    expect(screen.queryByRole('button', { name: /new record/i })).toBeNull();
  });

  it('goes on with older records where it ended, none twice', async () => {
    world = many(45);
    show();
    await waitFor(() => expect(names()).toHaveLength(20));
    for (const expected of [40, 45]) {
      fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
      await waitFor(() => expect(names()).toHaveLength(expected));
    }
    expect(names()).toEqual(Array.from({ length: 45 }, (_, index) => 45 - index));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('keeps old records with a quiet mark when the server cannot be reached', async () => {
    const queries = show();
    await waitFor(() => expect(names()).toEqual([3, 2, 1]));
    isDown = true;
    await look(queries);
    expect(await screen.findByText(/Couldn’t refresh/)).toBeDefined();
    expect(names()).toEqual([3, 2, 1]);
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: /Couldn’t refresh/ }));
    await waitFor(() => expect(screen.queryByText(/Couldn’t refresh/)).toBeNull());
  });

  it('says that own records are safe where there is nothing to show, and tries again when asked', async () => {
    isDown = true;
    show();
    expect((await screen.findByRole('alert')).textContent).toContain('Everything you saved is safe on this device.');
    isDown = false;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(names()).toEqual([3, 2, 1]));
  });

  it('takes the country from the address, and nothing that is no country', async () => {
    world = [...many(2, 'NL'), record(9, 'BE')];
    show('/feed?location=NL');
    await waitFor(() => expect(names()).toEqual([2, 1]));
    cleanup();
    show('/feed?location=nowhere');
    await waitFor(() => expect(names()).toEqual([2, 1, 9]));
  });

  it('invites to the first record of a fresh server', async () => {
    world = [];
    show();
    expect(await screen.findByText(/Nobody has recorded anything yet/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Observe' }).getAttribute('href')).toBe('/observe');
  });

  it('shows what the device kept at once, and leaves no more than the latest 200 behind', async () => {
    isDown = true;
    const queries = client();
    const pages = Array.from({ length: 12 }, (_, page) => ({
      data: Array.from({ length: 20 }, (_, index) => record(240 - page * 20 - index)),
      next_cursor: String(221 - page * 20),
      fetched_at: Date.now(),
    }));
    queries.setQueryData(['feed', 'worldwide'], {
      pages,
      pageParams: pages.map((_, page) => (page === 0 ? null : pages[page - 1]!.next_cursor)),
    });
    show('/feed', queries);
    await waitFor(() => expect(names()).toHaveLength(240));
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    const kept = queries.getQueryData<{ pages: { data: PublicObservation[] }[] }>(['feed', 'worldwide']);
    const left = kept!.pages.flatMap((page) => page.data);
    expect([left.length, left[0]!.id, left.at(-1)!.id]).toEqual([200, idOf(240), idOf(41)]);
  });
});
