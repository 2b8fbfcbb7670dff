import { type AdminUser, endUserSessions, getAdminUser, listAdminUsers, type QueryOf, Role } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { onlyRow, type UserRow } from '../../db/rows.ts';
import type { Db } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { presentPage, readPosition } from '../../http/position.ts';
import { serve } from '../../http/serve.ts';
import { withRole } from '../accounts/access.ts';
import { endSessions, listUserSessions } from '../accounts/sessions.ts';
import { lockUser } from '../accounts/store.ts';
import { IS_CREDITED } from '../media/store.ts';
import { logAct } from '../operations/audit.ts';

const COLUMNS = sql`u.id, u.name, u.email, u.email_confirmed_at, u.roles, u.is_pro, u.country_code, u.created_at,
  (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.revoked_at is null) as last_seen_at`;

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

type PersonRow = Pick<UserRow, 'id' | 'name' | 'email' | 'email_confirmed_at' | 'roles' | 'is_pro' | 'country_code' | 'created_at'> & {
  last_seen_at: Date | null;
};

/** A row of a list, with the value that it is sorted by, exactly as the database compares it. */
type ListedPerson = PersonRow & { position: string };

type PeopleQuery = Pick<QueryOf<typeof listAdminUsers>, 'search' | 'role' | 'country'>;

interface PeoplePage {
  sort: 'created_at' | 'name';
  isDescending: boolean;
  after: readonly string[] | null;
  limit: number;
}

function isWanted({ search, role, country }: PeopleQuery): RawBuilder<boolean> {
  const part = search?.trim().toLowerCase() ?? '';
  const conditions = [
    sql`u.deleted_at is null`,
    ...(part === '' ? [] : [sql`(position(${part} in lower(u.name)) > 0 or position(${part} in lower(u.email)) > 0)`]),
    ...(role === undefined ? [] : [role === 'pro' ? sql`u.is_pro` : sql`${role} = any(u.roles)`]),
    ...(country === undefined ? [] : [sql`u.country_code = ${country}`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

async function listPeople(db: Db, query: PeopleQuery, { sort, isDescending, after, limit }: PeoplePage): Promise<ListedPerson[]> {
  const key = sort === 'name' ? sql`lower(u.name)` : sql`u.created_at`;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const [value, id] = after ?? [];
  const typed = sort === 'name' ? sql`${value}::text` : sql`${value}::timestamptz`;
  const position = after === null ? sql`true` : sql`(${key}, u.id) ${isDescending ? sql`<` : sql`>`} (${typed}, ${id}::uuid)`;
  const { rows } = await sql<ListedPerson>`
    select ${COLUMNS}, ${key}::text as position from users u where ${isWanted(query)} and ${position} order by ${key} ${direction}, u.id ${direction} limit ${limit}
  `.execute(db);
  return rows;
}

async function countPeople(db: Db, query: PeopleQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from users u where ${isWanted(query)}`.execute(db);
  return onlyRow(rows).total;
}

async function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`select ${COLUMNS} from users u where u.id = ${id} and u.deleted_at is null`.execute(db);
  return rows[0];
}

interface StoredFigures {
  records: number;
  photos: number;
  photo_bytes: number;
}

/** What a person has stored: records that are not deleted, and photos of their own. */
async function countStored(db: Db, id: string): Promise<StoredFigures> {
  const { rows } = await sql<StoredFigures>`
    select (select count(*) from observations o where o.user_id = ${id} and o.deleted_at is null)::int as records,
      m.photos, m.photo_bytes
    from (
      select count(*)::int as photos, coalesce(sum(byte_length + companion_length), 0)::bigint as photo_bytes
      from media where user_id = ${id} and not ${IS_CREDITED}
    ) m
  `.execute(db);
  return onlyRow(rows);
}
