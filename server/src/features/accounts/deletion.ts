import { deleteAccount, type Language } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { serve } from '../../http/serve.ts';
import { insertMail, mailName } from '../../mail/outbox.ts';
import { loggedIn } from './access.ts';
import { optionalBody } from './lenient-body.ts';
import { readPreferences } from './present.ts';
import { closeUser, lockAdmins, lockUser, releaseFirstAdmin } from './store.ts';

const ERASE_AFTER_MS = 14 * 86_400_000;

/**
 * Deleting an account. The own one always goes, the last admin's too: nobody is kept against their will (a person with
 * access to the database can make another admin). Somebody else's needs an admin, who stays signed in.
 */
export async function serveDeletion(app: FastifyInstance, context: Context): Promise<void> {
  await optionalBody(app, (scope) =>
    serve(scope, deleteAccount, loggedIn(context), async ({ caller, body, language }) => {
      const id = body?.user_id ?? caller.userId;
      const isOwn = id === caller.userId;
      if (!isOwn && !caller.roles.includes('admin')) throw new Fault('forbidden');
      await inTransaction(context.db, async (tx) => {
        // Two admins who delete each other at once: the second is none any more.
        if (!isOwn && !(await lockAdmins(tx)).includes(caller.userId)) throw new Fault('forbidden');
        const isClosed = await close(context, tx, id, language);
        if (!isClosed && !isOwn) throw new Fault('not_found');
      });
      return undefined;
    }),
  );
}

/** Name, address, password, sessions and keys go at once; records stay without a name, or go later where the person chose so. */
async function close(context: Context, tx: Tx, id: string, asked: Language): Promise<boolean> {
  const user = await lockUser(tx, id);
  if (!user) return false;
  const now = context.now();
  const preferences = readPreferences(user.preferences);
  const language = preferences.language ?? asked;
  const eraseAfter = preferences.on_delete === 'erase' ? new Date(now.getTime() + ERASE_AFTER_MS) : null;
  await closeUser(tx, user, now, eraseAfter);
  await releaseFirstAdmin(tx);
  await insertMail(context, tx, {
    id: uuid7(now),
    recipient: user.email,
    language,
    template: eraseAfter ? 'erase' : 'deleted',
    values: {
      name: mailName(user.name),
      ...(eraseAfter
        ? { date: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: user.time_zone ?? 'UTC' }).format(eraseAfter) }
        : {}),
    },
  });
  return true;
}
