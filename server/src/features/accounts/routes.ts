import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serveInvitations } from './invitations/routes.ts';
import { serveDeletion } from './deletion.ts';
import { serveEmails } from './email-routes.ts';
import { createLimits } from './limits.ts';
import type { LoginListeners } from './logging-in.ts';
import { servePasswords } from './password-routes.ts';
import { serveSessions } from './session-routes.ts';
import { serveUser, type UserListeners } from './user-routes.ts';

/** What later features do for accounts. */
export interface AccountListeners extends LoginListeners, UserListeners {}

/** Users, their sessions, passwords, preferences and invitations. `names` are called when an account is closed or reopened. */
export async function registerAccounts(app: FastifyInstance, context: Context, listeners: AccountListeners): Promise<void> {
  const limits = await createLimits(app, context);
  await serveSessions(app, context, limits, listeners);
  serveInvitations(app, context, limits);
  servePasswords(app, context, limits);
  serveEmails(app, context, limits);
  serveUser(app, context, limits, listeners);
  await serveDeletion(app, context, listeners.names);
}
