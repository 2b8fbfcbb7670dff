import { randomUUID } from 'node:crypto';
import { getMapSummary, listObservations } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../testing/records.ts';
import { testServer, type TestServer } from '../testing/server.ts';

describe('lists of records', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  /** What each record of anna is, by its id. */
  const names = new Map<string, string>();
  const LATEST_FIRST = ['in New York that evening', 'at ten', 'at nine', 'some time that day', 'hidden on the 28th', 'long ago', 'undated'];

  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
    // The order in which they are saved is another.
    const zone = 'Europe/Amsterdam';
    const drafts = {
      'at nine': { observed_on: '2026-03-10', observed_time: '09:00', time_zone: zone },
      'hidden on the 28th': { observed_on: '2026-03-28', observed_time: '12:00', time_zone: zone, geoprivacy: 'obscured' },
      'in New York that evening': { observed_on: '2026-03-10', observed_time: '20:00', time_zone: 'America/New_York' },
      'at ten': { observed_on: '2026-03-10', observed_time: '10:00', time_zone: zone },
      'some time that day': { observed_on: '2026-03-10', observed_time: null, time_zone: null },
      undated: { observed_on: null, observed_time: null, time_zone: null },
      'long ago': { observed_on: '1998-06-01', observed_time: '12:00', time_zone: zone },
    } as const;
    for (const [name, change] of Object.entries(drafts)) {
      const id = randomUUID();
      names.set(id, name);
      await save(veld, anna, id, draft(change));
    }
    await passDay(veld);
    await veld.context.jobs.drain();
  });
  afterAll(() => veld.close());

  async function inPages(query: object, limit = 2): Promise<string[]> {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const { body }: { body: { data: { id: string }[]; next_cursor: string | null } } = await veld.call(
        listObservations,
        { query: { ...query, limit, ...(cursor ? { cursor } : {}) } },
        bram.token,
      );
      found.push(...body.data.map(({ id }) => names.get(id)!));
      cursor = body.next_cursor;
    } while (cursor !== null);
    return found;
  }

  it.each([
    ['of everyone', () => ({})],
    ['of a person', () => ({ user_id: anna.user.id })],
    ['of a taxon', () => ({ taxon_id: String(draft().taxon_id ?? TAXA.moss.id) })],
    ['of a country', () => ({ country: 'NL' })],
  ])('%s are in the order of the observations, in pages, and a hidden one stands at its month', async (_, query) => {
    expect(await inPages(query())).toEqual(LATEST_FIRST);
  });

  it('are in the order of arrival where that is asked for', async () => {
    const byArrival = await inPages({ order: 'uploaded' }, 50);
    expect(byArrival.filter((name) => !name.startsWith('hidden'))).toEqual(
      [...names.values()].toReversed().filter((name) => !name.startsWith('hidden')),
    );
  });

  it('have the same order for an area on the map', async () => {
    const box = { west: '-180', south: '-90', east: '180', north: '90', content: '1' } as const;
    const { body } = await veld.call(getMapSummary, { query: box }, bram.token);
    expect(body.data.content!.latest.map(({ id }) => names.get(id))).toEqual(LATEST_FIRST.slice(0, body.data.content!.latest.length));
    expect(body.data.content!.latest.length).toBeGreaterThan(2);
  });
});
