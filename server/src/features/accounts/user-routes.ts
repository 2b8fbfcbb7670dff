import {
  BADGES,
  badgeSeen,
  confirmPassword,
  getUser,
  listUsers,
  patchAccount,
  patchPreferences,
  patchUser,
  type PreferenceKey,
  Preferences,
  toastSeen,
  type User,
  WIZARDS,
  wizardSeen,
  xpSeen,
} from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { UserRow } from '../../db/rows.ts';
import type { Context } from '../../http/context.ts';
import { fieldErrors } from '../../http/errors.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn, withRole } from './access.ts';
import { changeAccount } from './account-change.ts';
import type { Limits } from './limits.ts';
import { isPassword } from './passwords.ts';
import { presentListedUser, presentUser } from './present.ts';
import { appointSuccessor, countUsers, isLastAdmin, listUsersNamed, lockAdmins, logChange } from './roles.ts';
import { setPasswordConfirmed } from './sessions.ts';
import {
  addSeen,
  findUser,
  lockUser,
  type PreferenceChange,
  type SeenKind,
  setDeviceInfo,
  setPreference,
  setUser,
  setXpSeen,
} from './store.ts';

/** What later features know about a user. */
export interface UserListeners {
  /** The number of notifications that a person has not read. */
  countUnread(userId: string, preferences: Preferences): Promise<number>;
  /** Whether there is a message with this id. */
  isToast(id: string): Promise<boolean>;
}

/** Registers the routes for the user of the session and for an admin's changes to other users. */
export function serveUser(app: FastifyInstance, context: Context, limits: Limits, listeners: UserListeners): void {
  const { db } = context;
  const access = loggedIn(context);
  const present = (row: UserRow): User => presentUser(row, context);
  /** Presents the row after a change; 401 if the account was deleted in the meantime. */
  const data = (row: UserRow | undefined): { data: User } => {
    if (!row) throw new Fault('not_logged_in');
    return { data: present(row) };
  };

  serve(app, getUser, access, async ({ caller, query }) => {
    await setDeviceInfo(db, caller.userId, {
      ...(query.appVersion === undefined ? {} : { app_version: query.appVersion }),
      ...(query.timezone !== undefined && isTimeZone(query.timezone) ? { time_zone: query.timezone } : {}),
    });
    const { data: user } = data(await findUser(db, caller.userId));
    return { ...user, unread_notifications: await listeners.countUnread(caller.userId, user.preferences) };
  });

  serve(app, xpSeen, access, async ({ caller, body }) => data(await setXpSeen(db, caller.userId, body.total_xp_seen)));
  const seen = async (userId: string, kind: SeenKind, mark: string) => data(await addSeen(db, userId, kind, mark));
  serve(app, badgeSeen, access, ({ caller, body }) => {
    if (!BADGES.some(({ id }) => id === body.badge)) throw invalid('badge', 'seen_id');
    return seen(caller.userId, 'badges_seen', body.badge);
  });
  serve(app, toastSeen, access, async ({ caller, body }) => {
    if (!(await listeners.isToast(body.toast))) throw invalid('toast', 'seen_id');
    return seen(caller.userId, 'toasts_seen', body.toast);
  });
  serve(app, wizardSeen, access, ({ caller, body }) => {
    if (!WIZARDS.some((wizard) => wizard === body.wizard)) throw invalid('wizard', 'seen_id');
    return seen(caller.userId, 'wizards_seen', body.wizard);
  });

  serve(app, patchPreferences, access, async ({ caller, body, query }) => {
    // A clock that is ahead must not win over later choices.
    const at = Math.min(Date.parse(query.changed_at ?? '') || Infinity, context.now().getTime());
    return data(await setPreference(db, caller.userId, onePreference(body), new Date(at)));
  });

  serve(app, confirmPassword, access, async ({ caller, body, request }) => {
    await limits.confirmPassword(request, caller.userId);
    const user = await findUser(db, caller.userId);
    if (!(await isPassword(user?.password_hash ?? null, body.current_password))) throw invalid('current_password', 'password_wrong');
    await setPasswordConfirmed(db, caller, body.confirmation ?? null, context.now());
    return undefined;
  });

  serve(app, patchAccount, access, async ({ caller, body, request }) => data(await changeAccount(context, limits, request, caller, body)));

  serve(app, listUsers, withRole(context, 'admin'), async ({ query }) => ({
    data: (await listUsersNamed(db, query.name ?? '')).map(presentListedUser),
    totals: await countUsers(db),
  }));

  serve(app, patchUser, withRole(context, 'admin'), async ({ params, body, caller }) => {
    await inTransaction(db, async (tx) => {
      const roles = body.roles && [...new Set(['user', ...body.roles])];
      const admins = await lockAdmins(tx);
      // Another admin may have just withdrawn the role.
      if (!admins.includes(caller.userId)) throw new Fault('forbidden');
      const user = await lockUser(tx, params.id);
      if (!user) throw new Fault('not_found');
      if (body.successor_id !== undefined) await appointSuccessor(tx, params.id, body.successor_id);
      else if (roles && !roles.includes('admin') && isLastAdmin(admins, user)) throw invalid('roles', 'last_admin');
      const change = { ...(roles ? { roles } : {}), ...(body.is_pro === undefined ? {} : { is_pro: body.is_pro }) };
      if (Object.keys(change).length === 0) return;
      await setUser(tx, params.id, change);
      await logChange(tx, { actorId: caller.userId, before: user, change, now: context.now() });
    });
    return undefined;
  });
}

/** The only key of the body, which must be a preference with a valid value; otherwise 422. */
function onePreference(body: Record<string, unknown>): PreferenceChange {
  const keys = Object.keys(body);
  if (keys.length !== 1) throw invalid('body', 'one_preference');
  const key = keys[0]!;
  if (!Object.hasOwn(Preferences.shape, key)) throw invalid(key.slice(0, 60), 'preference');
  const read = Preferences.shape[key as PreferenceKey].safeParse(body[key]);
  if (!read.success) {
    throw new Fault('validation', { errors: fieldErrors(read.error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }))) });
  }
  return { key: key as PreferenceKey, value: read.data };
}

/** Whether a name is an IANA time zone. Excludes offsets such as `+02:00`, which newer engines accept too. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
