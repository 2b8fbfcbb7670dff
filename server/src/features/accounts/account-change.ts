import type { BodyOf, patchAccount } from '@veld/contract';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { UserRow } from '../../db/rows.ts';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { sendsMail } from '../../mail/outbox.ts';
import type { Caller } from './access.ts';
import { emailKey } from './addresses.ts';
import { findClaims, isOwned } from './claims.ts';
import { mailConfirmation, removeConfirmations } from './confirmations.ts';
import type { Limits } from './limits.ts';
import { mailEmailChanged, mailPasswordChanged } from './notices.ts';
import { checkName, checkOtherNames } from './names.ts';
import { checkNewPassword, hashPassword, isPassword } from './passwords.ts';
import { removeResets } from './resets.ts';
import { endSessions } from './sessions.ts';
import { findUser, lockRegistrations, lockUser, setUser, type UserChange } from './store.ts';

type Body = BodyOf<typeof patchAccount>;

/**
 * Changes name, country, email and password; email and password require the current password. They end all other sessions, and
 * invalidate the links in earlier mails. Returns undefined if the account was deleted.
 */
export async function changeAccount(
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
    await limits.confirmPassword(request, caller.userId);
    const user = await findUser(db, caller.userId);
    if (!user) return undefined;
    if (body.password !== undefined) checkNewPassword(body.password, { name: body.name ?? user.name, email: body.email ?? user.email });
    if (!(await isPassword(user.password_hash, body.current_password))) throw invalid('current_password', 'password_wrong');
    verified = user.password_hash;
    if (body.email !== undefined) await limits.mailConfirmation(request, caller.userId, emailKey(body.email));
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
  await limits.changeName(request, caller.userId);
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
