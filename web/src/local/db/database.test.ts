import { Dexie, liveQuery, type ObservabilitySet } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { itemsBySubject } from '../outbox/pending-changes';
import { currentJourney } from '../records/journeys/current';
import { queueJourney } from '../records/journeys/journeys';
import { appendPoints, countPoints, foldPoints } from '../records/journeys/point-log';
import { trackPoints } from '../testing/journeys';
import { openUserDatabase } from './database';
import { newId } from './ids';

describe('changes of the log of points', () => {
  const seen: ObservabilitySet[] = [];
  const see = (parts: ObservabilitySet) => void seen.push(parts);
  beforeEach(() => {
    seen.length = 0;
    Dexie.on('storagemutated', see);
  });
  afterEach(() => Dexie.on.storagemutated.unsubscribe(see));

  it('are all the same to live queries, which would keep the key of each', async () => {
    const database = openUserDatabase(newId());
    const journey = newId();
    await database.open();
    seen.length = 0;
    for (const point of trackPoints(5)) await appendPoints(database, journey, [point]);
    await foldPoints(database, journey);
    const ranges = seen.flatMap((parts) => Object.keys(parts).flatMap((part) => (part.includes('/journeyPoints/') ? [parts[part]] : [])));
    expect(ranges.length).toBeGreaterThanOrEqual(6);
    expect(ranges.map((range) => ({ ...range }))).toEqual(ranges.map(() => ({ d: 1, from: -Infinity, to: [[]] })));
  });

  it('reach those that read points, and no others', async () => {
    const database = openUserDatabase(newId());
    const journey = newId();
    await database.open();
    const counts: number[] = [];
    let others = 0;
    const [two, three] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const points = liveQuery(() => countPoints(database, journey)).subscribe((count) => {
      counts.push(count);
      if (count === 2) two.resolve();
      if (count === 3) three.resolve();
    });
    const first = Promise.withResolvers<void>();
    const setting = liveQuery(() => currentJourney.read(database)).subscribe(() => {
      others++;
      first.resolve();
    });
    // A change while a live query reads for the first time may make it read again.
    await first.promise;
    await appendPoints(database, journey, trackPoints(2));
    await two.promise;
    await appendPoints(database, journey, trackPoints(3).slice(2));
    await three.promise;
    expect(counts.at(-1)).toBe(3);
    expect(others).toBe(1);
    points.unsubscribe();
    setting.unsubscribe();
  });
});

describe('changes of the outbox', () => {
  const kept = new Map<string, Set<string>>();
  const keep = (parts: ObservabilitySet) => {
    for (const [part, range] of Object.entries(parts))
      if (part.includes('/outbox/')) kept.set(part, (kept.get(part) ?? new Set()).add(JSON.stringify(range)));
  };
  beforeEach(() => {
    kept.clear();
    Dexie.on('storagemutated', keep);
  });
  afterEach(() => Dexie.on.storagemutated.unsubscribe(keep));

  it('do not add to what idle live queries keep, however often a journey is sent', async () => {
    const database = openUserDatabase(newId());
    const journey = newId();
    for (let time = 0; time < 5; time++) await queueJourney(database, journey, time);
    const sizes = [...kept.values()].map((ranges) => ranges.size);
    expect(sizes.length).toBeGreaterThanOrEqual(8);
    // One range, and at first that of no item before.
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2);
  });

  it('reach those that read items of the same subject, and no others', async () => {
    const database = openUserDatabase(newId());
    const [journey, other] = [newId(), newId()];
    await queueJourney(database, journey, 0);
    const subject = (await database.outbox.toArray())[0]!.subject;
    expect(subject).toContain(journey);
    const counts: number[] = [];
    const others: number[] = [];
    const [read, gone, found] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const of = liveQuery(() => itemsBySubject(database, subject)).subscribe(({ length }) => {
      counts.push(length);
      if (length === 0) gone.resolve();
    });
    const ofOther = liveQuery(() => itemsBySubject(database, subject.replace(journey, other))).subscribe(({ length }) => {
      others.push(length);
      if (length === 0) read.resolve();
      else found.resolve();
    });
    await read.promise;
    await database.outbox.where('subject').equals(subject).delete();
    await gone.promise;
    await new Promise((resolve) => setTimeout(resolve));
    await queueJourney(database, other, 0);
    await found.promise;
    expect(counts).toEqual([1, 0]);
    expect(others).toEqual([0, 1]);
    of.unsubscribe();
    ofOther.unsubscribe();
  });
});
