// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { type OwnObservation, todayIn, type User } from '@veld/contract';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import DashboardScreen from '../features/dashboard/DashboardScreen';
import MyJourneysScreen from '../features/journeys/MyJourneysScreen';
import OutboxPage from './OutboxPage';
import ProfileScreen from '../features/profile/ProfileScreen';
import StorageScreen from '../features/settings/storage/StorageScreen';
import StatisticsScreen from '../features/statistics/StatisticsScreen';
import MySpeciesScreen from '../features/species/MySpeciesScreen';
import { openUserDatabase } from '../local/db/database';
import { deleteObservation, saveObservation } from '../local/records/observations';
import { createCopyNotifier } from '../local/taxonomy/stored-copies';
import { TaxonomyDatabase } from '../local/taxonomy/database';
import { Device, remoteTaxon } from '../local/taxonomy/testing';
import { freshPerson, observer } from '../local/testing/people';
import { renderAs } from '../testing/render-as';
import { ShellStatistics, ShellSync } from './layouts/Shell';

/* Each tile is opened as a person would, and its number compared with the list at its address. */

const today = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
const lastYear = `${Number(today.slice(0, 4)) - 1}-05-02`;

const taxon = (id: number, rank = 'species') => ({
  id,
  name: `Species ${id}`,
  scientific_name: `Species ${id}`,
  rank,
  group: 'bird' as const,
  image_url: null,
});

let anna: User;

/** Records of every kind: nine that are records, of which one is deleted, and two ticks. */
beforeEach(async () => {
  anna = freshPerson('anna', { total_xp_seen: 40 });
  const database = openUserDatabase(anna.id);
  const save = (id: number, draft: object, rank?: string) =>
    saveObservation(database, { taxon_id: id, ...draft }, [], { user: observer(anna), taxon: taxon(id, rank) });
  await save(1, { observed_on: today });
  await save(1, { observed_on: today, geoprivacy: 'private', latitude: 52, longitude: 5 });
  await save(2, { observed_on: lastYear });
  await save(3, { observed_on: today, count: 0 });
  await save(4, { count: 0 });
  await save(5, { observed_on: today }, 'genus');
  await save(6, {});
  await save(7, {});
  const gone = await save(8, { observed_on: today });
  await database.outbox.where('observation_id').equals(gone).modify({ tries: 1 });
  await deleteObservation(database, gone);
  const clashing = await save(9, { observed_on: today, notes: 'mine' });
  const [item] = await database.outbox.where('observation_id').equals(clashing).toArray();
  const current = { ...(item!.input.body as object), notes: 'theirs', taxon: null, version: 2, updated_at: '2026-05-10T08:00:00Z' };
  await database.outbox.update(item!.id, {
    state: 'needs_attention',
    conflict: { current: current as unknown as OwnObservation, clashes: ['notes'] },
  });
});

const SCREENS: Record<string, () => ReactNode> = {
  '/profile': () => <ProfileScreen />,
  '/my-species': () => <MySpeciesScreen />,
  '/my-journeys': () => <MyJourneysScreen />,
  '/outbox': () => <OutboxPage />,
};

/** Opens an address and returns the number of entries of the list there. */
async function entriesAt(address: string): Promise<number> {
  cleanup();
  const { pathname } = new URL(address, location.origin);
  await renderAs(anna, SCREENS[pathname]!(), { at: address });
  if (pathname === '/outbox') return within(await screen.findByRole('region', { name: 'Your records' })).getAllByRole('article').length;
  if (pathname === '/profile') return (await screen.findAllByRole('link', { name: /^Species \d/ })).length;
  const rows = await screen.findAllByRole('listitem');
  return Number(rows.map((row) => row.getAttribute('aria-setsize')).find((size) => size !== null));
}

const tile = async (label: RegExp) => {
  const link = (await screen.findByText(label)).closest('a')!;
  return { value: Number(link.firstElementChild!.textContent), to: link.getAttribute('href')! };
};

/** The number of a tile, and that of the entries at its address. */
async function numbersOf(label: RegExp): Promise<{ tile: number; list: number }> {
  const { value, to } = await tile(label);
  return { tile: value, list: await entriesAt(to) };
}

