import type { PlaceInWords } from '@veld/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Point } from '../places/requests';
import { device } from '../testing/app';
import { observer } from '../testing/people';
import { ownObservation, saveObservation } from './observations';
import { pickDraft } from './record-shape';
import { followUnsentPlaces } from './unsent-words';

const PLACE = { latitude: 52.1, longitude: 5.1 };

/** Words that name the latitude of their point. */
const wordsOf = ({ latitude }: Point): PlaceInWords => ({
  town: { name: `Town at ${latitude}`, names: {}, country_code: 'NL' },
  distance_km: 0,
  direction: null,
  country_code: 'NL',
  sea: null,
});

function follow({ database }: ReturnType<typeof device>, wordsAt: (point: Point) => Promise<PlaceInWords | null>) {
  onTestFinished(followUnsentPlaces(database, wordsAt));
}

async function save({ database, user, clock }: ReturnType<typeof device>, change: object = {}) {
  const draft = { taxon_id: 17, observed_on: '2026-05-10', ...PLACE, ...change };
  return saveObservation(database, draft, [], { user: observer(user), now: clock.now() });
}

/** With time for a busy machine. */
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, 20_000);

const placeOf = async ({ database }: ReturnType<typeof device>, id: string) => (await ownObservation(database, id))?.place;

describe('an unsent record with a place', () => {
  it('gets words for it, also if it was saved before', async () => {
    const anna = device();
    const before = await save(anna);
    follow(anna, (point) => Promise.resolve(wordsOf(point)));
    await until(async () => expect(await placeOf(anna, before)).toEqual(wordsOf(PLACE)));
    const after = await save(anna, { latitude: 53 });
    await until(async () => expect(await placeOf(anna, after)).toEqual(wordsOf({ ...PLACE, latitude: 53 })));
    const nowhere = await save(anna, { latitude: null, longitude: null });
    const last = await save(anna, { latitude: 54 });
    await until(async () => expect(await placeOf(anna, last)).not.toBeNull());
    expect(await placeOf(anna, nowhere)).toBeNull();
  });

  it('does not get the words for a place that it no longer has', async () => {
    const anna = device();
    const { database, user, clock } = anna;
    const id = await save(anna);
    const answers: (() => void)[] = [];
    const asked: Point[] = [];
    follow(anna, (point) => {
      asked.push(point);
      return new Promise((resolve) => answers.push(() => resolve(wordsOf(point))));
    });
    await until(() => expect(asked).toHaveLength(1));
    const row = (await ownObservation(database, id))!;
    await saveObservation(database, { ...pickDraft(row), latitude: 60 }, [], { id, user: observer(user), now: clock.now() });
    answers[0]!();
    await until(() => expect(asked.at(-1)!.latitude).toBe(60));
    expect(await placeOf(anna, id)).toBeNull();
    answers.at(-1)!();
    await until(async () => expect(await placeOf(anna, id)).toEqual(wordsOf({ ...PLACE, latitude: 60 })));
  });

  it('asks again at the next change if there were no words', async () => {
    const anna = device();
    let isLoaded = false;
    const asked = vi.fn<(point: Point) => Promise<PlaceInWords | null>>((point) => Promise.resolve(isLoaded ? wordsOf(point) : null));
    const id = await save(anna);
    follow(anna, asked);
    await until(() => expect(asked).toHaveBeenCalledTimes(1));
    expect(await placeOf(anna, id)).toBeNull();
    isLoaded = true;
    const other = await save(anna, { latitude: 53 });
    await until(async () => expect(await placeOf(anna, other)).not.toBeNull());
    expect(await placeOf(anna, id)).toEqual(wordsOf(PLACE));
  });

  it('has the words of the server once it is sent', async () => {
    const anna = device();
    follow(anna, (point) => Promise.resolve(wordsOf(point)));
    const id = await save(anna);
    await until(async () => expect(await placeOf(anna, id)).not.toBeNull());
    await anna.sender.flush();
    expect(anna.server.asked.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    expect(JSON.stringify(anna.server.asked)).not.toContain('Town at');
    expect(await placeOf(anna, id)).toEqual(anna.server.records.get(id)!.own.place);
  });
});
