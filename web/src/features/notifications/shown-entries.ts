import type { Notification, NotificationKind } from '@veld/contract';
import type { NotificationChanges } from '../../local/changes/notifications';

/** The entries as they are with the changes on this device. `fetchedAt` is when the server sent them. */
export function withChanges(entries: readonly Notification[], changes: NotificationChanges | undefined, fetchedAt: number): Notification[] {
  if (!changes) return [...entries];
  return entries.map((entry) => {
    const isMuted = entry.record ? (changes.muted.get(entry.record.id) ?? entry.is_muted) : false;
    const isRead = entry.is_read || isMuted || changes.read.get(entry.id) === entry.through || isReadWithAll(entry, changes, fetchedAt);
    return { ...entry, is_read: isRead, is_muted: isMuted };
  });
}

/** Whether the entry was there when all were marked as read. */
function isReadWithAll({ created_at }: Notification, { allReadAt }: NotificationChanges, fetchedAt: number): boolean {
  if (allReadAt === null) return false;
  return allReadAt >= fetchedAt || created_at === null || Date.parse(created_at) <= allReadAt;
}

/** How many entries are unread, of as many as the server counted. */
export function unreadCount(counted: number, changes: NotificationChanges | undefined): number {
  if (!changes) return counted;
  return changes.allReadAt === null ? Math.max(0, counted - changes.read.size) : 0;
}

export interface EntryFilter {
  kind: NotificationKind | null;
  isUnread: boolean;
}

export function filtered(entries: readonly Notification[], { kind, isUnread }: EntryFilter): Notification[] {
  // The entry of an identification that changed the grade mentions both.
  const isOf = (entry: Notification) => kind === null || entry.kind === kind || (kind === 'quality' && entry.quality !== null);
  return entries.filter((entry) => isOf(entry) && !(isUnread && entry.is_read));
}
