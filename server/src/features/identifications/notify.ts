import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import { insertNotifications } from '../notifications/write.ts';
import type { LockedRecord } from './store.ts';
import { onlyRow } from '../../db/only-row.ts';

interface Identified {
  id: string;
  recordId: string;
  userId: string;
  taxonId: number;
}

/** Notifies the observer of an identification, and of the change of grade or community taxon that it caused. */
export async function notifyObserver(tx: Tx, { id, recordId, userId, taxonId }: Identified, record: LockedRecord, isRegraded: boolean) {
  const owner = { userId: record.user_id, reason: 'own_record', recordId, causeId: id } as const;
  const outcome = record.taxon_id === null ? 'first' : record.taxon_id === taxonId ? 'agrees' : 'differs';
  const identified = { ...owner, kind: 'identification', subject: `${recordId} ${outcome} ${taxonId}`, actorId: userId } as const;
  await insertNotifications(tx, [
    { ...identified, facts: { identification: outcome, taxon_id: taxonId } },
    ...(isRegraded ? [{ ...owner, kind: 'quality', subject: recordId, facts: await gradeOf(tx, recordId) } as const] : []),
  ]);
}

async function gradeOf(tx: Tx, recordId: string): Promise<{ quality: string; taxon_id: number | null }> {
  const { rows } = await sql<{ quality: string; taxon_id: number | null }>`
    select quality, community_taxon_id as taxon_id from observations where id = ${recordId}
  `.execute(tx);
  return onlyRow(rows);
}
