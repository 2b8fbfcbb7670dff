import { confirmEmail, requestConfirmation } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { anyone, type HandlerInput, serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { loggedIn } from './access.ts';
import { emailKey, findConfirmation, mailConfirmation, removeConfirmations } from './addresses.ts';
import type { Limits } from './limits.ts';
import { mailEmailChanged } from './notices.ts';
import { removeResets } from './resets.ts';
import { findUser, isEmailTaken, lockUser, setUser } from './store.ts';
import { hashToken } from './tokens.ts';

/** Registers the routes that confirm mail addresses (decision 0029). */
export function serveEmails(app: FastifyInstance, context: Context, limits: Limits): void {
  serveConfirm(app, context, limits);

  serve(app, requestConfirmation, loggedIn(context), async ({ caller }) => {
    const user = await findUser(context.db, caller.userId);
    const email = user?.pending_email ?? (user?.email_confirmed_at === null ? user.email : null);
    if (!user || email === null || !sendsMail(context)) return undefined;
    await limits.mailConfirmation(caller.userId, emailKey(email));
    await inTransaction(context.db, (tx) => mailConfirmation(context, tx, user, email, caller.language));
    return undefined;
  });
}

function serveConfirm(app: FastifyInstance, context: Context, limits: Limits): void {
  const confirm = async ({ body, language }: HandlerInput<typeof confirmEmail, null>) => {
    const hash = hashToken(body.token);
    try {
      await inTransaction(context.db, async (tx) => {
        const now = context.now();
        const confirmed = await findConfirmation(tx, hash, now);
        const user = confirmed && (await lockUser(tx, confirmed.user_id));
        // Read again, because the person may have changed the address before the lock.
        if (!user || !(await findConfirmation(tx, hash, now))) throw invalid('token', 'confirm_token');
        const { email, email_key } = confirmed;
        const isSame = email_key === user.email_key;
        if (isSame && user.email_confirmed_at !== null) return;
        const change = isSame ? {} : { email, email_key, email_claimed_at: now, pending_email: null };
        const changed = await setUser(tx, user.id, { ...change, email_confirmed_at: now });
        if (isSame) return;
        await removeResets(tx, user.id);
        await removeConfirmations(tx, user.id, email_key);
        await mailEmailChanged(context, tx, user, changed, language);
      });
    } catch (error) {
      if (isEmailTaken(error)) throw invalid('token', 'email_taken');
      throw error;
    }
    return undefined;
  };
  serve(app, confirmEmail, anyone, confirm, { limit: (_caller, request) => limits.confirmEmail(request) });
}
