import { type Clock, systemClock } from '../device/clock';
import type { UserDatabase } from '../db/database';
import type { LocalDraft, LocalPhoto } from '../db/rows';
import { beforeLeaving } from '../db/storage-notices';

/** The delay between a keystroke and the write; docs/faults.md C1 allows a second. */
const AUTOSAVE_MS = 400;

export async function saveDraft(database: UserDatabase, draft: LocalDraft): Promise<void> {
  await database.write('draft', [database.drafts], () => database.drafts.put(draft));
}

export async function loadDraft(database: UserDatabase, id: string): Promise<LocalDraft | undefined> {
  return database.read(() => database.drafts.get(id));
}

/** The draft of an edit of this record, if there is one. */
export async function draftOfObservation(database: UserDatabase, observationId: string): Promise<LocalDraft | undefined> {
  return database.read(() => database.drafts.where('observation_id').equals(observationId).first());
}

/** The last changed first. */
export async function listDrafts(database: UserDatabase): Promise<LocalDraft[]> {
  // oxlint-disable-next-line unicorn/no-array-reverse -- a collection of the database, not an array
  return database.read(() => database.drafts.orderBy('updated_at').reverse().toArray());
}

/** Deletes the draft and its photos. */
export async function discardDraft(database: UserDatabase, id: string): Promise<void> {
  await database.write('draft', [database.drafts, database.photos], async () => {
    await database.photos.where('draft_id').equals(id).delete();
    await database.drafts.delete(id);
  });
}

/** A separate transaction: if the photo does not fit, the text is stored already (docs/faults.md C2). */
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
  /** Call at every keystroke. */
  change(draft: Omit<LocalDraft, 'updated_at'>): void;
  /** Writes pending changes at once. */
  flush(): Promise<void>;
  /** Whether everything is on disk. */
  isStored(): boolean;
  /** Flushes and stops. */
  stop(): Promise<void>;
  /** Stops without writing pending changes. Await it before the draft becomes a record or is discarded. */
  drop(): Promise<void>;
}

/** Saves a form while it is filled in, before a reload and when the page is hidden. */
export function autosaveDraft(
  database: UserDatabase,
  parts: { clock?: Clock; onError?: (error: unknown) => void; onSaved?: () => void } = {},
): Autosave {
  const clock = parts.clock ?? systemClock;
  let pending: Omit<LocalDraft, 'updated_at'> | null = null;
  let isTimed = false;
  let writes = 0;
  let writing: Promise<void> = Promise.resolve();
  let cancel = () => {};

  function flush(): Promise<void> {
    cancel();
    isTimed = false;
    const draft = pending;
    pending = null;
    if (!draft) return writing;
    writes += 1;
    writing = writing.then(async () => {
      try {
        await saveDraft(database, { ...draft, updated_at: clock.now() });
        parts.onSaved?.();
      } catch (error) {
        // Retried with the next write, unless something newer was typed.
        pending ??= draft;
        parts.onError?.(error);
      } finally {
        writes -= 1;
      }
    });
    return writing;
  }

  function change(draft: Omit<LocalDraft, 'updated_at'>) {
    // The first keystroke starts the timer, so that continuous typing cannot delay the write forever.
    // After a failed write, the next keystroke starts it again.
    if (!isTimed) cancel = clock.after(AUTOSAVE_MS, () => void flush());
    isTimed = true;
    pending = draft;
  }

  const onHide = () => void flush();
  globalThis.addEventListener?.('pagehide', onHide);
  globalThis.document?.addEventListener('visibilitychange', onHide);
  const unregister = beforeLeaving(flush);

  function drop(): Promise<void> {
    cancel();
    pending = null;
    unregister();
    globalThis.removeEventListener?.('pagehide', onHide);
    globalThis.document?.removeEventListener('visibilitychange', onHide);
    return writing;
  }

  return {
    change,
    flush,
    isStored: () => pending === null && writes === 0,
    async stop() {
      await flush();
      await drop();
    },
    drop,
  };
}
