import { deleteSession, listSessions, login, logout } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { Fault } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { loggedIn } from './access.ts';
import { emailKey } from './addresses.ts';
import type { Limits } from './limits.ts';
import { findClaims, matchClaim } from './claims.ts';
import type { NameListener } from './deletion.ts';
import { findUnsent } from './devices.ts';
import { ignoredBody } from './ignored-body.ts';
import { logInto } from './logging-in.ts';
import { dummyHash } from './passwords.ts';
import { presentSession } from './present.ts';
import { serveRegister } from './registration.ts';
import { endSession, endSessionByKey, listSessionsOf } from './sessions.ts';
import { bearerHash } from './tokens.ts';

/** Registers the routes for registration, login, logout and sessions. */
export async function serveSessions(app: FastifyInstance, context: Context, limits: Limits, nameListeners: NameListener[]): Promise<void> {
  const { db } = context;
  await dummyHash();
  serveRegister(app, context, limits, nameListeners);
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

function serveLogin(app: FastifyInstance, context: Context, limits: Limits, nameListeners: NameListener[]): void {
  serve(app, login, anyone, async ({ body, request, language }) => {
    const key = emailKey(body.email);
    await limits.login(request, key);
    const claim = await matchClaim(await findClaims(context.db, key, context.now()), body.password);
    const session = claim && (await logInto(context, nameListeners, claim, { ...body, language }));
    if (!session) throw new Fault('credentials');
    const unsent = body.device_id === undefined ? null : await findUnsent(context.db, session.data.id, body.device_id);
    return unsent === null ? session : { ...session, device_unsent: unsent };
  });
}
