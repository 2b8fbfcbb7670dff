import { randomUUID } from 'node:crypto';
import { type CasesOf, plain, query } from '../../testing/cases.ts';
import { users } from '../accounts/feature.cases.ts';
import { feedback } from '../feedback/feature.cases.ts';
import { tileRequests } from '../tile-requests/feature.cases.ts';
import type { admin as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/admin/overview': plain,
  'GET /api/admin/users': plain,
  'GET /api/admin/users/:id': users,
  'DELETE /api/admin/users/:id/sessions': users,
  'GET /api/admin/feedback': plain,
  'GET /api/admin/feedback/:id': { ...feedback, request: () => ({}) },
  'PATCH /api/admin/feedback/:id': { ...feedback, request: () => ({ body: { state: 'planned' } }) },
  'GET /api/admin/tile-requests': plain,
  'POST /api/admin/tile-requests/:id/cancel': { ...tileRequests, request: () => ({}) },
  'POST /api/admin/tile-requests/:id/retry': { ...tileRequests, request: () => ({}) },
  'PUT /api/admin/tile-requests/:id/sharing': { ...tileRequests, request: () => ({ body: { is_shared: true } }) },
  'DELETE /api/admin/tile-requests/:id': { ...tileRequests, request: () => ({}) },
  'GET /api/admin/maps': plain,
  'POST /api/admin/maps': {
    request: () => ({ body: { file: 'none.pmtiles', name: 'Walks', is_offline: true, is_moved: false } }),
    budget: { body: (large) => ({ ...large, file: 'none.pmtiles' }), isRefused: 'there is no such file' },
  },
  'DELETE /api/admin/maps/:id': query('/api/admin/maps/0123456789ab'),
  'PUT /api/admin/maps/files/:file/bytes': {
    request: () => ({
      path: '/api/admin/maps/files/walks.pmtiles/bytes?offset=0&length=100',
      body: Buffer.from('PMTiles'),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  },
  'DELETE /api/admin/maps/files/:file': query('/api/admin/maps/files/none.pmtiles'),
  'GET /api/admin/log': plain,
  'GET /api/admin/jobs': plain,
  'POST /api/admin/jobs/:queue/:id/retry': query(`/api/admin/jobs/mail/${randomUUID()}/retry`),
  'GET /api/admin/storage': plain,
  'GET /api/admin/storage/orphans': plain,
  'GET /api/admin/versions': plain,
  'PUT /api/admin/versions/:version': {
    request: () => ({ path: '/api/admin/versions/0.0.1', body: { level: 'info', update_url: null, notes: { en: 'Moths' } } }),
  },
  'DELETE /api/admin/versions/:version': query('/api/admin/versions/0.0.2'),
};
