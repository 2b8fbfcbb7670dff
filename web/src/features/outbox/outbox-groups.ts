import { observationsById } from '../../local/records/observations';
import { listOutbox } from '../../local/outbox/outbox';
import { useThrottledQuery } from '../../device/use-throttled-query';
import type { ItemState, LocalObservation, OutboxItem } from '../../local/db/rows';
import { currentDatabase } from '../accounts/data';

/** Everything that waits for one record, or (without a record) for the settings. */
export interface OutboxGroup {
  id: string;
  record: LocalObservation | null;
  items: OutboxItem[];
  state: ItemState;
  oldest: number;
  /** Its person keeps all that waits of it here. */
  isOnHold: boolean;
}

/** Those that need somebody first, then the oldest first. */
export function useOutboxGroups(): OutboxGroup[] | undefined {
  const database = currentDatabase();
  return useThrottledQuery(async () => {
    const items = await listOutbox(database);
    const ids = [...new Set(items.flatMap((item) => item.observation_id ?? []))];
    return groupsOf(items, await observationsById(database, ids));
  }, [database]);
}

const SETTINGS = 'settings';

export function groupsOf(items: readonly OutboxItem[], records: ReadonlyMap<string, LocalObservation>): OutboxGroup[] {
  const groups = new Map<string, OutboxGroup>();
  for (const item of items) {
    const id = item.observation_id ?? SETTINGS;
    const group = groups.get(id) ?? {
      id,
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
  const rank: Record<ItemState, number> = { needs_attention: 0, sending: 1, waiting: 2 };
  return [...groups.values()].sort((one, other) => rank[one.state] - rank[other.state] || one.oldest - other.oldest);
}
