import { addDays, type UncountedReason } from '@veld/contract';
import { onlyRow } from '../../db/rows.ts';
import { type RawBuilder, sql } from 'kysely';
import { FOUND_SPECIES, IS_ABSENCE, OBSERVED } from '../../db/conditions.ts';
import { HAS_PHOTO } from '../observations/ledger.ts';
import type { Db, Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { findLineages } from '../taxa/lineages.ts';
import { belongs, listReasons, matchGoals, type ProjectRules, type RecordFacts } from './belongs.ts';

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
    select start_on, end_on, start_time, end_time, time_zone, area, taxon_ids, groups, goals, photo_required, required_fields, max_uncertainty_m, confirmed_only,
      coalesce((select seq from owner_counters where user_id = ${user_id}), 0) as seq
    from projects where id = ${project_id}
  `.execute(tx);
  const member = { ...onlyRow(members), counted_seq };
  if (counted_seq >= member.seq) return false;
  const rows = await listChanged(tx, user_id, member);
  const last = rows[BATCH - 1];
  const end = last?.seq ?? member.seq;
  const judge = await withCurrentTaxa(tx, member, rows);
  const counted = rows
    .filter((row) => judge(row, belongs))
    .map((row) => ({ ...row, goals: judge(row, (rules, record) => matchGoals(rules.goals, record)) }));
  await replaceRecords(tx, { project_id, user_id }, [member.counted_seq, end], counted);
  await sql`update project_members set counted_seq = ${end} where project_id = ${project_id} and user_id = ${user_id}`.execute(tx);
  return last !== undefined;
}

/** Whether the count table of the record `o` has a cell whose name matches. */
function hasInTable(pattern: string): RawBuilder<boolean> {
  return sql`exists (select 1 from jsonb_object_keys(o.attributes) cell where cell ~ '^n_(fe)?(male|unknown)_' and cell ~ ${sql.lit(pattern)})`;
}

/** What a project asks about the record `o` of the taxon `t`. */
const FACTS = sql`o.id, o.owner_seq as seq, o.taxon_id, o.observed_from, o.observed_to, o.observed_at, o.geoprivacy, o.public_latitude,
  o.public_longitude, o.public_uncertainty_m, o.public_country_code, o.quality, ${OBSERVED}::text as listed_at, t.taxon_group,
  ${FOUND_SPECIES} as species_id,
  o.deleted_at is null and not o.is_empty and o.hidden_by_moderator_at is null and not ${IS_ABSENCE} as is_counted,
  ${HAS_PHOTO} as has_photo, array_remove(array[
    case when o.count is not null then 'count' end,
    case when o.life_stage is not null or ${hasInTable('_(?!unknown$)[a-z]+$')} then 'life_stage' end,
    case when o.sex is not null or ${hasInTable('^n_(fe)?male_')} then 'sex' end,
    case when btrim(coalesce(o.notes, '')) <> '' then 'notes' end
  ], null) as fields,
  (case when o.geoprivacy = 'open' then '-infinity' else (o.created_at at time zone 'utc')::date + 1 end)::text as shown_on`;

/** Days by which the calendar of a place can differ from that of a project. */
const DAYS_APART = 2;

/** The first records of a person beyond what is counted that may be within the dates of the project. */
async function listChanged(
  tx: Tx,
  userId: string,
  { counted_seq, seq, ...rules }: ProjectRules & { counted_seq: number; seq: number },
): Promise<FactsRow[]> {
  const [before, after] = [rules.start_time, rules.end_time].map((time) => (time === null ? 0 : DAYS_APART)) as [number, number];
  const { rows } = await sql<FactsRow>`
    select ${FACTS} from observations o left join taxa t on t.id = o.taxon_id
    where o.user_id = ${userId} and o.owner_seq > ${counted_seq} and o.owner_seq <= ${seq}
      and o.observed_from >= ${addDays(rules.start_on, -before)} and o.observed_to <= ${addDays(rules.end_on, after)}
    order by o.owner_seq limit ${sql.lit(BATCH)}
  `.execute(tx);
  return rows;
}

export interface UncountedRow {
  id: string;
  taxon_id: number | null;
  verbatim_name: string | null;
  observed_on: string;
  reasons: UncountedReason[];
}

/** A person's latest records of the days of a project that do not count for it, with the reasons. */
export async function listUncounted(
  db: Db,
  projectId: string,
  { userId, rules, limit }: { userId: string; rules: ProjectRules; limit: number },
): Promise<UncountedRow[]> {
  const { rows } = await sql<FactsRow & Omit<UncountedRow, 'reasons'>>`
    select ${FACTS}, o.verbatim_name, o.observed_on from observations o left join taxa t on t.id = o.taxon_id
    where o.user_id = ${userId} and o.deleted_at is null and not o.is_empty
      and o.observed_from >= ${rules.start_on} and o.observed_to <= ${rules.end_on}
      and not exists (select 1 from project_records r where r.project_id = ${projectId} and r.observation_id = o.id)
    order by o.observed_from desc, o.id desc limit ${sql.lit(BATCH)}
  `.execute(db);
  const judge = await withCurrentTaxa(db, rules, rows);
  return rows
    .map((row) => ({
      id: row.id,
      taxon_id: row.taxon_id,
      verbatim_name: row.verbatim_name,
      observed_on: row.observed_on,
      reasons: judge(row, listReasons),
    }))
    .filter(({ reasons }) => reasons.length > 0)
    .slice(0, limit);
}

type Judge = <T>(row: FactsRow, judge: (rules: ProjectRules, record: RecordFacts) => T) => T;

/** What judges rows by rules, with the taxa of both as they are now: one of the project may have been merged since. */
async function withCurrentTaxa(on: Db | Tx, rules: ProjectRules, rows: readonly FactsRow[]): Promise<Judge> {
  const asked = [...rules.taxon_ids, ...rules.goals.flatMap((goal) => (goal.kind === 'taxon' ? goal.taxon_id : []))];
  const taxa = asked.length === 0 ? [] : rows.flatMap(({ taxon_id }) => taxon_id ?? []);
  const lineages = taxa.length === 0 ? new Map<number, never>() : await findLineages(on, [...taxa, ...asked]);
  const idsOf = (taxon: number | null) => (taxon === null ? [] : (lineages.get(taxon) ?? []).map(({ id }) => id));
  const findCurrent = (id: number) => idsOf(id).at(-1) ?? id;
  const goals = rules.goals.map((goal) => (goal.kind === 'taxon' ? { ...goal, taxon_id: findCurrent(goal.taxon_id) } : goal));
  const current = { ...rules, taxon_ids: rules.taxon_ids.map(findCurrent), goals };
  return (row, judge) => judge(current, { ...row, lineage: idsOf(row.taxon_id) });
}

/** Replaces what counts of the records of a person with sequences after the first and up to the second number. */
async function replaceRecords(
  tx: Tx,
  { project_id, user_id }: Behind,
  [after, end]: readonly [number, number],
  rows: readonly (FactsRow & { goals: number })[],
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
    goals: row.goals,
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
