import type { ObservationVersion } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { Context } from '../../http/context.ts';

/** Limit of stored versions per record; the oldest ones are deleted. */
const MAX_VERSIONS = 100;
/** Above every version; the largest integer of PostgreSQL. */
const MAX_VERSION = 2 ** 31 - 1;

/** Removes the content of versions beyond the limit. Their rows are kept to detect repeated writes. */
export async function removeOldBodies(tx: Tx, id: string, version: number): Promise<void> {
  if (version <= MAX_VERSIONS) return;
  await sql`
    update observation_writes set body = null where observation_id = ${id} and version <= ${version - MAX_VERSIONS} and body is not null
  `.execute(tx);
}

/** The stored versions of a record, newest first; with `before`, only older ones than that version. */
export async function listVersions(db: Db, id: string, page: { before: number | null; limit: number }): Promise<ObservationVersion[]> {
  const { rows } = await sql<{ version: number; created_at: Date; device_name: string | null; body: ObservationVersion['record'] }>`
    select version, created_at, device_name, body from observation_writes
    where observation_id = ${id} and body is not null and version < ${Math.min(page.before ?? MAX_VERSION, MAX_VERSION)}
    order by version desc limit ${page.limit}
  `.execute(db);
  return rows.map(({ version, created_at, device_name, body }) => ({
    version,
    saved_at: created_at.toISOString(),
    device_name,
    record: body,
  }));
}

/** Removes what features keep about records, such as what people said, in one statement. */
export async function removeReplies({ removals }: Pick<Context, 'removals'>, tx: Tx, ids: readonly string[]): Promise<void> {
  const records = sql`= any(${[...ids]}::uuid[])`;
  await sql`with ${sql.join(removals.map((removal) => removal(records)))} select 1`.execute(tx);
}
