import { deleteSession, listSessions, login, logout } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { loggedIn } from './access.ts';
import { emailKey } from './addresses.ts';
import type { Limits } from './limits.ts';
import { findClaims, matchClaim } from './claims.ts';
import { findUnsent } from './devices.ts';
import { ignoredBody } from './ignored-body.ts';
import { addFailureJob, reportFailures } from './login-failures.ts';
import { pickDevice, type LoginListeners, logInto } from './logging-in.ts';
import { dummyHash } from './passwords.ts';
import { presentSession } from './present.ts';
import { serveRegister } from './registration.ts';
import { endSession, endSessionByKey, findKnownDevice, listUserSessions } from './sessions.ts';
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
