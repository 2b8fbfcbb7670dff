import { NEVER_IN_DIGEST, NOTIFICATION_KINDS, type NotificationChannel, type NotificationKind, type Preferences } from '@veld/contract';
import type { Db, Tx } from '../../db/open.ts';
import { readPreferences } from '../accounts/present.ts';

/** What a person chose, with the defaults for the rest. */
export async function findPreferences(db: Db | Tx, userId: string): Promise<Preferences> {
  const user = await db.selectFrom('users').select('preferences').where('id', '=', userId).executeTakeFirst();
  return readPreferences(user?.preferences ?? {});
}

/** The kinds of notifications that a person gets on each channel; badges only as long as they are not switched off. */
export function kindsOn(channel: NotificationChannel, preferences: Preferences): NotificationKind[] {
  const chosen = {
    app: preferences.notifications.app,
    mail: preferences.notifications.mail,
    push: preferences.notifications.push,
  }[channel];
  return NOTIFICATION_KINDS.filter(
    (kind) => chosen[kind] && (kind !== 'badge' || preferences.gamification) && (kind !== NEVER_IN_DIGEST || channel !== 'mail'),
  );
}
