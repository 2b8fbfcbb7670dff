import type { ObservationVersion, ObservationWrite } from '@veld/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';

/** Saves stored per record; beyond that the oldest are deleted. */
const KEPT = 100;

/** Stores a save with the name of its device, in the transaction of the save. */
export async function keepVersion(
  tx: Tx,
  write: { id: string; userId: string; sessionId: string; body: ObservationWrite },
  version: number,
): Promise<void> {
  const { write_id, ...draft } = write.body;
  await sql`
    insert into observation_writes (observation_id, write_id, version, body, device_name) values (
      ${write.id}, ${write_id}, ${version}, ${JSON.stringify(draft)}::jsonb,
      (select device_name from sessions where user_id = ${write.userId} and id = ${write.sessionId})
    )
  `.execute(tx);
  // The row itself stays, because it makes a repeated write do nothing.
  if (version > KEPT) {
    await sql`
      update observation_writes set body = null where observation_id = ${write.id} and version <= ${version - KEPT} and body is not null
    `.execute(tx);
  }
}

/** The stored saves of a record, newest first. */
export async function listVersions(db: Db, id: string): Promise<ObservationVersion[]> {
  const { rows } = await sql<{ version: number; created_at: Date; device_name: string | null; body: ObservationVersion['record'] }>`
    select version, created_at, device_name, body from observation_writes
    where observation_id = ${id} and body is not null
    order by version desc
  `.execute(db);
  return rows.map(({ version, created_at, device_name, body }) => ({
    version,
    saved_at: created_at.toISOString(),
    device_name,
    record: body,
  }));
}
