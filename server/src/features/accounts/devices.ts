import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** More than anybody has; further ones are not remembered. */
const MOST_DEVICES = 100;
const HOUR = "interval '1 hour'";

/** What waits on a device, as the device says it; written where it changed, and else once an hour. */
export async function noteUnsent(db: Db, userId: string, deviceId: string, unsent: number, now: Date): Promise<void> {
  await sql`
    insert into devices (user_id, id, unsent, told_at)
    select ${userId}::uuid, ${deviceId}::uuid, ${unsent}::integer, ${now}::timestamptz
    where (select count(*) from devices where user_id = ${userId}) < ${MOST_DEVICES}
      or exists (select 1 from devices where user_id = ${userId} and id = ${deviceId})
    on conflict (user_id, id) do update set unsent = excluded.unsent, told_at = excluded.told_at
    where devices.unsent <> excluded.unsent or devices.told_at < excluded.told_at - ${sql.raw(HOUR)}
  `.execute(db);
}

/** How much a device of a person said was waiting there the last time; null where it never said. */
export async function findUnsent(db: Db, userId: string, deviceId: string): Promise<number | null> {
  const row = await db.selectFrom('devices').select('unsent').where('user_id', '=', userId).where('id', '=', deviceId).executeTakeFirst();
  return row?.unsent ?? null;
}

/** Devices nobody heard of for as long as a session lasts. */
export async function removeOldDevices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('told_at', '<', new Date(now.getTime() - 400 * 86_400_000))
    .execute();
}
