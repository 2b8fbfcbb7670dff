import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { type NameListener, serveDeletion } from './deletion.ts';
import { limitsOf } from './limits.ts';
import { servePasswords } from './password-routes.ts';
import { serveSessions } from './session-routes.ts';
import { serveUser } from './user-routes.ts';

/** People, their sessions, passwords and preferences. `nameListeners` are called when a name is hidden or restored. */
export async function registerAccounts(app: FastifyInstance, context: Context, nameListeners: NameListener[]): Promise<void> {
  const limits = await limitsOf(app, context);
  await serveSessions(app, context, limits, nameListeners);
  servePasswords(app, context, limits);
  serveUser(app, context, limits);
  await serveDeletion(app, context, nameListeners);
}
