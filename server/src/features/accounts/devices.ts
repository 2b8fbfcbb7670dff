import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** Limit of devices per person; further devices are not stored. */
const MAX_DEVICES = 100;
const HOUR = "interval '1 hour'";

/** Stores the number of unsent items reported by a device. Writes only if it changed or an hour has passed. */
export async function setUnsent(db: Db, userId: string, deviceId: string, unsent: number, now: Date): Promise<void> {
  await sql`
    insert into devices (user_id, id, unsent, told_at)
    select ${userId}::uuid, ${deviceId}::uuid, ${unsent}::integer, ${now}::timestamptz
    where (select count(*) from devices where user_id = ${userId}) < ${MAX_DEVICES}
      or exists (select 1 from devices where user_id = ${userId} and id = ${deviceId})
    on conflict (user_id, id) do update set unsent = excluded.unsent, told_at = excluded.told_at
    where devices.unsent <> excluded.unsent or devices.told_at < excluded.told_at - ${sql.raw(HOUR)}
  `.execute(db);
}

/** The number of unsent items that a device last reported; null if it never reported any. */
export async function findUnsent(db: Db, userId: string, deviceId: string): Promise<number | null> {
  const row = await db.selectFrom('devices').select('unsent').where('user_id', '=', userId).where('id', '=', deviceId).executeTakeFirst();
  return row?.unsent ?? null;
}

/** Deletes devices that have not reported for 400 days, the lifetime of a session. */
export async function removeOldDevices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('told_at', '<', new Date(now.getTime() - 400 * 86_400_000))
    .execute();
}
