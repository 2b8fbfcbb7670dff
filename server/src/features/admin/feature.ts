import type { Feature } from '../../http/feature.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serveFeedbackQueue } from './feedback-routes.ts';
import { serveLog } from './log-routes.ts';
import { serveMaps } from './map-routes.ts';
import { servePeople } from './people-routes.ts';
import { serveServer } from './server-routes.ts';
import { serveTileRequests } from './tile-request-routes.ts';
import { serveVersions } from './versions-routes.ts';

export const admin = {
  name: 'admin',
  register: registerAdmin,
  routes: {
    'GET /api/admin/overview': {
      access: { none: 401, user: 403, admin: 200 },
      cost: { statements: 3, scans: { tables: ['users'], because: 'it counts all accounts, for admins' } },
    },
    'GET /api/admin/users': {
      access: { none: 401, user: 403, admin: 200 },
      cost: { statements: 3, scans: { tables: ['users'], because: 'it counts the accounts that were found, for admins' } },
    },
    'GET /api/admin/users/:id': { access: { none: 401, user: 403, admin: { open: 200, other: 404 } }, cost: { statements: 4 } },
    'DELETE /api/admin/users/:id/sessions': { access: { none: 401, user: 403, admin: { open: 204, other: 404 } }, cost: { statements: 7 } },
    'GET /api/admin/feedback': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 3 } },
    'GET /api/admin/feedback/:id': { access: { none: 401, user: 403, admin: { open: 200, other: 404 } }, cost: { statements: 2 } },
    'PATCH /api/admin/feedback/:id': { access: { none: 401, user: 403, admin: { open: 204, other: 404 } }, cost: { statements: 6 } },
    'GET /api/admin/tile-requests': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 3 } },
    'POST /api/admin/tile-requests/:id/cancel': {
      access: { none: 401, user: 403, admin: { open: 204, other: 404 } },
      cost: { statements: 5 },
    },
    'POST /api/admin/tile-requests/:id/retry': {
      access: { none: 401, user: 403, admin: { open: 204, other: 404 } },
      cost: { statements: 7 },
    },
    'PUT /api/admin/tile-requests/:id/sharing': {
      access: { none: 401, user: 403, admin: { open: 409, other: 404 } },
      cost: { statements: 5 },
    },
    'DELETE /api/admin/tile-requests/:id': { access: { none: 401, user: 403, admin: { open: 204, other: 404 } }, cost: { statements: 6 } },
    'GET /api/admin/maps': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 1 } },
    // Of a file and a map that do not exist.
    'POST /api/admin/maps': { access: { none: 401, user: 403, admin: 404 }, cost: { statements: 1 } },
    'DELETE /api/admin/maps/:id': { access: { none: 401, user: 403, admin: 404 }, cost: { statements: 1 } },
    'PUT /api/admin/maps/files/:file/bytes': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 1 } },
    'DELETE /api/admin/maps/files/:file': { access: { none: 401, user: 403, admin: 204 }, cost: { statements: 1 } },
    'GET /api/admin/log': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 2 } },
    'GET /api/admin/jobs': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 3 } },
    // Of a job that does not exist.
    'POST /api/admin/jobs/:queue/:id/retry': { access: { none: 401, user: 403, admin: 404 }, cost: { statements: 2 } },
    'GET /api/admin/storage': {
      access: { none: 401, user: 403, admin: 200 },
      cost: { statements: 5, scans: { tables: ['media', 'users'], because: 'it adds up all photos, for admins' } },
    },
    'GET /api/admin/storage/orphans': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 3 } },
    'GET /api/admin/versions': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 2 } },
    'PUT /api/admin/versions/:version': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 5 } },
    'DELETE /api/admin/versions/:version': { access: { none: 401, user: 403, admin: 204 }, cost: { statements: 4 } },
  },
} satisfies Feature;

/** The administration: people, the log of admins, and the server (decision 0050). */
async function registerAdmin(app: FastifyInstance, context: Context): Promise<void> {
  servePeople(app, context);
  serveFeedbackQueue(app, context);
  serveLog(app, context);
  serveServer(app, context);
  serveTileRequests(app, context);
  serveVersions(app, context);
  await serveMaps(app, context);
}
