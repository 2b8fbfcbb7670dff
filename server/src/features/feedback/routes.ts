import {
  getFeedbackScreenshot,
  listFeedback,
  MAX_SCREENSHOT_CHARACTERS,
  putFeedback,
  putFeedbackReply,
  deleteVote,
  listIdeas,
  type PublicIdea,
  putVote,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve, keepBytes } from '../../http/serve.ts';
import { minuteLimit } from '../../http/write-limit.ts';
import { loggedIn, type Caller } from '../accounts/access.ts';
import { waitFor, WINDOW_MS, findFeedback, insertFeedback, listUserFeedback, lockFeedbackSince, findReply, insertReply } from './store.ts';
import { presentFeedback } from './present.ts';
import { removeOldScreenshots, screenshotKey, storeScreenshot } from './screenshots.ts';
import type { Tx, Db } from '../../db/open.ts';
import { logAct } from '../operations/audit.ts';

/** Room for the other parts of a message, each of which has its own limit. */
const BODY_BYTES = MAX_SCREENSHOT_CHARACTERS + 100_000;
/** Repeated requests included: each may have a picture to decode. */
const REQUESTS_PER_MINUTE = 20;

/** Feedback about Veld. The id is made on the device, so repeating a request changes nothing. */
export function registerFeedback(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);
  // The limit applies to this route only, so the device may continue with other operations.
  const count = minuteLimit(REQUESTS_PER_MINUTE, context.now, { scope: 'route' });

  serve(
    app,
    putFeedback,
    access,
    async ({ params: { id }, body, caller: { userId } }) => {
      const stored = await inTransaction(db, async (tx) => {
        const now = context.now();
        const existing = await findFeedback(tx, id);
        if (existing && existing.user_id !== userId) throw new Fault('not_found');
        if (existing) return existing;
        const sent = await lockFeedbackSince(tx, userId, new Date(now.getTime() - WINDOW_MS));
        // Read again, because a simultaneous request may have stored it while this one waited for the lock.
        const simultaneous = await findFeedback(tx, id);
        if (simultaneous?.user_id === userId) return simultaneous;
        const wait = waitFor(sent, now);
        // The limit applies to this route only, so the device may continue with other operations.
        if (wait > 0) throw new Fault('too_many_requests', { retryAfter: Math.ceil(wait / 1000), members: { scope: 'route' } });
        const { kind, text, may_contact, diagnostics = {} } = body;
        const app_version = diagnostics.app_version ?? body.app_version ?? null;
        const row = await insertFeedback(tx, { id, user_id: userId, kind, text, may_contact, app_version, diagnostics, created_at: now });
        if (!row) throw new Fault('not_found');
        return { ...row, replies: [] };
      });
      // After the message is stored, and again with a request that is repeated because this was interrupted.
      const { screenshot } = body;
      const has_screenshot =
        screenshot !== undefined && !stored.has_screenshot
          ? await storeScreenshot(context, id, { person: userId, base64: screenshot })
          : stored.has_screenshot;
      return { data: presentFeedback({ ...stored, has_screenshot }) };
    },
    { bodyLimit: BODY_BYTES, limit: ({ userId }) => count(userId) },
  );

  serve(app, listFeedback, access, async ({ caller }) => ({ data: (await listUserFeedback(db, caller.userId)).map(presentFeedback) }));

  serve(app, putFeedbackReply, access, ({ params, body, caller }) =>
    inTransaction(db, async (tx) => {
      await reply(tx, { id: params.reply, feedbackId: params.id, text: body.text.trim(), caller, now: context.now() });
      return undefined;
    }),
  );

  serve(app, getFeedbackScreenshot, access, async ({ params: { id }, caller, reply: response }) => {
    const row = await findFeedback(db, id);
    if (!row?.has_screenshot || (row.user_id !== caller.userId && !caller.roles.includes('admin'))) throw new Fault('not_found');
    void response.header('cache-control', 'private, no-cache').header('content-security-policy', "sandbox; default-src 'none'");
    return response
      .type('image/webp')
      .serializer(keepBytes)
      .send(context.files.read(screenshotKey(id)));
  });

  serveIdeas(app, context);
  context.jobs.add({ name: 'feedback-cleanup', cron: '52 3 * * *', run: () => removeOldScreenshots(context) });
}

interface ReplyInput {
  id: string;
  feedbackId: string;
  text: string;
  caller: Caller;
  now: Date;
}

/** Stores a reply of the author or of an admin; 404 for everybody else. Repeating it changes nothing. */
async function reply(tx: Tx, { id, feedbackId, text, caller, now }: ReplyInput): Promise<void> {
  const feedback = await findFeedback(tx, feedbackId);
  const isTeam = caller.roles.includes('admin') && feedback?.user_id !== caller.userId;
  if (!feedback || (feedback.user_id !== caller.userId && !isTeam)) throw new Fault('not_found');
  const row = { id, feedback_id: feedbackId, author_id: caller.userId, is_team: isTeam, text, created_at: now };
  if (await insertReply(tx, row)) {
    if (isTeam) await logAct(tx, { actorId: caller.userId, action: 'reply_feedback', subject: ['feedback', feedbackId] }, now);
    return;
  }
  const existing = await findReply(tx, id);
  if (existing?.author_id !== caller.userId || existing.feedback_id !== feedbackId) throw new Fault('not_found');
}

const MAX_LISTED = 200;

/** Published ideas, and the votes for them. */
function serveIdeas(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, listIdeas, access, async ({ caller }) => ({ data: await listPublished(context.readDb, caller.userId) }));

  serve(app, putVote, access, async ({ params: { id }, caller }) => {
    if (!(await isPublished(db, id))) throw new Fault('not_found');
    await insertVote(db, id, caller.userId);
    return undefined;
  });

  serve(app, deleteVote, access, async ({ params: { id }, caller }) => {
    if (!(await isPublished(db, id))) throw new Fault('not_found');
    await removeVote(db, id, caller.userId);
    return undefined;
  });
}

/** What admins have published, with the votes of everybody; open ideas first. */
async function listPublished(db: Db, callerId: string): Promise<PublicIdea[]> {
  const { rows } = await sql<PublicIdea>`
    select f.id, f.ticket, f.public_text as text, f.state, f.reason, count(v.user_id)::int as votes,
      coalesce(bool_or(v.user_id = ${callerId}), false) as has_voted
    from feedback f left join feedback_votes v on v.feedback_id = f.id
    where f.public_text is not null
    group by f.id order by f.state in ('done', 'declined'), votes desc, f.ticket desc limit ${MAX_LISTED}
  `.execute(db);
  return rows;
}

async function isPublished(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('feedback').select('id').where('id', '=', id).where('public_text', 'is not', null).executeTakeFirst();
  return row !== undefined;
}

async function insertVote(db: Db, feedbackId: string, userId: string): Promise<void> {
  await db
    .insertInto('feedback_votes')
    .values({ feedback_id: feedbackId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function removeVote(db: Db, feedbackId: string, userId: string): Promise<void> {
  await db.deleteFrom('feedback_votes').where('feedback_id', '=', feedbackId).where('user_id', '=', userId).execute();
}
