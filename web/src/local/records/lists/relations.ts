import type { RelationKind } from '@veld/contract';
import type { UserDatabase } from '../../db/database';
import type { ItemState, OutboxItem } from '../../db/rows';
import { operationOf, operations, RELATION_SUBJECT } from '../../outbox/operations';
import { afterEnqueue, enqueue } from '../../outbox/store';

/** A change of what the user is to another person, which the server may not have yet. */
export interface RelationChange {
  kind: RelationKind;
  id: string;
  isOn: boolean;
  state: ItemState | 'sent';
}

/** Follows, mutes or blocks a person, or ends that. Resolves once it is stored on the device. */
export async function setRelation(
  database: UserDatabase,
  { kind, id, isOn }: Pick<RelationChange, 'kind' | 'id' | 'isOn'>,
  now = Date.now(),
): Promise<void> {
  const payload = { params: { kind, id } };
  await (isOn ? enqueue(database, operations.putRelation, payload, now) : enqueue(database, operations.deleteRelation, payload, now));
  await afterEnqueue(database);
}

/** The changes that the server accepted since a time, then the unsent ones, in order. */
export async function relationChanges(database: UserDatabase, since: number): Promise<RelationChange[]> {
  const [sent, unsent] = await database.read(() =>
    Promise.all([
      database.acknowledged
        .where('acknowledged_at')
        .above(since)
        .filter((item) => item.subject.startsWith(RELATION_SUBJECT))
        .sortBy('acknowledged_at'),
      database.outbox.where('subject').startsWith(RELATION_SUBJECT).sortBy('seq'),
    ]),
  );
  return [...sent.map((item) => changeOf(item, 'sent')), ...unsent.map((item) => changeOf(item, item.state))];
}

function changeOf(item: Pick<OutboxItem, 'route' | 'subject'>, state: RelationChange['state']): RelationChange {
  const [kind, id] = item.subject.slice(RELATION_SUBJECT.length).split(':') as [RelationKind, string];
  return { kind, id, isOn: operationOf(item) === operations.putRelation, state };
}
