import type { FastifyInstance } from 'fastify';
import type { Context } from '../../http/context.ts';
import { serveFeedbackQueue } from './feedback-routes.ts';
import { serveLog } from './log-routes.ts';
import { servePeople } from './people-routes.ts';
import { serveServer } from './server-routes.ts';
import { serveTileRequests } from './tile-request-routes.ts';
import { serveVersions } from './versions-routes.ts';

/** The administration: people, the log of admins, and the server (decision 0050). */
export function registerAdmin(app: FastifyInstance, context: Context): void {
  servePeople(app, context);
  serveFeedbackQueue(app, context);
  serveLog(app, context);
  serveServer(app, context);
  serveTileRequests(app, context);
  serveVersions(app, context);
}
