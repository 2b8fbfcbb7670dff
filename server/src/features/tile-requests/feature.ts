import { type Feature, NOT_OWNER } from '../../http/feature.ts';
import { eraseTileRequests } from './cleanup.ts';
import { causes } from './notices.ts';
import { registerTileRequests } from './routes.ts';

export const tileRequests = {
  name: 'tile-requests',
  tables: ['tile_requests', 'tile_request_asks'],
  register: registerTileRequests,
  erase: { private: [eraseTileRequests] },
  causes,
  routes: {
    'GET /api/tile-requests': { access: { none: 401, user: 200 }, cost: { statements: 4 } },
    'GET /api/tile-requests/:id': { access: { none: 401, user: NOT_OWNER, owner: { open: 200, other: 404 } }, cost: { statements: 2 } },
    'PUT /api/tile-requests/:id': {
      access: { none: 401, user: { missing: 200, other: 404 }, owner: { malformed: 404, other: 200 } },
      cost: { statements: 5 },
    },
    'POST /api/tile-requests/estimates': { access: { none: 401, user: 200 }, cost: { statements: 1 } },
    'POST /api/tile-requests/:id/retry': {
      access: { none: 401, user: NOT_OWNER, owner: { open: 200, other: 404 } },
      cost: { statements: 10 },
    },
    'DELETE /api/tile-requests/:id': {
      access: { none: 401, user: { missing: 204, other: 404 }, owner: { malformed: 404, other: 204 } },
      cost: { statements: 3 },
    },
    // Of one that has no files yet.
    'GET /api/tile-requests/:id/files/:layer': { access: { none: 401, user: NOT_OWNER, owner: NOT_OWNER }, cost: { statements: 2 } },
  },
} satisfies Feature;
