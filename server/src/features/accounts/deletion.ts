import { deleteAccount, type Language } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import type { UserRow } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { say } from '../../http/messages.ts';
import { serve } from '../../http/serve.ts';
import { insertMail, mailDate, mailName, publicUrl } from '../../mail/outbox.ts';
import { loggedIn } from './access.ts';
import { closeUser, lockClosed, reopenUser } from './closed.ts';
import { optionalBody } from './ignored-body.ts';
import { readPreferences } from './present.ts';
import { lockAdmins, lockUser, releaseFirstAdmin } from './store.ts';

/** What later features keep of a person's name: told when it goes, and when it comes back. In the transaction of the change. */
export interface NameKeeper {
  (tx: Tx, userId: string, name: string | null): Promise<void>;
}

/**
 * Deleting an account. The own one always goes, the last admin's too: nobody is kept against their will (a person with
 * access to the database can make another admin). Somebody else's needs an admin, who stays signed in.
 */
export async function serveDeletion(app: FastifyInstance, context: Context, keepers: NameKeeper[]): Promise<void> {
  await optionalBody(app, (scope) =>
    serve(scope, deleteAccount, loggedIn(context), async ({ caller, body, language }) => {
      const id = body?.user_id ?? caller.userId;
      const isOwn = id === caller.userId;
      if (!isOwn && !caller.roles.includes('admin')) throw new Fault('forbidden');
      await inTransaction(context.db, async (tx) => {
        // Two admins who delete each other at once: the second is none any more.
        if (!isOwn && !(await lockAdmins(tx)).includes(caller.userId)) throw new Fault('forbidden');
        const isClosed = await close(context, tx, keepers, { id, asked: language, isOwn });
        if (!isClosed && !isOwn) throw new Fault('not_found');
      });
      return undefined;
    }),
  );
}

/**
 * Name, address, password and sessions go from sight at once, records stay without a name or are hidden. For 14 days the
 * person may take it back by logging in, unless an admin closed the account; then `erase.ts` ends it.
 */
async function close(
  context: Context,
  tx: Tx,
  keepers: NameKeeper[],
  { id, asked, isOwn }: { id: string; asked: Language; isOwn: boolean },
): Promise<boolean> {
  const user = await lockUser(tx, id);
  if (!user) return false;
  const now = context.now();
  const preferences = readPreferences(user.preferences);
  const language = preferences.language ?? asked;
  const isErased = preferences.on_delete === 'erase';
  const endsAt = await closeUser(tx, user, { now, isErased, mayReturn: isOwn, language });
  for (const keep of keepers) await keep(tx, id, null);
  await releaseFirstAdmin(tx);
  await insertMail(context, tx, {
    id: uuid7(now),
    recipient: user.email,
    language,
    template: isOwn ? 'closed' : 'closed_by_admin',
    values: {
      name: mailName(user.name),
      date: mailDate(endsAt, language, user.time_zone),
      records: say(language, isErased ? 'mail.records.hide' : 'mail.records.stay'),
      ...(isOwn ? { link: `${publicUrl(context)}/login` } : {}),
    },
  });
  return true;
}

/** Takes a closed account back, where its password is still the one that was checked. Nothing where it is not closed, or has ended. */
export async function reopen(
  context: Context,
  tx: Tx,
  keepers: NameKeeper[],
  { id, password_hash, asked }: { id: string; password_hash: string; asked: Language },
): Promise<UserRow | undefined> {
  const now = context.now();
  const closed = await lockClosed(tx, id, now);
  if (closed?.password_hash !== password_hash) return undefined;
  const user = await reopenUser(tx, closed);
  for (const keep of keepers) await keep(tx, id, user.name);
  await insertMail(context, tx, {
    id: uuid7(now),
    recipient: user.email,
    language: readPreferences(user.preferences).language ?? asked,
    template: 'reopened',
    values: { name: mailName(user.name), link: `${publicUrl(context)}/password/reset` },
  });
  return user;
}
