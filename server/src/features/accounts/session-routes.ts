import { deleteSession, type Language, listSessions, login, logout } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { loggedIn } from './access.ts';
import { emailKey } from './addresses.ts';
import { findClaims, matchClaim } from './claims.ts';
import { findUnsent } from './devices.ts';
import { ignoredBody } from './ignored-body.ts';
import type { Limits } from './limits.ts';
import { type LoginListeners, logInto, pickDevice } from './logging-in.ts';
import { mailFailedLogins } from './notices.ts';
import { dummyHash } from './passwords.ts';
import { presentSession } from './present.ts';
import { serveRegister } from './registration.ts';
import { endSession, endSessionByKey, findKnownDevice, listUserSessions } from './sessions.ts';
import { lockUser } from './store.ts';
import { bearerHash } from './tokens.ts';

/** Registers the routes for registration, login, logout and sessions. */
export async function serveSessions(app: FastifyInstance, context: Context, limits: Limits, listeners: LoginListeners): Promise<void> {
  const { db } = context;
  await dummyHash();
  serveRegister(app, context, limits, listeners);
  serveLogin(app, context, limits, listeners);
  addFailureJob(context);

  await ignoredBody(app, (scope) =>
    serve(scope, logout, anyone, async ({ request }) => {
      const hash = bearerHash(request.headers.authorization);
      if (hash) await endSessionByKey(db, hash, context.now());
      return undefined;
    }),
  );

  serve(app, listSessions, loggedIn(context), async ({ caller }) => ({
    data: (await listUserSessions(db, caller.userId, context.now())).map((row) => presentSession(row, caller.sessionId)),
  }));

  serve(app, deleteSession, loggedIn(context), async ({ params, caller }) => {
    if (!(await endSession(db, caller.userId, params.id, context.now()))) throw new Fault('not_found');
    return undefined;
  });
}

function serveLogin(app: FastifyInstance, context: Context, limits: Limits, listeners: LoginListeners): void {
  serve(
    app,
    login,
    anyone,
    async ({ body, request, language }) => {
      const key = emailKey(body.email);
      const claims = await findClaims(context.db, key, context.now());
      const ids = claims.map((claim) => claim.id);
      await limits.login(request, key, await findKnownDevice(context.db, ids, body.device_secret));
      const claim = await matchClaim(claims, body.password);
      const session = claim && (await logInto(context, listeners, claim, { ...pickDevice(body), language }, claims));
      if (!session) {
        // The same for an unknown address, so that the time does not reveal it.
        if (await limits.isTenthFailure(request, key)) await reportFailures(context, ids[0], language);
        throw new Fault('credentials');
      }
      const unsent = body.device_id === undefined ? null : await findUnsent(context.db, session.data.id, body.device_id);
      return unsent === null ? session : { ...session, device_unsent: unsent };
    },
    { problems: ['credentials'], limit: (_caller, request) => limits.loginFrom(request) },
  );
}

/** Queues a mail about failed logins. Also called without an account, because the time must not reveal whether there is one. */
async function reportFailures({ jobs, now }: Context, userId: string | undefined, language: Language): Promise<void> {
  await jobs.send('failed-logins', { user_id: userId ?? uuid7(now()), mail_id: uuid7(now()), language });
}

function addFailureJob(context: Context): void {
  context.jobs.add({
    name: 'failed-logins',
    run: async (data) => {
      const { user_id, mail_id, language } = data as { user_id: string; mail_id: string; language: Language };
      await inTransaction(context.db, async (tx) => {
        const user = await lockUser(tx, user_id);
        if (user) await mailFailedLogins(context, tx, user, { id: mail_id, language });
      });
    },
  });
}
