import { type Feature, NOT_OWNER } from '../../http/feature.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serveInvitations } from './invitations.ts';
import { serveDeletion } from './deletion.ts';
import { serveEmails } from './email-routes.ts';
import { createLimits } from './limits.ts';
import type { LoginListeners } from './logging-in.ts';
import { servePasswords } from './password-routes.ts';
import { serveSessions } from './session-routes.ts';
import { serveUser, type UserListeners } from './user-routes.ts';

export const accounts = {
  name: 'accounts',
  tables: [
    'users',
    'closed_accounts',
    'devices',
    'sessions',
    'push_subscriptions',
    'password_resets',
    'email_confirmations',
    'invitations',
    'attempts',
  ],
  register: registerAccounts,
  erase: {
    keepsAlways: {
      'users.id': 'the id is never given to somebody else, and says nothing',
      'invitations.created_by': 'who may let people in answers for it',
    },
  },
  routes: {
    'POST /api/register': { access: { none: 200, user: 200 }, cost: { statements: 12 } },
    'POST /api/registration': { access: { none: 200, user: 200 }, cost: { statements: 1 } },
    'GET /api/invitations': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 2 } },
    'PUT /api/invitations/:id': { access: { none: 401, user: 403, admin: { malformed: 404, other: 200 } }, cost: { statements: 5 } },
    'DELETE /api/invitations/:id': { access: { none: 401, user: 403, admin: { open: 204, other: 404 } }, cost: { statements: 6 } },
    'POST /api/login': { access: { none: 200, user: 200 }, cost: { statements: 10 } },
    'POST /api/logout': { access: { none: 204, user: 204 }, cost: { statements: 2 } },
    'POST /api/password/email': { access: { none: 202, user: 202 }, cost: { statements: 4 } },
    // With a token that was never issued.
    'POST /api/password/reset': { access: { none: 422, user: 422 }, cost: { statements: 2 } },
    'POST /api/password/confirm': { access: { none: 401, user: 204 }, cost: { statements: 4 } },
    // With a token that was never issued.
    'POST /api/email/confirm': { access: { none: 422, user: 422 }, cost: { statements: 4 } },
    'POST /api/email/request': { access: { none: 401, user: 202 }, cost: { statements: 2 } },
    'GET /api/user': { access: { none: 401, user: 200 }, cost: { statements: 5 } },
    // With the user_id of another user, which is for admins only.
    'POST /api/delete-account': { access: { none: 401, user: 403, admin: 204 }, cost: { statements: 15 } },
    'POST /api/user/xp-seen': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'POST /api/user/badge-seen': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'POST /api/user/toast-seen': { access: { none: 401, user: { missing: 422, malformed: 422, other: 200 } }, cost: { statements: 3 } },
    'POST /api/user/wizard-seen': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'PATCH /api/settings/preferences': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'PATCH /api/settings/account': { access: { none: 401, user: 200 }, cost: { statements: 5 } },
    'GET /api/sessions': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'DELETE /api/sessions/:id': { access: { none: 401, user: NOT_OWNER, owner: { open: 204, other: 404 } }, cost: { statements: 3 } },
    'GET /api/users': {
      access: { none: 401, user: 403, admin: 200 },
      cost: { statements: 3, scans: { tables: ['users'], because: 'it finds a text anywhere in a name, for admins' } },
    },
    'PATCH /api/users/:id': { access: { none: 401, user: 403, admin: { open: 204, other: 404 } }, cost: { statements: 7 } },
  },
} satisfies Feature<AccountListeners>;

/** What later features do for accounts. */
interface AccountListeners extends LoginListeners, UserListeners {}

/** Users, their sessions, passwords, preferences and invitations. `names` are called when an account is closed or reopened. */
async function registerAccounts(app: FastifyInstance, context: Context, listeners: AccountListeners): Promise<void> {
  const limits = createLimits(context);
  await serveSessions(app, context, limits, listeners);
  serveInvitations(app, context, limits);
  servePasswords(app, context, limits);
  serveEmails(app, context, limits);
  serveUser(app, context, limits, listeners);
  await serveDeletion(app, context, listeners.names);
}
