import { type Grade, gradeRecord, type GradedOpinion, type GradeFacts, isAboveSpecies } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { lockWrites } from './ledger.ts';
import { addServerState, removeServerState, serverState } from '../../db/server-state.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isUnusual } from '../../db/unusual.ts';
import { IS_ACTIVE } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { updateExperience } from './experience.ts';
import { applyRules } from './hiding.ts';
import { findLineages } from '../taxa/lineages.ts';

/**
 * Whether the identification `i` of the record `o` as the taxon `t` is that of an expert. Of a record that hides its place, only the
 * public country counts, so that the answer does not reveal the true one.
 */
export const IS_EXPERT = sql<boolean>`exists (
  select 1 from curator_scopes c where c.user_id = i.user_id
    and (c.taxon_group is null or c.taxon_group = t.taxon_group) and (c.country_code is null or c.country_code = o.public_country_code)
)`;

/** Key of the server's state that is there if the server sends mail, so that addresses can be confirmed. */
export const SENDS_MAIL_KEY = 'sends_mail';

/**
 * Whether the account `iu` is too new to confirm something unusual: of the last two weeks, with an address that is not confirmed where
 * the server sends mail, or without a record that was ever confirmed (decision 0064).
 */
export const IS_NEW_ACCOUNT = sql<boolean>`(iu.created_at > now() - interval '14 days'
  or (iu.email_confirmed_at is null and ${serverState(SENDS_MAIL_KEY)} is not null)
  or not exists (
    select 1 from observations own
    where own.user_id = iu.id and own.quality = 'confirmed' and own.deleted_at is null and own.hidden_by_moderator_at is null
  ))`;

interface RecordRow {
  id: string;
  user_id: string;
  taxon_id: number | null;
  quality: 'casual' | 'needs_id' | 'confirmed';
  community_taxon_id: number | null;
  is_held_back: boolean;
  ended_disagreements: string[];
  public_country_code: string | null;
  /** Null if the place is hidden. */
  map_key: number | null;
  observed_from: string | null;
  observed_to: string | null;
}

interface OpinionRow {
  id: string;
  observation_id: string;
  user_id: string;
  taxon_id: number;
  disagrees: boolean;
  is_expert: boolean;
  is_new: boolean;
  denied: number[] | null;
}

/**
 * Computes the grades and community taxa of records anew, after their identifications or names changed, in the same transaction.
 * Returns the ids of the records with another grade or community taxon. The owner's counter must be locked.
 */
export async function updateGrades(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows: records } = await sql<RecordRow>`
    select id, user_id, taxon_id, quality, community_taxon_id, is_held_back, ended_disagreements, public_country_code,
      case when geoprivacy = 'open' then map_key end as map_key, observed_from, observed_to
    from observations where id = any(${[...ids]}::uuid[]) and deleted_at is null
  `.execute(tx);
  const changed = [];
  for (const { record, facts } of await findFacts(tx, records)) {
    const { quality, community, isHeldBack, ended: endedFor } = await gradeOne(tx, record, facts);
    const ended = listEnded(record, facts, endedFor);
    const communityId = community?.at(-1)?.id ?? null;
    const isRegraded = quality !== record.quality || communityId !== record.community_taxon_id;
    if (isRegraded || isHeldBack !== record.is_held_back || String(ended) !== String(record.ended_disagreements))
      changed.push({ id: record.id, quality, communityId, isHeldBack, ended, isRegraded });
  }
  if (changed.length === 0) return [];
  await sql`
    update observations o set quality = new.quality, community_taxon_id = new.community_taxon_id, is_held_back = new.is_held_back,
      ended_disagreements = new.ended_disagreements::uuid[]
    from unnest(
      ${changed.map((one) => one.id)}::uuid[], ${changed.map((one) => one.quality)}::text[], ${changed.map((one) => one.communityId)}::int[],
      ${changed.map((one) => one.isHeldBack)}::boolean[], ${changed.map((one) => `{${String(one.ended)}}`)}::text[]
    ) as new (id, quality, community_taxon_id, is_held_back, ended_disagreements)
    where o.id = new.id
  `.execute(tx);
  return changed.filter((one) => one.isRegraded).map((one) => one.id);
}

/** The grade of a record. Only where it depends on that is asked whether the species is unusual. */
async function gradeOne(tx: Tx, record: RecordRow, facts: GradeFacts): Promise<Grade> {
  const grade = gradeRecord({ ...facts, isUnusual: true });
  const species = grade.community?.findLast(({ rank }) => rank === 'species') ?? grade.community?.at(-1);
  if (!grade.isHeldBack || !species || isAboveSpecies(species.rank)) return grade;
  const { public_country_code: country, map_key: mapKey, observed_from: from, observed_to: to } = record;
  return (await isUnusual(tx, species.id, { country, mapKey, from, to })) ? grade : gradeRecord(facts);
}

/** The ids of the disagreements that have ended, in order: those of the people given, and former ones that are not active any more. */
function listEnded(record: RecordRow, { opinions }: Facts, people: readonly string[]): string[] {
  const active = new Set(opinions.map((one) => one.id));
  const former = record.ended_disagreements.filter((id) => !active.has(id));
  return [...former, ...opinions.filter((one) => people.includes(one.user_id)).map((one) => one.id)].toSorted();
}

