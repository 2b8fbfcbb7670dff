import { randomUUID } from 'node:crypto';
import { type Case, type CasesOf, plain } from '../../testing/cases.ts';
import type { motivation as feature } from './feature.ts';

export const toasts: Case = {
  states: ['open', 'missing', 'malformed'],
  make: async ({ veld }, state) => {
    if (state === 'malformed') return 'Not an id';
    const id = randomUUID();
    if (state !== 'missing')
      await veld.db.insertInto('toasts').values({ id, level: 'info', texts: '{"en":"Hello"}', audience: 'everyone' }).execute();
    return id;
  },
};

export const cases: CasesOf<typeof feature> = {
  'GET /api/motivation': plain,
  'GET /api/toasts': plain,
  'GET /api/toasts/all': plain,
  'PUT /api/toasts/:id': { ...toasts, request: () => ({ body: { level: 'info', text: { en: 'Hello' } } }) },
  'DELETE /api/toasts/:id': toasts,
};
