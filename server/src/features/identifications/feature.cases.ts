import { randomUUID } from 'node:crypto';
import { type CasesOf, json, plain, query } from '../../testing/cases.ts';
import { TAXA } from '../../testing/records.ts';
import { records } from '../observations/feature.cases.ts';
import type { identifications as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/identifications/waiting': plain,
  'PUT /api/identifications/agreements': json({
    identifications: [{ id: randomUUID(), observation_id: randomUUID(), taxon_id: TAXA.heron.id }],
  }),
  'GET /api/identifications/own': plain,
  'GET /api/identifications/summary': plain,
  'GET /api/identifications/confusions/:taxonId': query(`/api/identifications/confusions/${TAXA.kingfisher.id}`),
  'GET /api/observations/:id/votes': { ...records, request: (_world, id) => ({ path: `/api/observations/${id}/votes` }) },
  'PUT /api/observations/:id/vote': {
    ...records,
    request: (_world, id) => ({
      path: `/api/observations/${id}/vote`,
      body: { topic: 'life_stage', value: 'adult', agrees: true, reason: '', write_id: randomUUID(), chosen_at: new Date().toISOString() },
    }),
  },
  'PUT /api/observations/:id/review': {
    ...records,
    request: (_world, id) => ({
      path: `/api/observations/${id}/review`,
      body: { is_reviewed: true, chosen_at: new Date().toISOString() },
    }),
  },
  'GET /api/observations/:id/identifications': {
    ...records,
    request: (_world, id) => ({ path: `/api/observations/${id}/identifications` }),
  },
  'PUT /api/observations/:id/identifications/:identification': {
    ...records,
    request: (_world, id) => ({
      path: `/api/observations/${id}/identifications/${randomUUID()}`,
      body: { taxon_id: TAXA.heron.id, disagrees: false },
    }),
  },
  'DELETE /api/observations/:id/identifications/:identification': {
    ...records,
    request: (_world, id) => ({ path: `/api/observations/${id}/identifications/${randomUUID()}` }),
  },
};
