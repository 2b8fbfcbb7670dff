import { type CasesOf, plain, query } from '../../testing/cases.ts';
import type { map as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/map/tiles/:z/:x/:y': query('/api/map/tiles/5/16/10', { query: { unseen: '1' } }),
  'GET /api/map/summary': query('/api/map/summary?west=5&south=52&east=5.2&north=52.2', {
    query: { west: '-180', south: '-85', east: '180', north: '85', content: '1', unseen: '1' },
  }),
  'GET /api/map/cells/:level/:cell': query('/api/map/cells/6/1365'),
  'GET /api/map/sources': plain,
  'GET /api/map/sources/:id/archive': query('/api/map/sources/0123456789ab/archive'),
};
