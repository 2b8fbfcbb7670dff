import { randomUUID } from 'node:crypto';
import { type CasesOf, query } from '../../testing/cases.ts';
import { records } from '../observations/feature.cases.ts';
import type { comments as feature } from './feature.ts';

export const cases: CasesOf<typeof feature> = {
  'GET /api/observations/:id/comments': {
    ...records,
    request: (_world, id) => ({ path: `/api/observations/${id}/comments` }),
  },
  'PUT /api/observations/:id/comments/:comment': {
    ...records,
    request: (_world, id) => ({
      path: `/api/observations/${id}/comments/${randomUUID()}`,
      body: { text: 'A fine one', write_id: randomUUID(), written_at: new Date().toISOString(), is_edit: false },
    }),
  },
  'DELETE /api/observations/:id/comments/:comment': {
    ...records,
    request: (_world, id) => ({ path: `/api/observations/${id}/comments/${randomUUID()}` }),
  },
  'GET /api/comments/people': query('/api/comments/people?name=an'),
};
