// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { User } from '@veld/contract';
import { addDays, getFeed, type ListedObservation, listRelations, recordValues, type Relation, todayIn } from '@veld/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openUserDatabase } from '../../local/db/database';
import { saveDraft } from '../../local/records/drafts';
import { CHANGES_CURSOR, RECEIVING } from '../../local/pull/pull-store';
import { saveObservation } from '../../local/records/observations';
import { bram, freshPerson, observer, person } from '../../local/testing/people';
import { json, VeldServer } from '../../local/testing/veld-server';
import { auth } from '../../local/app/veld';
import { queryClient } from '../../shared/session/queries';
import { renderAs } from '../../testing/render-as';
import DashboardScreen from './DashboardScreen';

const today = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());

/** Anna, with as many points as she has seen. */
const annaWith = (change: Partial<User> = {}) => freshPerson('anna', { total_xp: 0, total_xp_seen: 0, ...change });

const record = (user: User, verbatim_name: string) =>
  saveObservation(openUserDatabase(user.id), { verbatim_name, observed_on: today }, [], { user: observer(user), taxon: null });

const valueOf = (label: RegExp) => screen.getByText(label).parentElement?.firstElementChild?.textContent;

afterEach(() => void vi.useRealTimers());

describe('the dashboard', () => {
  it('greets a new person with first steps, and shows no zero counts', async () => {
    const anna = annaWith();
    await openUserDatabase(anna.id).settings.put({ key: CHANGES_CURSOR, value: 'c' });
    await renderAs(anna, <DashboardScreen />);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/^Good (morning|afternoon|evening), anna$/);
    expect(await screen.findByRole('heading', { name: 'Get started' })).toBeDefined();
    expect(screen.queryByText(/this year/)).toBeNull();
    expect(screen.queryByText(/waiting to upload/)).toBeNull();
  });

  it('gives no first steps on a new device before it knows that there are no records', async () => {
    const anna = annaWith();
    await renderAs(anna, <DashboardScreen />);
    expect(await screen.findByText('Downloading your records')).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'Get started' })).toBeNull();
    expect(screen.queryByText(/this year/)).toBeNull();
    await openUserDatabase(anna.id).settings.put({ key: CHANGES_CURSOR, value: 'c' });
    expect(await screen.findByRole('heading', { name: 'Get started' })).toBeDefined();
  });

  it('says that the figures are not complete while a new device receives the records', async () => {
    const anna = annaWith();
    await record(anna, 'beetle');
    await openUserDatabase(anna.id).settings.bulkPut([
      { key: CHANGES_CURSOR, value: 'c' },
      { key: RECEIVING, value: { received: 1, total: 677 } },
    ]);
    await renderAs(anna, <DashboardScreen />);
    expect(await screen.findByText('Getting your records, 1 of 677')).toBeDefined();
    expect(screen.getByText('Figures and lists show what has arrived so far.')).toBeDefined();
    expect(screen.getAllByText(/this year/)).toHaveLength(2);
  });

  it('shows no streak of zero weeks before all records have arrived', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-15T10:00:00Z') });
    const anna = annaWith();
    const database = openUserDatabase(anna.id);
    const early = { verbatim_name: 'beetle', observed_on: '2026-01-10' };
    await saveObservation(database, early, [], { user: observer(anna), taxon: null });
    await database.settings.bulkPut([
      { key: CHANGES_CURSOR, value: 'c' },
      { key: RECEIVING, value: { received: 1, total: 677 } },
    ]);
    await renderAs(anna, <DashboardScreen />);
    const label = await screen.findByText('weeks in a row');
    expect(label.previousElementSibling!.textContent).toBe('…');
    await database.settings.delete(RECEIVING);
    await waitFor(() => expect(label.previousElementSibling!.textContent).toBe('0'));
  });

  it('shows no zero of this year while a new device has received older records only', async () => {
    const anna = annaWith();
    const database = openUserDatabase(anna.id);
    const old = { verbatim_name: 'beetle', observed_on: '2019-06-01' };
    await saveObservation(database, old, [], { user: observer(anna), taxon: null });
    await database.settings.bulkPut([
      { key: CHANGES_CURSOR, value: 'c' },
      { key: RECEIVING, value: { received: 1, total: 677 } },
    ]);
    await renderAs(anna, <DashboardScreen />);
    expect(await screen.findByText('Getting your records, 1 of 677')).toBeDefined();
    expect(screen.queryByText(/this year/)).toBeNull();
    await database.settings.delete(RECEIVING);
    expect(await screen.findAllByText(/this year/)).toHaveLength(2);
  });

  it('remembers what was recorded around this day in earlier years', async () => {
    const anna = annaWith();
    const ago = (years: number, days: number) =>
      addDays(`${Number(today.slice(0, 4)) - years}-${today.slice(5)}`.replace('02-29', '02-28'), days);
    const made = (verbatim_name: string, observed_on: string) =>
      saveObservation(openUserDatabase(anna.id), { verbatim_name, observed_on }, [], { user: observer(anna), taxon: null });
    await made('waxwing', ago(1, 2));
    await made('in another month', ago(1, 40));
    for (const name of ['one', 'two', 'three', 'four']) await made(name, today);
    await renderAs(anna, <DashboardScreen />);
    const part = await screen.findByRole('region', { name: 'Around this day in earlier years' });
    await waitFor(() =>
      expect(
        within(part)
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toHaveLength(1),
    );
    expect(within(part).getByText('waxwing')).toBeDefined();
  });

  it('shows the latest records of followed people, and asks for none where nobody is followed', async () => {
    const anna = annaWith();
    const moth: ListedObservation = {
      id: '00000000-0000-4000-8000-000000000001',
      user: observer(bram),
      taxon: null,
      quality: 'needs_id',
      is_obscured: false,
      media: [],
      place: null,
      country_code: 'NL',
      ...recordValues({ verbatim_name: 'moth of bram', observed_on: today }),
      created_at: null,
      photo_count: 0,
    };
    let relations: Relation[] = [];
    const server = new VeldServer(anna)
      .answer(listRelations, () => json({ data: relations, followers: 0 }))
      .answer(getFeed, () => json({ data: [moth], events: [], next_cursor: null }));
    const news = () => screen.queryByRole('region', { name: 'From the people you follow' });
    await renderAs(anna, <DashboardScreen />, { server });
    await waitFor(() => expect(server.count('GET', '/api/relations')).toBe(1));
    expect(news()).toBeNull();
    expect(server.count('GET', '/api/feed')).toBe(0);
    cleanup();
    queryClient.clear();
    relations = [{ kind: 'follow', user: { id: bram.id, name: 'bram', is_pro: false }, created_at: '2026-05-01T10:00:00Z' }];
    await renderAs(anna, <DashboardScreen />, { server });
    expect(await screen.findByText('moth of bram')).toBeDefined();
    expect(within(news()!).getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/feed?tab=following');
  });

  it('shows what was recorded offline, and that it waits to be uploaded', async () => {
    const anna = annaWith();
    await record(anna, 'moth at the lamp');
    await record(anna, 'beetle');
    await renderAs(anna, <DashboardScreen />);
    expect(await screen.findByText('moth at the lamp')).toBeDefined();
    expect(valueOf(/records this year/)).toBe('2');
    expect(valueOf(/week in a row/)).toBe('1');
    expect(await screen.findByText('2 records waiting to upload')).toBeDefined();
    expect(screen.queryByText('All synced')).toBeNull();
    await waitFor(() => expect(screen.getAllByText('Waiting to upload')).toHaveLength(2));
    expect(screen.queryByText('Get started')).toBeNull();
  });

  it('shows points gained since the last visit only once', async () => {
    const anna = annaWith({ total_xp: 40, total_xp_seen: 5 });
    await record(anna, 'beetle');
    await renderAs(anna, <DashboardScreen />);
    expect(await screen.findByText('+35')).toBeDefined();
    await waitFor(() => expect(auth.state().user?.total_xp_seen).toBe(40));
    expect(screen.getByText('+35')).toBeDefined();
    cleanup();
    await renderAs(anna, <DashboardScreen />);
    await screen.findByText('40');
    expect(screen.queryByText('+35')).toBeNull();
    const sent = (await openUserDatabase(anna.id).outbox.toArray()).filter(({ subject }) => subject === 'xp');
    expect(sent.map(({ input }) => input.body)).toEqual([{ total_xp_seen: 40 }]);
  });

  it('shows neither points nor streak if gamification is off', async () => {
    const { preferences } = person('anna');
    const anna = annaWith({ total_xp: 40, total_xp_seen: 5, preferences: { ...preferences, gamification: false } });
    await record(anna, 'beetle');
    await renderAs(anna, <DashboardScreen />);
    await screen.findByText('beetle');
    expect(screen.queryByText(/points|in a row/)).toBeNull();
    expect(screen.queryByText('+35')).toBeNull();
  });

  it('links to drafts, whatever state they are in', async () => {
    const anna = annaWith();
    const owned = openUserDatabase(anna.id);
    await saveDraft(owned, {
      id: 'd1',
      observation_id: null,
      values: { taxon: { name: 'Great tit' } },
      photo_ids: ['p'],
      updated_at: Date.now(),
    });
    await saveDraft(owned, { id: 'd2', observation_id: null, values: { taxon: 7, verbatim_name: ' ' }, photo_ids: [], updated_at: 1 });
    await renderAs(anna, <DashboardScreen />);
    expect((await screen.findByRole('link', { name: /Great tit/ })).getAttribute('href')).toBe('/observe?draft=d1');
    expect(screen.getByRole('link', { name: /No species yet/ }).getAttribute('href')).toBe('/observe?draft=d2');
  });

  it('asks anna to log in again when the session was refused', async () => {
    await renderAs(annaWith(), <DashboardScreen />, { session: { token: null, needs_login: true } });
    expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe('/login');
    expect(screen.queryByText('All synced')).toBeNull();
  });
});
