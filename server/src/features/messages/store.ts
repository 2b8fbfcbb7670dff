import type { Message, Preferences } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { onlyRow } from '../../db/rows.ts';
import { isUnblocked } from '../../db/visibility.ts';
import { IS_NEW_ACCOUNT } from '../observations/grade.ts';

/** Somebody whom the caller may write to, or could. */
export interface Correspondent {
  id: string;
  /** Empty once the account is closed, unless the person keeps it. */
  name: string;
  is_pro: boolean;
  is_closed: boolean;
  accepts: Preferences['messages_from'];
  /** Whether the person follows the caller. */
  follows: boolean;
  /** Whether the person wrote to the caller before. */
  has_written: boolean;
  /** Whether there is a conversation of the two, also one that the caller has deleted. */
  is_known: boolean;
}

/** How the user `u` stands towards a caller, whose conversation with them is `c`. */
export const selectCorrespondent = (callerId: string) => sql`
  u.id, u.name, u.is_pro, u.deleted_at is not null as is_closed, coalesce(u.preferences ->> 'messages_from', 'followed') as accepts,
  exists (select 1 from relations f where f.user_id = u.id and f.other_id = ${callerId} and f.kind = 'follow') as follows,
  coalesce(c.received_seq > 0, false) as has_written, c.user_id is not null as is_known
`;

interface KnownCorrespondent extends Correspondent {
  /** The caller has deleted the conversation up to here. */
  removed_seq: number;
  is_unread: boolean;
}

/** Whether somebody has not read the latest message that they received in the conversation `c`. */
const IS_UNREAD = sql<boolean>`(c.received_seq > greatest(c.read_seq, c.removed_seq))`;

/** A person for a caller; undefined for one whom the caller cannot see, such as after a block or with a closed account and no conversation. */
export async function findCorrespondent(db: Db | Tx, callerId: string, personId: string): Promise<KnownCorrespondent | undefined> {
  const { rows } = await sql<KnownCorrespondent>`
    select ${selectCorrespondent(callerId)}, coalesce(c.removed_seq, 0) as removed_seq, coalesce(${IS_UNREAD}, false) as is_unread
    from users u left join conversations c on c.user_id = ${callerId} and c.other_id = u.id
    where u.id = ${personId} and u.id <> ${callerId} and ${isUnblocked(sql`u.id`, callerId)} and (u.deleted_at is null or c.user_id is not null)
  `.execute(db);
  return rows[0];
}

export interface MessageRow {
  id: string;
  seq: number;
  user_id: string;
  text: string;
  observation_id: string | null;
  state: Message['state'];
  written_at: Date;
}

/** A message as the caller reads it: without what its sender deleted, or erases with their account, or a moderator hid from others. */
const readColumns = (callerId: string) => sql`
  m.id, m.seq::integer as seq, m.user_id, m.written_at,
  case when m.deleted_at is not null or s.erase_after is not null then 'deleted' when m.hidden_at is not null then 'hidden' else 'sent' end as state,
  case when m.deleted_at is null and s.erase_after is null and (m.hidden_at is null or m.user_id = ${callerId}) then m.text else '' end as text,
  case when m.deleted_at is null and s.erase_after is null and (m.hidden_at is null or m.user_id = ${callerId}) then m.observation_id end as observation_id
`;

/** The sender `s` of the message `m`. */
const SENDER = sql`cross join lateral (select erase_after from users where id = m.user_id offset 0) s`;

/** The messages `m` of two people, in any order of the two. */
const betweenIds = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql`
  least(m.user_id, m.recipient_id) = least(${one}, ${other}) and greatest(m.user_id, m.recipient_id) = greatest(${one}, ${other})
`;
const ofPair = (one: string, other: string) => betweenIds(sql`${one}::uuid`, sql`${other}::uuid`);

interface Span {
  /** Only later messages: the caller has deleted these. */
  after: number;
  /** Only earlier ones. */
  before: number | null;
  limit: number;
}

/** The messages of the caller and a person, the latest first. */
export async function listMessages(db: Db, callerId: string, personId: string, { after, before, limit }: Span): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${readColumns(callerId)} from messages m ${SENDER}
    where ${ofPair(callerId, personId)} and m.seq > ${after} and (${before}::bigint is null or m.seq < ${before}::bigint)
    order by m.seq desc limit ${limit}
  `.execute(db);
  return rows;
}

export interface ConversationRow extends Omit<MessageRow, 'seq'> {
  other_id: string;
  name: string;
  is_pro: boolean;
  last_seq: number;
  is_unread: boolean;
}

/** The conversations of a person, the one with the latest message first; from before a position on. */
export async function listOwnConversations(
  db: Db,
  userId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select c.other_id, o.name, o.is_pro, c.last_seq::integer as last_seq, ${IS_UNREAD} as is_unread,
      ${readColumns(userId)}
    from conversations c join messages m on m.seq = c.last_seq and ${betweenIds(sql`c.user_id`, sql`c.other_id`)} ${SENDER}
      cross join lateral (select name, is_pro from users where id = c.other_id offset 0) o
    where c.user_id = ${userId} and c.last_seq > c.removed_seq and ${isUnblocked(sql`c.other_id`, userId)}
      and (${before}::bigint is null or c.last_seq < ${before}::bigint)
    order by c.last_seq desc limit ${limit}
  `.execute(db);
  return rows;
}

