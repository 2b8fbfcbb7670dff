import { type CasesOf, json, plain } from '../../testing/cases.ts';
import { records } from '../observations/feature.cases.ts';
import type { visitors as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/visitors/pages/:kind/:id': { ...records, request: (_world, id) => ({ path: `/api/visitors/pages/observations/${id}` }) },
  'GET /api/visitors/settings': plain,
  'PUT /api/visitors/settings': json({ allows_browsing: true, allows_indexing: true }),
};
