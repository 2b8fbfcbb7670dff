import type { Feature } from '../../http/feature.ts';
import { type OperationsOptions, registerOperations } from './routes.ts';

export const operations = {
  name: 'operations',
  tables: ['app_versions', 'admin_log'],
  register: registerOperations,
  erase: { keepsAlways: { 'admin_log.actor_id': 'who administered what stays in the log' } },
  routes: {
    'GET /api/health': { access: { none: 200, user: 200 }, cost: { statements: 0 } },
    'GET /api/ready': { access: { none: 200, user: 200 }, cost: { statements: 1 } },
    // From localhost and without METRICS_TOKEN; 404 from any other address.
    'GET /metrics': { access: { none: 200, user: 200 }, cost: { statements: 1 } },
    // Without SECURITY_CONTACT.
    'GET /.well-known/security.txt': { access: { none: 404, user: 404 }, cost: { statements: 0 } },
    'GET /api/openapi.json': { access: { none: 200, user: 200 }, cost: { statements: 0 } },
    'GET /api/docs': { access: { none: 200, user: 200 }, cost: { statements: 0 } },
    'POST /api/check-version': { access: { none: 200, user: 200 }, cost: { statements: 1 } },
    'GET /api/public/counts': { access: { none: 200, user: 200 }, cost: { statements: 0 } },
    'GET /api/public/versions': { access: { none: 200, user: 200 }, cost: { statements: 1 } },
  },
} satisfies Feature<OperationsOptions>;
