import type { Feature } from '../../http/feature.ts';
import { causes } from './followed-views.ts';
import { type ExploreNeeds, registerExplore } from './routes.ts';
import { removeSavedViews } from './saved-views.ts';

const access = { access: { none: 401, user: 200 }, withBrowsing: { none: 200, user: 200 } } as const;

/** The records that it reads may be most of a small instance. */
const scans = { scans: { tables: ['observations', 'users', 'taxa'], because: 'it reads up to 10,000 records' } } as const;

export const explore = {
  name: 'explore',
  tables: ['saved_views', 'feed_keys'],
  register: registerExplore,
  erase: { private: [({ db }, userId) => removeSavedViews(db, userId)] },
  causes,
  routes: {
    'GET /api/explore/totals': { ...access, cost: { statements: 2, ...scans } },
    'GET /api/explore/records': { ...access, cost: { statements: 2 } },
    'GET /api/explore/species': { ...access, cost: { statements: 4, ...scans } },
    'GET /api/explore/people': { ...access, cost: { statements: 2, ...scans } },
    'GET /api/explore/identifiers': { ...access, cost: { statements: 2, ...scans } },
    'GET /api/explore/months': { ...access, cost: { statements: 2, ...scans } },
    'GET /api/explore/feed': { ...access, cost: { statements: 2 } },
    'GET /api/explore/feed-key': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'PUT /api/explore/feed-key': { access: { none: 401, user: 204 }, cost: { statements: 2 } },
    'DELETE /api/explore/feed-key': { access: { none: 401, user: 204 }, cost: { statements: 2 } },
    // Ids are the caller's own, so those of others are unused.
    'GET /api/explore/views': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/explore/views/:id/hits': { access: { none: 401, user: { malformed: 404, other: 200 } }, cost: { statements: 2 } },
    'PUT /api/explore/views/:id': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 6 } },
    'DELETE /api/explore/views/:id': { access: { none: 401, user: { malformed: 404, other: 204 } }, cost: { statements: 2 } },
  },
} satisfies Feature<ExploreNeeds>;
