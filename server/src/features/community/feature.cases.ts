import { randomUUID } from 'node:crypto';
import { type Case, type CasesOf, idWithoutObject, json, newUser, plain, query } from '../../testing/cases.ts';
import { TAXA } from '../../testing/records.ts';
import { users } from '../accounts/feature.cases.ts';
import type { community as feature } from './feature.ts';

const portraits: Case = {
  async make(world) {
    const id = randomUUID();
    const row = { user_id: await newUser(world, 'open'), portrait_id: id, portrait: Buffer.from('webp') };
    await world.veld.db.insertInto('profiles').values(row).execute();
    return id;
  },
};

export const cases: CasesOf<typeof feature> = {
  'GET /api/community/users': query('/api/community/users?country=worldwide'),
  'GET /api/community/users/:id/species': query(`/api/community/users/${randomUUID()}/species`),
  'GET /api/community/suggestions': query('/api/community/suggestions?country=NL'),
  'GET /api/community/leaderboards/:board': query('/api/community/leaderboards/species?period=all'),
  'GET /api/community/observers/:taxonId': query(`/api/community/observers/${TAXA.moss.id}`),
  'GET /api/community/profile': plain,
  'PUT /api/community/profile': json({ bio: 'Moths', languages: ['en'], orcid: null, links: [], shares_badges: false }),
  'PUT /api/community/portrait': json({ picture: 'bm8gcGljdHVyZQ==' }, { isRefused: 'it is no picture' }),
  'DELETE /api/community/portrait': plain,
  'GET /api/community/portraits/:id': portraits,
  'GET /api/community/profile/:id': users,
  'GET /api/community/profile/:id/identifications': {
    ...users,
    request: (_world, id) => ({ path: `/api/community/profile/${id}/identifications` }),
  },
  'GET /api/community/statistics/:user/:period/:location': {
    ...users,
    request: (_world, id) => ({ path: `/api/community/statistics/${id}/this_year/worldwide` }),
  },
  'POST /api/community/statistics/seen/:user/:period': {
    states: ['open', 'missing', 'malformed'],
    make: async ({ anna }, state) => idWithoutObject(state) ?? anna.user.id,
    request: (_world, id) => ({ path: `/api/community/statistics/seen/${id}/all`, body: { statistic: 'species' } }),
  },
};
