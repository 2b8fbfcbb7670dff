import type { Feature } from '../../http/feature.ts';
import { registerFeed } from './routes.ts';

export const feed = {
  name: 'feed',
  register: registerFeed,
  routes: {
    'GET /api/feed': { access: { none: 401, user: 200 }, withBrowsing: { none: 200, user: 200 }, cost: { statements: 2 } },
  },
} satisfies Feature;
