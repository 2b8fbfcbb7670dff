import type { Feature } from '../../http/feature.ts';
import { personPage, projectPage, speciesPage } from './other-pages.ts';
import { placePage } from './place-page.ts';
import { recordPage } from './record-page.ts';
import { registerVisitors, type VisitorNeeds } from './routes.ts';

export const visitors = {
  name: 'visitors',
  register: registerVisitors,
  pages: [recordPage, speciesPage, projectPage, placePage, personPage],
  routes: {
    'GET /api/visitors/pages/:kind/:id': {
      access: { none: 401, user: { open: 200, obscured: 200, private: 200, deleted: 410, other: 404 } },
      withBrowsing: { none: 200, user: { open: 200, obscured: 200, private: 200, deleted: 410, other: 404 } },
      cost: { statements: 7 },
    },
    'GET /api/visitors/settings': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 1 } },
    'PUT /api/visitors/settings': { access: { none: 401, user: 403, admin: 204 }, cost: { statements: 5 } },
  },
} satisfies Feature<VisitorNeeds>;
