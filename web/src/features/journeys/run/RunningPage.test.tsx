// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { User } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubGeolocation } from '../../../device/testing/fake-geolocation';
import { openUserDatabase } from '../../../local/db/database';
import { openJourney, ownJourneys, recordsOfJourney, startJourney } from '../../../local/records/journeys/journeys';
import { saveObservation } from '../../../local/records/observations';
import { emptyTally, runningTally, withMovedPlace, withNewTap } from '../../../local/records/tally';
import { journeyStart } from '../../../local/testing/journeys';
import { freshPerson, observer } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import { REST_MS } from '../../tally/tally-rows';
import JourneyScreen from '../JourneyScreen';
import { runningRows, subtractRecorded } from './RunningSpecies';
import RunningJourney from './RunningJourney';

const MINUTE = 60_000;

const taxon = (id: number, name: string) => ({ id, name, scientific_name: name, rank: 'species', group: 'bird' as const, image_url: null });
const ROBIN = taxon(7, 'robin');
const WREN = taxon(8, 'wren');
const exactly = (count: number) => ({ count, count_max: null, count_type: 'exact' as const });

describe('the page of the running journey', () => {
  let anna: User;
  let geolocation: ReturnType<typeof stubGeolocation>;
  beforeEach(() => {
    anna = freshPerson('anna');
    geolocation = stubGeolocation();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const database = () => openUserDatabase(anna.id);
  const clock = (at: number) => new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const saveRecord = (count: number | null, at: number) =>
    saveObservation(
      database(),
      {
        taxon_id: ROBIN.id,
        observed_on: new Date(at).toLocaleDateString('en-CA'),
        observed_time: clock(at),
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        count,
        count_type: 'exact',
      },
      [],
      { user: observer(anna), taxon: ROBIN },
    );
  async function walk() {
    const id = await startJourney(database(), journeyStart(), Date.now() - 30 * MINUTE);
    await saveRecord(4, Date.now() - 10 * MINUTE);
    await renderAs(
      anna,
      <>
        <RunningJourney />
        <JourneyScreen />
      </>,
      { at: `/journey/${id}` },
    );
    const list = await screen.findByRole('list', { name: 'Counted' });
    return { id, list };
  }
  const number = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: `${name}: number` });

  it('adds to what the records count, and its end makes records of what was counted on the way', async () => {
    const { id, list } = await walk();
    await within(list).findByText('robin');
    expect(number('robin').value).toBe('4');
    fireEvent.click(within(list).getByRole('button', { name: /^robin: one more/ }));
    await waitFor(() => expect(number('robin').value).toBe('5'));
    fireEvent.change(number('robin'), { target: { value: '9' } });
    fireEvent.blur(number('robin'));
    await waitFor(() => expect(number('robin').value).toBe('9'));
    // Fewer than the records have.
    fireEvent.change(number('robin'), { target: { value: '3' } });
    fireEvent.blur(number('robin'));
    expect(await screen.findByText(/^4 are already saved as records/)).toBeDefined();
    fireEvent.change(number('robin'), { target: { value: '9' } });
    fireEvent.blur(number('robin'));
    act(() => geolocation.report(52.11, 5.12, 6));
    fireEvent.click(screen.getByRole('button', { name: 'Finish' }));
    const review = within(await screen.findByRole('dialog', { name: 'Review your journey' }));
    const counts = async () => (await recordsOfJourney(database(), id)).map(({ count, count_max }) => [count, count_max ?? null]);
    expect(await counts()).toEqual([
      [4, null],
      [5, null],
    ]);
    expect(await runningTally.read(database())).toBeNull();
    // Counts are typed in the list of the review, without opening the record.
    const [first] = await review.findAllByRole('textbox', { name: 'robin: number' });
    fireEvent.change(first!, { target: { value: '10-12' } });
    fireEvent.blur(first!);
    await waitFor(async () => expect(await counts()).toContainEqual([10, 12]));
    // Hectares are for protocols about an area.
    expect(review.getByLabelText('Kilometres')).toBeDefined();
    expect(review.queryByLabelText('Hectares')).toBeNull();
  });

  it('keeps a likely species where it is while it is counted, and moves it up when the list is left alone', async () => {
    await saveObservation(database(), { taxon_id: WREN.id, observed_on: '2025-05-01', count: 1 }, [], {
      user: observer(anna),
      taxon: WREN,
    });
    const { list } = await walk();
    const likely = await screen.findByRole('list', { name: /likely/i });
    fireEvent.click(await within(likely).findByRole('button', { name: /^wren: one more/ }));
    await waitFor(() => expect(number('wren').value).toBe('1'));
    expect(within(likely).queryByText('wren')).not.toBeNull();
    await within(list).findByText('wren', {}, { timeout: REST_MS + 10_000 });
  }, 60_000);

  it('says once how the journey goes, and says for each group whether everything is recorded', async () => {
    const { list } = await walk();
    await within(list).findByText('robin');
    // The bar of the other screens is not here.
    expect(screen.getAllByRole('region', { name: 'Current journey' })).toHaveLength(1);
    expect(screen.getAllByText('1 species')).toHaveLength(1);
    fireEvent.click(screen.getByRole('switch', { name: 'Birds' }));
    await waitFor(async () =>
      expect(await openJourney(database())).toMatchObject({ complete_groups: [{ group: 'bird', is_complete: true }] }),
    );
    fireEvent.click(screen.getByRole('switch', { name: 'Birds' }));
    await waitFor(async () => expect(await openJourney(database())).toMatchObject({ complete_groups: [] }));
    expect(screen.getByRole('link', { name: 'Observe' }).getAttribute('href')).toBe('/observe');
    expect(screen.getByRole('link', { name: 'Tally' }).getAttribute('href')).toBe('/observe/tally');
  });

  it('gets its weather while it runs', async () => {
    const { id } = await walk();
    fireEvent.click(screen.getByRole('button', { name: 'Fog' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(async () => expect(await openJourney(database())).toMatchObject({ id, weather: { precipitation: 'fog' } }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  });

  it('leaves a tally that began before the journey as it is', async () => {
    const before = Date.now() - 60 * MINUTE;
    const started = emptyTally({ now: before, time_zone: null, source: 'gps' });
    await runningTally.update(database(), () => withNewTap(started, WREN, { now: before }));
    const { list } = await walk();
    expect(within(list).queryByText('wren')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Finish' }));
    await screen.findByRole('dialog', { name: 'Review your journey' });
    expect((await runningTally.read(database()))?.entries).toHaveLength(1);
    expect(await ownJourneys(database())).toHaveLength(1);
  });
});

describe('the species of the running journey', () => {
  const START = Date.parse('2026-05-09T08:00:00Z');
  const journey = { started_at: new Date(START).toISOString(), time_zone: 'UTC' };
  const tallyOf = (...taps: [typeof ROBIN, number][]) =>
    taps.reduce((tally, [one, now]) => withNewTap(tally, one, { now }), emptyTally({ now: START, time_zone: null, source: 'gps' }));

  it('are in the order in which they were found, the last first, and one more leaves them there', () => {
    const order = (tally: ReturnType<typeof tallyOf>) => runningRows([], tally, journey).map(({ row }) => row.taxon.name);
    const tally = tallyOf([ROBIN, START + MINUTE], [WREN, START + 2 * MINUTE]);
    expect(order(tally)).toEqual(['wren', 'robin']);
    expect(order(withNewTap(tally, ROBIN, { now: START + 3 * MINUTE }))).toEqual(['wren', 'robin']);
  });

  it('leave to the tally what the records do not count of a typed number', () => {
    expect(subtractRecorded(exactly(9), exactly(4))).toEqual(exactly(5));
    expect(subtractRecorded({ count: 9, count_max: 12, count_type: 'range' }, exactly(4))).toEqual({
      count: 5,
      count_max: 8,
      count_type: 'range',
    });
    expect(subtractRecorded(exactly(9), null)).toEqual(exactly(9));
    expect(subtractRecorded(exactly(3), exactly(4))).toBeNull();
  });

  it('are counted at another place once the person has walked on', () => {
    const at = (latitude: number, accuracy = 8) => ({
      latitude,
      longitude: 5.12,
      coordinate_uncertainty_m: accuracy,
      location_source: 'gps' as const,
    });
    const tally = { ...tallyOf([ROBIN, START]), places: [at(52.09)] };
    expect(withMovedPlace(tally, at(52.0905))).toBe(tally);
    expect(withMovedPlace(tally, at(52.092)).places).toEqual([at(52.09), at(52.092)]);
    // Where neither place is known well, it may be the same.
    expect(withMovedPlace(tally, at(52.092, 300))).toBe(tally);
    expect(withMovedPlace({ ...tally, source: 'none' }, at(52.092)).places).toHaveLength(1);
  });
});
