import { type IdentificationDraft, putIdentification, withdrawIdentification } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import { newId } from '../../db/ids';
import type { AcknowledgedItem, ItemState, OutboxItem } from '../../db/rows';
import { IDENTIFICATION_SUBJECT, operations, routeKey } from '../../outbox/operations';
import { afterEnqueue, enqueue } from '../../outbox/store';

/** What the user said about a record of somebody else and the server may not have yet. */
export type IdentificationChange = { id: string; at: number; state: ItemState | 'sent' } & (
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
  const subject = IDENTIFICATION_SUBJECT + recordId;
  const [sent, unsent] = await database.read(() =>
    Promise.all([
      database.acknowledged
        .where('acknowledged_at')
        .above(since)
        .filter((item) => item.subject === subject)
        .sortBy('acknowledged_at'),
      database.outbox.where('subject').equals(subject).sortBy('seq'),
    ]),
  );
  return [
    ...sent.map((item) => changeOf(item, item.acknowledged_at, 'sent')),
    ...unsent.map((item) => changeOf(item, item.created_at, item.state)),
  ];
}

const PUT = routeKey(putIdentification);
const WITHDRAWAL = routeKey(withdrawIdentification);

function changeOf(item: OutboxItem | AcknowledgedItem, at: number, state: IdentificationChange['state']): IdentificationChange {
  const facts = { id: item.input.params!.identification!, at, state };
  if (item.route === WITHDRAWAL) return { ...facts, kind: 'withdrawal' };
  if (item.route !== PUT) throw new Error(`${item.route} is no identification`);
  return { ...facts, kind: 'put', draft: item.input.body as IdentificationDraft };
}

/** Ids of the records that the user identified, and did not withdraw: not sent yet, or accepted by the server since a time. */
export async function identifiedRecords(database: UserDatabase, since: number): Promise<Set<string>> {
  const [sent, unsent] = await database.read(() =>
    Promise.all([
      database.acknowledged
        .where('acknowledged_at')
        .aboveOrEqual(since)
        .filter((item) => item.subject.startsWith(IDENTIFICATION_SUBJECT))
        .sortBy('acknowledged_at'),
      database.outbox.where('subject').startsWith(IDENTIFICATION_SUBJECT).sortBy('seq'),
    ]),
  );
  const last = new Map([...sent, ...unsent].map((item) => [item.subject.slice(IDENTIFICATION_SUBJECT.length), item.route]));
  return new Set([...last].flatMap(([id, route]) => (route === PUT ? [id] : [])));
}
