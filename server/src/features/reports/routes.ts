import {
  getStanding,
  listHidden,
  listModerationActs,
  listReportCases,
  listReports,
  putAppeal,
  putModerationAct,
  putReport,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn, withRole } from '../accounts/access.ts';
import { notifyModerators } from '../notifications/write.ts';
import { findAppeal, insertAppeal, listHiddenItems } from './appeals.ts';
import { listActs, listCases } from './cases.ts';
import { decide } from './decide.ts';
import { findAppealable } from './hiding.ts';
import { endRestrictions, findStanding } from './people.ts';
import { listStanding } from './personal-appeals.ts';
import { forgetReportedTexts } from './reported-texts.ts';
import { presentAct, presentCase, presentHidden, presentReport } from './present.ts';
import { findReport, insertReport, listUserReports, lockReportsSince, findReportable } from './store.ts';

/** Reports of a person in a day. */
const MAX_A_DAY = 20;
const DAY_MS = 86_400_000;
/** Rows of the moderators’ lists in an answer. */
const PAGE = 50;

/** Reports, what moderators decide, and what people say against it (decision 0046). */
export function registerReports(app: FastifyInstance, context: Context): void {
  serveReports(app, context);
  serveAppeals(app, context);
  serveModeration(app, context);
  context.jobs.add({ name: 'ended-restrictions', cron: '* * * * *', timeLimit: 300, run: () => endRestrictions(context) });
  context.jobs.add({ name: 'reported-texts', cron: '33 3 * * *', run: () => forgetReportedTexts(context.db) });
}

function serveReports(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(
    app,
    putReport,
    access,
    ({ params: { id }, body, caller: { userId } }) =>
      inTransaction(db, async (tx) => {
        const now = context.now();
        const sent = await lockReportsSince(tx, userId, new Date(now.getTime() - DAY_MS));
        const existing = await findReport(tx, id);
        if (existing && existing.reporter_id !== userId) throw new Fault('not_found');
        if (existing) return undefined;
        // Reports are still possible after a block. No answer reveals whether the content exists, or who has blocked the other.
        const subject = await findReportable(tx, body.subject_kind, body.subject_id, userId);
        if (subject?.user_id === userId) throw new Fault('forbidden');
        // The limit applies to this route only, so the device may continue with other operations.
        const oldest = sent.at(-MAX_A_DAY);
        if (oldest) {
          const retryAfter = Math.ceil((oldest.getTime() + DAY_MS - now.getTime()) / 1000);
          throw new Fault('too_many_requests', { retryAfter, members: { scope: 'route' } });
        }
        const row = await insertReport(tx, {
          ...body,
          id,
          text: body.text.trim(),
          reporter_id: userId,
          subject_user_id: subject?.user_id ?? null,
          is_void: subject === undefined,
          reported_text: subject?.text ?? null,
          created_at: now,
        });
        if (!row) throw new Fault('not_found');
        return undefined;
      }),
    { problems: ['forbidden'] },
  );

  serve(app, listReports, access, async ({ caller }) => ({ data: (await listUserReports(db, caller.userId)).map(presentReport) }));
}

/** Whether the person has an appeal with this id; 404 for one of somebody else. */
async function isStored(tx: Tx, id: string, userId: string): Promise<boolean> {
  const existing = await findAppeal(tx, id);
  if (existing && existing.user_id !== userId) throw new Fault('not_found');
  return existing !== undefined;
}

function serveAppeals(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = loggedIn(context);

  serve(app, listHidden, access, async ({ caller }) => ({
    data: [...(await listStanding(db, caller.userId)), ...(await listHiddenItems(db, caller.userId))].map(presentHidden),
  }));

  serve(
    app,
    putAppeal,
    access,
    ({ params: { id }, body, caller: { userId } }) =>
      inTransaction(db, async (tx) => {
        if (await isStored(tx, id, userId)) return undefined;
        const subject = await findAppealable(tx, body.subject_kind, body.subject_id);
        if (subject?.user_id !== userId || subject.hidden_at === null) throw new Fault('not_found');
        const row = await insertAppeal(tx, { ...body, id, text: body.text.trim(), user_id: userId });
        // A simultaneous request may have stored it.
        if (!row && !(await isStored(tx, id, userId))) throw new Fault('conflict');
        if (!row) return undefined;
        const about = { kind: 'moderation', subject: `appeal ${body.subject_kind} ${body.subject_id}` } as const;
        await notifyModerators(tx, {
          ...about,
          causeId: id,
          actorId: userId,
          facts: { moderation: 'appealed', subject: body.subject_kind, path: '/admin/reports' },
        });
        return undefined;
      }),
    { problems: ['conflict'] },
  );
}

function serveModeration(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = withRole(context, 'admin');

  serve(app, listReportCases, access, async ({ query: { decided, cursor, limit = PAGE, ...filter } }) => {
    const isDecided = decided === '1';
    const list = isDecided ? 'decided reports' : 'open reports';
    const rows = await listCases(db, { isDecided, ...filter }, { after: readPosition(list, cursor), limit: limit + 1 });
    return presentPage(rows, limit, { list, positionOf: ({ position, id }) => [position, id], present: presentCase });
  });

  serve(
    app,
    putModerationAct,
    access,
    ({ params, body, caller }) =>
      inTransaction(db, async (tx) => {
        const { action, report_id, user_id, note, until } = body;
        const about = user_id === undefined ? { reportId: report_id! } : { userId: user_id };
        const ends = until ? new Date(until) : null;
        await decide(context, tx, { id: params.id, actorId: caller.userId, action, about, note: note.trim(), until: ends });
        return undefined;
      }),
    { problems: ['conflict', 'validation'] },
  );

  serve(app, getStanding, access, async ({ params: { id } }) => {
    const row = await findStanding(db, id);
    if (!row) throw new Fault('not_found');
    return { data: { standing: row.standing, until: row.standing_until?.toISOString() ?? null, is_actionable: row.is_actionable } };
  });

  serve(app, listModerationActs, access, async ({ query: { action, user_id: userId, cursor, limit = PAGE } }) => {
    const [before = null] = readPosition('moderation log', cursor) ?? [];
    const rows = await listActs(db, { action, userId, before, limit: limit + 1 });
    return presentPage(rows, limit, { list: 'moderation log', positionOf: ({ seq }) => [String(seq)], present: presentAct });
  });
}
