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

/** Deletes the draft of a new record in which nothing is left, if it has no photos. Returns whether it did. */
export async function discardEmptyDraft(database: UserDatabase, id: string, isEmpty: (draft: LocalDraft) => boolean): Promise<boolean> {
  return database.write('draft', [database.drafts, database.photos], async () => {
    const draft = await database.drafts.get(id);
    if (!draft || draft.observation_id !== null || draft.photo_ids.length > 0 || !isEmpty(draft)) return false;
    // A photo that is still being read comes before the draft says that it has it.
    if ((await database.photos.where('draft_id').equals(id).count()) > 0) return false;
    await database.drafts.delete(id);
    return true;
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

/**
 * Stores what a form learns after it was left, as the photos that it was reading. A draft that was on disk and is gone has been saved
 * or discarded since, and stays so.
 */
export async function saveLeftDraft(database: UserDatabase, draft: UnsavedDraft, { wasKept }: { wasKept: boolean }): Promise<void> {
  await database.write('draft', [database.drafts], async () => {
    if (wasKept && !(await database.drafts.get(draft.id))) return;
    await database.drafts.put({ ...draft, updated_at: Date.now() });
  });
}

export interface Autosave {
  /** Call at every keystroke. */
  change(draft: UnsavedDraft): void;
  /** Writes pending changes at once. */
  flush(): Promise<void>;
  /** Whether everything is on disk. */
  isStored(): boolean;
  /** Flushes and stops. */
  stop(): Promise<void>;
  /** Stops without writing pending changes. Await it before the draft becomes a record or is discarded. */
  drop(): Promise<void>;
}

interface AutosaveParts {
  clock?: Clock;
  onError?: (error: unknown) => void;
  onSaved?: () => void;
}

/** Saves a form while it is filled in, before a reload and when the page is hidden. */
export function autosaveDraft(database: UserDatabase, parts: AutosaveParts = {}): Autosave {
  return new DraftAutosave(database, parts);
}

type UnsavedDraft = Omit<LocalDraft, 'updated_at'>;

class DraftAutosave implements Autosave {
  readonly #database: UserDatabase;
  readonly #parts: AutosaveParts;
  readonly #clock: Clock;
  readonly #onHide = () => void this.flush();
  readonly #unregister: () => void;
  #pending: UnsavedDraft | null = null;
  #isTimed = false;
  #cancel = () => {};
  #writes = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(database: UserDatabase, parts: AutosaveParts) {
    this.#database = database;
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
    globalThis.addEventListener?.('pagehide', this.#onHide);
    globalThis.document?.addEventListener('visibilitychange', this.#onHide);
    this.#unregister = beforeLeaving(() => this.flush());
  }

  change(draft: UnsavedDraft): void {
    // The first keystroke starts the timer, so that continuous typing cannot delay the write forever.
    // After a failed write, the next keystroke starts it again.
    if (!this.#isTimed) this.#cancel = this.#clock.after(AUTOSAVE_MS, () => void this.flush());
    this.#isTimed = true;
    this.#pending = draft;
  }

  flush(): Promise<void> {
    this.#cancel();
    this.#isTimed = false;
    const draft = this.#pending;
    this.#pending = null;
    if (draft) {
      this.#writes += 1;
      this.#writing = this.#writing.then(() => this.#write(draft));
    }
    return this.#writing;
  }

  isStored(): boolean {
    return this.#pending === null && this.#writes === 0;
  }

  async stop(): Promise<void> {
    await this.flush();
    await this.drop();
  }

  drop(): Promise<void> {
    this.#cancel();
    this.#pending = null;
    this.#unregister();
    globalThis.removeEventListener?.('pagehide', this.#onHide);
    globalThis.document?.removeEventListener('visibilitychange', this.#onHide);
    return this.#writing;
  }

  async #write(draft: UnsavedDraft): Promise<void> {
    try {
      await saveDraft(this.#database, { ...draft, updated_at: this.#clock.now() });
      this.#parts.onSaved?.();
    } catch (error) {
      // Retried with the next write, unless something newer was typed.
      this.#pending ??= draft;
      this.#parts.onError?.(error);
    } finally {
      this.#writes -= 1;
    }
  }
}
