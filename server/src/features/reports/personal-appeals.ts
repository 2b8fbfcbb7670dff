import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { answerAppeal, type AppealJson, type HiddenRow, latestAppeal } from './appeals.ts';
import type { ReportRow } from './store.ts';

/*
 * Appeals of people against how moderators have restricted them. Their subject is the person, and the queue of moderators has them with
 * the report about which that was decided.
 */

/** Whether the report `r` is the one about which the standing of its person was decided, and they have an unanswered appeal. */
export const HAS_PERSONAL_APPEAL: RawBuilder<boolean> = sql<boolean>`exists (
  select 1 from users su join appeals a on a.subject_kind = 'user' and a.subject_id = su.id and a.answered_at is null
  where su.id = r.subject_user_id and su.standing_report_id = r.id
)`;

/** The latest appeal of the person `p` against what was decided with the report `c`; null without one. */
export const latestPersonalAppeal = (): RawBuilder<AppealJson | null> =>
  sql<AppealJson | null>`case when p.standing_report_id = c.id then ${latestAppeal(sql`'user'`, sql`p.id`, sql`p.standing_since`)} end`;

/** Answers the appeal of the person whose standing was decided with this report, which stays; false if there is none. */
export async function answerPerson(tx: Tx, report: ReportRow, note: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = ${report.subject_user_id} and u.standing_report_id = ${report.id}
  `.execute(tx);
  return rows[0] !== undefined && (await answerAppeal(tx, 'user', rows[0].id, note));
}

/** How a person is restricted, as what moderators have hidden of them; nothing for everybody else. */
export async function listStanding(db: Db, userId: string): Promise<HiddenRow[]> {
  const { rows } = await sql<HiddenRow>`
    select 'user' as subject_kind, u.id as subject_id, u.standing_since as hidden_at, u.standing, u.standing_until as until,
      (select l.note from moderation_log l where l.subject_kind = 'user' and l.subject_id = u.id and l.action in ('limit', 'suspend')
       order by l.seq desc limit 1) as note,
      ${latestAppeal(sql`'user'`, sql`u.id`, sql`u.standing_since`)} as appeal
    from users u where u.id = ${userId} and u.standing is not null
  `.execute(db);
  return rows;
}
