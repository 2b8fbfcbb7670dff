import type { Feature } from '../../http/feature.ts';
import { type ExploreNeeds, registerExplore } from './routes.ts';

const access = { access: { none: 401, user: 200 }, withBrowsing: { none: 200, user: 200 } } as const;

/** The records that it reads may be most of a small instance. */
const scans = { scans: { tables: ['observations', 'users', 'taxa'], because: 'it reads up to 10,000 records' } } as const;

export const explore = {
  name: 'explore',
  register: registerExplore,
  routes: {
    'GET /api/explore/totals': { ...access, cost: { statements: 2, ...scans } },
    'GET /api/explore/records': { ...access, cost: { statements: 2 } },
    'GET /api/explore/species': { ...access, cost: { statements: 4, ...scans } },
    'GET /api/explore/people': { ...access, cost: { statements: 2, ...scans } },
    'GET /api/explore/months': { ...access, cost: { statements: 2, ...scans } },
  },
} satisfies Feature<ExploreNeeds>;
