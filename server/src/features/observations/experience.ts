import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';

/** Points for a record with a taxon or a photo, and for a species that is new to the person. */
export const RECORD_POINTS = 1;
export const SPECIES_POINTS = 10;

export interface Earned {
  reason: 'record' | 'species';
  sourceId: string;
  points: number;
}

/** Adds points to a person, each reason and source once for ever, however often and from wherever it is told. */
export async function addExperience(tx: Tx, userId: string, earned: Earned[]): Promise<void> {
  if (earned.length === 0) return;
  const values = earned.map((entry) => sql`(${userId}::uuid, ${entry.reason}, ${entry.sourceId}, ${entry.points}::integer)`);
  await sql`
    with counted as (
      insert into xp_events (user_id, reason, source_id, points) values ${sql.join(values)}
      on conflict do nothing returning points
    )
    update users set total_xp = total_xp + (select sum(points) from counted)
    where id = ${userId} and exists (select 1 from counted)
  `.execute(tx);
}