interface Facts extends GradeFacts {
  opinions: readonly (GradedOpinion & { id: string })[];
}

async function findFacts(tx: Tx, records: readonly RecordRow[]): Promise<{ record: RecordRow; facts: Facts }[]> {
  const ids = records.map((record) => record.id);
  // Whether an identification was helpful depends on the grade.
  const { rows: opinions } = await sql<OpinionRow>`
    with due as (
      insert into motivation_due (user_id) select distinct user_id from identifications where observation_id = any(${ids}::uuid[])
    )
    select i.id, i.observation_id, i.user_id, i.taxon_id, i.disagrees, i.denied_taxon_ids as denied,
      ${IS_EXPERT} as is_expert, ${IS_NEW_ACCOUNT} as is_new
    from identifications i join users iu on iu.id = i.user_id join observations o on o.id = i.observation_id join taxa t on t.id = i.taxon_id
    where i.observation_id = any(${ids}::uuid[]) and ${IS_ACTIVE}
  `.execute(tx);
  const lineages = await findLineages(tx, [
    ...records.flatMap((record) => record.taxon_id ?? []),
    ...opinions.flatMap(({ taxon_id, denied }) => [taxon_id, ...(denied ?? [])]),
  ]);
  const byRecord = Map.groupBy(opinions, (opinion) => opinion.observation_id);
  return records.map((record) => ({
    record,
    facts: {
      isCasual: record.quality === 'casual',
      observerId: record.user_id,
      own: (record.taxon_id !== null && lineages.get(record.taxon_id)) || null,
      opinions: (byRecord.get(record.id) ?? []).flatMap((opinion) => {
        const lineage = lineages.get(opinion.taxon_id);
        // Denied names of merged taxa are those of their successors.
        const denied = opinion.denied?.map((id) => lineages.get(id)?.at(-1)?.id ?? id) ?? null;
        return lineage ? [{ ...opinion, lineage, denied }] : [];
      }),
    },
  }));
}

const BATCH = 500;

/** Which identified records to grade again. */
export interface RegradeFilter {
  /** Identified as one of these. */
  taxa?: readonly number[];
  /** Identified by this person, also if withdrawn. */
  userId?: string;
  /** Only those that new accounts did not confirm. */
  isHeldBack?: boolean;
}

/** Grades identified records again, in batches; the devices of their owners fetch those that changed. Idempotent. */
export async function regrade(db: Db, { taxa, userId, isHeldBack }: RegradeFilter = {}): Promise<number> {
  const where = [
    ...(taxa ? [sql`i.taxon_id = any(${[...taxa]}::int[])`] : []),
    ...(userId ? [sql`i.user_id = ${userId}`] : [sql`i.withdrawn_at is null`]),
  ];
  let changed = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await sql<{ id: string; user_id: string }>`
      select o.id, o.user_id from observations o
      where o.id > ${after}::uuid and o.deleted_at is null and ${isHeldBack ? sql`o.is_held_back` : sql`true`} and exists (
        select 1 from identifications i where i.observation_id = o.id and ${sql.join(where, sql` and `)}
      )
      order by o.id limit ${BATCH}
    `.execute(db);
    for (const [owner, records] of Map.groupBy(rows, (row) => row.user_id)) {
      const ids = records.map((record) => record.id);
      changed += await inTransaction(db, (tx) => regradeOf(tx, owner, ids));
    }
    const last = rows[BATCH - 1];
    if (!last) return changed;
    after = last.id;
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
  // The names that a record is given can be those of a sensitive taxon.
  const projected = await applyRules(tx, ids);
  const records = of === 'all' ? [...ids] : [...new Set([...changed, ...projected])];
  // Identifications give points through the grade alone.
  await updateExperience(tx, owner, { records: changed });
  await announceRecords(tx, owner, records);
  return changed;
}

/** Lists records in the changes that the owner's devices fetch. Their version stays, so that an unsent edit does not conflict. */
export async function announceRecords(tx: Tx, owner: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with counter as (update owner_counters set seq = seq + ${ids.length} where user_id = ${owner} returning seq)
    update observations o set owner_seq = counter.seq - chosen.place
    from counter, (select id, row_number() over (order by id) - 1 as place from unnest(${[...ids]}::uuid[]) as given (id)) chosen
    where o.id = chosen.id
  `.execute(tx);
}

/** What new accounts did not confirm is graded again every day: they may be trusted by now, and the species known there. */
export function registerHeldBack({ jobs, db }: Context): void {
  jobs.add({
    name: 'held-back-grades',
    cron: '37 4 * * *',
    timeLimit: 3600,
    run: () => regrade(db, { isHeldBack: true }).then(() => undefined),
  });
}

/** Keeps whether addresses can be confirmed for statements about accounts. */
export async function storeSendsMail({ db, config }: Pick<Context, 'db' | 'config'>): Promise<void> {
  if (sendsMail({ config })) await addServerState(db, SENDS_MAIL_KEY, '');
  else await removeServerState(db, SENDS_MAIL_KEY);
}

/** Keeps when an identification changed the grade or the community taxon of a record. */
export async function setGraded(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('observations').set({ graded_at: now }).where('id', '=', id).execute();
}
