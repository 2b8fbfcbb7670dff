import { Dexie, liveQuery, type ObservabilitySet } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentJourney } from '../records/journeys/current';
import { appendPoints, countPoints, foldPoints } from '../records/journeys/point-log';
import { trackPoints } from '../testing/journeys';
import { newId } from './ids';
import { openUserDatabase } from './database';

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
    const counts: number[] = [];
    let others = 0;
    const [two, three] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const points = liveQuery(() => countPoints(database, journey)).subscribe((count) => {
      counts.push(count);
      if (count === 2) two.resolve();
      if (count === 3) three.resolve();
    });
    const setting = liveQuery(() => currentJourney.read(database)).subscribe(() => void others++);
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
