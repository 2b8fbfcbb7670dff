import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { IS_CREDITED } from '../media/store.ts';
import { onlyRow } from '../../db/only-row.ts';

export interface OverviewRow {
  users: number;
  admins: number;
  curators: number;
  new_users: number;
  open_feedback: number;
  open_reports: number;
  invitations: number;
}

export async function countOverview(db: Db, now: Date, since: Date): Promise<OverviewRow> {
  const { rows } = await sql<OverviewRow>`
    select u.users, u.admins, u.curators, u.new_users,
      (select count(*) from feedback f where f.state = 'received' and f.duplicate_of is null)::int as open_feedback,
      (select count(*) from reports r where r.state = 'open')::int
        + (select count(*) from appeals a where a.answered_at is null)::int as open_reports,
      (select count(*) from invitations i where i.revoked_at is null and i.expires_at > ${now} and i.uses < i.max_uses)::int as invitations
    from (
      select count(*)::int as users, (count(*) filter (where 'admin' = any(roles)))::int as admins,
        (count(*) filter (where 'curator' = any(roles)))::int as curators,
        (count(*) filter (where created_at > ${since}))::int as new_users
      from users where deleted_at is null
    ) u
  `.execute(db);
  return onlyRow(rows);
}

const MAX_TABLES = 10;
const MAX_PEOPLE = 10;

export async function findDatabaseSize(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return onlyRow(rows).bytes;
}

/** The largest tables with their indexes. */
export async function listTableSizes(db: Db): Promise<{ name: string; bytes: number }[]> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc, 1 limit ${MAX_TABLES}
  `.execute(db);
  return rows;
}

export async function sumPhotos(db: Db): Promise<{ photos: number; photo_bytes: number }> {
  const { rows } = await sql<{ photos: number; photo_bytes: number }>`
    select count(*)::int as photos, coalesce(sum(byte_length + companion_length), 0)::bigint as photo_bytes from media
  `.execute(db);
  return onlyRow(rows);
}

/** The people whose photos take most space, without the images of species that they brought from elsewhere. */
export async function listLargestOwners(db: Db): Promise<{ id: string; name: string; photos: number; bytes: number }[]> {
  const { rows } = await sql<{ id: string; name: string; photos: number; bytes: number }>`
    select m.user_id as id, u.name, m.photos, m.bytes
    from (
      select user_id, count(*)::int as photos, sum(byte_length + companion_length)::bigint as bytes
      from media where not ${IS_CREDITED} group by user_id order by 3 desc, 1 limit ${MAX_PEOPLE}
    ) m join users u on u.id = m.user_id
    order by m.bytes desc, m.user_id
  `.execute(db);
  return rows;
}
