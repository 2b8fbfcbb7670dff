import {
  casualReasons,
  getKnown,
  type Identification,
  type Language,
  type Lineage,
  MAX_IDENTIFICATIONS_PAGE,
  namedTaxon,
  type RecordIdentifications,
  type TaxonSummary,
} from '@veld/contract';
import type { Db } from '../../db/open.ts';
import { isOwnRow, type OwnRow, type PublicRow } from '../observations/store.ts';
import { findLineages, findSummaries } from '../taxa/lineages.ts';
import { presentPage } from '../../http/position.ts';
import { type ListedIdentification, listOfRecords, type Part, pickPosition } from './store.ts';

type Caller = { userId: string; language: Language };

/** The cursors of the identifications of a record. */
export const LIST = 'identifications';

/** Identifications of a record for a caller, as `presentAll`, and why the record is casual. */
export async function presentIdentifications(
  db: Db,
  record: PublicRow | OwnRow,
  caller: Caller,
  part: Part,
): Promise<RecordIdentifications> {
  const presented = getKnown(await presentAll(db, [record], caller, part), record.id);
  const reasons =
    record.quality === 'casual'
      ? casualReasons(
          { ...record, ...placeOf(record), media: record.media.filter((photo) => photo.state !== 'failed') },
          record.voted_against,
        )
      : [];
  // Others do not learn whether a private record has a place.
  const isPlaceSecret = record.geoprivacy === 'private' && record.user_id !== caller.userId;
  return { ...presented, casual_reasons: isPlaceSecret ? reasons.filter((reason) => reason !== 'no_place') : reasons };
}

/** Where a record is: of others, as far as it is public. */
function placeOf(record: PublicRow | OwnRow) {
  if (isOwnRow(record)) return { latitude: record.latitude, longitude: record.longitude };
  return { latitude: record.public_latitude, longitude: record.public_longitude };
}

type Identified = Pick<PublicRow, 'id' | 'user_id' | 'taxon_id' | 'community_taxon_id' | 'quality' | 'is_held_back' | 'geoprivacy'>;

/**
 * The identifications of records for a caller, by record, in as many statements for many as for one: of each record the first ones, or
 * the given part. The reasons of casual ones are left out. Of a record that hides its place, others get neither a time nor an order that depends on the time (decision 0016).
 */
export async function presentAll(
  db: Db,
  records: readonly Identified[],
  caller: Caller,
  part: Part = { limit: MAX_IDENTIFICATIONS_PAGE },
): Promise<Map<string, RecordIdentifications>> {
  const ids = records.map((record) => record.id);
  // One more than asked for says whether another page follows.
  const rows = await listOfRecords(db, ids, caller.userId, { ...part, limit: part.limit + 1 });
  const own = records.flatMap((record) => record.taxon_id ?? []);
  const communities = records.flatMap((record) => record.community_taxon_id ?? []);
  const lineages = await findLineages(db, [...rows.map((row) => row.taxon_id), ...own]);
  const shown = new Set([...[...lineages.values()].map((lineage) => namedTaxon(lineage).id), ...communities]);
  const summaries = await findSummaries(db, [...shown], caller.language);
  const byRecord = Map.groupBy(rows, (row) => row.observation_id);
  return new Map(
    records.map((record) => {
      const isHidden = record.geoprivacy !== 'open' && record.user_id !== caller.userId;
      return [record.id, presentOne(record, byRecord.get(record.id) ?? [], { lineages, summaries, isHidden, limit: part.limit })];
    }),
  );
}

interface Known {
  lineages: ReadonlyMap<number, Lineage>;
  summaries: ReadonlyMap<number, TaxonSummary>;
  isHidden: boolean;
  limit: number;
}

function presentOne(
  { taxon_id: own, community_taxon_id: community, quality, is_held_back }: Identified,
  listed: readonly ListedIdentification[],
  { lineages, summaries, isHidden, limit }: Known,
): RecordIdentifications {
  const present = (row: ListedIdentification) => {
    const lineage = lineages.get(row.taxon_id);
    const taxon = lineage && summaries.get(namedTaxon(lineage).id);
    return lineage && taxon ? [presentIdentification(row, lineage, taxon, isHidden)] : [];
  };
  const { data, next_cursor } = presentPage(listed, limit, { list: LIST, positionOf: pickPosition, present });
  return {
    identifications: data.flat(),
    own_lineage: own === null ? [] : [...(lineages.get(own) ?? [])],
    community_taxon: community === null ? null : (summaries.get(community) ?? null),
    quality,
    casual_reasons: [],
    ...(is_held_back && { is_held_back: true as const }),
    ...(next_cursor !== null && { next_cursor }),
  };
}

function presentIdentification(row: ListedIdentification, lineage: Lineage, taxon: TaxonSummary, isHidden: boolean): Identification {
  const { is_unseen } = row;
  return {
    id: row.id,
    // The id of the identification replaces that of its maker, so that people can be distinguished.
    user: is_unseen
      ? { id: row.id, name: '', is_pro: false, is_former: true as const }
      : { id: row.user_id, name: row.user_name, is_pro: row.user_is_pro, ...(row.user_is_former && { is_former: true as const }) },
    taxon,
    lineage: [...lineage],
    disagrees: row.disagrees,
    comment: is_unseen ? '' : row.comment,
    is_expert: row.is_expert,
    is_withdrawn: row.withdrawn_at !== null,
    created_at: isHidden || is_unseen ? null : row.created_at.toISOString(),
    ...(is_unseen && { is_unseen: true as const }),
  };
}
