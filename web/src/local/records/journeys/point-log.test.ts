import * as fc from 'fast-check';
import type { TrackPoint } from '@veld/contract';
import { describe, expect, it } from 'vitest';
import { newId } from '../../db/ids';
import { trackPoints } from '../../testing/journeys';
import { freshDatabase } from '../../testing/people';
import { appendPoints, countPoints, foldPoints, pointsAfter, readTrack, storePoints } from './point-log';

describe('the points of a track on the device', () => {
  it('are all there in order, wherever they were folded, also with gaps in their sequence', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 30 }), skip: fc.integer({ min: 0, max: 700 }) }),
      fc.record({ kind: fc.constant('fold' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.nat(400), fc.integer({ min: 1, max: 50 }), async (steps, after, limit) => {
        const database = freshDatabase();
        const id = newId();
        await appendPoints(database, newId(), trackPoints(5));
        let model: TrackPoint[] = [];
        for (const one of steps) {
          if (one.kind === 'append') {
            const points = trackPoints(one.count, (model.at(-1)?.seq ?? -1) + 1 + one.skip);
            await appendPoints(database, id, points);
            model = [...model, ...points];
          } else await foldPoints(database, id);
        }
        expect(await readTrack(database, id)).toEqual(model);
        expect(await countPoints(database, id)).toBe(model.length);
        const rest = model.filter(({ seq }) => seq > after);
        expect(await pointsAfter(database, id, after, limit)).toEqual(rest.slice(0, limit));
      }),
      { numRuns: 30 },
    );
  });

  it('stay as they are when the same sequence comes from elsewhere', async () => {
    const database = freshDatabase();
    const id = newId();
    const points = trackPoints(3);
    await storePoints(database, id, points);
    await storePoints(database, id, [{ ...points[1]!, latitude: 1 }, ...trackPoints(1, 3)]);
    expect(await readTrack(database, id)).toEqual(trackPoints(4));
  });

  it('are in few rows after a day of one point per second', async () => {
    const database = freshDatabase();
    const id = newId();
    await storePoints(database, id, trackPoints(36_000));
    expect(await database.journeyBlocks.count()).toBe(36);
    expect(await pointsAfter(database, id, 35_990, 500)).toEqual(trackPoints(9, 35_991));
  });
});
