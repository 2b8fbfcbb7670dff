import type { CallInput, OwnObservation, Route, User } from '@veld/contract';
import type texts from '../../i18n/en/outbox.json';
import type { UserDatabase } from '../db/database';
import type { ItemError, ItemKind, OutboxItem } from '../db/rows';
import type { Api } from '../net/api';

/*
 * What can wait in the outbox. Each file of `web/src/local/changes` declares the operations of a feature, and `operations.ts` finds them
 * there. Stored items name their operation by its route, so items of earlier versions map onto these declarations.
 */

/** Version of the format of an item's input. Increase it when stored items have to be read differently. */
export const CONTRACT_VERSION = 1;

/** Result of one attempt to send one item. */
export type Outcome =
  | { kind: 'done'; observation: OwnObservation | null; user: User | null }
  /** The server has another version. */
  | { kind: 'conflict'; current: OwnObservation; error: ItemError }
  /** The server has another photo under the id of this one, which needs a new id. */
  | { kind: 'id_taken'; error: ItemError }
  /** It cannot succeed and needs attention. */
  | { kind: 'failed'; error: ItemError }
  | {
      kind: 'retry';
      error: ItemError;
      /** Milliseconds the server asked to wait, or null. */
      retryAfter: number | null;
      /** What has to wait: this item, all items of its route, or the whole queue if the cause is not this item. */
      scope: 'item' | 'route' | 'queue';
      /** The upload URL is no longer valid. */
      restartsUpload?: true;
    }
  /** The server no longer accepts the token. */
  | { kind: 'unauthorized' };

interface Facts {
  /** Its `params` and `body` schemas describe the payload. */
  route: Pick<Route, 'method' | 'path' | 'body'>;
  /** Lower ranks are sent first; items of one rank in the order they were made. */
  rank: OutboxItem['rank'];
  /**
   * What the device updates once the server has accepted the operation (`reconcile.ts`): the record for `save` and `deletion`, the photo
   * for `upload`, the account for `user`. If absent, nothing.
   */
  reconcile?: 'save' | 'deletion' | 'upload' | 'user';
  /** Sends an item that takes more than one request of its route. Throws the `CallError` of a request that failed. */
  send?: (parts: { database: UserDatabase; api: Api }, item: OutboxItem, token: string) => Promise<Outcome>;
  /** What it changes may be gone on the server (404), and then nothing is left to do. */
  mayBeGone?: true;
  /** An older or newer server may not know what it names (422), and then nothing is left to do. */
  mayBeUnknown?: true;
  /** What goes into the query, from when the operation was made, in milliseconds. */
  query?: (madeAt: number) => Readonly<Record<string, string>>;
}

export type CallLabel = keyof (typeof texts)['group'];

/** `kind` is stored in each item. `label` names the texts in `outbox.json`, and the icon that the feature declares. */
interface RecordOperation extends Facts {
  kind: Exclude<ItemKind, 'call'>;
  label: Exclude<keyof (typeof texts)['discard'], CallLabel>;
}

/** Without a record of its own. */
interface AnyCall extends Facts {
  kind: 'call';
  label: CallLabel;
}

export type Operation = RecordOperation | AnyCall;
export type OperationLabel = Operation['label'];

/** What a caller passes to `enqueue`. */
export type PayloadOf<R extends Route> = Pick<CallInput<R>, 'params' | 'body'>;

export interface CallOperation<R extends Route = Route> extends AnyCall {
  route: R;
  /** Identifies what the call changes. Only the newest unsent call of a subject is kept. */
  subject: (payload: PayloadOf<R>) => string;
}

/** Declares an operation without a record of its own, of the lowest rank unless it has another. */
export function call<R extends Route>(
  route: R,
  facts: Pick<CallOperation<R>, 'label' | 'subject'> & Partial<Omit<CallOperation<R>, 'kind' | 'route'>>,
): CallOperation<R> {
  return { kind: 'call', route, rank: 0, ...facts };
}

/** The name under which items store their operation: `PUT /api/observations/:id`. */
export function routeKey({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Whether an item, sent or not, is of an operation. */
export function hasOperation({ route }: Pick<OutboxItem, 'route'>, operation: Operation): boolean {
  return route === routeKey(operation.route);
}

/** The payload of an item, sent or not, of a call; null if it is of another operation. */
export function readPayload<R extends Route>(item: Pick<OutboxItem, 'route' | 'input'>, operation: CallOperation<R>): PayloadOf<R> | null {
  return hasOperation(item, operation) ? (item.input as PayloadOf<R>) : null;
}

/** Validation errors of an item's body, as codes by field name; null if it is valid. */
export function bodyErrors(operation: Operation, input: OutboxItem['input']): Record<string, string[]> | null {
  const checked = operation.route.body?.safeParse(input.body);
  if (!checked || checked.success) return null;
  const errors: Record<string, string[]> = {};
  for (const issue of checked.error.issues) (errors[String(issue.path[0] ?? '')] ??= []).push(issue.message);
  return errors;
}
