import { sql } from 'kysely';
import { type Feature, NOT_OWNER } from '../../http/feature.ts';
import type { FindTaxa } from './present.ts';
import { registerNotifications } from './routes.ts';
import { removeNotifications } from './store.ts';

export const notifications = {
  name: 'notifications',
  tables: ['notifications', 'notification_mutes', 'notification_digests'],
  register: (app, context, { findTaxa }) => registerNotifications(app, context, findTaxa),
  erase: { private: [({ db }, userId) => removeNotifications(db, userId)] },
  removal: (records) => sql`
    told as (delete from notifications where observation_id ${records}),
    muted as (delete from notification_mutes where observation_id ${records})`,
  routes: {
    'GET /api/notifications': { access: { none: 401, user: 200 }, cost: { statements: 4 } },
    'GET /api/notifications/push': { access: { none: 401, user: 200 }, cost: { statements: 2 } },
    'PUT /api/notifications/push': { access: { none: 401, user: 204 }, cost: { statements: 5 } },
    'DELETE /api/notifications/push': { access: { none: 401, user: 204 }, cost: { statements: 2 } },
    // With a token that was never issued.
    'GET /api/notifications/unsubscribe': { access: { none: 200, user: 200 }, cost: { statements: 0 } },
    'POST /api/notifications/unsubscribe': { access: { none: 200, user: 200 }, cost: { statements: 0 } },
    'PUT /api/notifications/read': { access: { none: 401, user: 204 }, cost: { statements: 2 } },
    'PUT /api/notifications/:id/read': {
      access: { none: 401, user: NOT_OWNER, owner: { open: 204, other: 404 } },
      cost: { statements: 2 },
    },
    // Of a record that anna has a notification about.
    'PUT /api/notifications/mutes/:id': {
      access: {
        none: 401,
        user: NOT_OWNER,
        owner: { open: 204, obscured: 204, private: 204, other: 404 },
      },
      cost: { statements: 4 },
    },
    'DELETE /api/notifications/mutes/:id': {
      access: { none: 401, user: { malformed: 404, other: 204 }, owner: { malformed: 404, other: 204 } },
      cost: { statements: 2 },
    },
  },
} satisfies Feature<{ findTaxa: FindTaxa }>;
