import { deleteAccount, type Language } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { translate } from '../../http/messages.ts';
import { serve } from '../../http/serve.ts';
import { mailDate, publicUrl } from '../../mail/outbox.ts';
import { logAct } from '../operations/audit.ts';
import { loggedIn } from './access.ts';
import { closeUser, lockClosed, reopenUser } from './closed.ts';
import { optionalBody } from './ignored-body.ts';
import { languageOfUser, notify } from './notices.ts';
import { readPreferences } from './present.ts';
import { appointSuccessor, hasOtherUsers, isLastAdmin, lockAdmins } from './roles.ts';
import { isPasswordConfirmed } from './sessions.ts';
import { lockUser } from './store.ts';

/**
 * Called in the transaction that closes or reopens an account, so that features can update their copies of the person's name. Null
 * hides the name.
 */
export interface NameListener {
  (tx: Tx, userId: string, name: string | null): Promise<void>;
}

/**
 * Registers the route that deletes an account. Everyone can delete their own account shortly after confirming the password in
 * the same session; the last admin names a successor, unless nobody else has an account. Only admins can delete other accounts.
 */
export async function serveDeletion(app: FastifyInstance, context: Context, nameListeners: NameListener[]): Promise<void> {
  await optionalBody(app, (scope) =>
    serve(
      scope,
      deleteAccount,
      loggedIn(context),
      async ({ caller, body, language }) => {
        const id = body?.user_id ?? caller.userId;
        const isOwn = id === caller.userId;
        const successorId = body?.successor_id;
        await inTransaction(context.db, async (tx) => {
          // If two admins delete each other at the same time, the second one is no longer an admin.
          const admins = await lockAdmins(tx);
          if ((!isOwn || successorId !== undefined) && !admins.includes(caller.userId)) throw new Fault('forbidden');
          const user = await lockUser(tx, id);
          if (!user) {
            if (isOwn) return;
            throw new Fault('not_found');
          }
          if (isOwn && !(await isPasswordConfirmed(tx, caller, body?.confirmation, context.now())))
            throw invalid('current_password', 'required');
          if (successorId !== undefined) await appointSuccessor(tx, id, successorId);
          else if (isLastAdmin(admins, user) && (await hasOtherUsers(tx, id))) throw invalid('successor_id', 'successor_required');
          const onDelete = isOwn ? body?.on_delete : undefined;
          const chosen = onDelete === undefined ? user : { ...user, preferences: { ...user.preferences, on_delete: onDelete } };
          const reason = isOwn ? '' : (body?.reason?.trim() ?? '');
          await close(context, tx, nameListeners, { user: chosen, requestLanguage: language, isOwn, reason });
          if (isOwn) return;
          const act = { actorId: caller.userId, action: 'close_account', subject: ['user', id], details: { reason } } as const;
          await logAct(tx, act, context.now());
        });
        return undefined;
      },
      { problems: ['not_found'] },
    ),
  );
}

/**
 * Closes an account: hides name, address and password, and ends all sessions. Its records stay without a name or under it, or are hidden,
 * depending on the person's preference. An admin's deletion never keeps the name. For 14 days, logging in reopens the account unless an admin closed it; after that,
 * `erase.ts` erases it.
 */
async function close(
  context: Context,
  tx: Tx,
  nameListeners: NameListener[],
  { user, requestLanguage, isOwn, reason }: { user: UserRow; requestLanguage: Language; isOwn: boolean; reason: string },
): Promise<void> {
  const now = context.now();
  const language = languageOfUser(user) ?? requestLanguage;
  const preferences = readPreferences(user.preferences);
  const isErased = preferences.on_delete === 'erase';
  const keepsName = isOwn && preferences.on_delete === 'named';
  const endsAt = await closeUser(tx, user, { now, isErased, keepsName, canReopen: isOwn, language });
  if (!keepsName) for (const onName of nameListeners) await onName(tx, user.id, null);
  await notify(context, tx, user, requestLanguage, isOwn ? 'closed' : 'closed_by_admin', {
    date: mailDate(endsAt, { language, country: user.country_code, timeZone: user.time_zone }),
    records: translate(language, isErased ? 'mail.records.hide' : keepsName ? 'mail.records.named' : 'mail.records.stay'),
    ...(isOwn ? { link: `${publicUrl(context)}/login` } : { reason: reason === '' ? '' : translate(language, 'mail.reason', { reason }) }),
  });
}

/** Reopens a closed account. Undefined if it cannot be reopened, or if its password hash is no longer `password_hash`. */
export async function reopen(
  context: Context,
  tx: Tx,
  nameListeners: NameListener[],
  { id, password_hash, requestLanguage }: { id: string; password_hash: string; requestLanguage: Language },
): Promise<UserRow | undefined> {
  const closed = await lockClosed(tx, id, context.now());
  if (closed?.password_hash !== password_hash) return undefined;
  const user = await reopenUser(tx, closed);
  for (const onName of nameListeners) await onName(tx, id, user.name);
  await notify(context, tx, user, requestLanguage, 'reopened', { link: `${publicUrl(context)}/password/reset` });
  return user;
}
