import type { listReportCases, MODERATION_ACTIONS, QueryOf, ReportSubject } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { type AppealJson, latestAppeal } from './appeals.ts';
import type { Standing } from '../accounts/standing.ts';
import type { Hideable } from './hiding.ts';
import { HAS_PERSONAL_APPEAL, latestPersonalAppeal } from './personal-appeals.ts';
import { IDENTIFICATION_TEXT, type ReportRow } from './store.ts';

export interface CaseRow extends ReportRow {
  reporter_name: string | null;
  subject_user_name: string | null;
  observation_id: string | null;
  subject_text: string | null;
  reported_text: string | null;
  subject_taxon: { name: string; rank: string } | null;
  hidden_at: Date | null;
  standing: Standing | null;
  standing_until: Date | null;
  is_actionable: boolean;
  decided_at: Date | null;
  decision_note: string;
  appeal: AppealJson | null;
  /** The time that the list is sorted by, as exactly as the database compares it. */
  position: string;
}

/** The name of a person; null once the account is closed. */
const nameOf = (id: RawBuilder<unknown>) => sql`(select named.name from users named where named.id = ${id} and named.deleted_at is null)`;

/** The record that a subject is or belongs to; null for a person or a message, and for what is gone. */
const recordOf = (table: string) => sql`case ${sql.ref(table)}.subject_kind
  when 'observation' then (select o.id from observations o where o.id = ${sql.ref(table)}.subject_id and o.deleted_at is null)
  when 'identification' then (select i.observation_id from identifications i where i.id = ${sql.ref(table)}.subject_id)
  when 'comment' then (select c.observation_id from comments c where c.id = ${sql.ref(table)}.subject_id and c.deleted_at is null)
end`;

const HIDDEN_AT = sql`case r.subject_kind
  when 'observation' then (select o.hidden_by_moderator_at from observations o where o.id = r.subject_id)
  when 'identification' then (select i.hidden_by_moderator_at from identifications i where i.id = r.subject_id)
  when 'comment' then (select c.hidden_at from comments c where c.id = r.subject_id)
  when 'message' then (select m.hidden_at from messages m where m.id = r.subject_id)
end`;

const SUBJECT_TEXT = sql`case r.subject_kind
  when 'observation' then (
    select coalesce(t.display_name, o.verbatim_name, '') from observations o left join taxa t on t.id = o.taxon_id
    where o.id = r.subject_id and o.deleted_at is null
  )
  when 'identification' then (
    select ${IDENTIFICATION_TEXT} from identifications i join taxa t on t.id = i.taxon_id where i.id = r.subject_id
  )
  when 'comment' then (select c.text from comments c where c.id = r.subject_id and c.deleted_at is null)
  when 'message' then (select m.text from messages m where m.id = r.subject_id and m.deleted_at is null)
  else (select su.name from users su where su.id = r.subject_id and su.deleted_at is null)
end`;

/** The taxon with whose name `SUBJECT_TEXT` begins. */
const SUBJECT_TAXON = sql`(
  select jsonb_build_object('name', t.display_name, 'rank', t.rank) from taxa t where t.id = case r.subject_kind
    when 'observation' then (select o.taxon_id from observations o where o.id = r.subject_id and o.deleted_at is null)
    when 'identification' then (select i.taxon_id from identifications i where i.id = r.subject_id)
  end
)`;

/** Whether there is an unanswered appeal of the person, or about the subject, and this is the report that was decided last about it. */
const HAS_APPEAL = sql`(${HAS_PERSONAL_APPEAL} or r.state = 'upheld'
  and exists (select 1 from appeals a where a.subject_kind = r.subject_kind and a.subject_id = r.subject_id and a.answered_at is null)
  and r.id = (
    select last.id from reports last where last.subject_kind = r.subject_kind and last.subject_id = r.subject_id and last.state = 'upheld'
    order by last.decided_at desc, last.id limit 1
  )
)`;

type CaseFilter = { isDecided: boolean } & Pick<QueryOf<typeof listReportCases>, 'subject_kind' | 'reason'>;

