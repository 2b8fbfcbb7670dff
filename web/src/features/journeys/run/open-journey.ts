import { liveQuery } from 'dexie';
import { createStore } from 'zustand/vanilla';
import { auth, currentDatabase } from '../../../local/app/veld';
import type { LocalJourney } from '../../../local/db/rows';
import { openJourney } from '../../../local/records/journeys/journeys';

interface Opened {
  /** Null for none, undefined while it is read. */
  journey: LocalJourney | null | undefined;
  error?: unknown;
}

const UNREAD: Opened = { journey: undefined, error: undefined };

/**
 * The journey of the user that runs on this device or waits for its review: read once for all that show it, and as soon as this file is
 * loaded, which after a start is before the screen. The same object until it changes, although each point of its track has it read again.
 */
export const opened = createStore<Opened>(() => UNREAD);

let userId: string | null = null;
let stop = () => {};

function follow(): void {
  const next = auth.state().user?.id ?? null;
  if (next === userId) return;
  stop();
  stop = () => {};
  userId = next;
  opened.setState(UNREAD);
  if (next === null) return;
  const database = currentDatabase();
  const watch = liveQuery(async () => openJourney(database)).subscribe({
    next: (journey) => {
      if (JSON.stringify(journey) !== JSON.stringify(opened.getState().journey)) opened.setState({ journey });
    },
    error: (error: unknown) => opened.setState({ error }),
  });
  stop = () => watch.unsubscribe();
}

auth.store.subscribe(follow);
follow();
