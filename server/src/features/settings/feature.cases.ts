import { type CasesOf, ofRow, plain, query } from '../../testing/cases.ts';
import { TAXA } from '../../testing/records.ts';
import type { settings as feature } from './feature.ts';

const PLACE = { name: 'Marsh', kind: 'patch', latitude: 52.1, longitude: 5.1, uncertainty_m: null, notes: '' } as const;

const savedPlaces = ofRow(({ veld }, id, user_id) =>
  veld.db
    .insertInto('saved_places')
    .values({ id, user_id, ...PLACE })
    .execute(),
);

export const cases: CasesOf<typeof feature> = {
  'GET /api/settings/locations': plain,
  'PUT /api/settings/locations/:id': { ...savedPlaces, request: () => ({ body: PLACE }) },
  'DELETE /api/settings/locations/:id': savedPlaces,
  'GET /api/settings/wanted': plain,
  'PUT /api/settings/wanted/:taxon_id': query(`/api/settings/wanted/${TAXA.moss.id}`),
  'DELETE /api/settings/wanted/:taxon_id': query(`/api/settings/wanted/${TAXA.moss.id}`),
  'GET /api/settings/species-notes': plain,
  'PUT /api/settings/species-notes/:taxon_id': {
    request: () => ({ path: `/api/settings/species-notes/${TAXA.moss.id}`, body: { text: 'On the north wall' } }),
  },
  'DELETE /api/settings/species-notes/:taxon_id': query(`/api/settings/species-notes/${TAXA.moss.id}`),
};
