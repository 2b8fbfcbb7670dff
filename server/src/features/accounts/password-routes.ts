import { Language, requestPassword, resetPassword } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { insertMail, mailName, publicUrl } from '../../mail/outbox.ts';
import { emailKey } from './addresses.ts';
import { findLoginAccount, lockClosed, setClosedPassword } from './closed.ts';
import type { Limits } from './limits.ts';
import { mailPasswordChanged } from './notices.ts';
import { hashPassword, isCommon } from './passwords.ts';
import { readPreferences } from './present.ts';
import { findReset, insertReset, removeResets, useReset } from './resets.ts';
import { endSessions } from './sessions.ts';
import { lockUser, setUser } from './store.ts';
import { hashToken, newToken } from './tokens.ts';

/** Registers the routes and the job for resetting a password by mail. */
export function servePasswords(app: FastifyInstance, context: Context, limits: Limits): void {
  serveRequest(app, context, limits);
  serveReset(app, context, limits);
  addMailJob(context);
}

function serveRequest(app: FastifyInstance, { db, jobs, now }: Context, limits: Limits): void {
  // Neither the response nor its time reveals whether the account exists: there is one query and one job in both cases.
  serve(app, requestPassword, anyone, async ({ body, request, language }) => {
    const key = emailKey(body.email);
    await limits.requestPassword(request, key);
    const user = await findLoginAccount(db, key, now());
    const request_id = uuid7(now());
    await jobs.send('password-mail', { user_id: user?.id ?? uuid7(now()), request_id, language });
    return undefined;
  });
}

function addMailJob(context: Context): void {
  context.jobs.add({
    name: 'password-mail',
    run: async (data) => {
      const { user_id, request_id, language } = data as { user_id: string; request_id: string; language: Language };
      await inTransaction(context.db, async (tx) => {
        const now = context.now();
        const closed = await lockClosed(tx, user_id, now);
        const open = closed ? undefined : await lockUser(tx, user_id);
        const person = closed ?? open;
        if (!person) return;
        const token = newToken();
        const isNew = await insertMail(context, tx, {
          id: request_id,
          recipient: person.email,
          language: Language.safeParse(closed?.language ?? readPreferences(open?.preferences ?? {}).language).data ?? language,
          template: 'reset',
          values: { name: mailName(person.name), link: `${publicUrl(context)}/password/reset/${token}` },
        });
        if (isNew) await insertReset(tx, user_id, hashToken(token), now);
      });
    },
  });
}

function serveReset(app: FastifyInstance, context: Context, limits: Limits): void {
  const { db } = context;
  serve(app, resetPassword, anyone, async ({ body, request, language }) => {
    await limits.resetPassword(request);
    if (isCommon(body.password)) throw invalid('password', 'password_common');
    const hash = hashToken(body.token);
    // The token identifies the account; the address is checked only if the client sends one.
    const key = body.email === undefined ? null : emailKey(body.email);
    if (!(await findReset(db, hash, key, context.now()))) throw invalid('token', 'reset_token');
    const password_hash = await hashPassword(body.password);
    await inTransaction(db, async (tx) => {
      const now = context.now();
      const userId = await findReset(tx, hash, key, now);
      // Only one of several concurrent requests can use the token.
      if (!userId || !(await useReset(tx, hash, now))) throw invalid('token', 'reset_token');
      const closed = await lockClosed(tx, userId, now);
      if (closed) await setClosedPassword(tx, userId, password_hash);
      const user = closed ? undefined : await setUser(tx, userId, { password_hash });
      await mailPasswordChanged(context, tx, {
        name: (closed ?? user!).name,
        email: (closed ?? user!).email,
        language: Language.safeParse(closed?.language ?? readPreferences(user?.preferences ?? {}).language).data ?? language,
        country: user?.country_code ?? null,
        timeZone: user?.time_zone ?? null,
      });
      await endSessions(tx, userId, now);
      await removeResets(tx, userId, hash);
    });
    return undefined;
  });
}
