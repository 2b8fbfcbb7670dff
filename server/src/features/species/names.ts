import type { listSpeciesNames, ReplyOf } from '@veld/contract';
import type { Db } from '../../db/open.ts';

/** The names of a taxon, by language, the preferred one first. */
export function listNames(db: Db, taxonId: number): Promise<ReplyOf<typeof listSpeciesNames>['data']> {
  return db
    .selectFrom('taxon_names')
    .select(['language', 'name', 'is_preferred', 'source'])
    .where('taxon_id', '=', taxonId)
    .orderBy('language')
    .orderBy('is_preferred', 'desc')
    .orderBy('name')
    .execute();
}
