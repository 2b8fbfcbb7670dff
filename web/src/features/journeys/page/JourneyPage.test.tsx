// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { PublicJourney, User } from '@veld/contract';
import { getJourney } from '@veld/contract';
import { describe, expect, it, vi } from 'vitest';
import { openUserDatabase, type UserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { openJourney, ownJourney, ownJourneys, recordsOfJourney } from '../../../local/records/journeys/journeys';
import { readTrack } from '../../../local/records/journeys/point-log';
import { saveObservation } from '../../../local/records/observations';
import { freshPerson, observer } from '../../../local/testing/people';
import { json, problem, VeldServer } from '../../../local/testing/veld-server';
import { renderAs } from '../../../testing/render-as';
import JourneyScreen from '../JourneyScreen';
import { storedJourney, walkedTrack } from '../testing/journeys';

async function record(
  database: UserDatabase,
  anna: User,
  journeyId: string | null,
  observed_time: string,
  taxon_id: number,
  count: number | null = null,
) {
  const draft = { taxon_id, observed_on: '2026-05-09', observed_time, time_zone: 'Europe/Amsterdam', count, journey_id: journeyId };
  return saveObservation(database, draft, [], { user: observer(anna) });
}

/** Anna at home with a journey of an hour and three records of two species, of which one was not found. */
async function setUp() {
  const anna = freshPerson('anna');
  const database = openUserDatabase(anna.id);
  const source = { name: 'weather.example.org', time: '2026-05-09T08:15:00Z', fields: ['temperature_c' as const] };
  const weather = { temperature_c: 20.56, wind_force: 3, wind_direction: 'SW', cloud_cover: 6, precipitation: null, source } as const;
  const journey = await storedJourney(database, { weather, notes: 'Cold wind', sharing: 'none' }, walkedTrack(60));
  await record(database, anna, journey.id, '10:20', 17, 3);
  await record(database, anna, journey.id, '10:05', 17, 2);
  await record(database, anna, journey.id, '10:30', 18, 0);
  await renderAs(anna, <JourneyScreen />, {
    at: `/journey/${journey.id}`,
    routes: { '/my-journeys': 'the list', '/my-journeys/new': 'the start' },
  });
  await screen.findByRole('heading', { name: 'Dune walk', level: 1 });
  return { anna, database, journey };
}

async function openAction(name: string, title = name) {
  fireEvent.click(await screen.findByRole('button', { name: 'More' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: title }));
}

describe('the page of a journey', () => {
  it('shows effort, species with first times, notes and records, without a connection', async () => {
    await setUp();
    expect(screen.getByText('Saturday, May 9, 2026, 10:00 AM – 11:00 AM')).toBeDefined();
    const table = within(await screen.findByRole('table', { name: 'Species' }));
    const rows = table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );
    expect(rows).toEqual([
      ['5', '10:05 AM'],
      ['not found', ''],
    ]);
    expect(screen.getByText('Cold wind')).toBeDefined();
    // 60 times 111 m, in an hour.
    expect(await screen.findAllByText('6.7 km')).toHaveLength(2);
    expect(screen.getByText('6.7 km/h')).toBeDefined();
    for (const words of ['20.6°C (weather.example.org)', '3 Bft · Gentle breeze · SW', '6/8', /^weather\.example\.org, May 9, 2026, 10:15/])
      expect(screen.getByText(words)).toBeDefined();
    expect(within(screen.getByRole('list', { name: 'Records' })).getAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByText('Not uploaded yet')).toBeDefined();
  });

  it('says that there is no track, and offers nothing that needs one', async () => {
    const anna = freshPerson('anna');
    const journey = await storedJourney(openUserDatabase(anna.id));
    await renderAs(anna, <JourneyScreen />, { at: `/journey/${journey.id}` });
    expect(await screen.findByText('This journey has no track.')).toBeDefined();
    expect(screen.getByText('No records on this journey yet.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('button', { name: 'Trim the track' })).toBeNull();
    expect(dialog.queryByRole('link', { name: 'Keep this area offline' })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Export' })).toBeDefined();
  });

  it('splits the journey, and its records go with their half', async () => {
    const { database, journey } = await setUp();
    const dialog = await openAction('Split in two');
    fireEvent.change(dialog.getByLabelText('Start of the second part'), { target: { value: '15' } });
    fireEvent.change(dialog.getByLabelText('Name of the second part'), { target: { value: 'Back' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Split in two' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [first, second] = (await ownJourneys(database)).toSorted((one, other) => (one.started_at < other.started_at ? -1 : 1));
    expect([first!.id, first!.trim, second!.name]).toEqual([journey.id, { from_seq: 0, to_seq: 14 }, 'Back']);
    expect(second!.started_at).toBe('2026-05-09T08:15:00.000Z');
    expect((await readTrack(database, second!.id)).map(({ seq }) => seq)).toEqual(Array.from({ length: 46 }, (_, at) => at));
    const times = async (id: string) => (await recordsOfJourney(database, id)).map(({ observed_time }) => observed_time).toSorted();
    expect([await times(first!.id), await times(second!.id)]).toEqual([['10:05'], ['10:20', '10:30']]);
    // The points of the first are still all there.
    expect(await readTrack(database, journey.id)).toHaveLength(61);
  });

  it('merges it with another, which takes all points and records', async () => {
    const { anna, database, journey } = await setUp();
    const other = await storedJourney(
      database,
      { name: 'Evening', started_at: '2026-05-09T18:00:00.000Z', ended_at: '2026-05-09T19:00:00.000Z' },
      walkedTrack(2),
    );
    await record(database, anna, other.id, '20:10', 19);
    const dialog = await openAction('Merge with another');
    fireEvent.click(await dialog.findByRole('radio', { name: 'Evening' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Merge with another' }));
    await waitFor(async () => expect(await ownJourneys(database)).toHaveLength(1));
    const [merged] = await ownJourneys(database);
    expect([merged!.name, merged!.ended_at]).toEqual(['Dune walk', '2026-05-09T19:00:00.000Z']);
    expect(await readTrack(database, merged!.id)).toHaveLength(64);
    expect(await recordsOfJourney(database, merged!.id)).toHaveLength(4);
    expect(await ownJourney(database, journey.id)).toBeUndefined();
  });

  it('attaches records of the day, and detaches others', async () => {
    const { anna, database, journey } = await setUp();
    const free = await record(database, anna, null, '12:00', 20);
    const dialog = await openAction('Choose its records');
    const boxes = await dialog.findAllByRole('checkbox');
    await waitFor(() => expect(dialog.getAllByRole('checkbox')).toHaveLength(4));
    expect(boxes.filter((box) => (box as HTMLInputElement).checked)).toHaveLength(3);
    for (const at of [0, 3]) fireEvent.click(dialog.getAllByRole('checkbox')[at]!);
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const records = await recordsOfJourney(database, journey.id);
    expect(records.map(({ observed_time }) => observed_time).toSorted()).toEqual(['10:20', '10:30', '12:00']);
    expect(records.some(({ id }) => id === free)).toBe(true);
  });

  it('is edited in its review: name, effort and notes, with what others see as it was', async () => {
    const { database, journey } = await setUp();
    const dialog = await openAction('Edit');
    fireEvent.change(await dialog.findByLabelText('Name'), { target: { value: 'Dunes at dawn' } });
    fireEvent.change(dialog.getByLabelText('Kilometres'), { target: { value: '7.5' } });
    fireEvent.change(dialog.getByLabelText('Observers'), { target: { value: '3' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save journey' }));
    expect(await screen.findByRole('heading', { name: 'Dunes at dawn', level: 1 })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await ownJourney(database, journey.id)).toMatchObject({
      effort: { distance_m: 7500, observers: 3, duration_s: null },
      sharing: 'none',
      notes: 'Cold wind',
      trim: null,
    });
    expect(await screen.findAllByText('7.5 km')).toHaveLength(2);
    expect(screen.getByText('corrected')).toBeDefined();
  });

  it('leads to an offline map of what lies along it', async () => {
    const { journey } = await setUp();
    fireEvent.click(await screen.findByRole('button', { name: 'More' }));
    const link = within(await screen.findByRole('dialog')).getByRole('link', { name: 'Keep this area offline' });
    expect(link.getAttribute('href')).toBe(`/tile-requests?new=1&journey=${journey.id}`);
  });

  it('starts again with the same settings, and leaves a journey that runs as it is', async () => {
    const { database, journey } = await setUp();
    const dialog = await openAction('Repeat');
    fireEvent.click(dialog.getByRole('button', { name: 'Start' }));
    await screen.findByText('the start');
    const running = await openJourney(database);
    expect(running).toMatchObject({ name: 'Dune walk', protocol: journey.protocol, ended_at: null, notes: '', sharing: 'none' });
    expect(running!.id).not.toBe(journey.id);
  });

  it('deletes the journey after a question, and keeps its records', async () => {
    const { database, journey } = await setUp();
    const dialog = await openAction('Delete journey', 'Delete this journey?');
    fireEvent.click(dialog.getByRole('button', { name: 'Delete journey' }));
    await screen.findByText('the list');
    await waitFor(async () => expect(await ownJourney(database, journey.id)).toBeUndefined());
    expect(await recordsOfJourney(database, journey.id)).toHaveLength(3);
  });
});

describe('the page of a journey that somebody shares', () => {
  const shared = (change: Partial<PublicJourney>): PublicJourney => ({
    id: newId(),
    user: { id: newId(), name: 'bram', is_pro: false },
    name: 'Marsh',
    protocol: 'transect',
    target_groups: [],
    complete_groups: ['bird'],
    sharing: 'full',
    started_on: '2026-05-09',
    duration_s: 5400,
    distance_m: 3200,
    observers: 2,
    records: 4,
    species: 3,
    cells: [],
    lines: [],
    ...change,
  });

  it('has who, when and how much, and no actions', async () => {
    const journey = shared({});
    const server = new VeldServer(freshPerson('anna')).answer(getJourney, () => json({ data: journey }));
    await renderAs(freshPerson('anna'), <JourneyScreen />, { at: `/journey/${journey.id}`, server });
    expect(await screen.findByRole('heading', { name: 'Marsh', level: 1 })).toBeDefined();
    expect(screen.getByRole('link', { name: 'bram' }).getAttribute('href')).toBe(`/profile/${journey.user.id}`);
    expect(screen.getByText('1 hr 30 min')).toBeDefined();
    expect(screen.getByText('Birds')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  });

  it('has no length while its track cannot be seen, instead of none at all', async () => {
    const journey = shared({ is_track_missing: true, distance_m: 0 });
    const server = new VeldServer(freshPerson('anna')).answer(getJourney, () => json({ data: journey }));
    await renderAs(freshPerson('anna'), <JourneyScreen />, { at: `/journey/${journey.id}`, server });
    expect(await screen.findByText('The track can’t be seen yet.')).toBeDefined();
    expect(screen.getByText('1 hr 30 min')).toBeDefined();
    expect(screen.queryByText('distance')).toBeNull();
  });

  it('is absent if it is not shared; after a failure, it can be tried again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const anna = freshPerson('anna');
    const server = new VeldServer(anna).answer(getJourney, () => problem(404, 'not_found'));
    const { unmount } = await renderAs(anna, <JourneyScreen />, { at: `/journey/${newId()}`, server });
    expect(await screen.findByText('This journey doesn’t exist, or its owner doesn’t share it.')).toBeDefined();
    const back = () => within(screen.getByRole('banner')).getByRole('link', { name: 'My journeys' }).getAttribute('href');
    expect(back()).toBe('/my-journeys');
    unmount();
    server.fault = () => 'no-connection';
    await renderAs(anna, <JourneyScreen />, { at: `/journey/${newId()}` });
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined();
    expect(back()).toBe('/my-journeys');
  });
});
