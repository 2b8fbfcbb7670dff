import { type AdminAct, type AdminAction, listAdminActs } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { withRole } from '../accounts/access.ts';

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

interface ActRow extends Omit<AdminAct, 'actor' | 'at'> {
  seq: number;
  actor_id: string;
  actor_name: string | null;
  at: Date;
}

interface ActsQuery {
  action: AdminAction | undefined;
  userId: string | undefined;
  /** Only acts before this one. */
  before: string | null;
  limit: number;
}

/** Acts of admins, the latest first, with the names that people have now. */
async function listActs(db: Db, { action, userId, before, limit }: ActsQuery): Promise<ActRow[]> {
  const conditions = [
    sql`true`,
    ...(action === undefined ? [] : [sql`l.action = ${action}`]),
    ...(userId === undefined ? [] : [sql`l.subject_kind = 'user' and l.subject_id = ${userId}`]),
    ...(before === null ? [] : [sql`l.seq < ${before}::bigint`]),
  ];
  const { rows } = await sql<ActRow>`
    select l.id, l.seq, l.actor_id, l.action, l.subject_kind, l.subject_id, l.details, l.at,
      (select a.name from users a where a.id = l.actor_id and a.deleted_at is null) as actor_name,
      case l.subject_kind
        when 'user' then (select su.name from users su where su.id = l.subject_id::uuid and su.deleted_at is null)
        when 'invitation' then (select i.label from invitations i where i.id = l.subject_id::uuid)
        when 'announcement' then (select left(t.texts ->> 'en', 60) from toasts t where t.id = l.subject_id)
        when 'sensitive_taxa' then (select t.scientific_name from taxa t where t.id = case when l.subject_id ~ '^[0-9]+$' then l.subject_id::integer end)
        when 'feedback' then (select '#' || f.ticket from feedback f where f.id = l.subject_id::uuid)
        else l.subject_id
      end as subject_name
    from admin_log l where ${sql.join(conditions, sql` and `)} order by l.seq desc limit ${limit}
  `.execute(db);
  return rows;
}
