import {
  type BodyOf,
  Feedback,
  getQueuedFeedback,
  listQueuedFeedback,
  patchQueuedFeedback,
  type QueryOf,
  type QueuedFeedback,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { onlyRow } from '../../db/rows.ts';
import type { Db, Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { withRole } from '../accounts/access.ts';
import { lockUser } from '../accounts/store.ts';
import { presentReply } from '../feedback/present.ts';
import {
  type FeedbackChange,
  type FeedbackRow,
  moveDuplicates,
  REPLIES,
  type ReplyJson,
  STATE,
  updateFeedback,
} from '../feedback/store.ts';
import { logAct } from '../operations/audit.ts';

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

const PAGE = 50;

/** The feedback of everybody. Admins reply by the same route as its authors. */
export function serveFeedbackQueue(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = withRole(context, 'admin');

  serve(app, listQueuedFeedback, access, async ({ query, caller }) => {
    const { limit = PAGE, cursor, ...filter } = query;
    const wanted = { ...filter, adminId: caller.userId };
    const rows = await listQueue(db, wanted, { after: readPosition('feedback', cursor), limit: limit + 1 });
    const page = presentPage(rows, limit, { list: 'feedback', positionOf: ({ position, id }) => [position, id], present: presentQueued });
    return { ...page, total: await countQueue(db, wanted) };
  });

  serve(app, getQueuedFeedback, access, async ({ params }) => {
    const row = await findQueued(db, params.id);
    if (!row) throw new Fault('not_found');
    const { email, diagnostics, conversation } = row;
    return { data: { ...presentQueued(row), email, diagnostics, conversation: conversation.map(presentReply) } };
  });

  serve(app, patchQueuedFeedback, access, ({ params: { id }, body, caller }) =>
    inTransaction(db, async (tx) => {
      await changeFeedback(tx, { id, actorId: caller.userId, body, now: context.now() });
      return undefined;
    }),
  );
}

function presentQueued(row: QueuedRow): QueuedFeedback {
  const { id, ticket, text, may_contact, has_screenshot, state, reason, replies, votes, public_text } = row;
  return {
    id,
    ticket,
    kind: Feedback.shape.kind.parse(row.kind),
    text,
    may_contact,
    has_screenshot,
    state,
    reason,
    created_at: row.created_at.toISOString(),
    author: row.author_name === null ? null : { id: row.user_id, name: row.author_name },
    assignee: row.assignee_id === null || row.assignee_name === null ? null : { id: row.assignee_id, name: row.assignee_name },
    replies,
    votes,
    public_text,
    duplicate_of: row.duplicate_ticket,
  };
}

interface Change {
  id: string;
  actorId: string;
  body: BodyOf<typeof patchQueuedFeedback>;
  now: Date;
}

/** Changes what becomes of a message, and logs it. */
async function changeFeedback(tx: Tx, { id, actorId, body, now }: Change): Promise<void> {
  const before = await lockFeedback(tx, id);
  if (!before) throw new Fault('not_found');
  const { duplicate_of: ticket, ...set } = body;
  const change: FeedbackChange = { ...set };
  if (set.reason !== undefined) change.reason = set.reason.trim();
  if (set.public_text) change.public_text = set.public_text.trim();
  if (set.assignee_id && !(await lockUser(tx, set.assignee_id))?.roles.includes('admin')) throw invalid('assignee_id', 'choice');
  const state = set.state ?? before.state;
  if (set.state !== undefined) change.closed_at = state === 'done' || state === 'declined' ? (before.closed_at ?? now) : null;
  if (ticket !== undefined) change.duplicate_of = ticket === null ? null : await targetOf(tx, id, ticket);
  if (change.duplicate_of) {
    await moveDuplicates(tx, id, change.duplicate_of);
    // Everybody votes for the one that stays.
    change.public_text = null;
  }
  if (Object.keys(change).length === 0) return;
  await updateFeedback(tx, id, change);
  const details = {
    ...(set.state === undefined ? {} : { state: set.state }),
    ...(ticket ? { duplicate_of: `#${ticket}` } : {}),
    ...(set.public_text === undefined ? {} : { is_published: set.public_text !== null }),
  };
  await logAct(tx, { actorId, action: 'change_feedback', subject: ['feedback', id], details }, now);
}

/** The message with a ticket, or the one that this repeats; 422 if there is none, or if it would repeat itself. */
async function targetOf(tx: Tx, id: string, ticket: number): Promise<string> {
  const found = await findTicket(tx, ticket);
  const target = found?.duplicate_of ?? found?.id;
  if (target === undefined || target === id) throw invalid('duplicate_of', 'ticket');
  return target;
}

interface QueuedRow extends FeedbackRow {
  author_name: string | null;
  assignee_name: string | null;
  replies: number;
  votes: number;
  duplicate_ticket: number | null;
  /** The time as exactly as the database compares it. */
  position: string;
}

type Filter = Pick<QueryOf<typeof listQueuedFeedback>, 'search' | 'view' | 'kind'>;

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

async function listQueue(
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

async function countQueue(db: Db, filter: Filter & { adminId: string }): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from feedback f where ${isWanted(filter, filter.adminId)}
  `.execute(db);
  return onlyRow(rows).total;
}

type QueuedDetails = QueuedRow & { email: string | null; conversation: ReplyJson[] };

async function findQueued(db: Db, id: string): Promise<QueuedDetails | undefined> {
  const { rows } = await sql<QueuedDetails>`
    select ${COLUMNS}, ${REPLIES} as conversation,
      (select a.email from users a where a.id = f.user_id and a.deleted_at is null and f.may_contact) as email
    from ${TABLES} where f.id = ${id}
  `.execute(db);
  return rows[0];
}

/** A message, locked so that admins change it one after another. */
async function lockFeedback(tx: Tx, id: string): Promise<FeedbackRow | undefined> {
  return tx.selectFrom('feedback').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

async function findTicket(tx: Tx, ticket: number): Promise<FeedbackRow | undefined> {
  return tx.selectFrom('feedback').selectAll().where('ticket', '=', ticket).executeTakeFirst();
}
