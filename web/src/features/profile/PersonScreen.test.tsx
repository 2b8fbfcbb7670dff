// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import { anna, bram } from '../../local/testing/people';
import { auth } from '../../local/app/veld';
import { ThemeProvider } from '../../ui/ThemeProvider';
import PersonScreen from './PersonScreen';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const PROBLEM_TYPE = { 'content-type': 'application/problem+json; charset=utf-8' };
const bramAsSeen = { id: bram.id, name: 'bram', country_code: 'BE', is_pro: false, observations: 12, species: 7 };

/** Answers about bram; of everybody else it says that there is nobody. */
let asked: string[];
let isDown: boolean;
async function server(input: unknown): Promise<Response> {
  const path = String(input);
  asked.push(path);
  if (isDown) throw new TypeError('no connection');
  if (path.startsWith('/api/observations')) return Response.json({ data: [], next_cursor: null }, { headers: JSON_TYPE });
  if (path === `/api/community/profile/${bram.id}`) return Response.json({ data: bramAsSeen }, { headers: JSON_TYPE });
  const problem = { type: 'about:blank', title: 'Not found', status: 404, detail: 'Not found', code: 'not_found' };
  return Response.json(problem, { status: 404, headers: PROBLEM_TYPE });
}

const queries = () => new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retryDelay: 1 } } });

function show(id: string, client = queries()) {
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[`/profile/${id}`]}>
          <Suspense fallback={null}>
            <Routes>
              <Route path="/profile" element={<p>one’s own page</p>} />
              <Route path="/profile/:user" element={<PersonScreen />} />
            </Routes>
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return client;
}

describe('another person’s page', () => {
  beforeAll(async () => {
    await startI18n();
    await i18next.changeLanguage('en');
    await i18next.loadNamespaces(['profile', 'observations', 'common']);
  });
  beforeEach(() => {
    asked = [];
    isDown = false;
    vi.stubGlobal('fetch', server);
    auth.store.setState({ user: anna, token: 'token-1', isReady: true });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  it('shows anna who bram is and what he found', async () => {
    show(bram.id);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('bram');
    expect(screen.getByText('Belgium')).toBeDefined();
    expect(screen.getByText('12')).toBeDefined();
    expect(await screen.findByText('bram has no public records yet.')).toBeDefined();
  });

  it('says the same neutral sentence of everybody who cannot be seen, and asks for no records', async () => {
    show('c0000000-0000-7000-8000-000000000003');
    expect(await screen.findByText('This profile doesn’t exist.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(asked).toEqual(['/api/community/profile/c0000000-0000-7000-8000-000000000003']);
  });

  it('leads anna from her own address to her own page', async () => {
    show(anna.id);
    expect(await screen.findByText('one’s own page')).toBeDefined();
    expect(asked).toEqual([]);
  });

  it('keeps what was seen before when the server cannot be reached', async () => {
    const client = show(bram.id);
    await screen.findByText('bram has no public records yet.');
    isDown = true;
    await client.invalidateQueries();
    expect(await screen.findByText(/Couldn’t refresh/)).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('bram');
  });

  it('tells a lost connection from an absent person', async () => {
    isDown = true;
    show(bram.id);
    expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server.');
    await waitFor(() => expect(screen.queryByText('This profile doesn’t exist.')).toBeNull());
  });
});
