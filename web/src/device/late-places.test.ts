import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { UserDatabase } from '../local/db/database';
import { ownObservation, saveObservation } from '../local/records/observations';
import { type LocalTime, readWaitingPlaces, recordsWithoutFix } from '../local/records/waiting-places';
import { anna, freshDatabase, observer } from '../local/testing/people';
import { followLatePlaces } from './late-places';
import { fakeLocation } from './testing/fake-location';

/** All places are in the time zone of the device. */
const localTimes = () =>
  Promise.resolve(({ observed_on, observed_time, time_zone }: LocalTime) => ({ observed_on, observed_time, time_zone }));

/** A page of the app on a device: with a location service, and its own connection to the database. */
function openPage(database: UserDatabase, fake = fakeLocation()) {
  const { location: service, clock } = fake;
  const close = followLatePlaces({ database, target: () => 10, localTimes, service, clock });
  onTestFinished(close);
  return { ...fake, close };
}

function save(database: UserDatabase, now: number) {
  return saveObservation(database, { verbatim_name: 'a wren' }, [], { user: observer(anna), now, place: 'awaited' });
}

const latitude = async (database: UserDatabase, id: string) => (await ownObservation(database, id))?.latitude ?? null;
const isMeasuring = ({ watches }: { watches: ReadonlyMap<number, unknown> }) => watches.size > 0;

describe('records that wait for their place', () => {
  it('get it from the first page that has a fix, once, and then every page stops locating', async () => {
    const database = freshDatabase();
    const first = openPage(database);
    const second = openPage(new UserDatabase(database.userId));
    expect(isMeasuring(first)).toBe(false);
    const id = await save(database, first.clock.now());
    await vi.waitFor(() => expect([first, second].map(isMeasuring)).toEqual([true, true]));
    first.report(52.1, 5.1, 8);
    second.report(52.2, 5.1, 8);
    await vi.waitFor(() => expect([first, second].map(isMeasuring)).toEqual([false, false]));
    const place = await latitude(database, id);
    expect([52.1, 52.2]).toContain(place);
    const items = await database.outbox.toArray();
    expect(items.map(({ input }) => (input.body as { latitude: number }).latitude)).toEqual([place]);
    expect(await readWaitingPlaces(database)).toEqual([]);
  });

  it('get it after a reload within the minute', async () => {
    const database = freshDatabase();
    const before = openPage(database);
    const id = await save(database, before.clock.now());
    await vi.waitFor(() => expect(isMeasuring(before)).toBe(true));
    before.close();
    expect(isMeasuring(before)).toBe(false);

    const after = openPage(new UserDatabase(database.userId));
    await after.clock.advance(50_000);
    await vi.waitFor(() => expect(isMeasuring(after)).toBe(true));
    after.report(52.1, 5.1, 8);
    await vi.waitFor(async () => expect(await latitude(database, id)).toBe(52.1));
  });

  it('get none after a minute, whether the app is open or not', async () => {
    const database = freshDatabase();
    const page = openPage(database);
    const id = await save(database, page.clock.now());
    await vi.waitFor(() => expect(isMeasuring(page)).toBe(true));
    await page.clock.advance(60_000);
    expect(isMeasuring(page)).toBe(false);
    expect(await recordsWithoutFix(database, page.clock.now())).toEqual([id]);

    const later = fakeLocation();
    await later.clock.advance(60_000);
    openPage(new UserDatabase(database.userId), later);
    await later.clock.advance(0);
    expect(isMeasuring(later)).toBe(false);
  });

  it('are not measured for when the location is blocked', async () => {
    const database = freshDatabase();
    const page = openPage(database);
    const id = await save(database, page.clock.now());
    await vi.waitFor(() => expect(isMeasuring(page)).toBe(true));
    page.fail(1);
    await vi.waitFor(async () => expect(await recordsWithoutFix(database, page.clock.now())).toEqual([id]));
  });

  it('each get the fix of a location service that already runs', async () => {
    const database = freshDatabase();
    const page = openPage(database);
    page.location.acquire();
    page.report(52.1, 5.1, 900);
    const ids = [await save(database, page.clock.now()), await save(database, page.clock.now())];
    for (const id of ids) await vi.waitFor(async () => expect(await latitude(database, id)).toBe(52.1));
    page.report(52.10001, 5.1, 8);
    for (const id of ids) await vi.waitFor(async () => expect(await latitude(database, id)).toBe(52.10001));
  });
});
