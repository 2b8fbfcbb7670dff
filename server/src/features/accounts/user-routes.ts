import {
  listKeys,
  isOneOf,
  BADGES,
  badgeSeen,
  confirmPassword,
  getUser,
  listUsers,
  patchAccount,
  patchPreferences,
  patchUser,
  Preferences,
  toastSeen,
  type User,
  WIZARDS,
  wizardSeen,
  xpSeen,
  type BodyOf,
} from '@veld/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { UserRow } from '../../db/rows.ts';
import type { Context } from '../../http/context.ts';
import { fieldErrors } from '../../http/errors.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { loggedIn, withRole, type Caller } from './access.ts';
import type { Limits } from './limits.ts';
import { isPassword, checkNewPassword, hashPassword } from './passwords.ts';
import { presentListedUser, presentUser } from './present.ts';
import { appointSuccessor, countUsers, isLastAdmin, listUsersNamed, lockAdmins, logChange } from './roles.ts';
import { setPasswordConfirmed, endSessions } from './sessions.ts';
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
  lockRegistrations,
  type UserChange,
} from './store.ts';
import type { Tx } from '../../db/open.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { emailKey, findClaims, isOwned, mailConfirmation, removeConfirmations } from './addresses.ts';
import { mailEmailChanged, mailPasswordChanged } from './notices.ts';
import { checkName, checkOtherNames } from './names.ts';
import { removeResets } from './resets.ts';

/** What later features know about a user. */
export interface UserListeners {
  /** The number of notifications that a person has not read. */
  countUnread(userId: string, preferences: Preferences): Promise<number>;
  /** Whether a person validates any records. */
  isValidator(userId: string): Promise<boolean>;
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
    const unread_notifications = await listeners.countUnread(caller.userId, user.preferences);
    return { ...user, unread_notifications, is_validator: await listeners.isValidator(caller.userId) };
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

  serve(app, confirmPassword, access, async ({ caller, body }) => {
    await limits.confirmPassword(caller.userId);
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

const PREFERENCE_KEYS = listKeys(Preferences.shape);

/** The only key of the body, which must be a preference with a valid value; otherwise 422. */
function onePreference(body: Record<string, unknown>): PreferenceChange {
  const [key, ...others] = Object.keys(body);
  if (key === undefined || others.length > 0) throw invalid('body', 'one_preference');
  if (!isOneOf(PREFERENCE_KEYS, key)) throw invalid(key.slice(0, 60), 'preference');
  const read = Preferences.shape[key].safeParse(body[key]);
  if (!read.success) {
    throw new Fault('validation', { errors: fieldErrors(read.error.issues.map((issue) => ({ ...issue, path: [key, ...issue.path] }))) });
  }
  return { key, value: read.data };
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

type Body = BodyOf<typeof patchAccount>;

/**
 * Changes name, country, email and password; email and password require the current password. They end all other sessions, and
 * invalidate the links in earlier mails. Returns undefined if the account was deleted.
 */
async function changeAccount(
  context: Context,
  limits: Limits,
  request: FastifyRequest,
  caller: Caller,
  body: Body,
): Promise<UserRow | undefined> {
  const { db } = context;
  const change: UserChange = {
    ...(body.name === undefined ? {} : { name: await newName(limits, request, caller, body.name) }),
    ...(body.country_code === undefined ? {} : { country_code: body.country_code }),
  };
  const isGuarded = body.email !== undefined || body.password !== undefined;
  let verified: string | null = null;
  if (isGuarded) {
    if (body.current_password === undefined) throw invalid('current_password', 'required');
    await limits.confirmPassword(caller.userId);
    const user = await findUser(db, caller.userId);
    if (!user) return undefined;
    if (body.password !== undefined) checkNewPassword(body.password, { name: body.name ?? user.name, email: body.email ?? user.email });
    if (!(await isPassword(user.password_hash, body.current_password))) throw invalid('current_password', 'password_wrong');
    verified = user.password_hash;
    if (body.email !== undefined) await limits.mailConfirmation(caller.userId, emailKey(body.email));
    if (body.password !== undefined) change.password_hash = await hashPassword(body.password);
  }
  return inTransaction(db, async (tx) => {
    if (body.email !== undefined || change.name !== undefined) await lockRegistrations(tx);
    const user = await lockUser(tx, caller.userId);
    // Another request may have changed the password while this one was verified.
    if (user && verified !== null && user.password_hash !== verified) throw invalid('current_password', 'password_wrong');
    if (!user || (Object.keys(change).length === 0 && !isGuarded)) return user;
    if (change.name !== undefined && change.name !== user.name) await checkOtherNames(tx, change.name, caller.userId);
    const addressChange = body.email === undefined ? {} : await changeAddress(context, tx, user, body.email.trim(), caller);
    if (isGuarded) {
      await endSessions(tx, caller.userId, context.now(), caller.sessionId);
      await removeResets(tx, caller.userId);
    }
    if (change.password_hash !== undefined) await mailPasswordChanged(context, tx, user, caller.language);
    const changed = await setUser(tx, caller.userId, { ...change, ...addressChange });
    if (changed.email_key !== user.email_key) await mailEmailChanged(context, tx, user, changed, caller.language);
    return changed;
  });
}

/** A name as it is stored. The name that the person has already is not checked, because it may be older than the rules. */
async function newName(limits: Limits, request: FastifyRequest, caller: Caller, name: string): Promise<string> {
  if (name === caller.name) return name;
  await limits.changeName(caller.userId);
  return checkName(name);
}

/**
 * A new address replaces the old one when it is confirmed. On a server that cannot send mail it does so at once, unless another
 * account uses it (decision 0029).
 */
async function changeAddress(context: Context, tx: Tx, user: UserRow, email: string, caller: Caller): Promise<UserChange> {
  const key = emailKey(email);
  await removeConfirmations(tx, user.id, user.email_key ?? undefined);
  // Another spelling of the same address.
  if (key === user.email_key) return { email, pending_email: null };
  if (sendsMail(context)) {
    await mailConfirmation(context, tx, user, email, caller.language);
    return { pending_email: email };
  }
  const now = context.now();
  if ((await findClaims(tx, key, now)).length > 0) throw invalid('email', 'email_taken');
  return { email, email_key: key, email_claimed_at: now, email_confirmed_at: (await isOwned(tx, key)) ? null : now, pending_email: null };
}
