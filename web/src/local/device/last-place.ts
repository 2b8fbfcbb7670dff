import type { StoreApi } from 'zustand/vanilla';
import { type Clock, systemClock } from '../app/clock';
import type { UserDatabase } from '../db/database';

/** Where this device was when its receiver last told. Kept for its person only. */
export interface LastPlace {
  latitude: number;
  longitude: number;
  accuracy_m: number;
  at: number;
}

const KEY = 'last_place';
/** A walk needs no finer trace here: only its end is kept. */
const EVERY_MS = 10_000;

export async function lastPlace(database: UserDatabase): Promise<LastPlace | null> {
  const value = (await database.read(() => database.settings.get(KEY)))?.value as LastPlace | undefined;
  return value && Number.isFinite(value.latitude) && Number.isFinite(value.longitude) && Number.isFinite(value.at) ? value : null;
}

export async function keepLastPlace(database: UserDatabase, place: LastPlace): Promise<void> {
  const { latitude, longitude, accuracy_m, at } = place;
  await database.write('settings', [database.settings], () =>
    database.settings.put({ key: KEY, value: { latitude, longitude, accuracy_m, at } }),
  );
}

/** Keeps what the receiver finds, until the answer is called: the first fix at once, the newest one every few seconds. */
export function rememberPlaces(
  store: Pick<StoreApi<{ fix: LastPlace | null }>, 'getState' | 'subscribe'>,
  database: UserDatabase,
  clock: Clock = systemClock,
): () => void {
  let waiting: LastPlace | null = null;
  let cancel: (() => void) | null = null;
  const keep = (place: LastPlace) => {
    waiting = null;
    // A comfort: without room on the device everything else goes on.
    keepLastPlace(database, place).catch((error: unknown) => console.error('Last place', error));
    cancel = clock.after(EVERY_MS, () => {
      cancel = null;
      if (waiting) keep(waiting);
    });
  };
  const look = ({ fix }: { fix: LastPlace | null }) => {
    if (!fix) return;
    if (cancel) waiting = fix;
    else keep(fix);
  };
  look(store.getState());
  const end = store.subscribe(look);
  return () => {
    end();
    cancel?.();
    if (waiting) keep(waiting);
    cancel?.();
  };
}
