import { type CasesOf, ofRow, plain } from '../../testing/cases.ts';
import type { explore } from './feature.ts';

const VIEW = { name: 'Moths', screen: 'explore', query: 'group=insect' } as const;

const savedViews = ofRow(({ veld }, id, user_id) =>
  veld.db
    .insertInto('saved_views')
    .values({ id, user_id, ...VIEW })
    .execute(),
);

export const cases: CasesOf<typeof explore> = {
  'GET /api/explore/totals': plain,
  'GET /api/explore/records': plain,
  'GET /api/explore/species': plain,
  'GET /api/explore/people': plain,
  'GET /api/explore/months': plain,
  'GET /api/explore/views': plain,
  'PUT /api/explore/views/:id': { ...savedViews, request: () => ({ body: VIEW }) },
  'DELETE /api/explore/views/:id': savedViews,
};
