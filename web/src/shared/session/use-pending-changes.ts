import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { UserDatabase } from '../../local/db/database';
import { ANSWER_MS, type PendingChange } from '../../local/outbox/pending-changes';
import { currentDatabase } from './session';

interface Answer {
  /** When it arrived; 0 without one. */
  answeredAt: number;
  /** What `read` depends on. */
  about?: string;
  /** How long before it the changes begin, in milliseconds. */
  allowance?: number;
  /** Asks again. */
  onAccepted?: () => void;
}

/** The changes that an answer of the server may lack: those that wait here, and those accepted since. Undefined while loading. */
export function usePendingChanges<C extends PendingChange>(
  read: (database: UserDatabase, since: number) => Promise<C[]>,
  { answeredAt, about = '', allowance = ANSWER_MS, onAccepted }: Answer,
): C[] | undefined {
  const database = currentDatabase();
  const since = answeredAt - allowance;
  const changes = useLiveQuery(() => read(database, since), [database, about, since]);
  const acceptedAt = changes?.reduce((latest, { state, at }) => (state === 'sent' ? Math.max(latest, at) : latest), 0);
  const before = useRef<number | null>(null);
  const compare = useEffectEvent((latest: number) => {
    // At first, only an answer that was kept from before a change is asked for again.
    const known = before.current ?? (answeredAt || Infinity);
    before.current = Math.max(before.current ?? 0, latest);
    if (latest > known) onAccepted?.();
  });
  useEffect(() => {
    if (acceptedAt !== undefined) compare(acceptedAt);
  }, [acceptedAt]);
  return changes;
}