/** What a moderator has to decide, the oldest first, or what was decided, the latest first; from after a position on. */
export async function listCases(
  db: Db,
  { isDecided, subject_kind, reason }: CaseFilter,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<CaseRow[]> {
  const [at, id] = after ?? [];
  const conditions = [
    sql`not r.is_void`,
    isDecided ? sql`r.state <> 'open' and not ${HAS_APPEAL}` : sql`(r.state = 'open' or ${HAS_APPEAL})`,
    ...(subject_kind === undefined ? [] : [sql`r.subject_kind = ${subject_kind}`]),
    ...(reason === undefined ? [] : [sql`r.reason = ${reason}`]),
    ...(after === null
      ? []
      : [
          isDecided
            ? sql`(r.decided_at, r.id) < (${at}::timestamptz, ${id}::uuid)`
            : sql`(r.created_at, r.id) > (${at}::timestamptz, ${id}::uuid)`,
        ]),
  ];
  const order = (table: string) =>
    isDecided ? sql`${sql.ref(table)}.decided_at desc, ${sql.ref(table)}.id desc` : sql`${sql.ref(table)}.created_at, ${sql.ref(table)}.id`;
  const { rows } = await sql<CaseRow>`
    select c.*, ${nameOf(sql`c.reporter_id`)} as reporter_name, ${nameOf(sql`c.subject_user_id`)} as subject_user_name,
      p.standing, p.standing_until, coalesce(p.deleted_at is null and not 'admin' = any(p.roles), false) as is_actionable,
      coalesce(${latestPersonalAppeal()}, ${latestAppeal(sql`c.subject_kind`, sql`c.subject_id`, sql`c.hidden_at`)}) as appeal
    from (
      select r.id, r.reporter_id, r.subject_kind, r.subject_id, r.subject_user_id, r.reason, r.text, r.state, r.created_at, r.is_void,
        r.decided_at, r.decision_note, r.reported_text, ${isDecided ? sql`r.decided_at` : sql`r.created_at`}::text as position, ${recordOf('r')} as observation_id, ${SUBJECT_TEXT} as subject_text, ${SUBJECT_TAXON} as subject_taxon, ${HIDDEN_AT} as hidden_at
      from reports r
      where ${sql.join(conditions, sql` and `)}
      order by ${order('r')} limit ${limit}
    ) c left join users p on p.id = c.subject_user_id
    order by ${order('c')}
  `.execute(db);
  return rows;
}

export interface Act {
  id: string;
  actorId: string;
  action: Action;
  /** About what is decided: a report, or a person whom nobody has reported. */
  about: { reportId: string } | { userId: string };
  note: string;
  /** When a restriction ends by itself. */
  until: Date | null;
}

export type Action = (typeof MODERATION_ACTIONS)[number];

export interface ActRow {
  id: string;
  action: Action;
  /** Null for a restriction that ended by itself. */
  actor_id: string | null;
  subject_kind: ReportSubject;
  subject_id: string;
  report_id: string | null;
  note: string;
  until: Date | null;
}

export interface ListedAct extends ActRow {
  actor_name: string | null;
  observation_id: string | null;
  at: Date;
  seq: number;
}

export async function findAct(tx: Tx, id: string): Promise<ActRow | undefined> {
  const { rows } = await sql<ActRow>`
    select id, action, actor_id, subject_kind, subject_id, report_id, note, until from moderation_log where id = ${id}
  `.execute(tx);
  return rows[0];
}

/** False if the id is in use. */
export async function insertAct(tx: Tx, row: ActRow): Promise<boolean> {
  const { rows } = await sql`
    insert into moderation_log (id, action, actor_id, subject_kind, subject_id, report_id, note, until)
    values (${row.id}, ${row.action}, ${row.actor_id}, ${row.subject_kind}, ${row.subject_id}, ${row.report_id}, ${row.note}, ${row.until})
    on conflict (id) do nothing returning id
  `.execute(tx);
  return rows.length > 0;
}

interface ActsQuery {
  action: Action | undefined;
  /** Only what is about this person. */
  userId: string | undefined;
  /** Only acts before this one. */
  before: string | null;
  limit: number;
}

/** What moderators decided, the latest first. */
export async function listActs(db: Db, { action, userId, before, limit }: ActsQuery): Promise<ListedAct[]> {
  const conditions = [
    sql`true`,
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(userId === undefined ? [] : [sql`subject_kind = 'user' and subject_id = ${userId}`]),
    ...(before === null ? [] : [sql`seq < ${before}::bigint`]),
  ];
  const { rows } = await sql<ListedAct>`
    select l.id, l.action, l.actor_id, l.subject_kind, l.subject_id, l.report_id, l.note, l.until, l.at, l.seq, ${nameOf(sql`l.actor_id`)} as actor_name,
      ${recordOf('l')} as observation_id
    from (select * from moderation_log where ${sql.join(conditions, sql` and `)} order by seq desc limit ${limit}) l
    order by l.seq desc
  `.execute(db);
  return rows;
}

interface Decision {
  state: 'upheld' | 'dismissed';
  actorId: string;
  note: string;
}

export async function decideReport(tx: Tx, id: string, { state, actorId, note }: Decision): Promise<void> {
  await sql`
    update reports set state = ${state}, decided_by = ${actorId}, decided_at = now(), decision_note = ${note} where id = ${id}
  `.execute(tx);
}

/** Upholds every open report of a subject. */
export async function upholdReports(tx: Tx, kind: Hideable, id: string, { actorId, note }: Omit<Decision, 'state'>): Promise<void> {
  await sql`
    update reports set state = 'upheld', decided_by = ${actorId}, decided_at = now(), decision_note = ${note}
    where subject_kind = ${kind} and subject_id = ${id} and state = 'open' and not is_void
  `.execute(tx);
}
