import { deleteAccount, type Language } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { translate } from '../../http/messages.ts';
import { serve } from '../../http/serve.ts';
import { insertMail, mailDate, mailName, publicUrl } from '../../mail/outbox.ts';
import { loggedIn } from './access.ts';
import { closeUser, lockClosed, reopenUser } from './closed.ts';
import { optionalBody } from './ignored-body.ts';
import { readPreferences } from './present.ts';
import { lockAdmins, lockUser, releaseFirstAdmin } from './store.ts';

/** Updates copies of a person's name that later features store, when an account is closed or reopened. Runs in the same transaction. */
export interface NameListener {
  (tx: Tx, userId: string, name: string | null): Promise<void>;
}

/**
 * Deleting an account. People can always delete their own, even the last admin (somebody with access to the database can appoint
 * another). Deleting another account requires an admin, who stays logged in.
 */
export async function serveDeletion(app: FastifyInstance, context: Context, nameListeners: NameListener[]): Promise<void> {
  await optionalBody(app, (scope) =>
    serve(scope, deleteAccount, loggedIn(context), async ({ caller, body, language }) => {
      const id = body?.user_id ?? caller.userId;
      const isOwn = id === caller.userId;
      if (!isOwn && !caller.roles.includes('admin')) throw new Fault('forbidden');
      await inTransaction(context.db, async (tx) => {
        // Two admins may delete each other at once: the second is no longer an admin.
        if (!isOwn && !(await lockAdmins(tx)).includes(caller.userId)) throw new Fault('forbidden');
        const isClosed = await close(context, tx, nameListeners, { id, asked: language, isOwn });
        if (!isClosed && !isOwn) throw new Fault('not_found');
      });
      return undefined;
    }),
  );
}

/**
 * Hides name, address and password and ends the sessions at once; records stay without a name, or are hidden. For 14 days logging
 * in reopens the account, unless an admin closed it; then `erase.ts` erases it.
 */
async function close(
  context: Context,
  tx: Tx,
  nameListeners: NameListener[],
  { id, asked, isOwn }: { id: string; asked: Language; isOwn: boolean },
): Promise<boolean> {
  const user = await lockUser(tx, id);
  if (!user) return false;
  const now = context.now();
  const preferences = readPreferences(user.preferences);
  const language = preferences.language ?? asked;
  const isErased = preferences.on_delete === 'erase';
  const endsAt = await closeUser(tx, user, { now, isErased, mayReturn: isOwn, language });
  for (const onName of nameListeners) await onName(tx, id, null);
  await releaseFirstAdmin(tx);
  await insertMail(context, tx, {
    id: uuid7(now),
    recipient: user.email,
    language,
    template: isOwn ? 'closed' : 'closed_by_admin',
    values: {
      name: mailName(user.name),
      date: mailDate(endsAt, language, user.time_zone),
      records: translate(language, isErased ? 'mail.records.hide' : 'mail.records.stay'),
      ...(isOwn ? { link: `${publicUrl(context)}/login` } : {}),
    },
  });
  return true;
}

/** Reopens a closed account if its password is still the one that was checked. Returns nothing where it is not closed or was erased. */
export async function reopen(
  context: Context,
  tx: Tx,
  nameListeners: NameListener[],
  { id, password_hash, asked }: { id: string; password_hash: string; asked: Language },
): Promise<UserRow | undefined> {
  const now = context.now();
  const closed = await lockClosed(tx, id, now);
  if (closed?.password_hash !== password_hash) return undefined;
  const user = await reopenUser(tx, closed);
  for (const onName of nameListeners) await onName(tx, id, user.name);
  await insertMail(context, tx, {
    id: uuid7(now),
    recipient: user.email,
    language: readPreferences(user.preferences).language ?? asked,
    template: 'reopened',
    values: { name: mailName(user.name), link: `${publicUrl(context)}/password/reset` },
  });
  return user;
}
