import { patchAccount as patchAccountRoute, type User } from '@veld/contract';
import { openUserDatabase } from '../db/database';
import { systemClock } from '../device/clock';
import type { AccountPatch } from './auth-types';
import type { SessionParts } from './login';
import { applyChange, enqueueChange, type UserChange } from './user-changes';

/** Changes name, email, password or country; needs the network. */
export async function patchAccount({ api, stored, currentUser }: SessionParts, body: AccountPatch): Promise<User> {
  const { token } = stored.store.getState();
  const { data } = await api.call(patchAccountRoute, { body });
  if (token) await currentUser.store(data, token);
  return data;
}

/** Changes a setting: shown at once, sent by the outbox. */
export async function changeUser({ stored, clock = systemClock }: SessionParts, change: UserChange): Promise<void> {
  const { user } = stored.store.getState();
  if (!user) return;
  // Experience never decreases, so the higher number is sent.
  const sent = change.kind === 'xp' ? { ...change, total_xp_seen: applyChange(user, change).total_xp_seen } : change;
  await enqueueChange(openUserDatabase(user.id), sent, clock.now());
  await stored.update((before) => (before.user?.id === user.id ? { ...before, user: applyChange(before.user, change) } : null));
}
