import type { Language, NotificationKind } from '@veld/contract';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../db/open.ts';

/**
 * What later features do for earlier ones, which do not know them: features declare their pieces (`feature.ts`), and the owner of a
 * table or of a moment uses all of them.
 */
export interface Pieces {
  /** What the notifications of all features are about. */
  causes: Causes;
  photoUses: readonly PhotoUse[];
  /** Called when taxa are merged. */
  mergeListeners: readonly MergeListener[];
  /** What features keep about records, and delete with them. */
  removals: readonly Removal[];
}

export interface PhotoUse {
  /** Whether the feature needs the photo `media`, which is then kept. */
  isUsed?: RawBuilder<boolean>;
  /** Selects media_id and crop of the parts of photos that the feature shows. */
  crops?: RawBuilder<unknown>;
  /** Called in the transaction in which a photo of a person, or a part of it, can be shown or turns out to be unreadable. */
  onRendered?: (tx: Tx, userId: string, mediaId: string) => Promise<void>;
  /** Called in the transaction that deletes photos, before they are. */
  onRemoved?: (tx: Tx, mediaIds: readonly string[]) => Promise<void>;
}

/** The ids of a merged taxon and of its successor. */
export interface MergedTaxon {
  from: number;
  to: number;
}

export type MergeListener = (tx: Tx, merged: readonly MergedTaxon[]) => Promise<void>;

export type Removal = (records: RawBuilder<unknown>) => RawBuilder<unknown>;

/** By kind; one that is not listed is always there. */
export type Causes = Readonly<Partial<Record<NotificationKind, Cause>>>;

/** What a notification is about, as expressions of SQL about its row `n`. */
export interface Cause {
  /**
   * Whether it is still there. Checked when the notification is read: the notification disappears with a comment that was deleted, a
   * reaction that was withdrawn or something that a moderator hid, and returns if it is shown again.
   */
  isThere?: (now: Date) => RawBuilder<boolean>;
  /** What the notification shows of it. */
  details?: {
    column: 'emoji' | 'question' | 'project_name' | 'saved_view' | 'announcement' | 'offline_map';
    value: (language: Language) => RawBuilder<unknown>;
  };
}
