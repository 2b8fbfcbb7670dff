import type { Feature } from '../../http/feature.ts';
import { causes } from './notices.ts';
import { registerMotivation } from './routes.ts';
import { removeBadgesOf } from './store.ts';

export const motivation = {
  name: 'motivation',
  tables: ['user_badges', 'toasts'],
  register: registerMotivation,
  erase: {
    private: [({ db }, userId) => removeBadgesOf(db, userId)],
    keepsAlways: { 'toasts.created_by': 'who of the administrators sent a message to everybody' },
  },
  causes,
  routes: {
    // Of the caller only.
    'GET /api/motivation': { access: { none: 401, user: 200 }, cost: { statements: 6 } },
    'GET /api/toasts': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/toasts/all': { access: { none: 401, user: 403, admin: 200 }, cost: { statements: 2 } },
    'PUT /api/toasts/:id': { access: { none: 401, user: 403, admin: { malformed: 404, other: 204 } }, cost: { statements: 5 } },
    'DELETE /api/toasts/:id': { access: { none: 401, user: 403, admin: { malformed: 404, other: 204 } }, cost: { statements: 5 } },
  },
} satisfies Feature;
