import { initialValue, type Language, type ObservationWrite, RECORD_FIELD_NAMES, recordValues } from '@veld/contract';
import { sql } from 'kysely';
import { hash } from 'node:crypto';
import type { Tx } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { requireOwner } from './access.ts';
import { derive, listedAt } from './derive.ts';
import { gradeByEvidence } from './evidence.ts';
import { updateExperience } from './experience.ts';
import { findHiding } from './hiding.ts';
import { updateGrades, applyGrades } from './grade.ts';
import { removeOldBodies, removeReplies } from './history.ts';
import { EXPERIENCE_CELL } from './ledger.ts';
import { insertMapChanges } from './map-changes.ts';
import { type Crops, findCrops, photoRows, removePhotos, updatePhotos, withCrops } from './photos.ts';
import { type Save, type SavedColumns, startSave, storeSave } from './save.ts';
import { findOwnObservation, type OwnRow } from './store.ts';
import { findSuccessors } from '../taxa/successors.ts';

export interface Write {
  id: string;
  userId: string;
  /** The version that the write is based on; null for a new record. */
  base: number | null;
  /** The session that sent the write. */
  sessionId: string;
  body: ObservationWrite;
  language: Language;
}

/** With the outcome `conflict`, nothing was changed and `row` is the stored version. */
export type Written = {
  outcome: 'stored' | 'repeated' | 'conflict';
  row: OwnRow;
  /** Media ids of the photos whose crop changed; the `media` job must render them. */
  recropped: string[];
};

/**
 * Stores a record with its photos, version, owner's sequence and points, all in the caller's transaction. A repeated write changes
 * nothing, a write based on an older version or repeated with other content is a conflict, and a write to a deleted record gives 410
 * (decision 0017).
 */
export async function writeObservation(tx: Tx, given: Write): Promise<Written> {
  const { id, userId } = given;
  const { write_id: writeId, taxon_id: taxonId = null } = given.body;
  const { seq, state, isCurrentTaxon } = await startSave(tx, { id, userId, writeId, taxonId });
  const hash = contentHash(given.body);
  if (state) {
    requireOwner(state, userId);
    if (state.is_deleted) throw new Fault('gone');
    if (state.is_repeated) {
      const isSame = state.content_hash === null || state.content_hash === hash;
      return { outcome: isSame ? 'repeated' : 'conflict', row: await findWritten(tx, given), recropped: [] };
    }
    if (given.base !== state.version) return { outcome: 'conflict', row: await findWritten(tx, given), recropped: [] };
  }
  const crops: Crops = state ? await findCrops(tx, id) : new Map();
  const body = withCrops(given.body, crops);
  const { columns, isLost } = await columnsOf(tx, id, body, isCurrentTaxon);
  if (state) {
    await insertMapChanges(tx, [id], -1);
    await removePhotos(tx, id);
  }
  const { write_id: _, ...draft } = body;
  const version = (state?.version ?? 0) + 1;
  const save: Save = {
    id,
    userId,
    sessionId: given.sessionId,
    writeId,
    version,
    seq,
    listedAt: listedAt({ ...body, geoprivacy: columns.geoprivacy }),
    needsReview: isLost,
    hash,
    body: JSON.stringify(draft),
    language: given.language,
    columns,
    photos: photoRows(body),
  };
  let row = await storeSave(tx, save, state !== undefined);
  // Another user inserted a record with this id at the same time.
  if (!row) throw new Fault('not_found');
  // What was sent before its record, or with an earlier version of it, may have turned out to be unreadable.
  const isEvidenceLost = row.media.some((photo) => photo.state === 'failed');
  const isGradedAnew = isEvidenceLost || state?.is_voted;
  if (isGradedAnew) await gradeByEvidence(tx, [id]);
  if (state?.is_identified) await updateGrades(tx, [id]);
  if (isGradedAnew || state?.is_identified) {
    row = await findWritten(tx, given);
  }
  await removeOldBodies(tx, id, version);
  const recropped = await updatePhotos(tx, { userId, body }, crops);
  await updateExperience(tx, userId, {
    records: [id],
    taxa: state?.taxon_id == null ? [] : [state.taxon_id],
    cells: state?.cell == null ? [] : [state.cell],
  });
  return { outcome: 'stored', row, recropped };
}

/** Assignments that reset every declared field to its initial value. */
const CLEARED = sql.join(RECORD_FIELD_NAMES.map((name) => sql`${sql.id(name)} = ${sql.lit(initialValue(name))}`));

/**
 * Deletes records of a user and their points. Only a tombstone with id, version and owner's sequence remains, from which other
 * devices learn of the deletion. Skips deleted records. Returns the number of records deleted.
 */
