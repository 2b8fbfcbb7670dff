import { type CasesOf, query } from '../../testing/cases.ts';
import type { discover as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/discover/:country': query('/api/discover/NL', { query: { latitude: '52.1', longitude: '5.1', radius_km: '100' } }),
};