describe('each number is that of the list it opens', () => {
  it.each([
    [/^records this year$/, 5],
    [/^species this year$/, 2],
  ])('on Today: %s', async (label, value) => {
    await renderAs(anna, <DashboardScreen />);
    expect(await numbersOf(label)).toEqual({ tile: value, list: value });
  });

  it('on Today: the weeks in a row open the records of those weeks', async () => {
    await renderAs(anna, <DashboardScreen />);
    const weeks = await tile(/^week in a row$/);
    expect(weeks.value).toBe(1);
    expect(await entriesAt(weeks.to)).toBe(5);
    expect(screen.getByRole('combobox', { name: 'Period' }).textContent).toMatch(/^Since /);
  });

  it.each([
    [/^records$/, 7],
    [/^species$/, 5],
    [/^days$/, 2],
  ])('on the profile: %s', async (label, value) => {
    await renderAs(anna, <ProfileScreen />, { at: '/profile' });
    expect(await numbersOf(label)).toEqual({ tile: value, list: value });
  });

  it.each([
    [/^records$/, 5],
    [/^species$/, 2],
    [/^day$/, 1],
  ])('on the profile, this year: %s', async (label, value) => {
    await renderAs(anna, <ProfileScreen />, { at: '/profile?period=this_year' });
    expect(await numbersOf(label)).toEqual({ tile: value, list: value });
  });

  it.each([
    [/^records$/, 7],
    [/^days$/, 2],
  ])('in the statistics: %s', async (label, value) => {
    await renderAs(anna, <StatisticsScreen />, { at: '/statistics' });
    expect(await numbersOf(label)).toEqual({ tile: value, list: value });
  });

  it('in the drawer', async () => {
    await renderAs(anna, <ShellStatistics />);
    const records = await screen.findByRole('link', { name: '7 records' });
    const species = await screen.findByRole('link', { name: '5 species' });
    expect(await entriesAt(records.getAttribute('href')!)).toBe(7);
    expect(await entriesAt(species.getAttribute('href')!)).toBe(5);
  });

  it('in the sync state, on Today and in the storage', async () => {
    await renderAs(anna, [<ShellSync key="shell" />, <DashboardScreen key="today" />, <StorageScreen key="storage" />]);
    const chips = await screen.findAllByRole('link', { name: '7 records waiting to upload' });
    expect(chips.map((chip) => chip.getAttribute('href'))).toEqual(['/outbox']);
    const only = await screen.findByRole('link', { name: '7 records and photos are only on this device' });
    expect(only.getAttribute('href')).toBe('/outbox');
    expect(await entriesAt('/outbox')).toBe(7);
    expect(within(screen.getByRole('region', { name: 'Other changes' })).getAllByRole('article')).toHaveLength(3);
  });
});

describe('with the names of species on the device', () => {
  const announce = createCopyNotifier();
  const device = new Device();

  /** Species 1 to 4, and a subspecies of the first. */
  async function storeNames() {
    device.db = new TaxonomyDatabase();
    device.session.locale = 'en';
    const subspecies = remoteTaxon(10, { en: 'Subspecies 10' }, { rank: 'subspecies', parent_id: 1 });
    device.server.taxa = [...[1, 2, 3, 4].map((id) => remoteTaxon(id, { en: `Species ${id}` })), subspecies];
    await device.tab('one', { announce }).tick();
  }
  // The app's search, which other tests in the same worker use too, learns that the copy is gone.
  afterEach(async () => {
    await Promise.all(device.db.tables.map((table) => table.clear()));
    announce({ type: 'global', what: 'swapped' });
  });

  it('“Seen this year” counts this year, in its header and its rows', async () => {
    await storeNames();
    const database = openUserDatabase(anna.id);
    await saveObservation(database, { taxon_id: 1, observed_on: lastYear }, [], { user: observer(anna), taxon: taxon(1) });
    await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?view=seen_this_year&country=worldwide' });
    expect(await screen.findByText(/^1 of 4 species seen this year/)).toBeDefined();
    const row = (await screen.findByText('Species 1')).closest<HTMLElement>('[role=listitem]')!;
    expect(within(row).getByRole('img', { name: '2 records' })).toBeDefined();
    cleanup();
    await renderAs(anna, <MySpeciesScreen />, { at: '/my-species?view=seen&country=worldwide' });
    expect(await screen.findByText(/^2 of 4 species seen/)).toBeDefined();
    const whole = (await screen.findByText('Species 1')).closest<HTMLElement>('[role=listitem]')!;
    expect(within(whole).getByRole('img', { name: '3 records' })).toBeDefined();
  });

  it('the drawer and Today count a subspecies with its species, also if the names come later', async () => {
    const database = openUserDatabase(anna.id);
    const save = (id: number) =>
      saveObservation(database, { taxon_id: id, observed_on: today }, [], { user: observer(anna), taxon: taxon(id, 'subspecies') });
    await save(10);
    await renderAs(anna, [<ShellStatistics key="drawer" />, <DashboardScreen key="today" />]);
    expect(await screen.findByRole('link', { name: '6 species' })).toBeDefined();
    await storeNames();
    await waitFor(async () => expect((await tile(/^species this year$/)).value).toBe(2));
    expect(await screen.findByRole('link', { name: '5 species' })).toBeDefined();
  });
});
