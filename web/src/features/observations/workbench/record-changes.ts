import type { NotificationKind } from '@veld/contract';
import { useMemo } from 'react';
import { useNotifications } from '../../notifications/data';
import { useEntryTexts } from '../../notifications/use-entry-text';

/** What somebody else or the server last did to a record. */
export interface RecordChange {
  text: string;
  /** Since the person last looked: the notification about it is unread. */
  isNew: boolean;
  /** Null if nobody may know. */
  at: string | null;
}

/** What changes a record, or asks something of its observer. */
const CHANGES: ReadonlySet<NotificationKind> = new Set([
  'identification',
  'quality',
  'vote',
  'validation',
  'question',
  'comment',
  'moderation',
]);

/**
 * The last change of each record by its id, from the notifications that this device has: an unread one before those that were read. Undefined
 * until they are known.
 */
export function useRecordChanges(): ReadonlyMap<string, RecordChange> | undefined {
  const { entries } = useNotifications();
  const textOf = useEntryTexts();
  return useMemo(() => {
    if (!entries) return undefined;
    const changes = new Map<string, RecordChange>();
    for (const entry of entries) {
      const { record, kind, is_read, created_at: at } = entry;
      if (!record || !CHANGES.has(kind)) continue;
      const known = changes.get(record.id);
      // The latest come first.
      if (known && (known.isNew || is_read)) continue;
      const { text, change } = textOf(entry);
      changes.set(record.id, { text: [text, change].filter(Boolean).join(' '), isNew: !is_read, at });
    }
    return changes;
  }, [entries, textOf]);
}
