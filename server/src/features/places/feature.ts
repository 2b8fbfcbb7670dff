import type { Feature } from '../../http/feature.ts';
import { registerPlaces } from './routes.ts';

const browsing = { withBrowsing: { none: 200, user: 200 } } as const;
const page = { access: { none: 401, user: { open: 200, other: 404 }, owner: { open: 200, other: 404 } }, ...browsing } as const;

/** The tables are those of `geo`, because earlier features select records by place. */
export const places = {
  name: 'places',
  register: registerPlaces,
  routes: {
    'GET /api/places': { access: { none: 401, user: 200 }, ...browsing, cost: { statements: 2 } },
    'GET /api/places/:id': { ...page, cost: { statements: 2 } },
    'GET /api/places/:id/figures': { ...page, cost: { statements: 4 } },
  },
} satisfies Feature;
