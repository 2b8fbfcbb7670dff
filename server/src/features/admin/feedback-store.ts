import type { listQueuedFeedback, QueryOf } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { type FeedbackRow, REPLIES, type ReplyJson, STATE } from '../feedback/store.ts';
import { onlyRow } from '../../db/only-row.ts';

export interface QueuedRow extends FeedbackRow {
  author_name: string | null;
  assignee_name: string | null;
  replies: number;
  votes: number;
  duplicate_ticket: number | null;
  /** The time as exactly as the database compares it. */
  position: string;
}

type Filter = Pick<QueryOf<typeof listQueuedFeedback>, 'search' | 'view' | 'kind'>;

const COLUMNS = sql`f.*, ${STATE}, f.created_at::text as position, d.ticket as duplicate_ticket,
  (select a.name from users a where a.id = f.user_id and a.deleted_at is null) as author_name,
  (select a.name from users a where a.id = f.assignee_id and a.deleted_at is null) as assignee_name,
  (select count(*) from feedback_replies r where r.feedback_id = f.id)::int as replies,
  (select count(*) from feedback_votes v where v.feedback_id = f.id)::int as votes`;
const TABLES = sql`feedback f left join feedback d on d.id = f.duplicate_of`;

const IS_OPEN = sql`(f.state in ('received', 'planned') and f.duplicate_of is null)`;
const VIEWS: Record<NonNullable<Filter['view']>, (adminId: string) => RawBuilder<unknown>> = {
  open: () => IS_OPEN,
  mine: (adminId) => sql`${IS_OPEN} and f.assignee_id = ${adminId}`,
  unassigned: () => sql`${IS_OPEN} and f.assignee_id is null`,
  published: () => sql`f.public_text is not null`,
  closed: () => sql`not ${IS_OPEN}`,
  all: () => sql`true`,
};

function isWanted({ search, view = 'open', kind }: Filter, adminId: string): RawBuilder<boolean> {
  const part = search?.trim().toLowerCase() ?? '';
  const ticket = /^#?(\d{1,9})$/.exec(part)?.[1];
  const conditions = [
    VIEWS[view](adminId),
    ...(part === '' ? [] : [ticket ? sql`f.ticket = ${Number(ticket)}` : sql`position(${part} in lower(f.text)) > 0`]),
    ...(kind === undefined ? [] : [sql`f.kind = ${kind}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

export async function listQueue(
  db: Db,
  filter: Filter & { adminId: string },
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<QueuedRow[]> {
  const [at, id] = after ?? [];
  const position = after === null ? sql`true` : sql`(f.created_at, f.id) < (${at}::timestamptz, ${id}::uuid)`;
  const { rows } = await sql<QueuedRow>`
    select ${COLUMNS} from ${TABLES} where ${isWanted(filter, filter.adminId)} and ${position}
    order by f.created_at desc, f.id desc limit ${limit}
  `.execute(db);
  return rows;
}

export async function countQueue(db: Db, filter: Filter & { adminId: string }): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from feedback f where ${isWanted(filter, filter.adminId)}
  `.execute(db);
  return onlyRow(rows).total;
}

export type QueuedDetails = QueuedRow & { email: string | null; conversation: ReplyJson[] };

export async function findQueued(db: Db, id: string): Promise<QueuedDetails | undefined> {
  const { rows } = await sql<QueuedDetails>`
    select ${COLUMNS}, ${REPLIES} as conversation,
      (select a.email from users a where a.id = f.user_id and a.deleted_at is null and f.may_contact) as email
    from ${TABLES} where f.id = ${id}
  `.execute(db);
  return rows[0];
}

/** A message, locked so that admins change it one after another. */
export async function lockFeedback(tx: Tx, id: string): Promise<FeedbackRow | undefined> {
  return tx.selectFrom('feedback').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findTicket(tx: Tx, ticket: number): Promise<FeedbackRow | undefined> {
  return tx.selectFrom('feedback').selectAll().where('ticket', '=', ticket).executeTakeFirst();
}
