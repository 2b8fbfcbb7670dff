import { randomUUID } from 'node:crypto';
import { type Case, type CasesOf, plain } from '../../testing/cases.ts';
import { users } from '../accounts/feature.cases.ts';
import { records } from '../observations/feature.cases.ts';
import type { messages as feature } from './feature.ts';

/** People who accept messages from everyone. */
const people: Case = {
  ...users,
  async make(world, state) {
    const id = await users.make!(world, state);
    if (state === 'open')
      await world.veld.db
        .updateTable('users')
        .set({ preferences: JSON.stringify({ messages_from: 'everyone' }) })
        .where('id', '=', id)
        .execute();
    return id;
  },
};

export const cases: CasesOf<typeof feature> = {
  'GET /api/messages': plain,
  'GET /api/messages/:id': people,
  'PUT /api/messages/:id/:message': {
    ...people,
    request: (_world, id) => ({
      path: `/api/messages/${id}/${randomUUID()}`,
      body: { text: 'Which one is it?', about_id: randomUUID(), written_at: new Date().toISOString() },
    }),
  },
  'DELETE /api/messages/:id/:message': { ...people, request: (_world, id) => ({ path: `/api/messages/${id}/${randomUUID()}` }) },
  'PUT /api/messages/:id/read': {
    ...people,
    request: (_world, id) => ({ path: `/api/messages/${id}/read`, body: { through: randomUUID() } }),
  },
  'DELETE /api/messages/:id/through/:message': {
    ...people,
    request: (_world, id) => ({ path: `/api/messages/${id}/through/${randomUUID()}` }),
  },
  'GET /api/observations/:id/experts': { ...records, request: (_world, id) => ({ path: `/api/observations/${id}/experts` }) },
};
