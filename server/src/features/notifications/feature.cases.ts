import { randomUUID } from 'node:crypto';
import { type Case, type CasesOf, json, ofRow, plain, query, type World } from '../../testing/cases.ts';
import { records } from '../observations/feature.cases.ts';
import { sealPosition } from './present.ts';
import type { notifications as feature } from './feature.ts';

/** With a position after all events. */
const readThrough = ({ veld }: World) => ({ body: { through: sealPosition(veld.context, 1e9) } });

const notifications: Case = {
  ...ofRow(({ veld }, entry_id, user_id) =>
    veld.db
      .insertInto('notifications')
      .values({ user_id, entry_id, cause_id: entry_id, kind: 'badge', reason: 'achieved', observation_id: null, actor_id: null })
      .execute(),
  ),
  request: readThrough,
};

/** Records that anna has a notification about. */
const notifiedRecords: Case = {
  ...records,
  async make(world, state) {
    const id = await records.make!(world, state);
    const record = { user_id: world.anna.user.id, entry_id: randomUUID(), cause_id: id, observation_id: id, actor_id: null };
    if (state === 'open' || state === 'obscured' || state === 'private')
      await world.veld.db
        .insertInto('notifications')
        .values({ ...record, kind: 'quality', reason: 'own_record' })
        .execute();
    return id;
  },
};

export const cases: CasesOf<typeof feature> = {
  'GET /api/notifications': plain,
  'GET /api/notifications/push': plain,
  'PUT /api/notifications/push': json({
    endpoint: 'https://push.example.org/a',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }),
  'DELETE /api/notifications/push': plain,
  'GET /api/notifications/unsubscribe': query('/api/notifications/unsubscribe?token=none'),
  'POST /api/notifications/unsubscribe': query('/api/notifications/unsubscribe?token=none'),
  'PUT /api/notifications/read': { request: readThrough },
  'PUT /api/notifications/:id/read': {
    ...notifications,
    request: (world, id) => ({ ...readThrough(world), path: `/api/notifications/${id}/read` }),
  },
  'PUT /api/notifications/mutes/:id': { ...notifiedRecords, request: (_world, id) => ({ path: `/api/notifications/mutes/${id}` }) },
  'DELETE /api/notifications/mutes/:id': { ...notifiedRecords, request: (_world, id) => ({ path: `/api/notifications/mutes/${id}` }) },
};
