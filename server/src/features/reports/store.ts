import type { Report, ReportReason, ReportSubject } from '@veld/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { IS_PUBLIC } from '../../db/visibility.ts';

export interface ReportRow {
  id: string;
  reporter_id: string | null;
  subject_kind: ReportSubject;
  subject_id: string;
  subject_user_id: string | null;
  reason: ReportReason;
  text: string;
  state: Report['state'];
  created_at: Date;
  /** About nothing that there is; only its maker finds it. */
  is_void: boolean;
}

const COLUMNS = sql`id, reporter_id, subject_kind, subject_id, subject_user_id, reason, text, state, created_at, is_void`;

export async function listUserReports(db: Db, userId: string): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select ${COLUMNS} from reports where reporter_id = ${userId} order by created_at desc, id limit 500
  `.execute(db);
  return rows;
}

export async function findReport(tx: Tx, id: string): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`select ${COLUMNS} from reports where id = ${id}`.execute(tx);
  return rows[0];
}

/** Locks a report, so that moderators decide one after another. */
export async function lockReport(tx: Tx, id: string): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`select ${COLUMNS} from reports where id = ${id} and not is_void for update`.execute(tx);
  return rows[0];
}

/** The times of a person's reports since a time, oldest first. Locks the person, so that simultaneous requests count one another. */
export async function lockReportsSince(tx: Tx, userId: string, since: Date): Promise<Date[]> {
  await sql`select id from users where id = ${userId} for no key update`.execute(tx);
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from reports where reporter_id = ${userId} and created_at > ${since} order by created_at
  `.execute(tx);
  return rows.map((row) => row.created_at);
}

/** Inserts a report. Undefined if the id exists already. */
export async function insertReport(
  tx: Tx,
  row: Omit<ReportRow, 'state'> & { reported_text: string | null },
): Promise<ReportRow | undefined> {
  const { rows } = await sql<ReportRow>`
    insert into reports (id, reporter_id, subject_kind, subject_id, subject_user_id, reason, text, created_at, is_void, reported_text)
    values (${row.id}, ${row.reporter_id}, ${row.subject_kind}, ${row.subject_id}, ${row.subject_user_id}, ${row.reason}, ${row.text}, ${row.created_at}, ${row.is_void},
      ${row.reported_text})
    on conflict (id) do nothing returning ${COLUMNS}
  `.execute(tx);
  return rows[0];
}

/** Empties a person’s reports, forgets who made them, and deletes their appeals. Idempotent. */
export async function removeUserTexts(db: Db, userId: string): Promise<void> {
  await sql`update reports set text = '', reporter_id = null where reporter_id = ${userId}`.execute(db);
  await sql`delete from appeals where user_id = ${userId}`.execute(db);
}

/** Deletes the undecided reports about a person, and removes the person from all others. Idempotent. */
export async function removeReportsAbout(db: Db, userId: string): Promise<void> {
  await sql`
    delete from reports r where r.subject_kind = 'user' and r.subject_id = ${userId}
      and not exists (select 1 from moderation_log l where l.report_id = r.id)
  `.execute(db);
  await sql`update reports set subject_user_id = null where subject_user_id = ${userId}`.execute(db);
}

/** Something that can be reported, whose it is, and what it says, if those are words of theirs. */
interface Subject {
  user_id: string;
  text: string | null;
}

/** What the identification `i` of the taxon `t` says. */
export const IDENTIFICATION_TEXT: RawBuilder<string> = sql<string>`concat_ws(': ', t.display_name, nullif(i.comment, ''))`;

const mayHave = (callerId: string) => sql<boolean>`(o.user_id = ${callerId} or ${IS_PUBLIC}) and o.deleted_at is null`;

/** The statements that find a subject that the caller can see, or could without a block. */
const REPORTABLE: Record<ReportSubject, (id: string, callerId: string) => RawBuilder<Subject>> = {
  observation: (id, callerId) => sql`
    select o.user_id, null as text from observations o join users u on u.id = o.user_id where o.id = ${id} and ${mayHave(callerId)}`,
  identification: (id, callerId) => sql`
    select i.user_id, ${IDENTIFICATION_TEXT} as text from identifications i join users iu on iu.id = i.user_id join taxa t on t.id = i.taxon_id
    join observations o on o.id = i.observation_id join users u on u.id = o.user_id
    where i.id = ${id} and ${mayHave(callerId)} and i.hidden_by_moderator_at is null and iu.erase_after is null`,
  comment: (id, callerId) => sql`
    select c.user_id, c.text from comments c join users cu on cu.id = c.user_id
    join observations o on o.id = c.observation_id join users u on u.id = o.user_id
    where c.id = ${id} and ${mayHave(callerId)} and c.hidden_at is null and c.deleted_at is null and cu.erase_after is null`,
  // Only who received it; a block does not hide it from them here.
  message: (id, callerId) => sql`
    select m.user_id, m.text from messages m join users s on s.id = m.user_id
    where m.id = ${id} and m.recipient_id = ${callerId} and m.hidden_at is null and m.deleted_at is null and s.erase_after is null`,
  user: (id) => sql`select u.id as user_id, null as text from users u where u.id = ${id} and u.deleted_at is null`,
};

/** A subject that the caller can see, or could without a block; otherwise undefined. */
export async function findReportable(tx: Tx, kind: ReportSubject, id: string, callerId: string): Promise<Subject | undefined> {
  const { rows } = await REPORTABLE[kind](id, callerId).execute(tx);
  return rows[0];
}
