import { randomUUID } from 'node:crypto';
import { deleteObservation, getFeed, getObservation, listObservationChanges, listObservations } from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('a list of records', () => {
  let veld: TestServer;
  let bram: Person;
  let now = new Date('2026-06-01T10:30:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const get = (id: string, who: Person) => veld.call(getObservation, { params: { id } }, who.token);
  const remove = (id: string, who: Person) => veld.call(deleteObservation, { params: { id } }, who.token);

  it('lists all changes of the caller in order, deletions included, and none of others', async () => {
    const erik = await person(veld, 'erik');
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const id of ids) await save(veld, erik, id, draft());
    await save(veld, erik, ids[0]!, draft({ notes: 'again' }), 1);
    await remove(ids[1]!, erik);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (;;) {
      const { body } = await veld.call(listObservationChanges, { query: { limit: 2, ...(cursor ? { cursor } : {}) } }, erik.token);
      for (const change of body.data) seen.push('deleted' in change ? `-${change.id}` : change.id);
      cursor = body.next_cursor;
      if (!body.has_more) break;
    }
    expect(seen).toEqual([ids[2], ids[3], ids[4], ids[0], `-${ids[1]}`]);
    const rest = await veld.call(listObservationChanges, { query: { cursor } }, erik.token);
    expect(rest.body).toEqual({ data: [], next_cursor: cursor, has_more: false, epoch: expect.any(String) as string });
    expect((await veld.call(listObservationChanges, { query: { cursor: 'bm90LW91cnM' } }, erik.token)).status).toBe(422);
    expect((await veld.call(listObservationChanges, { query: { limit: 1 } }, erik.token)).body).toMatchObject({ has_more: true, total: 5 });
    const fridaSees = await veld.call(listObservationChanges, {}, (await person(veld, 'frida')).token);
    expect(fridaSees.body).toMatchObject({ data: [], total: 0 });
  });

  it('starts over if the cursor is ahead of a restored backup', async () => {
    const greta = await person(veld, 'greta');
    for (let count = 0; count < 3; count++) await save(veld, greta, randomUUID(), draft());
    const { next_cursor: cursor } = (await veld.call(listObservationChanges, {}, greta.token)).body;
    await sql`delete from observation_writes where observation_id in (select id from observations where user_id = ${greta.user.id} and owner_seq > 1)`.execute(
      veld.db,
    );
    await sql`delete from observations where user_id = ${greta.user.id} and owner_seq > 1`.execute(veld.db);
    await sql`update owner_counters set seq = 1 where user_id = ${greta.user.id}`.execute(veld.db);
    expect((await veld.call(listObservationChanges, { query: { cursor } }, greta.token)).body.data).toHaveLength(1);
  });

  it('reads no records for a device that has all changes', async () => {
    const nina = await person(veld, 'nina');
    await save(veld, nina, randomUUID(), draft());
    const { next_cursor: cursor } = (await veld.call(listObservationChanges, {}, nina.token)).body;
    await veld.db.transaction().execute(async (tx) => {
      await sql`lock table observations in access exclusive mode`.execute(tx);
      // A read of the table would wait for the end of this transaction.
      const reply = veld.call(listObservationChanges, { query: { cursor } }, nina.token);
      const waited = new Promise<null>((done) => setTimeout(done, 10_000 * inject('machineFactor'), null));
      expect((await Promise.race([reply, waited]))?.body).toMatchObject({ data: [], next_cursor: cursor, has_more: false });
    });
  });

  it('filters by person, taxon and country, has pages without gaps or repetitions, and includes ticks for their owner only', async () => {
    const hugo = await person(veld, 'hugo');
    const ids: string[] = [];
    for (let count = 0; count < 7; count++) {
      ids.unshift(randomUUID());
      await save(
        veld,
        hugo,
        ids[0]!,
        draft({
          observed_time: `1${count}:00`,
          taxon_id: count % 2 ? TAXA.heron.id : TAXA.kingfisher.id,
          ...(count === 3 ? { latitude: 50.85, longitude: 4.35 } : {}),
        }),
      );
    }
    const tick = randomUUID();
    await save(veld, hugo, tick, { taxon_id: TAXA.moss.id, write_id: randomUUID() });
    const list = async (query: object, who: Person) => {
      const found: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const response: { data: { id: string }[]; next_cursor: string | null } = (
          await veld.call(
            listObservations,
            { query: { ...query, user_id: hugo.user.id, limit: 3, ...(cursor ? { cursor } : {}) } },
            who.token,
          )
        ).body;
        found.push(...response.data.map((row) => row.id));
        cursor = response.next_cursor;
      }
      return found;
    };
    expect(await list({}, bram)).toEqual(ids);
    expect(await list({}, hugo)).toEqual([...ids, tick]);
    expect(await list({ taxon_id: TAXA.heron.id }, bram)).toEqual(ids.filter((_, index) => index % 2 === 1));
    expect(await list({ country: 'BE' }, bram)).toEqual([ids[3]]);
    expect(await list({ country: 'worldwide' }, bram)).toEqual(ids);
    expect((await get(tick, bram)).status).toBe(404);
    const feed = (await veld.call(getFeed, { query: { limit: 50 } }, bram.token)).body.data.map((row) => row.id);
    expect(feed.filter((id) => ids.includes(id))).toEqual(ids);
    expect(feed).not.toContain(tick);
  });

  it('includes a record in a period only with its whole date, relative to today in the caller’s time zone', async () => {
    const ida = await person(veld, 'ida');
    now = new Date('2026-05-31T23:30:00Z');
    await veld.db.updateTable('users').set({ time_zone: 'Pacific/Auckland' }).where('id', '=', ida.user.id).execute();
    const ids: Record<string, string> = {};
    for (const day of ['2026-06-01', '2026-05-31', '2026-06', '2026-05-28/2026-06-01', '2026', '2025/2026']) {
      ids[day] = randomUUID();
      await save(veld, ida, ids[day], draft({ observed_on: day, observed_time: null }));
    }
    const days = async (period: 'today' | 'yesterday' | 'this_month' | 'this_year', who: Person) => {
      const { body } = await veld.call(listObservations, { query: { user_id: ida.user.id, period } }, who.token);
      return body.data.map((row) => String(row.observed_on)).toSorted();
    };
    expect(await days('today', ida)).toEqual(['2026-06-01']);
    expect(await days('yesterday', ida)).toEqual(['2026-05-31']);
    expect(await days('this_month', ida)).toEqual(['2026-06', '2026-06-01']);
    expect(await days('this_year', ida)).toEqual(['2026', '2026-05-28/2026-06-01', '2026-05-31', '2026-06', '2026-06-01']);
    // Bram has no time zone, so his day is that in UTC, 31 May.
    expect(await days('today', bram)).toEqual(['2026-05-31']);
    await save(veld, ida, ids['2026-06-01']!, draft({ observed_on: '2026-06-01', observed_time: null, geoprivacy: 'obscured' }), 1);
    expect(await days('today', ida)).toEqual(['2026-06']);
    now = new Date('2026-06-01T10:30:00Z');
    await passDay(veld);
    expect(await days('today', bram)).toEqual([]);
    expect(await days('this_month', bram)).toEqual(['2026-06', '2026-06']);
  });
});
