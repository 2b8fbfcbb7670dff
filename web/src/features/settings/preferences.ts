import type { PreferenceKey, Preferences } from '@veld/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { openUserDatabase } from '../../local/db/database';
import { itemsBySubject } from '../../local/outbox/items-by-subject';
import { auth, useUser } from '../accounts/data';

/**
 * What became of a changed setting: `here` it is kept on this device and still to be sent, `stored` the server has it,
 * `refused` the server does not take it, `failed` this device could not keep it. Null where nothing was changed.
 */
export type SaveState = 'here' | 'stored' | 'refused' | 'failed' | null;

interface Kept<K extends PreferenceKey> {
  value: Preferences[K];
  set: (value: Preferences[K]) => Promise<void>;
  state: SaveState;
}

/** One preference: what holds now, and a change that shows at once and is sent by the outbox. */
export function usePreference<K extends PreferenceKey>(key: K): Kept<K> {
  const user = useUser();
  const userId = user.id;
  const [changed, setChanged] = useState<'done' | 'failed' | null>(null);
  const waiting = useLiveQuery(async () => {
    const items = await itemsBySubject(openUserDatabase(userId), `preference:${key}`);
    return items.some((item) => item.state === 'needs_attention') ? 'refused' : items.length > 0 ? 'here' : null;
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
  return { value, set, state: changed === 'failed' ? 'failed' : (waiting ?? (changed === 'done' ? 'stored' : null)) };
}
