import type { Feature } from '../../http/feature.ts';
import { registerSensitive } from './routes.ts';
import { moveRulesOfMerged } from './store.ts';

export const sensitive = {
  name: 'sensitive',
  tables: ['sensitive_taxa', 'sensitive_due'],
  register: registerSensitive,
  onMerged: moveRulesOfMerged,
  routes: {
    'GET /api/sensitive-taxa/:taxonId': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/admin/sensitive-taxa': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 3 } },
    'PUT /api/admin/sensitive-taxa/:id': { access: { none: 401, user: 403, admin: 204 }, cost: { statements: 11 } },
    'DELETE /api/admin/sensitive-taxa/:id': { access: { none: 401, user: 403, admin: { open: 204, other: 404 } }, cost: { statements: 9 } },
    'POST /api/admin/sensitive-taxa/import': {
      access: { none: 401, user: 403, admin: 200 },
      cost: { statements: 6, scans: { tables: ['taxon_names'], because: 'it looks up the names of a whole list, for admins' } },
    },
    'GET /api/admin/sensitive-taxa/export': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 2 } },
  },
} satisfies Feature;
