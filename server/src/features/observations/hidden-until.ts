import type { ObservationDraft } from '@veld/contract';
import { sql } from 'kysely';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { derive, listedAt } from './derive.ts';
import { findHiding, pickProjection } from './hiding.ts';
import { insertMapChanges } from './map-changes.ts';
import { nextOwnerSeq } from './write.ts';

const BATCH = 200;
/** Time after the end of a day in UTC until it has ended in every time zone (UTC-12). */
const LAST_ZONE_MS = 12 * 3_600_000;

type DueRecord = Pick<
  ObservationDraft,
  'taxon_id' | 'observed_on' | 'observed_time' | 'time_zone' | 'latitude' | 'longitude' | 'coordinate_uncertainty_m'
> & {
  id: string;
  user_id: string;
};

/**
 * Opens the places of records whose `geoprivacy_until` is over in every time zone. Each record gets a new version, so that the
 * owner's devices fetch it. Safe to run concurrently.
 */
export async function openDuePlaces(context: Context): Promise<void> {
  const today = new Date(context.now().getTime() - LAST_ZONE_MS).toISOString().slice(0, 10);
  for (;;) {
    const { rows } = await sql<{ id: string; user_id: string }>`
      select o.id, o.user_id from observations o join users u on u.id = o.user_id
      where o.geoprivacy_until < ${today}::date and o.deleted_at is null and u.deleted_at is null
      order by o.id limit ${BATCH}
    `.execute(context.db);
    for (const row of rows) await openPlace(context, row.id, row.user_id, today);
    if (rows.length < BATCH) return;
  }
}

async function openPlace(context: Context, id: string, userId: string, today: string): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    // As in every write, locks the owner's counter first.
    const seq = await nextOwnerSeq(tx, userId, 1);
    const { rows } = await sql<DueRecord>`
      select taxon_id, observed_on, observed_time, time_zone, latitude, longitude, coordinate_uncertainty_m from observations
      where id = ${id} and geoprivacy_until < ${today}::date and deleted_at is null
      for update
    `.execute(tx);
    const record = rows[0];
    if (!record) return;
    const opened = { ...record, geoprivacy: 'open' as const, media: [], attributes: {} };
    // A rule may hide it for longer than its owner.
    const hiding = await findHiding(tx, { id, taxonId: record.taxon_id ?? null }, opened);
    const projection = pickProjection(derive(opened, hiding));
    await insertMapChanges(tx, [id], -1);
    await tx
      .updateTable('observations')
      .set({
        ...projection,
        geoprivacy_until: null,
        listed_at: listedAt({ geoprivacy: projection.geoprivacy, observed_on: record.observed_on }) ?? sql`created_at`,
        owner_seq: seq,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('id', '=', id)
      .execute();
    await insertMapChanges(tx, [id], 1);
  });
}
