import type { Feature } from '../../http/feature.ts';
import { registerDiscover } from './routes.ts';

export const discover = {
  name: 'discover',
  register: registerDiscover,
  routes: {
    'GET /api/discover/:country': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
  },
} satisfies Feature;
