import type { Feature } from '../../http/feature.ts';
import { type MapNeeds, registerMap } from './routes.ts';
import { registerMapSources } from './sources/routes.ts';

export const map = {
  name: 'map',
  tables: ['map_cells'],
  register: (app, context, needs: MapNeeds) => {
    registerMap(app, context, needs);
    registerMapSources(app, context);
  },
  routes: {
    'GET /api/map/tiles/:z/:x/:y': { access: { none: 401, user: 200 }, withBrowsing: { none: 200, user: 200 }, cost: { statements: 2 } },
    'GET /api/map/summary': {
      access: { none: 401, user: 200 },
      withBrowsing: { none: 200, user: 200 },
      cost: { statements: 3, scans: { tables: ['users', 'taxa'], because: 'it counts up to 20,000 records' } },
    },
    'GET /api/map/cells/:level/:cell': {
      access: { none: 401, user: 200 },
      withBrowsing: { none: 200, user: 200 },
      cost: { statements: 3, scans: { tables: ['users', 'taxa'], because: 'it counts up to 20,000 records' } },
    },
    'GET /api/map/sources': { access: { none: 401, user: 200 }, withBrowsing: { none: 200, user: 200 }, cost: { statements: 1 } },
    // Without MAP_SOURCES.
    'GET /api/map/sources/:id/archive': {
      access: { none: 401, user: 404 },
      withBrowsing: { none: 404, user: 404 },
      cost: { statements: 1 },
    },
  },
} satisfies Feature<MapNeeds>;
