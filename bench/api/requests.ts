import { randomUUID } from 'node:crypto';
import type { ObservationWrite } from '@veld/contract';
import type autocannon from 'autocannon';
import type pg from 'pg';
import { writeCursor } from '../../server/src/features/observations/cursor.ts';
import { drawDraft, type Filled } from './fill.ts';
import { CHANGES } from './statements.ts';

/** In the order of measuring: saving comes last, because it changes what the others read. */
export const ROUTES = ['feed', 'record', 'changes', 'no changes', 'species seen', 'save'] as const;
export type RouteName = (typeof ROUTES)[number];

export const DESCRIPTIONS: Readonly<Record<RouteName, string>> = {
  feed: 'GET /api/feed',
  record: 'GET /api/observations/{id}',
  changes: `GET /api/observations/changes, ${CHANGES} records`,
  'no changes': 'GET /api/observations/changes, none',
  'species seen': 'GET /api/species-seen',
  save: 'PUT /api/observations/{id}',
};

/** What a request adds to those of autocannon. */
export type Next = Pick<autocannon.Request, 'method' | 'path' | 'headers' | 'body'>;

/** The body of every save, apart from its ids. It has no photo, so that the two statements for photos run on no side. */
export function drawBody(random: () => number, taxonIds: readonly number[]): ObservationWrite {
  return { ...drawDraft(random, taxonIds), media: [], geoprivacy: 'open', write_id: randomUUID() };
}

/** For each route, a function that makes the next request: by a random person, for a random or a new record. */
export async function requestsFor(
  pool: pg.Pool,
  filled: Filled,
  random: () => number,
  body: ObservationWrite,
): Promise<Record<RouteName, () => Next>> {
  const { rows } = await pool.query<{ user_id: string; seq: number }>('select user_id, seq from owner_counters');
  const seqs = new Map(rows.map((row) => [row.user_id, row.seq]));
  const indexIn = (list: readonly unknown[]) => Math.floor(random() * list.length);
  const headersOf = (person: number) => ({ authorization: `Bearer ${filled.tokens[person]}`, 'accept-language': 'en' });
  const get = (path: string, person = indexIn(filled.tokens)): Next => ({ method: 'GET', path, headers: headersOf(person) });
  return {
    feed: () => get('/api/feed'),
    record: () => get(`/api/observations/${filled.recordIds[indexIn(filled.recordIds)]}`),
    // Only a device that gets its first page, without a cursor, is told how many there are.
    changes: () => get(`/api/observations/changes?limit=${CHANGES}&cursor=${writeCursor('changes', 0)}`),
    'no changes': () => {
      const person = indexIn(filled.tokens);
      return get(`/api/observations/changes?cursor=${writeCursor('changes', seqs.get(filled.userIds[person]!) ?? 0)}`, person);
    },
    'species seen': () => get('/api/species-seen'),
    save: () => ({
      method: 'PUT',
      path: `/api/observations/${randomUUID()}`,
      headers: { ...headersOf(indexIn(filled.tokens)), 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, write_id: randomUUID() }),
    }),
  };
}
