import { decodePoints, encodePoints, isSamePoint, type TrackPoint } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { Fault } from '../../http/fault.ts';

/** How many values of `seq` a block has. */
const BLOCK = 1000;
const blockOf = (seq: number) => Math.floor(seq / BLOCK);

/**
 * Stores points of a journey that the transaction has locked, each `seq` once. Returns how many are new. Throws 409 and stores nothing if
 * a stored point differs.
 */
export async function storePoints(tx: Tx, journeyId: string, points: readonly TrackPoint[]): Promise<number> {
  const given = Map.groupBy(points, ({ seq }) => blockOf(seq));
  const stored = await readBlocks(tx, journeyId, [...given.keys()]);
  const changed: { block: number; size: number; points: Buffer }[] = [];
  let added = 0;
  for (const [block, more] of given) {
    const known = new Map((stored.get(block) ?? []).map((point) => [point.seq, point]));
    const before = known.size;
    for (const point of more) {
      const same = known.get(point.seq);
      if (same && !isSamePoint(same, point)) throw new Fault('conflict');
      known.set(point.seq, point);
    }
    if (known.size === before) continue;
    added += known.size - before;
    const ordered = [...known.values()].toSorted((one, other) => one.seq - other.seq);
    changed.push({ block, size: ordered.length, points: Buffer.from(encodePoints(ordered)) });
  }
  if (changed.length > 0)
    await tx
      .insertInto('journey_blocks')
      .values(changed.map((row) => ({ journey_id: journeyId, ...row })))
      .onConflict((conflict) =>
        conflict.columns(['journey_id', 'block']).doUpdateSet({ size: sql`excluded.size`, points: sql`excluded.points` }),
      )
      .execute();
  return added;
}

async function readBlocks(tx: Tx, journeyId: string, blocks: readonly number[]): Promise<Map<number, TrackPoint[]>> {
  const rows = await tx
    .selectFrom('journey_blocks')
    .select(['block', 'points'])
    .where('journey_id', '=', journeyId)
    .where('block', 'in', [...blocks])
    .execute();
  return new Map(rows.map(({ block, points }) => [block, decodePoints(points)]));
}

/** At most `limit` points after a `seq`, in order. */
export async function listPoints(
  on: Db | Tx,
  journeyId: string,
  { after, limit }: { after: number; limit: number },
): Promise<TrackPoint[]> {
  // The first block may have points up to `after`.
  const { rows } = await sql<{ points: Buffer }>`
    select b.points from (
      select block, points, sum(size) over (order by block) - size as before from journey_blocks
      where journey_id = ${journeyId} and block >= ${blockOf(after + 1)}
    ) b where b.before < ${limit + BLOCK} order by b.block
  `.execute(on);
  return rows
    .flatMap((row) => decodePoints(row.points))
    .filter(({ seq }) => seq > after)
    .slice(0, limit);
}
