import { type AdminAct, listAdminActs } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serve } from '../../http/serve.ts';
import { withRole } from '../accounts/access.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { type ActRow, listActs } from './log-store.ts';

const PAGE = 50;

/** What admins have done. */
export function serveLog(app: FastifyInstance, context: Context): void {
  serve(app, listAdminActs, withRole(context, 'admin'), async ({ query }) => {
    const { action, user_id: userId, limit = PAGE } = query;
    const [before = null] = readPosition('log', query.cursor) ?? [];
    const rows = await listActs(context.db, { action, userId, before, limit: limit + 1 });
    return presentPage(rows, limit, { list: 'log', positionOf: ({ seq }) => [String(seq)], present: presentAct });
  });
}

function presentAct(row: ActRow): AdminAct {
  const { id, action, subject_kind, subject_id, subject_name, details } = row;
  const actor = row.actor_name === null ? null : { id: row.actor_id, name: row.actor_name };
  return { id, action, actor, subject_kind, subject_id, subject_name, details, at: row.at.toISOString() };
}
