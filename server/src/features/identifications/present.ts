import {
  casualReasons,
  type Identification,
  type Language,
  type Lineage,
  type RecordIdentifications,
  type TaxonSummary,
} from '@veld/contract';
import type { Db, Tx } from '../../db/open.ts';
import type { OwnRow } from '../observations/store.ts';
import { findLineages, findSummaries } from '../taxa/lineages.ts';
import { type ListedIdentification, listOfRecord } from './store.ts';

/**
 * The identifications of a record for a caller. Of a record that hides its place, others get neither a time nor an order that depends
 * on the time (decision 0016), and not whether a private one has a place.
 */
export async function presentIdentifications(
  db: Db | Tx,
  record: OwnRow,
  caller: { userId: string; language: Language },
): Promise<RecordIdentifications> {
  const isHidden = record.geoprivacy !== 'open' && record.user_id !== caller.userId;
  const listed = await listOfRecord(db, record.id);
  const rows = isHidden ? listed.toSorted((one, other) => (one.id < other.id ? -1 : 1)) : listed;
  const { community_taxon_id: community, taxon_id: own } = record;
  const lineages = await findLineages(db, [...rows.map((row) => row.taxon_id), ...(own === null ? [] : [own])]);
  const shown = new Set([...lineages.values()].map((lineage) => lineage.at(-1)!.id));
  const summaries = await findSummaries(db, [...shown, ...(community === null ? [] : [community])], caller.language);
  const reasons = record.quality === 'casual' ? casualReasons(record) : [];
  return {
    identifications: rows.flatMap((row) => {
      const lineage = lineages.get(row.taxon_id);
      const taxon = lineage && summaries.get(lineage.at(-1)!.id);
      return lineage && taxon ? [presentIdentification(row, lineage, taxon, isHidden)] : [];
    }),
    own_lineage: own === null ? [] : [...(lineages.get(own) ?? [])],
    community_taxon: community === null ? null : (summaries.get(community) ?? null),
    quality: record.quality,
    casual_reasons: isHidden && record.geoprivacy === 'private' ? reasons.filter((reason) => reason !== 'no_place') : reasons,
  };
}

function presentIdentification(row: ListedIdentification, lineage: Lineage, taxon: TaxonSummary, isHidden: boolean): Identification {
  return {
    id: row.id,
    user: { id: row.user_id, name: row.user_name, is_pro: row.user_is_pro },
    taxon,
    lineage: [...lineage],
    disagrees: row.disagrees,
    comment: row.comment,
    is_expert: row.is_expert,
    is_withdrawn: row.withdrawn_at !== null,
    created_at: isHidden ? null : row.created_at.toISOString(),
  };
}
