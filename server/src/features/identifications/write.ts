import { type IdentificationDraft, listKeys, MAX_IDENTIFICATIONS_EACH } from '@veld/contract';
import { sql } from 'kysely';
import { onlyRow } from '../../db/rows.ts';
import type { Tx } from '../../db/open.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { insertNotifications } from '../notifications/write.ts';
import { applyGrades, setGraded, regrade } from '../observations/grade.ts';
import { findSuccessors } from '../taxa/successors.ts';
import { findIdentification, insertIdentification, type Keys, type LockedRecord, lockRecord, setHidden, setWithdrawn } from './store.ts';
import type { Context } from '../../http/context.ts';

/** What a write is, and when it is received. */
type Write = Keys & { now: Date };

/**
 * Identifies a record, and grades it anew. A repeated request changes nothing, an id in use with other content gives 409, an unknown
 * taxon 422, as one more than the limit of a person and record.
 */
export async function writeIdentification(tx: Tx, { id, observationId, userId, now }: Write, body: IdentificationDraft): Promise<void> {
  // Before the lock, which all writes of the observer wait for.
  const taxon = (await findSuccessors(tx, [body.taxon_id])).get(body.taxon_id);
  const record = requireOthers(await lockRecord(tx, observationId, userId), userId);
  const row = { id, observation_id: observationId, user_id: userId, ...body, comment: body.comment.trim() };
  const { existing, count } = await findIdentification(tx, { id, observationId, userId });
  if (existing) {
    const { withdrawn_at: _, ...content } = existing;
    if (listKeys(content).some((name) => row[name] !== content[name])) throw new Fault('conflict');
    return;
  }
  if ((taxon?.id ?? null) === null) throw invalid('taxon_id', 'taxon_id');
  if (count >= MAX_IDENTIFICATIONS_EACH) throw invalid('taxon_id', 'identifications_limit');
  if (!(await insertIdentification(tx, row))) throw new Fault('conflict');
  const isRegraded = (await applyGrades(tx, record.user_id, [observationId])).length > 0;
  if (isRegraded) await setGraded(tx, observationId, now);
  await notifyObserver(tx, { id, recordId: observationId, userId, taxonId: body.taxon_id }, record, isRegraded);
}

/** Withdraws an identification, and grades its record anew. See `setWithdrawn` for one that never arrived. */
export async function withdraw(tx: Tx, { id, observationId, userId }: Keys): Promise<void> {
  const record = await lockRecord(tx, observationId, userId);
  if (!record) throw new Fault('not_found');
  if (await setWithdrawn(tx, { id, observation_id: observationId, user_id: userId }))
    await applyGrades(tx, record.user_id, [observationId]);
}

/**
 * Hides an identification from everybody but its maker and moderators, or shows it again, and grades its record anew. The writes of the
 * record's owner must be locked.
 */
export async function setIdentificationHidden(tx: Tx, id: string, isHidden: boolean): Promise<void> {
  await setHidden(tx, id, isHidden);
  const { rows } = await sql<{ id: string; user_id: string }>`
    select o.id, o.user_id from identifications i join observations o on o.id = i.observation_id where i.id = ${id}
  `.execute(tx);
  const record = onlyRow(rows);
  await applyGrades(tx, record.user_id, [record.id]);
}

interface Identified {
  id: string;
  recordId: string;
  userId: string;
  taxonId: number;
}

/** Notifies the observer of an identification, and of the change of grade or community taxon that it caused. */
async function notifyObserver(tx: Tx, { id, recordId, userId, taxonId }: Identified, record: LockedRecord, isRegraded: boolean) {
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

/** Requires that the caller may see a record and did not make it: the observer's name is changed by an edit (decision 0044). */
function requireOthers<T extends { user_id: string }>(record: T | undefined, userId: string): T {
  if (!record) throw new Fault('not_found');
  if (record.user_id === userId) throw new Fault('forbidden');
  return record;
}

/** Erases a person's identifications, and grades the records anew. Idempotent: a repeated run finds what is left. */
export async function eraseIdentifications({ db }: Context, userId: string): Promise<void> {
  // They do not count any more since the account was closed, so that the records can be graded first.
  await regrade(db, { userId });
  await db.deleteFrom('identifications').where('user_id', '=', userId).execute();
}
