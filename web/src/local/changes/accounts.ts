import { badgeSeen, isRecord, patchPreferences, type PreferenceKey, toastSeen, type User, wizardSeen, xpSeen } from '@veld/contract';
import type { UserDatabase } from '../db/database';
import type { OutboxItem } from '../db/rows';
import { call } from '../outbox/operation';
import { enqueue } from '../outbox/store';

/** Of two devices the last choice wins, not the last request. */
const changedAt = (madeAt: number) => ({ changed_at: new Date(madeAt).toISOString() });

export const operations = {
  putPreference: call(patchPreferences, {
    label: 'setting',
    reconcile: 'user',
    subject: ({ body }) => `preference:${Object.keys(body).join()}`,
    query: changedAt,
  }),
  markXpSeen: call(xpSeen, { label: 'setting', reconcile: 'user', subject: () => 'xp' }),
  markBadgeSeen: call(badgeSeen, { label: 'setting', reconcile: 'user', subject: ({ body }) => `badge:${body.badge}`, mayBeUnknown: true }),
  markToastSeen: call(toastSeen, { label: 'setting', reconcile: 'user', subject: ({ body }) => `toast:${body.toast}`, mayBeUnknown: true }),
  markWizardSeen: call(wizardSeen, {
    label: 'setting',
    reconcile: 'user',
    subject: ({ body }) => `wizard:${body.wizard}`,
    mayBeUnknown: true,
  }),
};

/** A change of the account that is sent by the outbox. */
export type UserChange =
  | { kind: 'preference'; key: PreferenceKey; value: unknown }
  | { kind: 'xp'; total_xp_seen: number }
  | { kind: 'badge' | 'toast' | 'wizard'; id: string };

const SEEN = { badge: 'badges_seen', toast: 'toasts_seen', wizard: 'wizards_seen' } as const;

/** The user as it will be once the server has accepted the change. */
export function applyChange(user: User, change: UserChange): User {
  switch (change.kind) {
    case 'preference':
      return { ...user, preferences: { ...user.preferences, [change.key]: change.value } };
    case 'xp':
      return { ...user, total_xp_seen: Math.min(user.total_xp, Math.max(user.total_xp_seen, change.total_xp_seen)) };
    default: {
      const field = SEEN[change.kind];
      return user[field].includes(change.id) ? user : { ...user, [field]: [...user[field], change.id] };
    }
  }
}

export async function enqueueChange(database: UserDatabase, change: UserChange, now: number): Promise<void> {
  switch (change.kind) {
    case 'preference':
      return enqueue(database, operations.putPreference, { body: { [change.key]: change.value } }, now);
    case 'xp':
      return enqueue(database, operations.markXpSeen, { body: { total_xp_seen: change.total_xp_seen } }, now);
    case 'badge':
      return enqueue(database, operations.markBadgeSeen, { body: { badge: change.id } }, now);
    case 'toast':
      return enqueue(database, operations.markToastSeen, { body: { toast: change.id } }, now);
    case 'wizard':
      return enqueue(database, operations.markWizardSeen, { body: { wizard: change.id } }, now);
  }
}

/** The queued changes: those being sent, then the waiting ones, each oldest first. */
export async function pendingChanges(database: UserDatabase): Promise<UserChange[]> {
  const items = await database.read(() => database.outbox.where('[state+rank+seq]').between(['sending', 0], ['sending', 1]).toArray());
  const waiting = await database.read(() => database.outbox.where('[state+rank+seq]').between(['waiting', 0], ['waiting', 1]).toArray());
  return [...items, ...waiting].map(changeOf).filter((change) => change !== null);
}

function changeOf({ subject, input }: OutboxItem): UserChange | null {
  const at = subject.indexOf(':');
  const kind = at < 0 ? subject : subject.slice(0, at);
  const name = subject.slice(at + 1);
  const body = isRecord(input.body) ? input.body : {};
  if (kind === 'preference') return { kind, key: name as PreferenceKey, value: body[name] };
  if (kind === 'xp') return { kind, total_xp_seen: Number(body.total_xp_seen) };
  return kind === 'badge' || kind === 'toast' || kind === 'wizard' ? { kind, id: name } : null;
}
