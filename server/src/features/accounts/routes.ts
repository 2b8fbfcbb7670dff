import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serveInvitations } from './invitations/routes.ts';
import { type NameListener, serveDeletion } from './deletion.ts';
import { serveEmails } from './email-routes.ts';
import { limitsOf } from './limits.ts';
import { servePasswords } from './password-routes.ts';
import { serveSessions } from './session-routes.ts';
import { serveUser } from './user-routes.ts';

/** Users, their sessions, passwords, preferences and invitations. `nameListeners` are called when an account is closed or reopened. */
export async function registerAccounts(app: FastifyInstance, context: Context, nameListeners: NameListener[]): Promise<void> {
  const limits = await limitsOf(app, context);
  await serveSessions(app, context, limits, nameListeners);
  serveInvitations(app, context, limits);
  servePasswords(app, context, limits);
  serveEmails(app, context, limits);
  serveUser(app, context, limits);
  await serveDeletion(app, context, nameListeners);
}
