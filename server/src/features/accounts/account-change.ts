import type { BodyOf, patchAccount } from '@veld/contract';
import type { FastifyRequest } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { UserRow } from '../../db/schema.ts';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import type { Caller } from './access.ts';
import { emailKey } from './addresses.ts';
import type { Limits } from './limits.ts';
import { mailEmailChanged, mailPasswordChanged } from './notices.ts';
import { hashPassword, isCommon, isPassword } from './passwords.ts';
import { removeResets } from './resets.ts';
import { endSessions } from './sessions.ts';
import { findUser, isEmailTaken, lockUser, setUser, type UserChange } from './store.ts';

/**
 * Changes name, country, email and password; email and password require the current password. A new password ends all other
 * sessions, and a new email or password invalidates the links in earlier mails. Returns undefined if the account was deleted.
 */
export async function changeAccount(
  context: Context,
  limits: Limits,
  request: FastifyRequest,
  caller: Caller,
  body: BodyOf<typeof patchAccount>,
): Promise<UserRow | undefined> {
  const { db } = context;
  const change: UserChange = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.country_code === undefined ? {} : { country_code: body.country_code }),
  };
  const isGuarded = body.email !== undefined || body.password !== undefined;
  let confirmed: string | null = null;
  if (isGuarded) {
    if (body.current_password === undefined) throw invalid('current_password', 'required');
    if (body.password !== undefined && isCommon(body.password)) throw invalid('password', 'password_common');
    await limits.confirmPassword(request, caller.userId);
    const user = await findUser(db, caller.userId);
    if (!user) return undefined;
    if (!(await isPassword(user.password_hash, body.current_password))) throw invalid('current_password', 'password_wrong');
    confirmed = user.password_hash;
    if (body.email !== undefined) {
      change.email = body.email.trim();
      change.email_key = emailKey(body.email);
    }
    if (body.password !== undefined) change.password_hash = await hashPassword(body.password);
  }
  try {
    return await inTransaction(db, async (tx) => {
      const user = await lockUser(tx, caller.userId);
      if (!user || Object.keys(change).length === 0) return user;
      // Another request may have changed the password while this one was verified.
      if (confirmed !== null && user.password_hash !== confirmed) throw invalid('current_password', 'password_wrong');
      if (change.password_hash !== undefined) await endSessions(tx, caller.userId, context.now(), caller.sessionId);
      if (isGuarded) await removeResets(tx, caller.userId);
      const recipient = {
        name: user.name,
        email: user.email,
        language: caller.language,
        country: user.country_code,
        timeZone: user.time_zone,
      };
      if (change.password_hash !== undefined) await mailPasswordChanged(context, tx, recipient);
      // A different spelling of the same address needs no notice.
      if (change.email_key !== undefined && change.email_key !== user.email_key) await mailEmailChanged(context, tx, recipient);
      return setUser(tx, caller.userId, change);
    });
  } catch (error) {
    if (isEmailTaken(error)) throw invalid('email', 'email_taken');
    throw error;
  }
}
