import { type BodyOf, type Language, type LoggedIn, register } from '@veld/contract';
import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../../db/transaction.ts';
import { uuid7 } from '../../db/uuid7.ts';
import type { Context } from '../../http/context.ts';
import { invalid } from '../../http/fault.ts';
import { anyone, serve } from '../../http/serve.ts';
import { sendsMail } from '../../mail/outbox.ts';
import { emailKey } from './addresses.ts';
import { type Claim, findClaims, isOwned, matchClaim } from './claims.ts';
import { mailConfirmation } from './confirmations.ts';
import type { Limits } from './limits.ts';
import { pickDevice, type LoginListeners, logInto, startSession } from './logging-in.ts';
import { admit, expectAdmission } from './invitations/admission.ts';
import { checkName, checkOtherNames } from './names.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { insertUser, lockRegistrations } from './store.ts';

/**
 * Registers the route that creates accounts. Known and new addresses get the same response in the same time: only a mail informs the owner
 * of the address. A server that cannot send mail says that the address is taken (decision 0029). The password of an existing account logs
 * in to it, so that a repeated request creates nothing.
 */
export function serveRegister(app: FastifyInstance, context: Context, limits: Limits, listeners: LoginListeners): void {
  serve(
    app,
    register,
    anyone,
    async ({ body, request, language }) => {
      const key = emailKey(body.email);
      await limits.register(request, key);
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
