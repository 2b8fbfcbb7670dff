import { randomUUID } from 'node:crypto';
import { deleteObservation } from '@veld/contract';
import { type Case, type CasesOf, idWithoutObject, plain } from '../../testing/cases.ts';
import { draft, save } from '../../testing/records.ts';
import type { observations as feature } from './feature.ts';

export const records: Case = {
  states: ['open', 'obscured', 'private', 'deleted', 'missing', 'malformed'],
  async make({ veld, anna }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const id = randomUUID();
    const geoprivacy = state === 'obscured' || state === 'private' ? state : 'open';
    const saved = await save(veld, anna, id, draft({ geoprivacy }));
    if (saved.status !== 200) throw new Error(`anna's record was not stored: ${saved.status}`);
    if (state === 'deleted') await veld.call(deleteObservation, { params: { id } }, anna.token);
    return id;
  },
};

export const cases: CasesOf<typeof feature> = {
  'PUT /api/observations/:id': {
    ...records,
    request: (_world, _id, state) => ({
      body: draft(),
      ...(state === 'missing' || state === 'malformed' ? {} : { headers: { 'if-match': '"1"' } }),
    }),
  },
  'GET /api/observations/:id': records,
  'GET /api/observations/:id/history': { ...records, request: (_world, id) => ({ path: `/api/observations/${id}/history` }) },
  'DELETE /api/observations/:id': records,
  'GET /api/observations': plain,
  'GET /api/observations/changes': plain,
};
