import type { Feature } from '../../http/feature.ts';
import { registerPlaces } from './routes.ts';

const browsing = { withBrowsing: { none: 200, user: 200 } } as const;
const page = { access: { none: 401, user: { open: 200, other: 404 }, owner: { open: 200, other: 404 } }, ...browsing } as const;

/** The tables of the places are those of `geo`, because earlier features select records by place. */
export const places = {
  name: 'places',
  tables: ['place_photos'],
  register: registerPlaces,
  routes: {
    'GET /api/places': { access: { none: 401, user: 200 }, ...browsing, cost: { statements: 2 } },
    'GET /api/places/:id': { ...page, cost: { statements: 2 } },
    'GET /api/places/:id/figures': { ...page, cost: { statements: 4 } },
    'PUT /api/places/:id/photos/:photo': { access: { none: 401, user: 404, owner: { open: 422, other: 404 } }, cost: { statements: 3 } },
    'DELETE /api/places/:id/photos/:photo': { access: { none: 401, user: 204 }, cost: { statements: 2 } },
    // By an address that only the page of the place has.
    'GET /api/places/:id/photos/:photo/:size': { access: { none: 200, user: 200 }, cost: { statements: 1 } },
  },
} satisfies Feature;
