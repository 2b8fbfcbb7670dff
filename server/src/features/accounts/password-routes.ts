import { type Language, requestPassword, resetPassword } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/open.ts';
import type { ClosedAccountRow, UserRow } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { anyone, type HandlerInput, serve } from '../../http/serve.ts';
import { insertMail, mailName, publicUrl } from '../../mail/outbox.ts';
import { emailKey, findClaims, isOwned } from './addresses.ts';
import { lockClosed, setClosedPassword } from './closed.ts';
import type { Limits } from './limits.ts';
import { languageOfUser, mailPasswordChanged, type Recipient } from './notices.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { findReset, insertReset, removeResets, resetExpiry, useReset } from './resets.ts';
import { endSessions } from './sessions.ts';
import { lockRegistrations, lockUser, setUser } from './store.ts';
import { hashToken, newToken } from './tokens.ts';

/** Registers the routes and the job for resetting a password by mail. */
export function servePasswords(app: FastifyInstance, context: Context, limits: Limits): void {
  serveRequest(app, context, limits);
  serveReset(app, context, limits);
  addMailJob(context);
}

function serveRequest(app: FastifyInstance, { db, jobs, now }: Context, limits: Limits): void {
  // Neither the response nor its time reveals whether the account exists: there is one query and one job in both cases.
  const answer = async ({ body, language }: HandlerInput<typeof requestPassword, null>) => {
    const key = emailKey(body.email);
    await limits.requestPassword(key);
    // The owner of the address, or the newest of the accounts that have not confirmed it.
    const [user] = await findClaims(db, key, now());
    const request_id = uuid7(now());
    await jobs.send('password-mail', { user_id: user?.id ?? uuid7(now()), request_id, language });
    return undefined;
  };
  serve(app, requestPassword, anyone, answer, { limit: (_caller, request) => limits.requestPasswordFrom(request) });
}

function addMailJob(context: Context): void {
  context.jobs.add({
    name: 'password-mail',
    run: async ({ user_id, request_id, language }: { user_id: string; request_id: string; language: Language }) => {
      await inTransaction(context.db, async (tx) => {
        const now = context.now();
        const closed = await lockClosed(tx, user_id, now);
        const person = closed ? closedRecipient(closed, now) : await lockUser(tx, user_id);
        if (!person) return;
        const token = newToken();
        const isNew = await insertMail(context, tx, {
          id: request_id,
          userId: user_id,
          recipient: person.email,
          language: languageOfUser(person) ?? language,
          template: 'reset',
          values: { name: mailName(person.name), link: `${publicUrl(context)}/password/reset/${token}` },
          expiresAt: resetExpiry(now),
        });
        if (isNew) await insertReset(tx, user_id, hashToken(token), now);
      });
    },
  });
}

function serveReset(app: FastifyInstance, context: Context, limits: Limits): void {
  const { db } = context;
  const reset = async ({ body, language }: HandlerInput<typeof resetPassword, null>) => {
    checkNewPassword(body.password, body);
    const hash = hashToken(body.token);
    // The token identifies the account; the address is checked only if the client sends one.
    const key = body.email === undefined ? null : emailKey(body.email);
    if (!(await findReset(db, hash, key, context.now()))) throw invalid('token', 'reset_token');
    const password_hash = await hashPassword(body.password);
    await inTransaction(db, async (tx) => {
      const now = context.now();
      // In the order of `changeAccount`: registrations, the account, its links.
      await lockRegistrations(tx);
      const userId = await findReset(tx, hash, key, now);
      if (!userId) throw invalid('token', 'reset_token');
      const closed = await lockClosed(tx, userId, now);
      const account = closed ?? (await lockUser(tx, userId)) ?? {};
      // Only one of several concurrent requests can use the token.
      if (!(await useReset(tx, hash, now))) throw invalid('token', 'reset_token');
      checkNewPassword(body.password, account);
      if (closed) await setClosedPassword(tx, userId, password_hash);
      const recipient = closed ? closedRecipient(closed, now) : await setPassword(tx, userId, password_hash, now);
      await mailPasswordChanged(context, tx, recipient, language);
      await endSessions(tx, userId, now);
      await removeResets(tx, userId, hash);
    });
    return undefined;
  };
  serve(app, resetPassword, anyone, reset, { limit: (_caller, request) => limits.resetPassword(request) });
}

/** Sets a password after a password mail, which also confirms the address unless another account owns it. Registrations must be locked. */
async function setPassword(tx: Tx, userId: string, password_hash: string, now: Date): Promise<UserRow> {
  const user = await setUser(tx, userId, { password_hash });
  if (user.email_confirmed_at !== null || user.email_key === null || (await isOwned(tx, user.email_key))) return user;
  return setUser(tx, userId, { email_confirmed_at: now });
}

/** The recipient of mails about a closed account. Its address counts as confirmed, because only password mails lead to them. */
function closedRecipient({ user_id, name, email, language }: ClosedAccountRow, now: Date): Recipient {
  return { id: user_id, name, email, email_confirmed_at: now, preferences: { language }, country_code: null, time_zone: null };
}
