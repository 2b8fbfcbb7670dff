import { type IdentificationDraft, putIdentification, withdrawIdentification } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { call, hasOperation, readPayload } from '../outbox/operation';
import { listCalls, type PendingCall } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the id of the record, of which the person has one identification. */
const IDENTIFICATION_SUBJECT = 'identification:';

export const operations = {
  putIdentification: call(putIdentification, { label: 'identification', subject: ({ params }) => IDENTIFICATION_SUBJECT + params.id }),
  withdrawIdentification: call(withdrawIdentification, {
    label: 'identification_withdrawal',
    subject: ({ params }) => IDENTIFICATION_SUBJECT + params.id,
    mayBeGone: true,
  }),
};

/** What the user said about a record of somebody else and the server may not have yet. */
export type IdentificationChange = Pick<PendingCall, 'at' | 'state'> & { id: string } & (
    | { kind: 'put'; draft: IdentificationDraft }
    | { kind: 'withdrawal' }
  );

/** Identifies a record of somebody else. Resolves with the id of the identification once it is stored on the device. */
export async function identify(
  database: UserDatabase,
  recordId: string,
  draft: IdentificationDraft,
  { now = Date.now(), id = newId() }: { now?: number; id?: string } = {},
): Promise<string> {
  await enqueue(database, operations.putIdentification, { params: { id: recordId, identification: id }, body: draft }, now);
  await afterEnqueue(database);
  return id;
}

/**
 * Withdraws what the user said about a record. `former` is the identification that it replaced on the server, if the server does not
 * have the newer one yet: only the latest unsent change of a record is sent.
 */
export async function withdraw(
  database: UserDatabase,
  recordId: string,
  { id, former }: { id: string; former: string | null },
  now = Date.now(),
): Promise<void> {
  const unsent = await database.read(() =>
    database.outbox
      .where('subject')
      .equals(IDENTIFICATION_SUBJECT + recordId)
      .toArray(),
  );
  const isUnsent = unsent.some((item) => item.input.params?.identification === id && item.state !== 'sending' && item.tries === 0);
  const identification = isUnsent && former ? former : id;
  await enqueue(database, operations.withdrawIdentification, { params: { id: recordId, identification } }, now);
  await afterEnqueue(database);
}

/** The changes to a record's identifications that the server accepted since a time, then the unsent ones, in order. */
export async function identificationChanges(database: UserDatabase, recordId: string, since: number): Promise<IdentificationChange[]> {
  return (await listCalls(database, IDENTIFICATION_SUBJECT + recordId, since)).map(changeOf);
}

function changeOf(one: PendingCall): IdentificationChange {
  const { route, at, state } = one;
  const put = readPayload(one, operations.putIdentification);
  if (put) return { id: put.params.identification, at, state, kind: 'put', draft: put.body as IdentificationDraft };
  const withdrawal = readPayload(one, operations.withdrawIdentification);
  if (!withdrawal) throw new Error(`${route} is no identification`);
  return { id: withdrawal.params.identification, at, state, kind: 'withdrawal' };
}

/** Ids of the records that the user identified, and did not withdraw: not sent yet, or accepted by the server since a time. */
export async function identifiedRecords(database: UserDatabase, since: number): Promise<Set<string>> {
  const calls = await listCalls(database, IDENTIFICATION_SUBJECT, since);
  const last = new Map(calls.map((one) => [one.subject.slice(IDENTIFICATION_SUBJECT.length), one]));
  return new Set([...last].flatMap(([id, one]) => (hasOperation(one, operations.putIdentification) ? [id] : [])));
}
