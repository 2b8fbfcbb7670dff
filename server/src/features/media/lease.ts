import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** How long nobody else begins with a photo after its process has ended without a word. */
const LEASE = sql`interval '60 seconds'`;
const RENEW_MS = 20_000;

/** Another process renders the photo. The job is tried again, because that one may end before it is done. */
class RenderedElsewhere extends Error {}

/**
 * Runs `work` while no other process renders this photo, also not one on another machine: several that start at once queue the same photos,
 * and each attempt counts. Does nothing if there is no such photo. Throws if another process is at it.
 */
export async function whileLeased(db: Db, id: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ is_taken: boolean }>`
    with taken as (
      update media set rendered_until = now() + ${LEASE}
      where id = ${id}::uuid and (rendered_until is null or rendered_until < now()) returning id
    )
    select exists (select 1 from taken) as is_taken from media where id = ${id}::uuid
  `.execute(db);
  const [found] = rows;
  if (!found) return;
  if (!found.is_taken) throw new RenderedElsewhere('Another process renders this photo');
  const renewing = setInterval(() => {
    // If the database is away for so long that the lease ends, another process may begin, which costs an attempt.
    sql`update media set rendered_until = now() + ${LEASE} where id = ${id}::uuid`.execute(db).catch(() => undefined);
  }, RENEW_MS);
  try {
    await work();
  } finally {
    clearInterval(renewing);
    await sql`update media set rendered_until = null where id = ${id}::uuid`.execute(db);
  }
}
