import type { Feature } from '../../http/feature.ts';
import { removeProfile } from './profile.ts';
import { registerCommunity } from './routes.ts';

export const community = {
  name: 'community',
  tables: ['profiles'],
  register: registerCommunity,
  erase: { private: [({ db }, userId) => removeProfile(db, userId)] },
  routes: {
    // Lists only people who opted in.
    'GET /api/community/users': { access: { none: 401, user: 200 }, cost: { statements: 3 } },
    'GET /api/community/users/:id/species': { access: { none: 401, user: 404 }, cost: { statements: 2 } },
    'GET /api/community/suggestions': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/community/leaderboards/:board': { access: { none: 401, user: 200 }, cost: { statements: 3 } },
    'GET /api/community/observers/:taxonId': { access: { none: 401, user: 200 }, cost: { statements: 3 } },
    'GET /api/community/profile': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'PUT /api/community/profile': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'PUT /api/community/portrait': { access: { none: 401, user: 422 }, cost: { statements: 2 } },
    'DELETE /api/community/portrait': { access: { none: 401, user: 204 }, cost: { statements: 2 } },
    // By an address that only profiles have.
    'GET /api/community/portraits/:id': { access: { none: 200, user: 200 }, cost: { statements: 1 } },
    'GET /api/community/profile/:id': { access: { none: 401, user: { open: 200, other: 404 } }, cost: { statements: 3 } },
    'GET /api/community/profile/:id/identifications': {
      access: { none: 401, user: { open: 200, other: 404 } },
      cost: {
        statements: 3,
        scans: { tables: ['taxa'], because: 'it names the taxa of a whole page' },
      },
    },
    'GET /api/community/statistics/:user/:period/:location': {
      access: { none: 401, user: { open: 200, other: 404 } },
      cost: { statements: 5 },
    },
    // Of the caller only.
    'POST /api/community/statistics/seen/:user/:period': {
      access: { none: 401, user: { other: 404 }, owner: { open: 200, other: 404 } },
      cost: { statements: 5 },
    },
  },
} satisfies Feature;
