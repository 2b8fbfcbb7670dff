import { type ObservationDraft, shownGrid } from '@veld/contract';
import { sql } from 'kysely';
import type { Context } from '../../http/context.ts';
import { derive } from './derive.ts';

const BATCH = 200;

type WordlessRecord = { id: string; public_uncertainty_m: number | null } & Pick<ObservationDraft, 'geoprivacy'> & {
    latitude: number;
    longitude: number;
  };

/**
 * Puts the places of records from before version 0.1 into words, batch by batch; a stopped job resumes where it was. The records keep
 * their versions, because nothing that a person entered changes.
 */
export async function addMissingWords(context: Context): Promise<void> {
  for (;;) {
    const { rows } = await sql<WordlessRecord>`
      select id, latitude, longitude, geoprivacy, public_uncertainty_m from observations
      where place is null and latitude is not null and deleted_at is null
      order by id limit ${BATCH}
    `.execute(context.db);
    for (const { id, public_uncertainty_m: uncertainty, ...record } of rows) {
      const grid = shownGrid({ ...record, coordinate_uncertainty_m: uncertainty });
      const hiding = { geoprivacy: record.geoprivacy, grid, ruleId: null, wished: null };
      const { place, public_place } = derive({ ...record, media: [], attributes: {} }, hiding);
      // A record that was changed meanwhile has the words of its new place.
      await context.db
        .updateTable('observations')
        .set({ place, public_place })
        .where('id', '=', id)
        .where('place', 'is', null)
        .where('latitude', '=', record.latitude)
        .where('longitude', '=', record.longitude)
        .where('geoprivacy', '=', record.geoprivacy)
        .execute();
    }
    if (rows.length < BATCH) return;
  }
}
