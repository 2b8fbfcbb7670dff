import { randomUUID } from 'node:crypto';
import { deleteJourney, putJourney } from '@veld/contract';
import { sql } from 'kysely';
import { type Case, type CasesOf, idWithoutObject, plain, query } from '../../testing/cases.ts';
import { journeyBody, journeyPoints } from '../../testing/journeys.ts';
import type { journeys as feature } from './feature.ts';

const journeys: Case = {
  states: ['open', 'private', 'deleted', 'missing', 'malformed'],
  async make({ veld, anna }, state) {
    const unused = idWithoutObject(state);
    if (unused) return unused;
    const id = randomUUID();
    const body = journeyBody({ sharing: state === 'open' ? 'full' : 'none' });
    const saved = await veld.call(putJourney, { params: { id }, body }, anna.token);
    if (saved.status !== 200) throw new Error(`anna's journey was not stored: ${saved.status}`);
    // Others see it from the next day.
    await sql`update journeys set shared_at = shared_at - interval '1 day' where id = ${id}`.execute(veld.db);
    if (state === 'deleted') await veld.call(deleteJourney, { params: { id } }, anna.token);
    return id;
  },
};

export const cases: CasesOf<typeof feature> = {
  'GET /api/journeys': plain,
  'GET /api/journeys/changes': plain,
  'GET /api/journeys/weather': query('/api/journeys/weather?latitude=52.1&longitude=5.1'),
  'GET /api/journeys/:id': journeys,
  'PUT /api/journeys/:id': {
    ...journeys,
    request: (_world, _id, state) => ({ body: journeyBody(), ...(state === 'missing' ? {} : { headers: { 'if-match': '"1"' } }) }),
  },
  'DELETE /api/journeys/:id': journeys,
  'GET /api/journeys/:id/points': journeys,
  'PUT /api/journeys/:id/points': { ...journeys, request: () => ({ body: { points: journeyPoints(3) } }) },
};
