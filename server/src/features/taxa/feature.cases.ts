import { type CasesOf, json, ofRow, plain, query } from '../../testing/cases.ts';
import { TAXA } from '../../testing/records.ts';
import type { taxa as feature } from './feature.ts';

const ALL_NAMES = 'sci,en,nl,de,es,fr,it,pt,pl,af';

const IDS = Array.from({ length: 40 }, (_, at) => 1_000_001 + at).join();

const announced = { file_name: 'list.csv', byte_length: 5, source: 'list', is_complete: false };

const imports = ofRow(({ veld }, id, user_id) =>
  veld.db
    .insertInto('taxonomy_imports')
    .values({ id, user_id, ...announced, state: 'receiving' })
    .execute(),
);

export const cases: CasesOf<typeof feature> = {
  'GET /api/taxonomy': { budget: { query: { page: '1', languages: ALL_NAMES } } },
  'GET /api/taxonomy/check-updates': query('/api/taxonomy/check-updates?global_count=0', {
    query: { is_country_update: '1', country: 'NL', country_count: '1', languages: ALL_NAMES },
  }),
  'GET /api/taxonomy/descriptions': plain,
  'GET /api/taxonomy/distinctions': plain,
  'GET /api/taxonomy/pictures': query('/api/taxonomy/pictures?ids=1,2', { query: { ids: IDS } }),
  'GET /api/taxonomy/pictures/:country': query('/api/taxonomy/pictures/NL'),
  'POST /api/taxonomy/log': json({ code: 'data_missing', type: 'global', page: 1, total: 2 }),
  'GET /api/taxonomy/imports': plain,
  'GET /api/taxonomy/imports/:id': imports,
  'GET /api/taxonomy/imports/:id/faults': imports,
  'PUT /api/taxonomy/imports/:id': { ...imports, request: () => ({ body: announced }) },
  'PUT /api/taxonomy/imports/:id/bytes': {
    ...imports,
    request: (_world, id) => ({
      path: `/api/taxonomy/imports/${id}/bytes?offset=0`,
      body: Buffer.from('a,b'),
      headers: { 'content-type': 'application/octet-stream' },
    }),
  },
  'POST /api/taxonomy/imports/:id/run': { ...imports, request: () => ({ body: { is_dry_run: true } }) },
  'POST /api/taxonomy/imports/:id/cancel': imports,
  'GET /api/taxon/:id/image': query(`/api/taxon/${TAXA.moss.id}/image`),
};
