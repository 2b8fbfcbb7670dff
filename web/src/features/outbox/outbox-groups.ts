import { observationsById } from '../../local/records/observations';
import type { CallLabel } from '../../local/outbox/operation';
import { labelCall } from '../../local/outbox/operations';
import { type UnsentKind, classifyUnsent } from '../../local/outbox/outbox-counts';
import { listOutbox } from '../../local/outbox/outbox';
import { useThrottledQuery } from '../../device/use-throttled-query';
import type { ItemState, LocalObservation, OutboxItem } from '../../local/db/rows';
import { currentDatabase } from '../../shared/session/session';

/** All items of one record, or all calls with the same label. */
export interface OutboxGroup {
  /** Id of the record, or the label of calls. */
  id: string;
  kind: UnsentKind | 'call';
  /** Null for the items of a record. */
  callLabel: CallLabel | null;
  record: LocalObservation | null;
  items: OutboxItem[];
  state: ItemState;
  oldest: number;
  /** Every item is on hold. */
  isOnHold: boolean;
}

/** Those that need attention first, then the oldest first. */
export function useOutboxGroups(): OutboxGroup[] | undefined {
  const database = currentDatabase();
  return useThrottledQuery(async () => {
    const items = await listOutbox(database);
    const ids = [...new Set(items.flatMap((item) => item.observation_id ?? []))];
    return groupOutboxItems(items, await observationsById(database, ids));
  }, [database]);
}

export function groupOutboxItems(items: readonly OutboxItem[], records: ReadonlyMap<string, LocalObservation>): OutboxGroup[] {
  const groups = new Map<string, OutboxGroup>();
  for (const item of items) {
    const callLabel = item.observation_id ? null : labelCall(item);
    const id = item.observation_id ?? labelCall(item);
    const group = groups.get(id) ?? {
      id,
      kind: 'call',
      callLabel,
      record: records.get(id) ?? null,
      items: [],
      state: 'waiting',
      oldest: item.created_at,
      isOnHold: true,
    };
    group.items.push(item);
    group.oldest = Math.min(group.oldest, item.created_at);
    if (item.state !== 'waiting' || !item.on_hold) group.isOnHold = false;
    if (item.state === 'needs_attention' || (item.state === 'sending' && group.state === 'waiting')) group.state = item.state;
    groups.set(id, group);
  }
  for (const group of groups.values()) if (group.callLabel === null) group.kind = classifyUnsent(group.items);
  const rank: Record<ItemState, number> = { needs_attention: 0, sending: 1, waiting: 2 };
  return [...groups.values()].sort((one, other) => rank[one.state] - rank[other.state] || one.oldest - other.oldest);
}
