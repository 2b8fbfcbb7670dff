import {
  badgeSeen,
  patchPreferences,
  type PreferenceKey,
  type Preferences,
  toastSeen,
  type User,
  wizardSeen,
  xpSeen,
} from '@veld/contract';
import type { UserDatabase } from '../db/database';
import { enqueueCall } from '../outbox/enqueue';
import { keyOf } from '../outbox/operations';
import type { OutboxItem } from '../db/rows';

/** What a person changes about themselves without waiting for the network. */
export type UserChange =
  | { kind: 'preference'; key: PreferenceKey; value: unknown }
  | { kind: 'xp'; total_xp_seen: number }
  | { kind: 'badge' | 'toast' | 'wizard'; id: string };

const SEEN = { badge: 'badges_seen', toast: 'toasts_seen', wizard: 'wizards_seen' } as const;
const SEEN_ROUTES = { badge: badgeSeen, toast: toastSeen, wizard: wizardSeen } as const;

/** The user as it will be once the server has taken the change. */
export function applyChange(user: User, change: UserChange): User {
  switch (change.kind) {
    case 'preference':
      return { ...user, preferences: { ...user.preferences, [change.key]: change.value } as Preferences };
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
    case 'preference': {
      const route = keyOf(patchPreferences);
      await enqueueCall(database, { route, input: { body: { [change.key]: change.value } }, subject: `preference:${change.key}`, now });
      break;
    }
    case 'xp':
      await enqueueCall(database, { route: keyOf(xpSeen), input: { body: { total_xp_seen: change.total_xp_seen } }, subject: 'xp', now });
      break;
    default: {
      const route = keyOf(SEEN_ROUTES[change.kind]);
      await enqueueCall(database, { route, input: { body: { [change.kind]: change.id } }, subject: `${change.kind}:${change.id}`, now });
    }
  }
}

/** The changes that have not reached the server and still may, oldest first. */
export async function pendingChanges(database: UserDatabase): Promise<UserChange[]> {
  const items = await database.read(() => database.outbox.where('[state+rank+seq]').between(['sending', 0], ['sending', 1]).toArray());
  const waiting = await database.read(() => database.outbox.where('[state+rank+seq]').between(['waiting', 0], ['waiting', 1]).toArray());
  return [...items, ...waiting].map(changeOf).filter((change) => change !== null);
}

function changeOf({ subject, input }: OutboxItem): UserChange | null {
  const at = subject.indexOf(':');
  const kind = at < 0 ? subject : subject.slice(0, at);
  const name = subject.slice(at + 1);
  const body = input.body as Record<string, unknown>;
  if (kind === 'preference') return { kind, key: name as PreferenceKey, value: body[name] };
  if (kind === 'xp') return { kind, total_xp_seen: Number(body.total_xp_seen) };
  return kind === 'badge' || kind === 'toast' || kind === 'wizard' ? { kind, id: name } : null;
}
