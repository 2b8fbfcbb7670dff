import { Dexie } from 'dexie';
import { decodePoints, encodePoints, type TrackPoint } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import type { LoggedPoint } from '../../db/rows';

/*
 * Points of tracks. Each is stored at once as a row of the log, in one small transaction, and later folded into a block of up to 1,000
 * points, about 10 bytes each: a row per point would take 20 times the space, and a track of a day seconds to read. A fold moves
 * points from the log to their block in one transaction, so that each point is always in exactly one of them.
 */

const BLOCK = 1000;
const blockOf = (seq: number) => Math.floor(seq / BLOCK);

const logOf = (database: UserDatabase, journeyId: string) =>
  database.journeyPoints.where('[journey_id+seq]').between([journeyId, Dexie.minKey], [journeyId, Dexie.maxKey]);
const blocksOf = (database: UserDatabase, journeyId: string, from = 0) =>
  database.journeyBlocks.where('[journey_id+block]').between([journeyId, from], [journeyId, Dexie.maxKey]);

/** Inside a transaction or not: stores points whose `seq` is not used yet. */
export async function appendPoints(database: UserDatabase, journeyId: string, points: readonly TrackPoint[]): Promise<void> {
  await database.write('track', [database.journeyPoints], () =>
    database.journeyPoints.bulkPut(points.map((point) => ({ ...point, journey_id: journeyId }))),
  );
}

/** Folds the log of a journey into its blocks. */
export async function foldPoints(database: UserDatabase, journeyId: string): Promise<void> {
  const { journeyPoints, journeyBlocks } = database;
  await database.write('track', [journeyPoints, journeyBlocks], async () => {
    const rows = await logOf(database, journeyId).toArray();
    await mergeIntoBlocks(database, journeyId, rows.map(pointOf));
    await journeyPoints.bulkDelete(rows.map(({ seq }) => [journeyId, seq]));
  });
}

/** Inside a transaction on the blocks: adds points; those with a known `seq` stay as they are. */
export async function mergeIntoBlocks(database: UserDatabase, journeyId: string, points: readonly TrackPoint[]): Promise<void> {
  for (const [block, more] of Map.groupBy(points, ({ seq }) => blockOf(seq))) {
    const known = await database.journeyBlocks.get([journeyId, block]);
    const bySeq = new Map(more.map((point) => [point.seq, point]));
    for (const point of known ? decodePoints(known.bytes) : []) bySeq.set(point.seq, point);
    const merged = [...bySeq.values()].toSorted((one, other) => one.seq - other.seq);
    await database.journeyBlocks.put({ journey_id: journeyId, block, size: merged.length, bytes: encodePoints(merged) });
  }
}

/** Stores points that came from the server, a file or another journey. */
export async function storePoints(database: UserDatabase, journeyId: string, points: readonly TrackPoint[]): Promise<void> {
  await database.write('track', [database.journeyBlocks], () => mergeIntoBlocks(database, journeyId, points));
}

/** The track in order. Live queries observe it. */
export async function readTrack(database: UserDatabase, journeyId: string): Promise<TrackPoint[]> {
  return readPoints(database, journeyId, -1);
}

/** At most `limit` points after a `seq`, in order. */
export async function pointsAfter(database: UserDatabase, journeyId: string, seq: number, limit: number): Promise<TrackPoint[]> {
  return (await readPoints(database, journeyId, seq, limit)).slice(0, limit);
}

async function readPoints(database: UserDatabase, journeyId: string, after: number, limit = Infinity): Promise<TrackPoint[]> {
  const { journeyPoints, journeyBlocks } = database;
  return database.read(() =>
    // One snapshot, because a fold may move points in between.
    database.transaction('r', [journeyPoints, journeyBlocks], async () => {
      const points: TrackPoint[] = [];
      // The first block may have points up to `after`, and the others need not be full.
      await blocksOf(database, journeyId, blockOf(after + 1))
        .until(() => points.length >= limit)
        .each(({ bytes }) => {
          for (const point of decodePoints(bytes)) if (point.seq > after) points.push(point);
        });
      if (points.length >= limit) return points;
      const logged = await journeyPoints
        .where('[journey_id+seq]')
        .between([journeyId, after + 1], [journeyId, Dexie.maxKey])
        .toArray();
      return [...points, ...logged.map(pointOf)].toSorted((one, other) => one.seq - other.seq);
    }),
  );
}

/** How many points the device has of a journey. */
export async function countPoints(database: UserDatabase, journeyId: string): Promise<number> {
  const { journeyPoints, journeyBlocks } = database;
  return database.read(() =>
    database.transaction('r', [journeyPoints, journeyBlocks], async () => {
      const blocks = await blocksOf(database, journeyId).toArray();
      return blocks.reduce((sum, { size }) => sum + size, await logOf(database, journeyId).count());
    }),
  );
}

/** Inside a transaction on both tables. */
export async function removePoints(database: UserDatabase, journeyId: string): Promise<void> {
  await logOf(database, journeyId).delete();
  await blocksOf(database, journeyId).delete();
}

function pointOf({ seq, segment, t, latitude, longitude, elevation_m, accuracy_m, speed_mps, source }: LoggedPoint): TrackPoint {
  return { seq, segment, t, latitude, longitude, elevation_m, accuracy_m, speed_mps, source };
}
