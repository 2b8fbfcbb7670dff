import { randomUUID } from 'node:crypto';
import { type CasesOf, query } from '../../testing/cases.ts';
import { TAXA } from '../../testing/records.ts';
import type { images as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/specie-images': query('/api/specie-images?country=NL'),
  'GET /api/specie-images/:taxonId': query(`/api/specie-images/${TAXA.moss.id}`),
  'GET /api/specie-images/:taxonId/current': query(`/api/specie-images/${TAXA.moss.id}/current`),
  'GET /api/specie-images/:taxonId/info': query(`/api/specie-images/${TAXA.moss.id}/info`),
  'PUT /api/specie-images/:taxonId/current': {
    request: () => ({
      path: `/api/specie-images/${TAXA.moss.id}/current`,
      body: { write_id: randomUUID(), media_id: randomUUID(), crop: null, focus: null, alt: {}, life_stage: null },
    }),
  },
  'POST /api/specie-images/:taxonId/lock': {
    request: () => ({ path: `/api/specie-images/${TAXA.moss.id}/lock`, body: { write_id: randomUUID(), is_locked: false } }),
  },
  'POST /api/specie-images/:taxonId/revert': {
    request: () => ({ path: `/api/specie-images/${TAXA.moss.id}/revert`, body: { write_id: randomUUID(), change_id: null } }),
  },
  'PUT /api/specie-images/:taxonId/rejections': {
    request: () => ({ path: `/api/specie-images/${TAXA.moss.id}/rejections`, body: { source: 'commons', id: '1', is_rejected: true } }),
  },
  'GET /api/specie-images/:taxonId/preview': query(`/api/specie-images/${TAXA.moss.id}/preview?source=commons&u=https://example.org/x.jpg`),
  'POST /api/specie-images/:taxonId': {
    request: () => ({
      path: `/api/specie-images/${TAXA.moss.id}`,
      body: { image_url: 'https://example.org/x.jpg', image_source: 'elsewhere' },
    }),
    budget: { isRefused: 'the picture is on another site' },
  },
};
