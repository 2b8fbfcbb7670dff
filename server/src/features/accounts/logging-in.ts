import type { Language, LoggedIn } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import type { Claim } from './claims.ts';
import { type NameListener, reopen } from './deletion.ts';
import { mailNewLogin } from './notices.ts';
import { presentUser } from './present.ts';
import { findKnownDevice, insertSession, type SessionDevice } from './sessions.ts';
import { lockUser } from './store.ts';

export interface LoginRequest extends SessionDevice {
  language: Language;
}

/**
 * Starts a session after the password was verified, and reopens a closed account. Mails the person about a login on a device that is
 * new to the account. Undefined if the password changed meanwhile.
 */
export async function logInto(
  context: Context,
  nameListeners: NameListener[],
  claim: Claim,
  { language, ...device }: LoginRequest,
): Promise<LoggedIn | undefined> {
  return inTransaction(context.db, async (tx) => {
    const open = await lockUser(tx, claim.id);
    const reopened = open ? undefined : await reopen(context, tx, nameListeners, { ...claim, requestLanguage: language });
    // Read again, because another device may have just reopened the account.
    const user = open ?? reopened ?? (await lockUser(tx, claim.id));
    if (user?.password_hash !== claim.password_hash) return undefined;
    const isKnown = (await findKnownDevice(tx, [user.id], device.device_secret)) !== null;
    const session = await startSession(context, tx, user, device);
    if (!isKnown && !reopened) await mailNewLogin(context, tx, user, language);
    return reopened ? { ...session, reopened: true } : session;
  });
}

/** A new session and its user. */
export async function startSession(context: Context, tx: Tx, user: UserRow, device: SessionDevice): Promise<LoggedIn> {
  const session = await insertSession(tx, user.id, device, context.now());
  return { token: session.token, revoke_key: session.revokeKey, data: presentUser(user, context) };
}

export function deviceOf({ device_name, device_secret }: SessionDevice): SessionDevice {
  return { device_name, device_secret };
}
