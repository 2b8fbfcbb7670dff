import { type CasesOf, plain } from '../../testing/cases.ts';
import { users } from '../accounts/feature.cases.ts';
import type { relations as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/relations': plain,
  'PUT /api/relations/:kind/:id': { ...users, request: (_world, id) => ({ path: `/api/relations/mute/${id}` }) },
  'DELETE /api/relations/:kind/:id': { ...users, request: (_world, id) => ({ path: `/api/relations/mute/${id}` }) },
};
