import { type CasesOf, query } from '../../testing/cases.ts';
import type { frequencies as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/taxonomy/location': query('/api/taxonomy/location?latitude=52.1&longitude=5.1'),
  'GET /api/frequencies/:country': query('/api/frequencies/NL'),
};
