// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { User } from '@veld/contract';
import { todayIn } from '@veld/contract';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { i18next, startI18n } from '../../i18n/i18n';
import { openUserDatabase } from '../../local/db/database';
import { saveDraft } from '../../local/records/drafts';
import { newId } from '../../local/db/ids';
import { saveObservation } from '../../local/records/observations';
import { NO_AUTH } from '../../local/db/rows';
import { observer, person } from '../../local/testing/people';
import { auth, database } from '../../local/app/veld';
import { ThemeProvider } from '../../ui/ThemeProvider';
import DashboardScreen from './DashboardScreen';

const today = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());

async function logIn(change: Partial<User> = {}): Promise<User> {
  const anna = person('anna', { id: newId(), total_xp: 0, total_xp_seen: 0, ...change });
  const state = { ...NO_AUTH, user: anna, token: 'token-1', userCountryCode: anna.country_code };
  await database.setSetting('auth', state);
  auth.store.setState({ ...state, isReady: true });
  return anna;
}

const record = (user: User, verbatim_name: string) =>
  saveObservation(openUserDatabase(user.id), { verbatim_name, observed_on: today }, [], { user: observer(user), taxon: null });

function show() {
  render(
    <ThemeProvider>
      <MemoryRouter>
        <Suspense fallback={null}>
          <DashboardScreen />
        </Suspense>
      </MemoryRouter>
    </ThemeProvider>,
  );
}

const valueOf = (label: RegExp) => screen.getByText(label).parentElement?.firstElementChild?.textContent;

describe('today', () => {
  beforeAll(async () => {
    await startI18n();
    await i18next.changeLanguage('en');
    await i18next.loadNamespaces(['dashboard', 'observations', 'common']);
  });
  afterEach(cleanup);

  it('greets somebody new with first steps, and with no figures that are nought', async () => {
    await logIn();
    show();
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/^Good (morning|afternoon|evening), anna$/);
    expect(screen.getByRole('heading', { name: 'Get started' })).toBeDefined();
    expect(screen.queryByText(/this year/)).toBeNull();
    expect(screen.queryByText(/waiting to upload/)).toBeNull();
  });

  it('shows what was recorded without a network, and that it is only here', async () => {
    const anna = await logIn();
    await record(anna, 'moth at the lamp');
    await record(anna, 'beetle');
    show();
    expect(await screen.findByText('moth at the lamp')).toBeDefined();
    expect(valueOf(/records this year/)).toBe('2');
    expect(valueOf(/week in a row/)).toBe('1');
    expect(await screen.findByText('2 records waiting to upload')).toBeDefined();
    expect(screen.queryByText('Everything is synced')).toBeNull();
    await waitFor(() => expect(screen.getAllByText('Waiting to upload')).toHaveLength(2));
    expect(screen.queryByText('Get started')).toBeNull();
  });

  it('shows points gained since the last visit once', async () => {
    const anna = await logIn({ total_xp: 40, total_xp_seen: 5 });
    await record(anna, 'beetle');
    show();
    expect(await screen.findByText('+35')).toBeDefined();
    await waitFor(() => expect(auth.state().user?.total_xp_seen).toBe(40));
    expect(screen.getByText('+35')).toBeDefined();
    cleanup();
    show();
    await screen.findByText('40');
    expect(screen.queryByText('+35')).toBeNull();
    const sent = (await openUserDatabase(anna.id).outbox.toArray()).filter(({ subject }) => subject === 'xp');
    expect(sent.map(({ input }) => input.body)).toEqual([{ total_xp_seen: 40 }]);
  });

  it('shows neither points nor streak to who does not want them', async () => {
    const anna = await logIn({ total_xp: 40, total_xp_seen: 5 });
    await logIn({ ...anna, preferences: { ...anna.preferences, gamification: false } });
    await record(anna, 'beetle');
    show();
    await screen.findByText('beetle');
    expect(screen.queryByText(/points|in a row/)).toBeNull();
    expect(screen.queryByText('+35')).toBeNull();
  });

  it('leads back to what was begun, whatever state it is in', async () => {
    const anna = await logIn();
    const owned = openUserDatabase(anna.id);
    await saveDraft(owned, {
      id: 'd1',
      observation_id: null,
      values: { taxon: { name: 'Great tit' } },
      photo_ids: ['p'],
      updated_at: Date.now(),
    });
    await saveDraft(owned, { id: 'd2', observation_id: null, values: { taxon: 7, verbatim_name: ' ' }, photo_ids: [], updated_at: 1 });
    show();
    expect((await screen.findByRole('link', { name: /Great tit/ })).getAttribute('href')).toBe('/observe?draft=d1');
    expect(screen.getByRole('link', { name: /No species yet/ }).getAttribute('href')).toBe('/observe?draft=d2');
  });

  it('asks to log in again where the session was refused', async () => {
    await logIn();
    auth.store.setState({ token: null, needs_login: true });
    show();
    expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe('/login');
    expect(screen.queryByText('Everything is synced')).toBeNull();
  });
});
