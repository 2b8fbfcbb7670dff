import type { ObservationVersion, ObservationWrite } from '@veld/contract';
import { type OperationNodeSource, sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';

/** Limit of stored versions per record; the oldest ones are deleted. */
const MAX_VERSIONS = 100;
/** Above every version; the largest integer of PostgreSQL. */
const MAX_VERSION = 2 ** 31 - 1;

/**
 * Stores a record and its version with the name of its device, in one statement. `record` inserts or updates the record and returns its
 * id. False if it did not write the record; then there is no version either.
 */
export async function storeVersion(
  tx: Tx,
  record: OperationNodeSource,
  write: { id: string; userId: string; sessionId: string; body: ObservationWrite; hash: string },
  version: number,
): Promise<boolean> {
  const { write_id, ...draft } = write.body;
  const stored = await sql`
    with stored as (${record})
    insert into observation_writes (observation_id, write_id, version, content_hash, body, device_name)
    select stored.id, ${write_id}::uuid, ${version}::integer, ${write.hash}::text, ${JSON.stringify(draft)}::jsonb,
      (select device_name from sessions where user_id = ${write.userId} and id = ${write.sessionId})
    from stored
  `.execute(tx);
  // Only the body is deleted. The row is kept to detect repeated writes.
  if (version > MAX_VERSIONS) {
    await sql`
      update observation_writes set body = null where observation_id = ${write.id} and version <= ${version - MAX_VERSIONS} and body is not null
    `.execute(tx);
  }
  return stored.numAffectedRows === 1n;
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
