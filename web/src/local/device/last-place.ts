import { z } from 'zod/mini';
import type { StoreApi } from 'zustand/vanilla';
import { type Clock, systemClock } from './clock';
import type { UserDatabase } from '../db/database';
import { deviceSetting } from './device-setting';

const schema = z.object({ latitude: z.number(), longitude: z.number(), accuracy_m: z.number(), at: z.number() });

/** The newest fix of this device: WGS 84 degrees, metres, milliseconds since 1970. */
export type LastPlace = z.infer<typeof schema>;

/** Null before the first fix. Stored per user: another account on this device does not see it. */
export const lastPlace = deviceSetting('last_place', z.catch(z.nullable(schema), null));

/** Forms offer the last place only, so a finer trace is not needed. */
const EVERY_MS = 10_000;

/** Stores fixes until the returned function is called: the first at once, then the newest one every few seconds. */
export function rememberPlaces(
  store: Pick<StoreApi<{ fix: LastPlace | null }>, 'getState' | 'subscribe'>,
  database: UserDatabase,
  clock: Clock = systemClock,
): () => void {
  let waiting: LastPlace | null = null;
  let cancel: (() => void) | null = null;
  const save = (place: LastPlace) => {
    waiting = null;
    // Only a convenience: if the disk is full, everything else still works.
    const { latitude, longitude, accuracy_m, at } = place;
    lastPlace
      .update(database, () => ({ latitude, longitude, accuracy_m, at }))
      .catch((error: unknown) => console.error('Last place', error));
    cancel = clock.after(EVERY_MS, () => {
      cancel = null;
      if (waiting) save(waiting);
    });
  };
  const onChange = ({ fix }: { fix: LastPlace | null }) => {
    if (!fix) return;
    if (cancel) waiting = fix;
    else save(fix);
  };
  onChange(store.getState());
  const end = store.subscribe(onChange);
  return () => {
    end();
    cancel?.();
    if (waiting) save(waiting);
    cancel?.();
  };
}
