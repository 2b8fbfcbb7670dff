import type { AdminAct, AdminAction } from '@veld/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

export interface ActRow extends Omit<AdminAct, 'actor' | 'at'> {
  seq: number;
  actor_id: string;
  actor_name: string | null;
  at: Date;
}

export interface ActsQuery {
  action: AdminAction | undefined;
  userId: string | undefined;
  /** Only acts before this one. */
  before: string | null;
  limit: number;
}

/** Acts of admins, the latest first, with the names that people have now. */
export async function listActs(db: Db, { action, userId, before, limit }: ActsQuery): Promise<ActRow[]> {
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
        when 'feedback' then (select '#' || f.ticket from feedback f where f.id = l.subject_id::uuid)
        else l.subject_id
      end as subject_name
    from admin_log l where ${sql.join(conditions, sql` and `)} order by l.seq desc limit ${limit}
  `.execute(db);
  return rows;
}
