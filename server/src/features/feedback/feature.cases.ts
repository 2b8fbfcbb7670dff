import { randomUUID } from 'node:crypto';
import { type Case, type CasesOf, ofRow, plain } from '../../testing/cases.ts';
import type { feedback as feature } from './feature.ts';

export const feedback: Case = {
  ...ofRow(({ veld }, id, user_id) => {
    // An old date, so that the row does not count towards the daily limit.
    const row = { id, user_id, kind: 'idea', text: 'Moths', may_contact: false, app_version: null, created_at: new Date(0) };
    return veld.db.insertInto('feedback').values(row).execute();
  }),
  request: () => ({ body: { kind: 'idea', text: 'Moths', may_contact: false } }),
};

export const cases: CasesOf<typeof feature> = {
  'PUT /api/feedback/:id': feedback,
  'GET /api/feedback': plain,
  'PUT /api/feedback/:id/replies/:reply': {
    ...feedback,
    request: (_world, id) => ({ path: `/api/feedback/${id}/replies/${randomUUID()}`, body: { text: 'Which moths?' } }),
  },
  'GET /api/feedback/:id/screenshot': { ...feedback, request: () => ({}) },
  'GET /api/feedback/ideas': plain,
  'PUT /api/feedback/:id/vote': { ...feedback, request: () => ({}) },
  'DELETE /api/feedback/:id/vote': { ...feedback, request: () => ({}) },
};
