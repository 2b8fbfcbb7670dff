import type { OutboxItem } from '../db/rows';
import { type CallLabel, type Operation, type OperationLabel, routeKey } from './operation';

/** What the files of `web/src/local/changes` declare, by file. */
const declared = import.meta.glob<Readonly<Record<string, Operation>>>(['../changes/*.ts', '!../changes/*.test.ts'], {
  eager: true,
  import: 'operations',
});

/** Every operation that can wait in the outbox. */
export const OPERATIONS: readonly Operation[] = Object.values(declared).flatMap((operations) => Object.values(operations));

const byRoute: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((one) => [routeKey(one.route), one]));

/** The declaration of a stored item; undefined if this version of the app does not know its route. */
export function findOperation({ route }: Pick<OutboxItem, 'route'>): Operation | undefined {
  return byRoute.get(route);
}

/** The label of an item; unknown routes get that of their kind. */
export function labelItem(item: Pick<OutboxItem, 'route' | 'kind'>): OperationLabel {
  return findOperation(item)?.label ?? (item.kind === 'call' ? 'setting' : item.kind);
}

/** The label of an item without a record. */
export function labelCall(item: Pick<OutboxItem, 'route'>): CallLabel {
  const operation = findOperation(item);
  return operation?.kind === 'call' ? operation.label : 'setting';
}
