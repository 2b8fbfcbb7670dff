import { type IdentificationDraft, putAgreements, putIdentification, withdrawIdentification } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { newId } from '../db/ids';
import { call, hasOperation, readPayload } from '../outbox/operation';
import { listCalls, type PendingCall } from '../outbox/pending-changes';
import { afterEnqueue, enqueue } from '../outbox/store';

/** Followed by the id of the record, of which the person has one identification. */
const IDENTIFICATION_SUBJECT = 'identification:';

/** Followed by the id of the first identification of several that are made at once. */
const AGREEMENTS_SUBJECT = 'agreements:';

export const operations = {
  putIdentification: call(putIdentification, { label: 'identification', subject: ({ params }) => IDENTIFICATION_SUBJECT + params.id }),
  withdrawIdentification: call(withdrawIdentification, {
    label: 'identification_withdrawal',
    subject: ({ params }) => IDENTIFICATION_SUBJECT + params.id,
    mayBeGone: true,
  }),
  putAgreements: call(putAgreements, {
    label: 'agreements',
    subject: ({ body }) => `${AGREEMENTS_SUBJECT}${body.identifications[0]?.id}`,
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

/** An identification that is made together with others. */
interface Agreement {
  id: string;
  observation_id: string;
  taxon_id: number;
}

/** Agrees with the names of several records of others at once. Resolves with the identifications once they are stored on the device. */
export async function agreeWithAll(
  database: UserDatabase,
  said: readonly { recordId: string; taxonId: number }[],
  now = Date.now(),
): Promise<Agreement[]> {
  const identifications = said.map(({ recordId, taxonId }) => ({ id: newId(), observation_id: recordId, taxon_id: taxonId }));
  await putAll(database, identifications, false, now);
  return identifications;
}

/** Takes back what the user said about several records at once. */
export async function takeBackAll(database: UserDatabase, identifications: readonly Agreement[], now = Date.now()): Promise<void> {
  await putAll(database, identifications, true, now);
}

async function putAll(database: UserDatabase, identifications: readonly Agreement[], is_withdrawn: boolean, now: number): Promise<void> {
  await enqueue(database, operations.putAgreements, { body: { identifications: [...identifications], is_withdrawn } }, now);
  await afterEnqueue(database);
}

/** The changes to a record's identifications that the server accepted since a time, then the unsent ones, in order. */
export async function identificationChanges(database: UserDatabase, recordId: string, since: number): Promise<IdentificationChange[]> {
  const [each, together] = await Promise.all([
    listCalls(database, IDENTIFICATION_SUBJECT + recordId, since),
    listCalls(database, AGREEMENTS_SUBJECT, since),
  ]);
  const agreed = together.flatMap((one) =>
    changesOfAgreements(one).flatMap(({ recordId: of, change }) => (of === recordId ? [change] : [])),
  );
  return inOrder([...agreed, ...each.map(changeOf)]);
}

/** What the server accepted first, and within that the earliest first. */
function inOrder<C extends Pick<PendingCall, 'at' | 'state'>>(changes: readonly C[]): C[] {
  const isUnsent = ({ state }: C) => Number(state !== 'sent');
  return changes.toSorted((one, other) => isUnsent(one) - isUnsent(other) || one.at - other.at);
}

function changesOfAgreements(one: PendingCall): { recordId: string; change: IdentificationChange }[] {
  const { at, state } = one;
  const body = readPayload(one, operations.putAgreements)?.body;
  return (body?.identifications ?? []).map(({ id, observation_id: recordId, taxon_id }) => ({
    recordId,
    change: body?.is_withdrawn
      ? { id, at, state, kind: 'withdrawal' }
      : { id, at, state, kind: 'put', draft: { taxon_id, disagrees: false, comment: '' } },
  }));
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
  const [each, together] = await Promise.all([
    listCalls(database, IDENTIFICATION_SUBJECT, since),
    listCalls(database, AGREEMENTS_SUBJECT, since),
  ]);
  const changes = [
    ...together.flatMap(changesOfAgreements).map(({ recordId, change: { kind, at, state } }) => ({ recordId, kind, at, state })),
    ...each.map((one) => ({
      recordId: one.subject.slice(IDENTIFICATION_SUBJECT.length),
      kind: hasOperation(one, operations.putIdentification) ? ('put' as const) : ('withdrawal' as const),
      at: one.at,
      state: one.state,
    })),
  ];
  const last = new Map(inOrder(changes).map(({ recordId, kind }) => [recordId, kind]));
  return new Set([...last].flatMap(([id, kind]) => (kind === 'put' ? [id] : [])));
}
