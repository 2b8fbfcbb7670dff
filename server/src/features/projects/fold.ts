import { onlyRow } from '../../db/rows.ts';
import { sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE, OBSERVED } from '../../db/conditions.ts';
import { HAS_PHOTO } from '../observations/ledger.ts';
import type { Db, Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { findLineages } from '../taxa/lineages.ts';
import { belongs, type ProjectRules, type RecordFacts } from './belongs.ts';

const BATCH = 500;
/** Batches in one request; the job does the rest. */
const MAX_BATCHES = 10;
const MAX_MEMBERS = 100;

/** A person in a project whose records have changed since they were counted. */
export interface Behind {
  project_id: string;
  user_id: string;
}

type FactsRow = Omit<RecordFacts, 'lineage'> & {
  id: string;
  seq: number;
  taxon_id: number | null;
  species_id: number | null;
  listed_at: string;
  shown_on: string;
};

/**
 * Counts the records of a project that changed since the last time, so that its figures are those of now. Every write of a record
 * advances the sequence of its owner, so what is left to do is what lies beyond `counted_seq`; stopping at any point loses nothing.
 */
export async function foldProject(db: Db, projectId: string): Promise<void> {
  const { rows } = await sql<Behind>`
    select m.project_id, m.user_id
    from project_members m cross join lateral (select seq from owner_counters where user_id = m.user_id offset 0) c
    where m.project_id = ${projectId} and c.seq > m.counted_seq limit ${MAX_MEMBERS}
  `.execute(db);
  let left = MAX_BATCHES;
  for (const behind of rows) {
    while (left > 0 && (left--, await foldBatch(db, behind)));
  }
}

/** Counts what changed in all projects. Idempotent, and safe to run concurrently. */
export async function foldAll({ db }: Pick<Context, 'db'>): Promise<void> {
  for (let after: Behind | undefined; ;) {
    const { rows } = await sql<Behind>`
      select m.project_id, m.user_id from project_members m join owner_counters c on c.user_id = m.user_id
      where c.seq > m.counted_seq ${after ? sql`and (m.project_id, m.user_id) > (${after.project_id}::uuid, ${after.user_id}::uuid)` : sql``}
      order by m.project_id, m.user_id limit ${BATCH}
    `.execute(db);
    for (const behind of rows) while (await foldBatch(db, behind));
    if (rows.length < BATCH) return;
    after = rows.at(-1);
  }
}

/** Counts the next records of a person; whether there are more. */
const foldBatch = (db: Db, behind: Behind): Promise<boolean> => inTransaction(db, (tx) => foldMember(tx, behind));

/** As `foldBatch`. False also if somebody else is counting. */
export async function foldMember(tx: Tx, { project_id, user_id }: Behind): Promise<boolean> {
  const { rows: locked } = await sql<{ counted_seq: number }>`
    select counted_seq from project_members where project_id = ${project_id} and user_id = ${user_id} for update skip locked
  `.execute(tx);
  if (!locked[0]) return false;
  const { counted_seq } = locked[0];
  // Read under the lock: whoever changes the rules resets `counted_seq`.
  const { rows: members } = await sql<ProjectRules & { seq: number }>`
    select start_on, end_on, area, taxon_ids, groups, photo_required, confirmed_only,
      coalesce((select seq from owner_counters where user_id = ${user_id}), 0) as seq
    from projects where id = ${project_id}
  `.execute(tx);
  const member = { ...onlyRow(members), counted_seq };
  if (counted_seq >= member.seq) return false;
  const rows = await listChanged(tx, user_id, member);
  const last = rows[BATCH - 1];
  const end = last?.seq ?? member.seq;
  await replaceRecords(tx, { project_id, user_id }, [member.counted_seq, end], await withLineages(tx, member, rows));
  await sql`update project_members set counted_seq = ${end} where project_id = ${project_id} and user_id = ${user_id}`.execute(tx);
  return last !== undefined;
}

/** The first records of a person beyond what is counted that may be within the dates of the project. */
async function listChanged(
  tx: Tx,
  userId: string,
  { counted_seq, seq, start_on, end_on }: ProjectRules & { counted_seq: number; seq: number },
): Promise<FactsRow[]> {
  const { rows } = await sql<FactsRow>`
    select o.id, o.owner_seq as seq, o.taxon_id, o.observed_from, o.observed_to, o.geoprivacy, o.public_latitude, o.public_longitude, o.public_uncertainty_m,
      o.public_country_code, o.quality, ${OBSERVED}::text as listed_at, t.taxon_group, ${FOUND_SPECIES} as species_id,
      o.deleted_at is null and not o.is_empty and o.hidden_by_moderator_at is null and not ${IS_ABSENCE} as is_counted,
      ${HAS_PHOTO} as has_photo,
      (case when o.geoprivacy = 'open' then '-infinity' else (o.created_at at time zone 'utc')::date + 1 end)::text as shown_on
    from observations o left join taxa t on t.id = o.taxon_id
    where o.user_id = ${userId} and o.owner_seq > ${counted_seq} and o.owner_seq <= ${seq}
      and o.observed_from >= ${start_on} and o.observed_to <= ${end_on}
    order by o.owner_seq limit ${sql.lit(BATCH)}
  `.execute(tx);
  return rows;
}

/** Those of the rows that belong to the project. */
async function withLineages(tx: Tx, rules: ProjectRules, rows: readonly FactsRow[]): Promise<FactsRow[]> {
  const taxa = rules.taxon_ids.length === 0 ? [] : rows.flatMap(({ taxon_id }) => taxon_id ?? []);
  const lineages = taxa.length === 0 ? new Map<number, never>() : await findLineages(tx, [...taxa, ...rules.taxon_ids]);
  const idsOf = (taxon: number | null) => (taxon === null ? [] : (lineages.get(taxon) ?? []).map(({ id }) => id));
  // A taxon of the project may have been merged since.
  const current = { ...rules, taxon_ids: rules.taxon_ids.map((id) => idsOf(id).at(-1) ?? id) };
  return rows.filter((row) => belongs(current, { ...row, lineage: idsOf(row.taxon_id) }));
}

/** Replaces what counts of the records of a person with sequences after the first and up to the second number. */
async function replaceRecords(
  tx: Tx,
  { project_id, user_id }: Behind,
  [after, end]: readonly [number, number],
  rows: readonly FactsRow[],
): Promise<void> {
  await sql`
    delete from project_records p using observations o
    where p.project_id = ${project_id} and p.user_id = ${user_id} and o.id = p.observation_id and o.owner_seq > ${after} and o.owner_seq <= ${end}
  `.execute(tx);
  if (rows.length === 0) return;
  const values = rows.map((row) => ({
    project_id,
    observation_id: row.id,
    user_id,
    species_id: row.species_id,
    is_confirmed: row.quality === 'confirmed',
    listed_at: row.listed_at,
    shown_on: row.shown_on,
  }));
  await tx
    .insertInto('project_records')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
