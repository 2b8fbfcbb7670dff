import {
  type Language,
  type NotificationKind,
  type NotificationReason,
  type NotifiedQuestion,
  NEVER_IN_DIGEST,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type Preferences,
} from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { blockedFor, isPublicTo } from '../../db/visibility.ts';
import type { Context } from '../../http/context.ts';
import type { Causes } from '../../http/pieces.ts';
import type { NotificationFacts } from './write.ts';
import { onlyRow } from '../../db/rows.ts';
import { readPreferences } from '../accounts/present.ts';

/** Whether what the notification `n` is about is still there. */
function hasCause(causes: Causes, now: Date): RawBuilder<boolean> {
  const asked = Object.entries(causes).flatMap(([kind, { isThere }]) => (isThere ? [sql`when ${sql.lit(kind)} then ${isThere(now)}`] : []));
  return sql`case n.kind ${sql.join(asked, sql` `)} else true end`;
}

/** What the notification `n` shows of what it is about, as columns. */
function detailsOf(causes: Causes, language: Language): RawBuilder<unknown> {
  const columns = Object.entries(causes).flatMap(([kind, { details }]) =>
    details ? [sql`case when n.kind = ${sql.lit(kind)} then ${details.value(language)} end as ${sql.ref(details.column)}`] : [],
  );
  return sql.join(columns);
}

/** The notifications `n` that a person is shown, each with its actor `a`, and its record `o` and the record's owner `u`. */
function shownTo(userId: string, causes: Causes, now: Date): RawBuilder<unknown> {
  return sql`
    notifications n
    left join lateral (select * from users where id = n.actor_id offset 0) a on true
    left join lateral (select * from observations where id = n.observation_id offset 0) o on true
    left join lateral (select * from users where id = o.user_id offset 0) u on true
    where n.user_id = ${userId}
      and (n.observation_id is null or (o.deleted_at is null and (o.user_id = ${userId} or ${isPublicTo(userId)})))
      and (n.actor_id is null or (
        a.deleted_at is null and n.actor_id not in ${blockedFor(userId)}
        and n.actor_id not in (select m.other_id from relations m where m.user_id = ${userId} and m.kind = 'mute')
      ))
      and ${hasCause(causes, now)}
  `;
}

/**
 * A changed grade belongs to the entry of the identification that changed it: `g` is that of the notification `n`, which is one of the rows
 * of `told`.
 */
const WITH_IDENTIFICATION = sql`left join (
  select distinct on (cause_id) cause_id, entry_id from told where kind = 'identification' order by cause_id, seq desc
) g on n.kind = 'quality' and g.cause_id = n.cause_id`;

export interface EntryFilter {
  /** Only of these kinds. */
  kinds: readonly NotificationKind[];
  isUnread?: boolean;
  /** Only entries whose last event is before this one. */
  before?: number | null;
  /** Only entries with an event after this one; the others of the entry are left out. */
  after?: number;
  limit: number;
  /** Of the texts of announcements. */
  language: Language;
}

export interface EntryRow {
  entry_id: string;
  kind: NotificationKind;
  reason: NotificationReason;
  observation_id: string | null;
  facts: NotificationFacts;
  /** What became of the grade by an identification. */
  grade: NotificationFacts | null;
  /** The last event of the entry. */
  seq: number;
  created_at: Date;
  is_unread: boolean;
  is_muted: boolean;
  /** Whether it is about a record of somebody else that hides its place. */
  is_hidden: boolean;
  taxon_id: number | null;
  verbatim_name: string | null;
  emoji: string | null;
  question: Omit<NotifiedQuestion, 'is_answer'> | null;
  project_name: string | null;
  saved_view: { name: string; query: string } | null;
  announcement: { text: string; link: string | null } | null;
  offline_map: { name: string; until: string | null } | null;
  people: { id: string; name: string }[];
  people_count: number;
}

/** The entries of a person, the latest first. Of an entry with unread events, those alone say who did something. */
export async function listEntries(
  { causes, now }: Pick<Context, 'causes' | 'now'>,
  db: Db | Tx,
  userId: string,
  filter: EntryFilter,
): Promise<EntryRow[]> {
  const { kinds, isUnread = false, before = null, after = 0, limit, language } = filter;
  const { rows } = await sql<EntryRow>`
    with told as materialized (
      select n.user_id, n.entry_id, n.cause_id, n.kind, n.reason, n.observation_id, n.actor_id, n.facts, n.seq, n.created_at, n.read_at,
        a.name as actor_name, o.user_id = ${userId} as is_own, o.geoprivacy, o.taxon_id, o.verbatim_name
      from ${shownTo(userId, causes, now())} and n.kind = any(${[...kinds]}::text[]) and n.seq > ${after}
    ),
    shown as materialized (
      select n.*, coalesce(g.entry_id, n.entry_id) as shown_id, g.entry_id is not null as is_grade from told n ${WITH_IDENTIFICATION}
    ),
    entries as (
      select shown_id as entry_id, max(seq) as seq, bool_or(read_at is null) as is_unread,
        max(seq) filter (where not is_grade) as told_seq, max(seq) filter (where is_grade) as grade_seq
      from shown group by shown_id
      having (${before}::bigint is null or max(seq) < ${before}::bigint) and (not ${isUnread} or bool_or(read_at is null))
      order by max(seq) desc limit ${limit}
    )
    select e.entry_id, n.kind, n.reason, n.observation_id, n.facts, grade.facts as grade, e.seq, n.created_at, e.is_unread,
      coalesce(not n.is_own and n.geoprivacy <> 'open', false) as is_hidden, n.taxon_id,
      case when n.is_own then n.verbatim_name end as verbatim_name,
      exists (select 1 from notification_mutes m where m.user_id = ${userId} and m.observation_id = n.observation_id) as is_muted,
      ${detailsOf(causes, language)},
      who.people, who.people_count
    from entries e join shown n on n.seq = e.told_seq left join shown grade on grade.seq = e.grade_seq
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.seq desc) filter (where p.place <= 3), '[]') as people,
        count(*)::integer as people_count
      from (
        select s.actor_id as id, s.actor_name as name, max(s.seq) as seq, row_number() over (order by max(s.seq) desc) as place
        from shown s where s.shown_id = e.entry_id and s.actor_id is not null and (s.read_at is null or not e.is_unread)
        group by s.actor_id, s.actor_name
      ) p
    ) who
    order by e.seq desc
  `.execute(db);
  return rows;
}

