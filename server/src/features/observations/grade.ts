import { gradeOf, type GradeFacts } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { lockWrites } from '../../db/experience.ts';
import { inTransaction } from '../../db/transaction.ts';
import { updateExperience } from './experience.ts';
import { findLineages } from '../taxa/lineages.ts';

/**
 * Whether the identification `i` of the record `o` as the taxon `t` is that of an expert. Of a record that hides its place, only the
 * public country counts, so that the answer does not reveal the true one.
 */
export const IS_EXPERT = sql<boolean>`exists (
  select 1 from curator_scopes c where c.user_id = i.user_id
    and (c.taxon_group is null or c.taxon_group = t.taxon_group) and (c.country_code is null or c.country_code = o.public_country_code)
)`;

/** Whether the identification `i` of the user `iu` counts. Those to be erased with their account, and hidden ones, do not. */
export const IS_ACTIVE = sql<boolean>`i.withdrawn_at is null and i.hidden_by_moderator_at is null and iu.erase_after is null`;

interface RecordRow {
  id: string;
  user_id: string;
  taxon_id: number | null;
  quality: 'casual' | 'needs_id' | 'confirmed';
  community_taxon_id: number | null;
}

interface OpinionRow {
  observation_id: string;
  user_id: string;
  taxon_id: number;
  disagrees: boolean;
  is_expert: boolean;
}

/**
 * Computes the grades and community taxa of records anew, after their identifications or names changed, in the same transaction.
 * Returns the ids of the records with another grade or community taxon. The owner's counter must be locked.
 */
export async function updateGrades(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows: records } = await sql<RecordRow>`
    select id, user_id, taxon_id, quality, community_taxon_id from observations where id = any(${[...ids]}::uuid[]) and deleted_at is null
  `.execute(tx);
  const facts = await factsOf(tx, records);
  const changed = records.flatMap((record) => {
    const { quality, community } = gradeOf(facts.get(record.id)!);
    const communityId = community?.at(-1)?.id ?? null;
    const isSame = quality === record.quality && communityId === record.community_taxon_id;
    return isSame ? [] : [{ id: record.id, quality, communityId }];
  });
  if (changed.length === 0) return [];
  await sql`
    update observations o set quality = new.quality, community_taxon_id = new.community_taxon_id
    from unnest(
      ${changed.map((one) => one.id)}::uuid[], ${changed.map((one) => one.quality)}::text[], ${changed.map((one) => one.communityId)}::int[]
    ) as new (id, quality, community_taxon_id)
    where o.id = new.id
  `.execute(tx);
  return changed.map((one) => one.id);
}

async function factsOf(tx: Tx, records: readonly RecordRow[]): Promise<Map<string, GradeFacts>> {
  const ids = records.map((record) => record.id);
  // Whether an identification was helpful depends on the grade.
  const { rows: opinions } = await sql<OpinionRow>`
    with due as (
      insert into motivation_due (user_id) select distinct user_id from identifications where observation_id = any(${ids}::uuid[])
    )
    select i.observation_id, i.user_id, i.taxon_id, i.disagrees, ${IS_EXPERT} as is_expert
    from identifications i join users iu on iu.id = i.user_id join observations o on o.id = i.observation_id join taxa t on t.id = i.taxon_id
    where i.observation_id = any(${ids}::uuid[]) and ${IS_ACTIVE}
  `.execute(tx);
  const lineages = await findLineages(tx, [
    ...records.flatMap((record) => record.taxon_id ?? []),
    ...opinions.map((opinion) => opinion.taxon_id),
  ]);
  const byRecord = Map.groupBy(opinions, (opinion) => opinion.observation_id);
  return new Map(
    records.map((record) => [
      record.id,
      {
        isCasual: record.quality === 'casual',
        observerId: record.user_id,
        own: (record.taxon_id !== null && lineages.get(record.taxon_id)) || null,
        opinions: (byRecord.get(record.id) ?? []).flatMap((opinion) => {
          const lineage = lineages.get(opinion.taxon_id);
          return lineage ? [{ ...opinion, lineage }] : [];
        }),
      },
    ]),
  );
}

const BATCH = 500;

/** Which identified records to grade again. */
export interface RegradeFilter {
  /** Identified as one of these. */
  taxa?: readonly number[];
  /** Identified by this person, also if withdrawn. */
  userId?: string;
}

/** Grades identified records again, in batches; the devices of their owners fetch those that changed. Idempotent. */
export async function regrade(db: Db, { taxa, userId }: RegradeFilter = {}): Promise<number> {
  const where = [
    ...(taxa ? [sql`i.taxon_id = any(${[...taxa]}::int[])`] : []),
    ...(userId ? [sql`i.user_id = ${userId}`] : [sql`i.withdrawn_at is null`]),
  ];
  let changed = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ id: string; user_id: string }>`
      select o.id, o.user_id from observations o
      where o.id > ${after}::uuid and o.deleted_at is null and exists (
        select 1 from identifications i where i.observation_id = o.id and ${sql.join(where, sql` and `)}
      )
      order by o.id limit ${BATCH}
    `.execute(db);
    for (const [owner, records] of Map.groupBy(rows, (row) => row.user_id)) {
      const ids = records.map((record) => record.id);
      changed += await inTransaction(db, (tx) => regradeOf(tx, owner, ids));
    }
    if (rows.length < BATCH) return changed;
    after = rows.at(-1)!.id;
  }
}

async function regradeOf(tx: Tx, owner: string, ids: readonly string[]): Promise<number> {
  // As in every write, locks the owner's counter first.
  await lockWrites(tx, owner);
  return (await applyGrades(tx, owner, ids, 'changed')).length;
}

/**
 * Grades records of one owner anew, as `updateGrades`, with what follows from it: the points of the owner, and the changes that their
 * devices fetch. `of` says of which of the records.
 */
export async function applyGrades(tx: Tx, owner: string, ids: readonly string[], of: 'all' | 'changed' = 'all'): Promise<string[]> {
  const changed = await updateGrades(tx, ids);
  const records = of === 'all' ? [...ids] : changed;
  // Identifications give points through the grade alone.
  await updateExperience(tx, owner, { records: changed });
  await announce(tx, owner, records);
  return changed;
}

/** Lists records in the changes that the owner's devices fetch. Their version stays, so that an unsent edit does not conflict. */
async function announce(tx: Tx, owner: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with counter as (update owner_counters set seq = seq + ${ids.length} where user_id = ${owner} returning seq)
    update observations o set owner_seq = counter.seq - chosen.place
    from counter, (select id, row_number() over (order by id) - 1 as place from unnest(${[...ids]}::uuid[]) as given (id)) chosen
    where o.id = chosen.id
  `.execute(tx);
}
