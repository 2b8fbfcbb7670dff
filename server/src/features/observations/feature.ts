import { type Feature, NOT_OWNER } from '../../http/feature.ts';
import { storeSendsMail } from './grade.ts';
import { registerObservations } from './routes.ts';

export const observations = {
  name: 'observations',
  tables: ['observations', 'observation_writes', 'observation_media', 'owner_counters', 'map_changes', 'xp_events'],
  register: async (app, context) => {
    await storeSendsMail(context);
    registerObservations(app, context);
  },
  routes: {
    'PUT /api/observations/:id': {
      access: {
        none: 401,
        user: { missing: 200, other: 404 },
        owner: { deleted: 410, malformed: 404, other: 200 },
      },
      cost: { statements: 9 },
    },
    'GET /api/observations/:id': {
      access: {
        none: 401,
        user: { open: 200, obscured: 200, private: 200, other: 404 },
        owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
      },
      cost: { statements: 3 },
    },
    'GET /api/observations/:id/history': {
      access: {
        none: 401,
        user: NOT_OWNER,
        owner: { deleted: 404, missing: 404, malformed: 404, other: 200 },
      },
      cost: { statements: 3 },
    },
    'DELETE /api/observations/:id': {
      access: {
        none: 401,
        user: NOT_OWNER,
        // Deleting a deleted record succeeds.
        owner: { missing: 404, malformed: 404, other: 204 },
      },
      cost: { statements: 12 },
    },
    'GET /api/observations': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'GET /api/observations/changes': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
  },
} satisfies Feature;