export async function removeObservations(context: Pick<Context, 'removals'>, tx: Tx, userId: string, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const last = await nextOwnerSeq(tx, userId, ids.length);
  const { rows: before } = await sql<{ taxon_id: number | null; cell: number | null }>`
    select o.taxon_id, ${EXPERIENCE_CELL} as cell from observations o where o.user_id = ${userId} and o.id = any(${ids}::uuid[])
  `.execute(tx);
  await insertMapChanges(tx, ids, -1, userId);
  const deleted = await sql`
    update observations o set
      version = o.version + 1, owner_seq = ${last} - r.place, deleted_at = now(), updated_at = now(),
      was_open = o.geoprivacy = 'open' and not o.is_empty and o.hidden_by_moderator_at is null,
      ${CLEARED}, attributes = '{}', observed_from = null, observed_to = null, observed_at = null,
      public_latitude = null, public_longitude = null, public_uncertainty_m = null, map_key = null,
      country_code = null, public_country_code = null, place = null, public_place = null, is_empty = false, needs_review = false,
      owner_geoprivacy = null, hiding_rule_id = null,
      community_taxon_id = null, graded_at = null, validation = 'unverified', validation_reopened_at = null, ended_disagreements = '{}'
    from (
      select id, row_number() over (order by id) - 1 as place from observations
      where user_id = ${userId} and deleted_at is null and id = any(${ids}::uuid[])
    ) r
    where o.id = r.id
  `.execute(tx);
  await tx.deleteFrom('observation_media').where('observation_id', 'in', ids).execute();
  await tx.deleteFrom('observation_writes').where('observation_id', 'in', ids).execute();
  await removeReplies(context, tx, ids);
  const [taxa, cells] = [before.flatMap((row) => row.taxon_id ?? []), before.flatMap((row) => row.cell ?? [])];
  await updateExperience(tx, userId, { records: ids, taxa, cells });
  return Number(deleted.numAffectedRows ?? 0n);
}

/** Advances the owner's counter by `steps` and returns its new value. Throws 401 if the account was deleted. */
export async function nextOwnerSeq(tx: Tx, userId: string, steps: number): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    insert into owner_counters (user_id, seq) select id, ${steps}::integer from users where id = ${userId} and deleted_at is null
    on conflict (user_id) do update set seq = owner_counters.seq + excluded.seq
    returning seq
  `.execute(tx);
  if (!rows[0]) throw new Fault('not_logged_in');
  return rows[0].seq;
}

async function findWritten(tx: Tx, write: Write): Promise<OwnRow> {
  return (await findOwnObservation(tx, write.id, write.userId, write.language))!;
}

async function columnsOf(tx: Tx, id: string, body: ObservationWrite, isCurrentTaxon: boolean) {
  const verbatimName = body.verbatim_name?.trim() || null;
  const taxonId = body.taxon_id ?? null;
  const { isLost, ...taxon } = isCurrentTaxon
    ? { taxon_id: taxonId, verbatim_name: verbatimName, isLost: false }
    : await resolveTaxon(tx, taxonId, verbatimName);
  const columns = {
    ...recordValues(body),
    ...taxon,
    ...derive(body, await findHiding(tx, { id, taxonId: taxon.taxon_id }, body)),
    geoprivacy_until: body.geoprivacy === 'open' ? null : (body.geoprivacy_until ?? null),
    attributes: attributesOf(body),
  } satisfies SavedColumns;
  return { columns, isLost };
}

/** The attributes as JSON. Throws 422 for lone surrogates and NUL, which PostgreSQL does not accept in JSON. */
function attributesOf(body: ObservationWrite): string {
  for (const value of Object.values(body.attributes)) {
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\u0000'))) throw invalid('attributes', 'text');
  }
  return JSON.stringify(body.attributes);
}

/** A hash of what a save contains, without its `write_id`. The order of keys does not matter, and null equals absent. */
function contentHash(body: ObservationWrite): string {
  const { write_id: _, ...draft } = body;
  return hash('sha256', canonical(draft), 'base64url');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return `{${entries
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`)
    .join(',')}}`;
}

interface ResolvedTaxon {
  taxon_id: number | null;
  verbatim_name: string | null;
  /** Whether the taxon was deleted without a successor, so that the record needs a review. */
  isLost: boolean;
}

/**
 * The current taxon of a draft: for a merged taxon its successor, for a deleted one its nearest current parent or none. The recorded
 * name becomes the verbatim name, so that it is not lost (docs/faults.md C21). An unknown id gives 422.
 */
async function resolveTaxon(tx: Tx, taxonId: number | null, verbatimName: string | null): Promise<ResolvedTaxon> {
  if (taxonId === null) return { taxon_id: null, verbatim_name: verbatimName, isLost: false };
  const found = (await findSuccessors(tx, [taxonId])).get(taxonId);
  if (!found) throw invalid('taxon_id', 'taxon_id');
  return {
    taxon_id: found.id,
    verbatim_name: verbatimName ?? (found.id === taxonId ? null : found.scientific_name),
    isLost: found.is_lost,
  };
}

/**
 * Hides a record from everybody but its owner and moderators, or shows it again, with what follows: the map, its grade, and the points of
 * its owner, whose writes must be locked.
 */
export async function setRecordHidden(tx: Tx, id: string, isHidden: boolean): Promise<void> {
  await insertMapChanges(tx, [id], -1);
  const { user_id: owner } = await tx
    .updateTable('observations')
    .set({ hidden_by_moderator_at: isHidden ? sql`now()` : null })
    .where('id', '=', id)
    .returning('user_id')
    .executeTakeFirstOrThrow();
  await insertMapChanges(tx, [id], 1);
  // Whatever counts records reads what has changed. A hidden record gives no points, whatever its grade.
  await applyGrades(tx, owner, [id]);
  await updateExperience(tx, owner, { records: [id] });
}
