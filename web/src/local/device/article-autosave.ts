import type { Language } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { beforeLeaving } from '../db/storage-notices';
import { type ArticleDraft, articleDraft } from './articles';
import { type Clock, systemClock } from './clock';

/** The delay between a keystroke and the write, as for records. */
const AUTOSAVE_MS = 400;

export interface ArticleAutosave {
  /** Call at every keystroke. */
  change(draft: ArticleDraft): void;
  /** Writes pending changes at once; whether everything is on disk afterwards. */
  flush(): Promise<boolean>;
  isStored(): boolean;
  /** Deletes the draft, with what is pending. */
  discard(): Promise<void>;
  /** Writes what is pending and ends. */
  stop(): Promise<void>;
}

interface AutosaveParts {
  slug: string;
  language: Language;
  /** Called when everything is on disk. */
  onStored?: () => void;
  onError?: () => void;
  clock?: Clock;
}

/** Stores the draft of an article while it is written, before a reload, and when the page is hidden. */
export function autosaveArticle(
  database: UserDatabase,
  { slug, language, onStored, onError, clock = systemClock }: AutosaveParts,
): ArticleAutosave {
  const stored = articleDraft(slug, language);
  let pending: ArticleDraft | null = null;
  let writing: Promise<void> = Promise.resolve();
  let isTimed = false;
  let cancel = () => {};

  const store = async (draft: ArticleDraft) => {
    try {
      await stored.update(database, () => draft);
      if (pending !== draft) return;
      pending = null;
      onStored?.();
    } catch {
      // Tried again with the next change.
      onError?.();
    }
  };
  const flush = async () => {
    cancel();
    isTimed = false;
    const draft = pending;
    if (draft) writing = writing.then(() => store(draft));
    await writing;
    return pending === null;
  };
  const onHide = () => void flush();
  globalThis.addEventListener?.('pagehide', onHide);
  const unregister = beforeLeaving(flush);

  return {
    change(draft) {
      // The first keystroke starts the timer, so that continuous typing cannot delay the write forever.
      if (!isTimed) cancel = clock.after(AUTOSAVE_MS, () => void flush());
      isTimed = true;
      pending = draft;
    },
    flush,
    isStored: () => pending === null,
    async discard() {
      cancel();
      pending = null;
      await writing;
      await stored.update(database, () => null);
    },
    async stop() {
      await flush();
      unregister();
      globalThis.removeEventListener?.('pagehide', onHide);
    },
  };
}
