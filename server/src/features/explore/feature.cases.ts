import { type CasesOf, plain } from '../../testing/cases.ts';
import type { explore } from './feature.ts';

export const cases: CasesOf<typeof explore> = {
  'GET /api/explore/totals': plain,
  'GET /api/explore/records': plain,
  'GET /api/explore/species': plain,
  'GET /api/explore/people': plain,
  'GET /api/explore/months': plain,
};
