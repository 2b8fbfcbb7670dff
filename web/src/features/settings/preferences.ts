import type { PreferenceKey, Preferences } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { openUserDatabase } from '../../local/db/database';
import { itemsBySubject } from '../../local/outbox/items-by-subject';
import { auth, useUser } from '../accounts/data';

/**
 * The state of a changed setting: `waiting` for upload on this device, `saved` on the server, `rejected` by the
 * server, or `failed` to be stored on this device. Null if nothing was changed.
 */
export type SaveState = 'waiting' | 'saved' | 'rejected' | 'failed' | null;

interface PreferenceSetting<K extends PreferenceKey> {
  value: Preferences[K];
  set: (value: Preferences[K]) => Promise<void>;
  state: SaveState;
}

/** A preference: its value and a setter, whose change is shown at once and sent by the outbox. */
export function usePreference<K extends PreferenceKey>(key: K): PreferenceSetting<K> {
  const user = useUser();
  const userId = user.id;
  const [changed, setChanged] = useState<'done' | 'failed' | null>(null);
  const waiting = useLiveQuery(async () => {
    const items = await itemsBySubject(openUserDatabase(userId), `preference:${key}`);
    return items.some((item) => item.state === 'needs_attention') ? 'rejected' : items.length > 0 ? 'waiting' : null;
  }, [userId, key]);
  const set = async (value: Preferences[K]) => {
    try {
      await auth.change({ kind: 'preference', key, value });
      setChanged('done');
    } catch {
      setChanged('failed');
    }
  };
  const value = user.preferences[key];
  return { value, set, state: changed === 'failed' ? 'failed' : (waiting ?? (changed === 'done' ? 'saved' : null)) };
}
