import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { onlyRow } from '../../db/only-row.ts';

/** Why a picture with these bytes was refused before; null if it was not. */
export async function findRefusal(db: Db, sha256: Buffer): Promise<string | null> {
  const row = await db.selectFrom('refused_pictures').select('reason').where('sha256', '=', sha256).executeTakeFirst();
  return row?.reason ?? null;
}

export async function insertRefusal(db: Db, sha256: Buffer, reason: string, now: Date): Promise<void> {
  await sql`
    insert into refused_pictures (sha256, reason, refused_at) values (${sha256}, ${reason}, ${now})
    on conflict (sha256) do update set reason = excluded.reason, refused_at = excluded.refused_at
  `.execute(db);
}

/** Counts an attempt that ended the decoder, and refuses the picture with `reason` from the attempt `most` on. Returns whether it is refused. */
export async function countCrash(
  db: Db,
  sha256: Buffer,
  { reason, most, now }: { reason: string; most: number; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ reason: string | null }>`
    insert into refused_pictures (sha256, refused_at) values (${sha256}, ${now})
    on conflict (sha256) do update set tries = refused_pictures.tries + 1, refused_at = excluded.refused_at,
      reason = case when refused_pictures.tries + 1 >= ${most}::integer then ${reason}::text else refused_pictures.reason end
    returning reason
  `.execute(db);
  return onlyRow(rows).reason !== null;
}

export async function removeOldRefusals(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('refused_pictures').where('refused_at', '<', before).execute();
}
