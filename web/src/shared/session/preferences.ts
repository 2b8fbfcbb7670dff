import type { PreferenceKey, Preferences } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef, useState } from 'react';
import { openUserDatabase } from '../../local/db/database';
import type { ItemError } from '../../local/db/rows';
import { itemsBySubject } from '../../local/outbox/pending-changes';
import { auth, useUser } from './session';

/**
 * The state of a changed setting: `waiting` for upload on this device, `saved` on the server, `rejected` by the server, `failed` to be
 * stored on this device, or changed `elsewhere`: on another device or in another tab. Null if nothing was changed.
 */
export type SaveState = 'waiting' | 'saved' | 'rejected' | 'failed' | 'elsewhere' | null;

/** What became of the last change of a setting. */
export interface Changed {
  state: SaveState;
  /** Why the server rejected it. */
  error: ItemError | null;
  /** Sets the value once more that was not saved; null if there is none. */
  retry: (() => void) | null;
}

interface PreferenceSetting<K extends PreferenceKey> extends Changed {
  value: Preferences[K];
  set: (value: Preferences[K]) => Promise<void>;
}

/** A preference: its value and a setter, whose change is shown at once and sent by the outbox. */
export function usePreference<K extends PreferenceKey>(key: K): PreferenceSetting<K> {
  const user = useUser();
  const userId = user.id;
  /** Shown while it is being stored, so that a tap answers at once. */
  const [stored, setStored] = useState<{ value: Preferences[K] } | null>(null);
  const value = user.preferences[key];
  const [changed, setChanged] = useState<'done' | 'failed' | null>(null);
  const own = useRef(value);
  const { isElsewhere, expect } = useElsewhere(JSON.stringify(value));
  const queued = useLiveQuery(async () => {
    const items = await itemsBySubject(openUserDatabase(userId), `preference:${key}`);
    return items.find((item) => item.state === 'needs_attention') ?? items[0] ?? null;
  }, [userId, key]);
  const set = async (next: Preferences[K]) => {
    own.current = next;
    expect(JSON.stringify(next));
    const storing = { value: next };
    setStored(storing);
    try {
      await auth.change({ kind: 'preference', key, value: next });
      setChanged('done');
    } catch {
      setChanged('failed');
    } finally {
      setStored((latest) => (latest === storing ? null : latest));
    }
  };
  const isRejected = queued?.state === 'needs_attention';
  const waiting = queued ? (isRejected ? 'rejected' : 'waiting') : null;
  const state = changed === 'failed' ? 'failed' : (waiting ?? (isElsewhere ? 'elsewhere' : changed === 'done' ? 'saved' : null));
  const wanted = isRejected ? ((queued.input.body as Partial<Preferences>)[key] as Preferences[K]) : own.current;
  const retry = state === 'rejected' || state === 'failed' ? () => void set(wanted) : null;
  return { value: stored ? stored.value : value, set, state, error: isRejected ? queued.last_error : null, retry };
}

/** Whether a value on screen changed last without having been set here. `expect` announces a change made here. */
function useElsewhere(value: string): { isElsewhere: boolean; expect: (next: string) => void } {
  // A set, because several changes can be on their way.
  const ours = useRef(new Set([value]));
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    if (ours.current.has(value)) return;
    ours.current = new Set([value]);
    setElsewhere(true);
  }, [value]);
  const expect = (next: string) => {
    ours.current.add(next);
    setElsewhere(false);
  };
  return { isElsewhere, expect };
}
