// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { User } from '@veld/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubGeolocation } from '../../../device/testing/fake-geolocation';
import { openUserDatabase } from '../../../local/db/database';
import { newId } from '../../../local/db/ids';
import { changeSavedPlaces } from '../../../local/changes/saved-places';
import {
  finishJourney,
  lastSettings,
  openJourney,
  ownJourneys,
  recordsOfJourney,
  startJourney,
} from '../../../local/records/journeys/journeys';
import { appendPoints, readTrack } from '../../../local/records/journeys/point-log';
import { journeyStart, trackPoints } from '../../../local/testing/journeys';
import { freshPerson } from '../../../local/testing/people';
import { renderAs } from '../../../testing/render-as';
import StartJourneyScreen from '../start/StartJourneyScreen';
import RunningJourney from './RunningJourney';

const MINUTE = 60_000;

const START = { at: '/my-journeys/new', routes: { '/journey/:session': 'the journey' } };

describe('a journey on the screen', () => {
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
  const button = (name: string | RegExp) => screen.findByRole('button', { name });

  it('starts with what was chosen, and the next one as the last with one tap', async () => {
    const shown = await renderAs(anna, <StartJourneyScreen />, START);
    fireEvent.click(await button('Got it'));
    fireEvent.change(await screen.findByLabelText('Method'), { target: { value: 'transect' } });
    fireEvent.change(screen.getByLabelText('Add a group'), { target: { value: 'bird' } });
    fireEvent.change(screen.getByLabelText('Companions'), { target: { value: ' Ben ' } });
    fireEvent.click(await button('Add'));
    const temperature = () => screen.getByLabelText<HTMLInputElement>('Air temperature (°C)');
    fireEvent.change(temperature(), { target: { value: '61' } });
    fireEvent.click(screen.getByRole('button', { name: 'Rain' }));
    fireEvent.click(screen.getByRole('button', { name: '3, Gentle breeze' }));
    fireEvent.click(await button('Start'));
    expect(await screen.findByText('Enter a temperature between -90 and 60.')).toBeDefined();
    fireEvent.change(temperature(), { target: { value: '2,5' } });
    fireEvent.click(await button('Above or below zero'));
    expect(temperature().value).toBe('-2,5');
    fireEvent.click(await button('Start'));
    await waitFor(async () => expect(await openJourney(database())).not.toBeNull());
    const [journey] = await ownJourneys(database());
    const nothing = { wind_direction: null, cloud_cover: null, source: null };
    expect(journey).toMatchObject({
      weather: { ...nothing, temperature_c: -2.5, wind_force: 3, precipitation: 'rain' },
      protocol: 'transect',
      target_groups: ['bird'],
      companions: [{ user_id: null, name: 'Ben' }],
      sharing: 'none',
    });
    expect(journey!.name).toMatch(/walk$/);
    shown.unmount();
    await database().journeys.clear();
    await renderAs(anna, <StartJourneyScreen />, START);
    expect(screen.queryByText('Keep the screen on')).toBeNull();
    fireEvent.click(await button('As last time Transect, Birds'));
    await waitFor(async () => expect(await ownJourneys(database())).toMatchObject([{ protocol: 'transect', weather: null }]));
  });

  it('starts at a saved place, with a planned duration', async () => {
    const garden = {
      id: newId(),
      name: 'Garden',
      kind: 'garden',
      latitude: 52.09,
      longitude: 5.12,
      uncertainty_m: null,
      notes: '',
    } as const;
    await changeSavedPlaces(database(), () => [garden]);
    await renderAs(anna, <StartJourneyScreen />, { at: `/my-journeys/new?place=${garden.id}` });
    expect(await screen.findByText('Garden')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Name').placeholder).toMatch(/walk, Garden$/);
    fireEvent.change(screen.getByLabelText('Method'), { target: { value: 'trap' } });
    fireEvent.change(screen.getByLabelText('Planned duration'), { target: { value: '30' } });
    fireEvent.click(await button('Start'));
    await waitFor(async () => expect(await openJourney(database())).not.toBeNull());
    const [journey] = await ownJourneys(database());
    expect(journey).toMatchObject({ location_id: garden.id, planned_duration_s: 1800 });
    // Nobody walks at a trap.
    expect(journey!.name).toBe('Moth trap, Garden');
  });

  it('shows its time, distance and GPS state in the bar, pauses, and ends with a review that is stored', async () => {
    const started = Date.now() - 65 * MINUTE;
    const id = await startJourney(database(), journeyStart({ target_groups: ['bird'] }), started);
    await appendPoints(database(), id, trackPoints(100, 0, started));
    await renderAs(anna, <RunningJourney />, { at: '/observe', routes: START.routes });
    const bar = await screen.findByRole('region', { name: 'Current journey' });
    expect(await within(bar).findByText('1.1 km')).toBeDefined();
    expect(within(bar).getByText(/^1:05:0\d$/)).toBeDefined();
    // The page was closed for most of an hour.
    fireEvent.click(await button('Keep going'));
    act(() => geolocation.report(52.11, 5.12, 6));
    await waitFor(async () => expect(await readTrack(database(), id)).toHaveLength(101));
    fireEvent.click(within(bar).getByRole('button', { name: 'Pause' }));
    expect(await within(bar).findByText('Paused')).toBeDefined();
    await waitFor(() => expect(geolocation.watches.size).toBe(0));
    fireEvent.click(within(bar).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(geolocation.watches.size).toBe(1));

    fireEvent.click(within(bar).getByRole('button', { name: 'Finish' }));
    const review = await screen.findByRole('dialog', { name: 'Review your journey' });
    fireEvent.click(await within(review).findByText('Yes'));
    fireEvent.change(within(review).getByLabelText('Add a group'), { target: { value: 'butterfly' } });
    const butterflies = within(within(review).getByRole('radiogroup', { name: 'Butterflies and moths' }));
    fireEvent.click(butterflies.getByText('No'));
    fireEvent.change(within(review).getByLabelText('Kilometres'), { target: { value: 'far' } });
    fireEvent.click(within(review).getByRole('button', { name: 'Save journey' }));
    expect(await within(review).findByText('Enter a valid number.')).toBeDefined();
    fireEvent.change(within(review).getByLabelText('Kilometres'), { target: { value: '1,5' } });
    fireEvent.click(within(review).getByRole('radio', { name: 'Blurred' }));
    fireEvent.click(within(within(review).getByRole('group', { name: 'Cloud cover' })).getByRole('button', { name: '8' }));
    fireEvent.click(within(review).getByRole('button', { name: 'Save journey' }));
    await waitFor(async () => expect(await openJourney(database())).toBeNull());
    const [journey] = await ownJourneys(database());
    expect(journey).toMatchObject({
      sharing: 'cells',
      target_groups: ['bird', 'butterfly'],
      complete_groups: [
        { group: 'bird', is_complete: true },
        { group: 'butterfly', is_complete: false },
      ],
      effort: { distance_m: 1500, observers: null },
      weather: { cloud_cover: 8, precipitation: null, source: null },
    });
    expect((await lastSettings.read(database()))?.sharing).toBe('cells');
    expect(await recordsOfJourney(database(), id)).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Current journey' })).toBeNull();
  });

  it.each([
    // Two hours after midnight, that was yesterday too.
    [2, /^Finish (at|on) /],
    [26, /^Finish on [\w ]+ at \d+:\d+/],
  ])('ends when it was left %i hours ago, if the person says so, with the rest trimmed', async (hours, finish) => {
    const started = Date.now() - 60 * hours * MINUTE;
    const id = await startJourney(database(), journeyStart(), started);
    await appendPoints(database(), id, trackPoints(10, 0, started));
    await renderAs(anna, <RunningJourney />, { at: '/observe', routes: START.routes });
    fireEvent.click(await button(finish));
    await screen.findByRole('dialog', { name: 'Review your journey' });
    const [journey] = await ownJourneys(database());
    expect(Date.parse(journey!.ended_at!)).toBe(started + 90_000);
  });

  it('says that another tab records only if one does, and records once that is closed', async () => {
    const other = Promise.withResolvers<void>();
    let isHeld = true;
    const request = async (_name: string, options: LockOptions, work: (lock: object | null) => Promise<unknown>) => {
      if (options.ifAvailable) return work(isHeld ? null : {});
      await other.promise;
      return work({});
    };
    vi.spyOn(navigator, 'locks', 'get').mockReturnValue({ request } as unknown as LockManager);
    await startJourney(database(), journeyStart(), Date.now());
    const shown = await renderAs(anna, <RunningJourney />, { at: '/observe', routes: START.routes });
    expect(await screen.findByText('Recording in another tab')).toBeDefined();
    expect(geolocation.watches.size).toBe(0);
    isHeld = false;
    act(() => other.resolve());
    await waitFor(() => expect(geolocation.watches.size).toBe(1));
    expect(screen.queryByText('Recording in another tab')).toBeNull();
    shown.unmount();
    await renderAs(anna, <RunningJourney />, { at: '/observe', routes: START.routes });
    await waitFor(() => expect(geolocation.watches.size).toBe(1));
    expect(screen.queryByText('Recording in another tab')).toBeNull();
  });

  it('has the time zone of the place where it began', async () => {
    const id = await startJourney(database(), journeyStart({ time_zone: 'America/Lima' }), Date.now());
    await renderAs(anna, <RunningJourney />, { at: '/observe', routes: START.routes });
    await waitFor(() => expect(geolocation.watches.size).toBe(1));
    const zone = async () => (await ownJourneys(database())).map(({ time_zone }) => time_zone);
    act(() => geolocation.report(38.72, -9.14, 6));
    await waitFor(async () => expect(await zone()).toEqual(['Europe/Lisbon']));
    // In Spain now.
    act(() => geolocation.report(38.9, -6.9, 6));
    await waitFor(async () => expect(await readTrack(database(), id)).toHaveLength(2));
    expect(await zone()).toEqual(['Europe/Lisbon']);
  });

  it('takes positions from a native wrapper, late ones by their own time, and stops it while paused', async () => {
    let report: (position: GeolocationPosition) => void = () => undefined;
    const native = {
      start: vi.fn<(notice: { title: string }) => Promise<void>>(async () => undefined),
      stop: vi.fn<() => Promise<void>>(async () => undefined),
      onPosition: (listener: typeof report) => {
        report = listener;
        return () => undefined;
      },
    };
    vi.stubGlobal('veldTracking', native);
    const started = Date.now() - 10 * MINUTE;
    const id = await startJourney(database(), journeyStart(), started);
    await renderAs(anna, <RunningJourney />, { at: '/observe', routes: START.routes });
    await waitFor(() => expect(native.start).toHaveBeenCalledWith({ title: 'Morning journey' }));
    const coords = { latitude: 52.1, longitude: 5.12, accuracy: 5, altitude: null, altitudeAccuracy: null, speed: 1, heading: 0 };
    // The page was stopped for five minutes.
    act(() => report({ coords, timestamp: started + 5 * MINUTE } as unknown as GeolocationPosition));
    await waitFor(async () => expect(await readTrack(database(), id)).toHaveLength(1));
    const [point] = await readTrack(database(), id);
    expect(Math.abs(point!.t! - started - 5 * MINUTE)).toBeLessThan(5000);
    expect(native.stop).not.toHaveBeenCalled();
    fireEvent.click(await button('Pause'));
    await waitFor(() => expect(native.stop).toHaveBeenCalled());
  });

  it('can be reviewed later, and another can start before', async () => {
    const id = await startJourney(database(), journeyStart(), Date.now() - 5 * MINUTE);
    await finishJourney(database(), id, Date.now(), Date.now());
    const shown = await renderAs(anna, <RunningJourney />, { at: '/observe', routes: START.routes });
    const review = await screen.findByRole('dialog', { name: 'Review your journey' });
    fireEvent.keyDown(review, { key: 'Escape' });
    fireEvent.change(await within(review).findByLabelText('Notes'), { target: { value: 'fog until ten' } });
    fireEvent.click(within(review).getByRole('button', { name: 'Close' }));
    const bar = await screen.findByRole('region', { name: 'Review your journey' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await ownJourneys(database()))[0]).toMatchObject({ is_reviewed: false });
    fireEvent.click(within(bar).getByRole('button', { name: 'Review your journey' }));
    const again = await screen.findByRole('dialog', { name: 'Review your journey' });
    expect(within(again).getByLabelText<HTMLTextAreaElement>('Notes').value).toBe('fog until ten');
    shown.unmount();
    await renderAs(anna, <StartJourneyScreen />, START);
    fireEvent.click(await button('Start'));
    await waitFor(async () => expect((await openJourney(database()))?.id).not.toBe(id));
  });

  it('goes on recording and says so if its end could not be stored', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const started = Date.now() - 2 * MINUTE;
    const id = await startJourney(database(), journeyStart(), started);
    await appendPoints(database(), id, trackPoints(3, 0, started));
    await renderAs(anna, <RunningJourney />, { at: '/observe', routes: START.routes });
    await waitFor(() => expect(geolocation.watches.size).toBe(1));
    const put = vi.spyOn(database().journeys, 'put').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
    fireEvent.click(await button('Finish'));
    expect((await screen.findByRole('alert')).textContent).toBe('Couldn’t save the end of the journey. It’s still under way; try again.');
    put.mockRestore();
    act(() => geolocation.report(52.11, 5.12, 6));
    await waitFor(async () => expect(await readTrack(database(), id)).toHaveLength(4));
    fireEvent.click(await button('Finish'));
    expect(await screen.findByRole('dialog', { name: 'Review your journey' })).toBeDefined();
  });
});
