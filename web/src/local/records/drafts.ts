import { type Clock, systemClock } from '../device/clock';
import type { UserDatabase } from '../db/database';
import type { LocalDraft, LocalPhoto } from '../db/rows';
import { beforeLeaving } from '../db/storage-notices';

/** Writing follows the last keystroke by this; docs/faults.md C1 allows a second. */
const AUTOSAVE_MS = 400;

export async function saveDraft(database: UserDatabase, draft: LocalDraft): Promise<void> {
  await database.write('draft', [database.drafts], () => database.drafts.put(draft));
}

export async function loadDraft(database: UserDatabase, id: string): Promise<LocalDraft | undefined> {
  return database.read(() => database.drafts.get(id));
}

/** The draft of a change to this record, if there is one. */
export async function draftOfObservation(database: UserDatabase, observationId: string): Promise<LocalDraft | undefined> {
  return database.read(() => database.drafts.where('observation_id').equals(observationId).first());
}

/** The last touched first. */
export async function listDrafts(database: UserDatabase): Promise<LocalDraft[]> {
  // oxlint-disable-next-line unicorn/no-array-reverse -- a collection of the database, not an array
  return database.read(() => database.drafts.orderBy('updated_at').reverse().toArray());
}

/** With its photos: those of a draft are nowhere else. */
export async function discardDraft(database: UserDatabase, id: string): Promise<void> {
  await database.write('draft', [database.drafts, database.photos], async () => {
    await database.photos.where('draft_id').equals(id).delete();
    await database.drafts.delete(id);
  });
}

/** In a transaction of its own: when the photo does not fit, the text is already safe (docs/faults.md C2). */
export async function addDraftPhoto(database: UserDatabase, draftId: string, photo: LocalPhoto): Promise<void> {
  await database.write('photo', [database.photos], () => database.photos.put({ ...photo, draft_id: draftId }));
}

export async function removeDraftPhoto(database: UserDatabase, photoId: string): Promise<void> {
  await database.write('photo', [database.photos], async () => {
    const photo = await database.photos.get(photoId);
    if (photo?.draft_id) await database.photos.delete(photoId);
  });
}

export async function draftPhotos(database: UserDatabase, draftId: string): Promise<LocalPhoto[]> {
  return database.read(() => database.photos.where('draft_id').equals(draftId).toArray());
}

export interface Autosave {
  /** At every keystroke. */
  change(draft: Omit<LocalDraft, 'updated_at'>): void;
  /** Writes at once what is still on its way. */
  flush(): Promise<void>;
  /** Whether the disk has everything that was given. */
  isKept(): boolean;
  /** Flushes and ends. */
  stop(): Promise<void>;
  /** Ends without writing what is on its way. To be awaited before the draft becomes a record or is thrown away. */
  drop(): Promise<void>;
}

/** Keeps a form on the disk while it is being filled in; also before a reload and when the page is hidden. */
export function autosaveDraft(
  database: UserDatabase,
  parts: { clock?: Clock; onError?: (error: unknown) => void; onSaved?: () => void } = {},
): Autosave {
  const clock = parts.clock ?? systemClock;
  let waiting: Omit<LocalDraft, 'updated_at'> | null = null;
  let isTimed = false;
  let underWay = 0;
  let writing: Promise<void> = Promise.resolve();
  let cancel = () => {};

  function flush(): Promise<void> {
    cancel();
    isTimed = false;
    const draft = waiting;
    waiting = null;
    if (!draft) return writing;
    underWay += 1;
    writing = writing.then(async () => {
      try {
        await saveDraft(database, { ...draft, updated_at: clock.now() });
        parts.onSaved?.();
      } catch (error) {
        // Kept for the next try, unless something newer was typed.
        waiting ??= draft;
        parts.onError?.(error);
      } finally {
        underWay -= 1;
      }
    });
    return writing;
  }

  function change(draft: Omit<LocalDraft, 'updated_at'>) {
    // The first keystroke starts the clock, so that steady typing cannot put writing off for ever.
    // After a write that failed, the next keystroke starts it again.
    if (!isTimed) cancel = clock.after(AUTOSAVE_MS, () => void flush());
    isTimed = true;
    waiting = draft;
  }

  const onHide = () => void flush();
  globalThis.addEventListener?.('pagehide', onHide);
  globalThis.document?.addEventListener('visibilitychange', onHide);
  const takeBack = beforeLeaving(flush);

  function drop(): Promise<void> {
    cancel();
    waiting = null;
    takeBack();
    globalThis.removeEventListener?.('pagehide', onHide);
    globalThis.document?.removeEventListener('visibilitychange', onHide);
    return writing;
  }

  return {
    change,
    flush,
    isKept: () => waiting === null && underWay === 0,
    async stop() {
      await flush();
      await drop();
    },
    drop,
  };
}
