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
  'GET /api/identifications/confusions/:taxonId': query(`/api/identifications/confusions/${TAXA.kingfisher.id}`),
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
