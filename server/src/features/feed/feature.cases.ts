import { type CasesOf, plain } from '../../testing/cases.ts';
import type { feed as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/feed': plain,
};