interface StoredMessage {
  id: string;
  seq: number;
  user_id: string;
  recipient_id: string;
  text: string;
  observation_id: string | null;
  deleted_at: Date | null;
}

export async function findMessage(tx: Tx, id: string): Promise<StoredMessage | undefined> {
  const { rows } = await sql<StoredMessage>`
    select id, seq::integer as seq, user_id, recipient_id, text, observation_id, deleted_at from messages where id = ${id}
  `.execute(tx);
  return rows[0];
}

interface Counts {
  /** When the person wrote each message since an hour ago, and began each conversation since a day ago, the oldest first. */
  written: Date[];
  begun: Date[];
  /** Whether the account is too new to begin many (decision 0064). */
  is_new: boolean;
}

/** What counts towards the limits of a person, whose row has to be locked. */
export async function findCounts(tx: Tx, userId: string, since: { hour: Date; day: Date }): Promise<Counts> {
  const { rows } = await sql<Record<'written' | 'begun', string[]> & { is_new: boolean }>`
    select
      (select coalesce(json_agg(m.created_at order by m.created_at), '[]') from messages m
        where m.user_id = iu.id and m.created_at > ${since.hour}) as written,
      (select coalesce(json_agg(c.begun_at order by c.begun_at), '[]') from conversations c
        where c.user_id = iu.id and c.begun_at > ${since.day}) as begun,
      ${IS_NEW_ACCOUNT} as is_new
    from users iu where iu.id = ${userId}
  `.execute(tx);
  const { written, begun, is_new } = onlyRow(rows);
  return { written: written.map((at) => new Date(at)), begun: begun.map((at) => new Date(at)), is_new };
}

interface NewMessage {
  id: string;
  user_id: string;
  recipient_id: string;
  text: string;
  observation_id: string | null;
  written_at: Date;
  created_at: Date;
}

/** Stores a message, as the latest of the conversation of both; what its sender had before is read with it. False if the id is in use. */
export async function insertMessage(tx: Tx, row: NewMessage): Promise<boolean> {
  const { rows } = await sql`
    with written as (
      insert into messages (id, user_id, recipient_id, text, observation_id, written_at, created_at)
      values (${row.id}, ${row.user_id}, ${row.recipient_id}, ${row.text}, ${row.observation_id}, ${row.written_at}, ${row.created_at})
      on conflict (id) do nothing returning seq
    )
    insert into conversations as c (user_id, other_id, last_seq, received_seq, read_seq, begun_at)
    select ${row.user_id}::uuid, ${row.recipient_id}::uuid, seq, 0, seq, ${row.created_at}::timestamptz from written
    union all select ${row.recipient_id}, ${row.user_id}, seq, seq, 0, null from written
    on conflict (user_id, other_id) do update set last_seq = excluded.last_seq,
      received_seq = greatest(c.received_seq, excluded.received_seq), read_seq = greatest(c.read_seq, excluded.read_seq)
    returning 1
  `.execute(tx);
  return rows.length > 0;
}

/** Empties a message for both. Does nothing to one that is deleted. */
export async function setMessageDeleted(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update messages set text = '', observation_id = null, deleted_at = ${now} where id = ${id} and deleted_at is null`.execute(tx);
}

/** Hides a message from everybody but its sender and moderators, or shows it again. */
export async function setMessageHidden(tx: Tx, id: string, isHidden: boolean): Promise<void> {
  await sql`update messages set hidden_at = ${isHidden ? sql`now()` : null} where id = ${id}`.execute(tx);
}

/** Marks the conversation of a person as read through a message; with `isRemoved` deletes it for the person up to there too. */
export async function setConversationRead(
  tx: Tx,
  { userId, otherId, seq, isRemoved }: { userId: string; otherId: string; seq: number; isRemoved: boolean },
): Promise<void> {
  await sql`
    update conversations set read_seq = greatest(read_seq, ${seq}::bigint)
      ${isRemoved ? sql`, removed_seq = greatest(removed_seq, ${seq}::bigint)` : sql``}
    where user_id = ${userId} and other_id = ${otherId}
  `.execute(tx);
}

/** The latest message that a person received from another, up to one; undefined if there is none. */
export async function findReceived(tx: Tx, userId: string, otherId: string, through: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select m.id from messages m
    where ${ofPair(userId, otherId)} and m.recipient_id = ${userId} and m.seq <= ${through} order by m.seq desc limit 1
  `.execute(tx);
  return rows[0]?.id;
}

/** Empties what a person wrote, and deletes the person's side of all conversations. Idempotent. */
export async function eraseMessages(db: Db, userId: string): Promise<void> {
  await sql`
    update messages set text = '', observation_id = null, deleted_at = coalesce(deleted_at, now()) where user_id = ${userId}
  `.execute(db);
  await sql`delete from conversations where user_id = ${userId}`.execute(db);
}