/** The number of entries with something unread. */
export async function countUnread(
  { db, causes, now }: Pick<Context, 'db' | 'causes' | 'now'>,
  userId: string,
  kinds: readonly NotificationKind[],
): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    with told as materialized (
      select n.entry_id, n.cause_id, n.kind, n.seq from ${shownTo(userId, causes, now())} and n.read_at is null and n.kind = any(${[...kinds]}::text[])
    )
    select count(distinct coalesce(g.entry_id, n.entry_id))::integer as unread from told n ${WITH_IDENTIFICATION}
  `.execute(db);
  return onlyRow(rows).unread;
}

/** Marks the events of an entry as read, with the grades that they changed, through one of them. False if the person has no such entry. */
export async function setRead(db: Db, userId: string, entryId: string, through: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    with marked as (
      update notifications set read_at = ${now}, needs_push = false
      where user_id = ${userId} and seq <= ${through} and read_at is null and (
        entry_id = ${entryId} or (kind = 'quality' and cause_id in (
          select i.cause_id from notifications i where i.user_id = ${userId} and i.entry_id = ${entryId} and i.kind = 'identification'
        ))
      )
    )
    select exists (select 1 from notifications where user_id = ${userId} and entry_id = ${entryId}) as is_known
  `.execute(db);
  return onlyRow(rows).is_known;
}

/** Marks all events as read, through one of them. */
export async function setAllRead(db: Db, userId: string, through: number, now: Date): Promise<void> {
  await sql`
    update notifications set read_at = ${now}, needs_push = false where user_id = ${userId} and seq <= ${through} and read_at is null
  `.execute(db);
}

/** Mutes a record that the person has notifications about. False if there are none. */
export async function insertMute(tx: Tx, userId: string, recordId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    with known as (select 1 from notifications where user_id = ${userId} and observation_id = ${recordId} limit 1),
    muted as (
      insert into notification_mutes (user_id, observation_id) select ${userId}, ${recordId} from known on conflict do nothing
    ),
    marked as (
      update notifications set read_at = ${now}, needs_push = false
      where user_id = ${userId} and observation_id = ${recordId} and read_at is null
    )
    select exists (select 1 from known) as is_known
  `.execute(tx);
  return onlyRow(rows).is_known;
}

export async function removeMute(db: Db, userId: string, recordId: string): Promise<void> {
  await db.deleteFrom('notification_mutes').where('user_id', '=', userId).where('observation_id', '=', recordId).execute();
}

/** How long what was read, and what was not, is kept. */
const KEEP_READ_MS = 90 * 86_400_000;
const KEEP_MS = 400 * 86_400_000;

export async function removeOldNotifications(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await sql`
    delete from notifications where created_at < ${before(KEEP_READ_MS)} and (read_at < ${before(KEEP_READ_MS)} or created_at < ${before(KEEP_MS)})
  `.execute(db);
}

/** Deletes the notifications that a person got, those of others about them, and what they muted. */
export async function removeNotifications(db: Db, userId: string): Promise<void> {
  await sql`delete from notifications where user_id = ${userId} or actor_id = ${userId}`.execute(db);
  await db.deleteFrom('notification_mutes').where('user_id', '=', userId).execute();
  await db.deleteFrom('notification_digests').where('user_id', '=', userId).execute();
}

/** What a person chose, with the defaults for the rest. */
export async function findPreferences(db: Db | Tx, userId: string): Promise<Preferences> {
  const user = await db.selectFrom('users').select('preferences').where('id', '=', userId).executeTakeFirst();
  return readPreferences(user?.preferences ?? {});
}

/** The kinds of notifications that a person gets on each channel; badges only as long as they are not switched off. */
export function kindsOn(channel: NotificationChannel, preferences: Preferences): NotificationKind[] {
  const chosen = {
    app: preferences.notifications.app,
    mail: preferences.notifications.mail,
    push: preferences.notifications.push,
  }[channel];
  return NOTIFICATION_KINDS.filter(
    (kind) => chosen[kind] && (kind !== 'badge' || preferences.gamification) && (kind !== NEVER_IN_DIGEST || channel !== 'mail'),
  );
}
