import { type CasesOf, ofRow, plain } from '../../testing/cases.ts';
import { newToken } from '../accounts/tokens.ts';
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
  'GET /api/explore/identifiers': plain,
  'GET /api/explore/months': plain,
  'GET /api/explore/feed': plain,
  'GET /api/explore/feed-key': plain,
  'PUT /api/explore/feed-key': { request: () => ({ body: { key: newToken() } }) },
  'DELETE /api/explore/feed-key': plain,
  'GET /api/explore/views': plain,
  'GET /api/explore/views/:id/hits': savedViews,
  'PUT /api/explore/views/:id': {
    ...savedViews,
    request: () => ({ body: VIEW }),
    // An address that long is no filter, so that it cannot be followed.
    budget: { body: (large) => ({ ...large, novelty: null }) },
  },
  'DELETE /api/explore/views/:id': savedViews,
};
