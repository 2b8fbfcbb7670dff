import { randomUUID } from 'node:crypto';
import { type CasesOf, plain, query } from '../../testing/cases.ts';
import { TAXA } from '../../testing/records.ts';
import type { species as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/species': plain,
  'GET /api/species/:id': query(`/api/species/${TAXA.moss.id}`),
  'GET /api/species/:id/countries': query(`/api/species/${TAXA.moss.id}/countries`),
  'GET /api/species/:id/names': query(`/api/species/${TAXA.moss.id}/names`),
  'GET /api/species/statuses/:country': query('/api/species/statuses/NL'),
  'POST /api/species/views': {
    request: () => ({ body: { write_id: randomUUID(), views: [{ taxon_id: TAXA.moss.id, count: 2 }] } }),
  },
  'GET /api/species-seen': plain,
  'GET /api/my-species-images': plain,
  'POST /api/my-species-images': {
    request: () => ({ body: { taxon_id: TAXA.moss.id, image_url: 'https://example.org/x.jpg' } }),
    budget: { isRefused: 'the picture is on another site' },
  },
  'DELETE /api/species/:id/delete-empty-observations': query(`/api/species/${TAXA.moss.id}/delete-empty-observations`),
};
