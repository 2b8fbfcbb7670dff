import type { APPEALABLE } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Standing } from '../accounts/standing.ts';

type Appealable = (typeof APPEALABLE)[number];

export interface AppealRow {
  id: string;
  subject_kind: Appealable;
  subject_id: string;
  user_id: string;
  text: string;
  created_at: Date;
  answered_at: Date | null;
  reply: string;
}

/** An appeal as JSON of PostgreSQL, whose times are text. */
export type AppealJson = Pick<AppealRow, 'id' | 'text' | 'reply'> & { created_at: string; answered_at: string | null };

/** The latest appeal of a subject since it was hidden, as JSON; null without one. */
export function latestAppeal(
  kind: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  hiddenAt: RawBuilder<unknown>,
): RawBuilder<AppealJson | null> {
  return sql<AppealJson | null>`(
    select json_build_object('id', a.id, 'text', a.text, 'reply', a.reply, 'created_at', a.created_at, 'answered_at', a.answered_at)
    from appeals a where a.subject_kind = ${kind} and a.subject_id = ${id} and a.created_at >= ${hiddenAt}
    order by a.created_at desc, a.id limit 1
  )`;
}

export async function findAppeal(tx: Tx, id: string): Promise<AppealRow | undefined> {
  const { rows } = await sql<AppealRow>`select * from appeals where id = ${id}`.execute(tx);
  return rows[0];
}

/** Inserts an appeal. Undefined if its id exists, or the subject has an unanswered one. */
export async function insertAppeal(
  tx: Tx,
  row: Pick<AppealRow, 'id' | 'subject_kind' | 'subject_id' | 'user_id' | 'text'>,
): Promise<AppealRow | undefined> {
  const { rows } = await sql<AppealRow>`
    insert into appeals (id, subject_kind, subject_id, user_id, text)
    values (${row.id}, ${row.subject_kind}, ${row.subject_id}, ${row.user_id}, ${row.text})
    on conflict do nothing returning *
  `.execute(tx);
  return rows[0];
}

/** Answers the open appeal of a subject; false if there is none. */
export async function answerAppeal(tx: Tx, kind: Appealable, id: string, reply: string): Promise<boolean> {
  const { rows } = await sql`
    update appeals set answered_at = now(), reply = ${reply}
    where subject_kind = ${kind} and subject_id = ${id} and answered_at is null returning id
  `.execute(tx);
  return rows.length > 0;
}

export interface HiddenRow {
  subject_kind: Appealable;
  subject_id: string;
  hidden_at: Date;
  standing?: Standing;
  until?: Date | null;
  note: string | null;
  appeal: AppealJson | null;
}

/** What moderators have hidden of a person, the last hidden first. */
export async function listHiddenItems(db: Db, userId: string): Promise<HiddenRow[]> {
  const { rows } = await sql<HiddenRow>`
    select h.subject_kind, h.subject_id, h.hidden_at,
      (select l.note from moderation_log l where l.subject_kind = h.subject_kind and l.subject_id = h.subject_id and l.action = 'hide'
       order by l.seq desc limit 1) as note,
      ${latestAppeal(sql`h.subject_kind`, sql`h.subject_id`, sql`h.hidden_at`)} as appeal
    from (
      select 'observation' as subject_kind, id as subject_id, hidden_by_moderator_at as hidden_at from observations
      where user_id = ${userId} and hidden_by_moderator_at is not null and deleted_at is null
      union all select 'identification', id, hidden_by_moderator_at from identifications
      where user_id = ${userId} and hidden_by_moderator_at is not null
      union all select 'comment', id, hidden_at from comments
      where user_id = ${userId} and hidden_at is not null and deleted_at is null
      union all select 'message', id, hidden_at from messages
      where user_id = ${userId} and hidden_at is not null and deleted_at is null
    ) h
    order by h.hidden_at desc, h.subject_id limit 500
  `.execute(db);
  return rows;
}
