import { formatMention } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { ReportRow } from './store.ts';

/*
 * What was said when it was reported, which moderators read whatever became of it since (decision 0091). Nobody else does, and it is
 * forgotten as soon as neither a decision nor an appeal can need it.
 */

/** Whether the subject of the report `r` is hidden and still there, so that its author can appeal. */
const CAN_BE_APPEALED: RawBuilder<boolean> = sql<boolean>`case r.subject_kind
  when 'comment' then exists (select 1 from comments c where c.id = r.subject_id and c.hidden_at is not null and c.deleted_at is null)
  when 'identification' then exists (select 1 from identifications i where i.id = r.subject_id and i.hidden_by_moderator_at is not null)
  when 'message' then exists (select 1 from messages m where m.id = r.subject_id and m.hidden_at is not null and m.deleted_at is null)
  else false
end`;

/** For so long after a report of what is gone was upheld, its author can be restricted for what it said (decision 0093). */
const UPHELD_DAYS = 30;

/** Whether the report `r` was lately upheld although its subject was gone by then, and not hidden before. */
const IS_JUDGED: RawBuilder<boolean> = sql<boolean>`(
  r.state = 'upheld' and r.decided_at > now() - make_interval(days => ${sql.lit(UPHELD_DAYS)}) and case r.subject_kind
    when 'comment' then not exists (select 1 from comments c where c.id = r.subject_id and (c.deleted_at is null or c.hidden_at is not null))
    when 'identification' then not exists (select 1 from identifications i where i.id = r.subject_id)
    when 'message' then not exists (select 1 from messages m where m.id = r.subject_id and (m.deleted_at is null or m.hidden_at is not null))
    else false
  end
)`;

/** Whether the report `r` is open or was upheld lately, or what was decided with it can be appealed against, or is. */
const IS_NEEDED: RawBuilder<boolean> = sql<boolean>`(
  r.state = 'open' or ${IS_JUDGED} or ${CAN_BE_APPEALED}
  or exists (select 1 from appeals a where a.subject_kind = r.subject_kind and a.subject_id = r.subject_id and a.answered_at is null)
  or exists (select 1 from users su where su.standing_report_id = r.id)
)`;

/** Whether what a report is about can be read as it was when the report arrived. */
export async function isReportedTextKept(tx: Tx, reportId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from reports where id = ${reportId} and reported_text is not null`.execute(tx);
  return rows.length > 0;
}

/** Forgets what no decision or appeal needs any more: of the reports about the same as one, or of all. */
export async function forgetReportedTexts(db: Db | Tx, about?: Pick<ReportRow, 'subject_kind' | 'subject_id'>): Promise<void> {
  const which = about ? sql`r.subject_kind = ${about.subject_kind} and r.subject_id = ${about.subject_id}` : sql`true`;
  await sql`update reports r set reported_text = null where r.reported_text is not null and ${which} and not ${IS_NEEDED}`.execute(db);
}

/** Erases what was reported of a person's messages, which are empty for everybody then, or of everything they wrote. Idempotent. */
export async function eraseReportedTexts(db: Db, userId: string, { isAll = false } = {}): Promise<void> {
  await sql`
    update reports set reported_text = null
    where reported_text is not null and subject_user_id = ${userId} ${isAll ? sql`` : sql`and subject_kind = 'message'`}
  `.execute(db);
  if (!isAll) return;
  // The words of others stay, without the id of the person.
  const mention = formatMention(userId);
  await sql`
    update reports set reported_text = replace(reported_text, ${mention}, '@…')
    where reported_text is not null and position(${mention} in reported_text) > 0
  `.execute(db);
}
