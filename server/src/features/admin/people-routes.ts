import { type AdminUser, endUserSessions, getAdminUser, listAdminUsers, Role } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { withRole } from '../accounts/access.ts';
import { endSessions, listUserSessions } from '../accounts/sessions.ts';
import { lockUser } from '../accounts/store.ts';
import { logAct } from '../operations/audit.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { countPeople, countStored, findPerson, listPeople, type PersonRow } from './people-store.ts';

const PAGE = 50;

/** The accounts, for admins. Roles are changed by `PATCH /api/users/:id`, and accounts closed by `POST /api/delete-account`. */
export function servePeople(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const access = withRole(context, 'admin');

  serve(app, listAdminUsers, access, async ({ query }) => {
    const { sort = 'created_at', order = sort === 'name' ? 'asc' : 'desc', limit = PAGE } = query;
    const list = `users ${sort} ${order}`;
    const page = { sort, isDescending: order === 'desc', after: readPosition(list, query.cursor), limit: limit + 1 };
    const rows = await listPeople(db, query, page);
    return {
      ...presentPage(rows, limit, { list, positionOf: ({ position, id }) => [position, id], present: presentPerson }),
      total: await countPeople(db, query),
    };
  });

  serve(app, getAdminUser, access, async ({ params }) => {
    const row = await findPerson(db, params.id);
    if (!row) throw new Fault('not_found');
    const sessions = await listUserSessions(db, row.id, context.now());
    return {
      data: {
        ...presentPerson(row),
        ...(await countStored(db, row.id)),
        sessions: sessions.map(({ id, device_name, created_at, last_seen_at }) => ({
          id,
          device_name,
          created_at: created_at.toISOString(),
          last_seen_at: last_seen_at.toISOString(),
        })),
      },
    };
  });

  serve(app, endUserSessions, access, ({ params: { id }, caller }) =>
    inTransaction(db, async (tx) => {
      const now = context.now();
      if (!(await lockUser(tx, id))) throw new Fault('not_found');
      await endSessions(tx, id, now, id === caller.userId ? caller.sessionId : undefined);
      await logAct(tx, { actorId: caller.userId, action: 'end_sessions', subject: ['user', id] }, now);
      return undefined;
    }),
  );
}

function presentPerson(row: PersonRow): AdminUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    email_confirmed: row.email_confirmed_at !== null,
    roles: row.roles.map((role) => Role.parse(role)),
    is_pro: row.is_pro,
    country_code: row.country_code,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  };
}
