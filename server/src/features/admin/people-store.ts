import type { listAdminUsers, QueryOf } from '@veld/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { UserRow } from '../../db/rows.ts';
import { IS_CREDITED } from '../media/store.ts';
import { onlyRow } from '../../db/only-row.ts';

export type PersonRow = Pick<
  UserRow,
  'id' | 'name' | 'email' | 'email_confirmed_at' | 'roles' | 'is_pro' | 'country_code' | 'created_at'
> & {
  last_seen_at: Date | null;
};

/** A row of a list, with the value that it is sorted by, exactly as the database compares it. */
export type ListedPerson = PersonRow & { position: string };

export type PeopleQuery = Pick<QueryOf<typeof listAdminUsers>, 'search' | 'role' | 'country'>;

export interface PeoplePage {
  sort: 'created_at' | 'name';
  isDescending: boolean;
  after: readonly string[] | null;
  limit: number;
}

const COLUMNS = sql`u.id, u.name, u.email, u.email_confirmed_at, u.roles, u.is_pro, u.country_code, u.created_at,
  (select max(s.last_seen_at) from sessions s where s.user_id = u.id and s.revoked_at is null) as last_seen_at`;

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

export async function listPeople(db: Db, query: PeopleQuery, { sort, isDescending, after, limit }: PeoplePage): Promise<ListedPerson[]> {
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

export async function countPeople(db: Db, query: PeopleQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from users u where ${isWanted(query)}`.execute(db);
  return onlyRow(rows).total;
}

export async function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`select ${COLUMNS} from users u where u.id = ${id} and u.deleted_at is null`.execute(db);
  return rows[0];
}

export interface StoredFigures {
  records: number;
  photos: number;
  photo_bytes: number;
}

/** What a person has stored: records that are not deleted, and photos of their own. */
export async function countStored(db: Db, id: string): Promise<StoredFigures> {
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
