import { randomUUID } from 'node:crypto';
import { REACTION_EMOJI } from '@veld/contract';
import { type CasesOf, query } from '../../testing/cases.ts';
import { records } from '../observations/feature.cases.ts';
import type { reactions as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/reactions': query(`/api/reactions?ids=${randomUUID()}`),
  'GET /api/observations/:id/reactions': {
    ...records,
    request: (_world, id) => ({ path: `/api/observations/${id}/reactions` }),
  },
  'PUT /api/observations/:id/reaction': {
    ...records,
    request: (_world, id) => ({
      path: `/api/observations/${id}/reaction`,
      body: { emoji: REACTION_EMOJI.heart, write_id: randomUUID(), chosen_at: new Date().toISOString() },
    }),
  },
};
