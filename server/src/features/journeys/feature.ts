import { type Feature, NOT_OWNER, SEEN } from '../../http/feature.ts';
import { registerJourneys } from './routes.ts';
import { removeJourneys } from './store.ts';

export const journeys = {
  name: 'journeys',
  tables: ['journeys', 'journey_writes', 'journey_tracks', 'journey_blocks'],
  register: registerJourneys,
  erase: {
    // Records can stay without the person; tracks are only about the person.
    private: [({ db }, userId) => removeJourneys(db, userId)],
  },
  routes: {
    // An open one is shared, a private one is not.
    'GET /api/journeys': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/journeys/changes': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/journeys/weather': { access: { none: 401, user: 200 }, cost: { statements: 1 } },
    'GET /api/journeys/:id': { access: { none: 401, user: { open: 200, other: 404 }, owner: SEEN }, cost: { statements: 2 } },
    'PUT /api/journeys/:id': {
      access: {
        none: 401,
        user: { missing: 200, other: 404 },
        owner: { malformed: 404, deleted: 410, other: 200 },
      },
      cost: { statements: 8 },
    },
    // Deleting a deleted journey succeeds.
    'DELETE /api/journeys/:id': {
      access: { none: 401, user: NOT_OWNER, owner: { missing: 404, malformed: 404, other: 204 } },
      cost: { statements: 10 },
    },
    'GET /api/journeys/:id/points': { access: { none: 401, user: NOT_OWNER, owner: SEEN }, cost: { statements: 3 } },
    'PUT /api/journeys/:id/points': {
      access: { none: 401, user: NOT_OWNER, owner: { open: 200, private: 200, deleted: 410, other: 404 } },
      cost: { statements: 9 },
    },
  },
} satisfies Feature;
