import { type BodyOf, deleteSession, type Language, listSessions, type LoggedIn, login, logout, register } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { Fault, invalid } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { loggedIn } from './access.ts';
import { emailKey, type Claim, findClaims, isOwned, matchClaim, mailConfirmation } from './addresses.ts';
import { findUnsent, endSession, endSessionByKey, findKnownDevice, listUserSessions } from './sessions.ts';
import { ignoredBody } from './ignored-body.ts';
import { admit, expectAdmission } from './invitations.ts';
import type { Limits } from './limits.ts';
import { type LoginListeners, logInto, pickDevice, startSession } from './logging-in.ts';
import { checkName, checkOtherNames } from './names.ts';
import { mailFailedLogins } from './notices.ts';
import { checkNewPassword, dummyHash, hashPassword } from './passwords.ts';
import { presentSession } from './present.ts';
import { insertUser, lockRegistrations, lockUser } from './store.ts';
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
    async ({ body, language }) => {
      const key = emailKey(body.email);
      const claims = await findClaims(context.db, key, context.now());
      const ids = claims.map((claim) => claim.id);
      await limits.login(key, await findKnownDevice(context.db, ids, body.device_secret));
      const claim = await matchClaim(claims, body.password);
      const session = claim && (await logInto(context, listeners, claim, { ...pickDevice(body), language }, claims));
      if (!session) {
        // The same for an unknown address, so that the time does not reveal it.
        if (await limits.isTenthFailure(key)) await reportFailures(context, ids[0], language);
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
    run: async ({ user_id, mail_id, language }: { user_id: string; mail_id: string; language: Language }) => {
      await inTransaction(context.db, async (tx) => {
        const user = await lockUser(tx, user_id);
        if (user) await mailFailedLogins(context, tx, user, { id: mail_id, language });
      });
    },
  });
}

/**
 * Registers the route that creates accounts. Known and new addresses get the same response in the same time: only a mail informs the owner
 * of the address. A server that cannot send mail says that the address is taken (decision 0029). The password of an existing account logs
 * in to it, so that a repeated request creates nothing.
 */
function serveRegister(app: FastifyInstance, context: Context, limits: Limits, listeners: LoginListeners): void {
  serve(
    app,
    register,
    anyone,
    async ({ body, language }) => {
      const key = emailKey(body.email);
      await limits.register(key);
      const name = checkName(body.name);
      checkNewPassword(body.password, body);
      const passwordHash = await hashPassword(body.password);
      for (;;) {
        const claims = await findClaims(context.db, key, context.now());
        const claim = await matchClaim(claims, body.password);
        if (!claim) await expectAdmission(context, body.invite);
        const session = claim
          ? await logInto(context, listeners, claim, { ...pickDevice(body), language }, claims)
          : await createAccount(context, { ...body, name }, { claims, passwordHash, language: body.language ?? language });
        // Undefined if another request has just changed the password or registered the address.
        if (session) return session;
      }
    },
    { problems: ['registration_closed'], limit: (_caller, request) => limits.registerFrom(request) },
  );
}

async function createAccount(
  context: Context,
  body: BodyOf<typeof register>,
  { claims, passwordHash, language }: { claims: readonly Claim[]; passwordHash: string; language: Language },
): Promise<LoggedIn | undefined> {
  return inTransaction(context.db, async (tx) => {
    await lockRegistrations(tx);
    const now = context.now();
    const email = body.email.trim();
    const key = emailKey(email);
    if (idsOf(await findClaims(tx, key, now)) !== idsOf(claims)) return undefined;
    await checkOtherNames(tx, body.name, null);
    // No mail could say it.
    if (claims.length > 0 && !sendsMail(context)) throw invalid('email', 'email_taken');
    const isConfirmed = !sendsMail(context) && !(await isOwned(tx, key));
    const user = await insertUser(tx, {
      id: uuid7(now),
      name: body.name,
      email,
      email_key: key,
      email_confirmed_at: isConfirmed ? now : null,
      password_hash: passwordHash,
      country_code: body.country_code ?? null,
      preferences: {
        ...(body.language ? { language: body.language } : {}),
        ...(body.community_opt_in === undefined ? {} : { community_opt_in: body.community_opt_in }),
      },
      created_at: now,
    });
    // Only the first account of an installation begins as admin.
    if (!user.roles.includes('admin')) await admit(context, tx, body.invite);
    if (sendsMail(context)) await mailConfirmation(context, tx, user, email, language);
    return startSession(context, tx, user, pickDevice(body));
  });
}

function idsOf(claims: readonly Claim[]): string {
  return claims.map((claim) => claim.id).join();
}
