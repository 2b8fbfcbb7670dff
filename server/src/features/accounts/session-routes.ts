import { deleteSession, listSessions, login, logout, type LoggedIn, register } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { loggedIn } from './access.ts';
import { emailKey } from './addresses.ts';
import type { Limits } from './limits.ts';
import { findLoginAccount } from './closed.ts';
import { type NameListener, reopen } from './deletion.ts';
import { findUnsent } from './devices.ts';
import { ignoredBody } from './ignored-body.ts';
import { dummyHash, hashPassword, isCommon, isPassword } from './passwords.ts';
import { presentSession, presentUser } from './present.ts';
import { endSession, endSessionByKey, insertSession, listSessionsOf, type NewSession } from './sessions.ts';
import { insertUser, isEmailTaken, lockUser } from './store.ts';
import { bearerHash } from './tokens.ts';
import type { UserRow } from '../../db/schema.ts';

/** Registers the routes for registration, login, logout and sessions. */
export async function serveSessions(app: FastifyInstance, context: Context, limits: Limits, nameListeners: NameListener[]): Promise<void> {
  const { db } = context;
  await dummyHash();
  serveRegister(app, context, limits);
  serveLogin(app, context, limits, nameListeners);

  await ignoredBody(app, (scope) =>
    serve(scope, logout, anyone, async ({ request }) => {
      const hash = bearerHash(request.headers.authorization);
      if (hash) await endSessionByKey(db, hash, context.now());
      return undefined;
    }),
  );

  serve(app, listSessions, loggedIn(context), async ({ caller }) => ({
    data: (await listSessionsOf(db, caller.userId, context.now())).map((row) => presentSession(row, caller.sessionId)),
  }));

  serve(app, deleteSession, loggedIn(context), async ({ params, caller }) => {
    if (!(await endSession(db, caller.userId, params.id, context.now()))) throw new Fault('not_found');
    return undefined;
  });
}

function serveRegister(app: FastifyInstance, context: Context, limits: Limits): void {
  serve(app, register, anyone, async ({ body, request }) => {
    await limits.register(request);
    if (isCommon(body.password)) throw invalid('password', 'password_common');
    const password_hash = await hashPassword(body.password);
    const now = context.now();
    const id = uuid7(now);
    try {
      return await inTransaction(context.db, async (tx) => {
        const user = await insertUser(tx, {
          id,
          name: body.name,
          email: body.email.trim(),
          email_key: emailKey(body.email),
          password_hash,
          country_code: body.country_code ?? null,
          preferences: {
            ...(body.language ? { language: body.language } : {}),
            ...(body.community_opt_in === undefined ? {} : { community_opt_in: body.community_opt_in }),
          },
          created_at: now,
        });
        return presentLogin(context, user, await insertSession(tx, id, body.device_name ?? '', now));
      });
    } catch (error) {
      if (isEmailTaken(error)) throw invalid('email', 'email_taken');
      throw error;
    }
  });
}

function serveLogin(app: FastifyInstance, context: Context, limits: Limits, nameListeners: NameListener[]): void {
  serve(app, login, anyone, async ({ body, request, language }) => {
    const key = emailKey(body.email);
    await limits.login(request, key);
    const found = await findLoginAccount(context.db, key, context.now());
    const isMatch = await isPassword(found?.password_hash ?? null, body.password);
    if (!found || !isMatch) throw new Fault('credentials');
    const session = await inTransaction(context.db, async (tx) => {
      const open = await lockUser(tx, found.id);
      const reopened = open ? undefined : await reopen(context, tx, nameListeners, { ...found, requestLanguage: language });
      // Read again, because another device may have just reopened the account.
      const user = open ?? reopened ?? (await lockUser(tx, found.id));
      // The password was changed while this one was verified.
      if (user?.password_hash !== found.password_hash) throw new Fault('credentials');
      const presented = presentLogin(context, user, await insertSession(tx, user.id, body.device_name ?? '', context.now()));
      return reopened ? { ...presented, reopened: true } : presented;
    });
    const unsent = body.device_id === undefined ? null : await findUnsent(context.db, session.data.id, body.device_id);
    return unsent === null ? session : { ...session, device_unsent: unsent };
  });
}

/** A new session and its user. */
function presentLogin(context: Context, user: UserRow, session: NewSession): LoggedIn {
  return {
    token: session.token,
    revoke_key: session.revokeKey,
    data: presentUser(user, context.config.TAXONOMY_DEBUG_USER_ID),
  };
}
