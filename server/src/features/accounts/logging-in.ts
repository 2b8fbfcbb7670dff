import type { Language, LoggedIn } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { sendsMail } from '../../mail/outbox.ts';
import type { Claim } from './addresses.ts';
import { type NameListener, reopen } from './deletion.ts';
import { mailNewLogin } from './notices.ts';
import { presentUser } from './present.ts';
import { findKnownDevice, insertSession, type NewSession, type SessionDevice } from './sessions.ts';
import { lockUser } from './store.ts';

/** Called in the transaction of a login on a device that is new to the account. */
export type NewDeviceListener = (tx: Tx, login: { userId: string; sessionId: string; deviceName: string }) => Promise<void>;

export interface LoginListeners {
  names: NameListener[];
  newDevice: NewDeviceListener;
}

export interface LoginRequest extends SessionDevice {
  language: Language;
}

/**
 * Starts a session after the password was verified, and reopens a closed account. Notifies the person of a login on a device that is new to
 * the account. `claims` are all accounts that use the address: a server that cannot send mail says at the login if there are others.
 * Undefined if the password changed meanwhile.
 */
export async function logInto(
  context: Context,
  listeners: LoginListeners,
  claim: Claim,
  { language, ...device }: LoginRequest,
  claims: readonly Claim[],
): Promise<LoggedIn | undefined> {
  return inTransaction(context.db, async (tx) => {
    const open = await lockUser(tx, claim.id);
    const reopened = open ? undefined : await reopen(context, tx, listeners.names, { ...claim, requestLanguage: language });
    // Read again, because another device may have just reopened the account.
    const user = open ?? reopened ?? (await lockUser(tx, claim.id));
    if (user?.password_hash !== claim.password_hash) return undefined;
    const isKnown = (await findKnownDevice(tx, [user.id], device.device_secret)) !== null;
    const session = await insertSession(tx, user.id, device, context.now());
    if (!isKnown && !reopened) {
      await mailNewLogin(context, tx, user, language);
      await listeners.newDevice(tx, { userId: user.id, sessionId: session.id, deviceName: device.device_name ?? '' });
    }
    const loggedIn = presentLogin(context, user, session);
    const sharesEmail = !sendsMail(context) && claims.length > 1;
    return { ...loggedIn, ...(reopened ? { reopened: true } : {}), ...(sharesEmail ? { shares_email: true } : {}) };
  });
}

/** A new session and its user. */
export async function startSession(context: Context, tx: Tx, user: UserRow, device: SessionDevice): Promise<LoggedIn> {
  return presentLogin(context, user, await insertSession(tx, user.id, device, context.now()));
}

function presentLogin(context: Context, user: UserRow, { token, revokeKey }: NewSession): LoggedIn {
  return { token, revoke_key: revokeKey, data: presentUser(user, context) };
}

export function pickDevice({ device_name, device_secret }: SessionDevice): SessionDevice {
  return { device_name, device_secret };
}
