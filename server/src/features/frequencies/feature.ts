import type { Feature } from '../../http/feature.ts';
import { registerFrequencies } from './routes.ts';

export const frequencies = {
  name: 'frequencies',
  tables: ['frequency_sources', 'frequencies', 'frequency_countries', 'frequency_packs'],
  register: registerFrequencies,
  routes: {
    'GET /api/taxonomy/location': {
      access: { none: 200, user: 200 },
      cost: { statements: 2, scans: { tables: ['taxa'], because: 'it sorts all taxa of a country' } },
    },
    'GET /api/frequencies/:country': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
  },
} satisfies Feature;
