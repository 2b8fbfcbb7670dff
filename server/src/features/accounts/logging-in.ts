import type { Language, LoggedIn } from '@veld/contract';
import type { Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import type { Claim } from './claims.ts';
import { type NameListener, reopen } from './deletion.ts';
import { presentUser } from './present.ts';
import { insertSession } from './sessions.ts';
import { lockUser } from './store.ts';

export interface LoginRequest {
  device_name?: string | undefined;
  language: Language;
}

/** Starts a session after the password was verified, and reopens a closed account. Undefined if the password changed meanwhile. */
export async function logInto(
  context: Context,
  nameListeners: NameListener[],
  claim: Claim,
  { device_name, language }: LoginRequest,
): Promise<LoggedIn | undefined> {
  return inTransaction(context.db, async (tx) => {
    const open = await lockUser(tx, claim.id);
    const reopened = open ? undefined : await reopen(context, tx, nameListeners, { ...claim, requestLanguage: language });
    // Read again, because another device may have just reopened the account.
    const user = open ?? reopened ?? (await lockUser(tx, claim.id));
    if (user?.password_hash !== claim.password_hash) return undefined;
    const session = await startSession(context, tx, user, device_name);
    return reopened ? { ...session, reopened: true } : session;
  });
}

/** A new session and its user. */
export async function startSession(context: Context, tx: Tx, user: UserRow, deviceName: string | undefined): Promise<LoggedIn> {
  const session = await insertSession(tx, user.id, deviceName ?? '', context.now());
  return { token: session.token, revoke_key: session.revokeKey, data: presentUser(user, context) };
}
