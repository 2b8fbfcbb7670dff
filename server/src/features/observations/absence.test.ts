import { randomUUID } from 'node:crypto';
import {
  getCommunityProfile,
  getEmbedCounter,
  getFeed,
  getObservation,
  getPublicCounts,
  getTaxonImages,
  isAbsence,
  listCommunityUsers,
  listObservationChanges,
  listObservations,
  listSpecies,
  listSpeciesSeen,
  deleteEmptyObservations,
  putEmbed,
} from '@veld/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_ABSENCE } from '../../db/conditions.ts';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('a record with a count of 0', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => new Date('2026-05-17T10:30:00Z') });
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { country_code: 'NL', community_opt_in: true });
    bram = await person(veld, 'bram', { country_code: 'NL' });
  });
  afterAll(() => veld.close());

  const xp = async (who: Person) =>
    (await veld.db.selectFrom('users').select('total_xp').where('id', '=', who.user.id).executeTakeFirstOrThrow()).total_xp;
  const seen = async (who: Person, query: object = {}) => (await veld.call(listSpeciesSeen, { query }, who.token)).body;
  const stored = async (who: Person, change: Parameters<typeof draft>[0], id: string = randomUUID(), base?: number) => {
    const response = await save(veld, who, id, draft(change), base);
    expect(response.status).toBe(200);
    return response.body.data;
  };

  it('is an absence in SQL exactly if it is one in the contract', async () => {
    const number = fc.option(fc.oneof(fc.constant(0), fc.nat(3), fc.integer({ min: -2, max: 1_000_000_000 })));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ count: number, count_max: number }), { minLength: 1, maxLength: 30 }), async (pairs) => {
        const all = [{ count: 0, count_max: null }, { count: null, count_max: null }, { count: 0, count_max: 4 }, ...pairs];
        const { rows } = await sql<{ is_absence: boolean | null }>`
          select ${IS_ABSENCE} as is_absence from unnest(
            ${all.map(({ count }) => count)}::integer[], ${all.map((pair) => pair.count_max)}::integer[]
          ) with ordinality as o (count, count_max, place) order by o.place
        `.execute(veld.db);
        expect(rows.map(({ is_absence }) => is_absence)).toEqual(all.map(isAbsence));
      }),
      { numRuns: 20 },
    );
  });

  it('is stored and listed like any record, but excluded from seen species', async () => {
    const key = randomUUID().replaceAll('-', '').padEnd(43, 'k');
    await veld.call(putEmbed, { params: { id: randomUUID() }, body: { key, label: 'garden', origins: [] } }, anna.token);
    const kingfisher = await stored(anna, { count: 2, observed_time: '08:00' });
    const heron = await stored(anna, { taxon_id: TAXA.heron.id, count: 0, observed_time: '09:00' });
    expect(heron).toMatchObject({ count: 0, taxon_id: TAXA.heron.id });

    expect((await veld.call(getObservation, { params: { id: heron.id } }, bram.token)).body.data).toMatchObject({ count: 0 });
    const own = { query: { user_id: anna.user.id } };
    const ids = [heron.id, kingfisher.id];
    expect((await veld.call(listObservations, own, anna.token)).body.data.map(({ id }) => id)).toEqual(ids);
    expect((await veld.call(getFeed, { query: {} }, bram.token)).body.data.map(({ id }) => id)).toEqual(ids);
    expect((await veld.call(listObservationChanges, {}, anna.token)).body.data.map(({ id }) => id)).toEqual(ids.toReversed());

    expect(await seen(anna)).toEqual([TAXA.kingfisher.id]);
    expect(await seen(anna, { location: 'NL', period: 'this_year' })).toEqual([TAXA.kingfisher.id]);
    expect(await seen(bram, { user_id: anna.user.id })).toEqual([TAXA.kingfisher.id]);
    expect((await veld.call(listSpecies, { query: { country: 'NL' } })).body).toEqual({ 'Example kingfisher': TAXA.kingfisher.id });
    // Two records count, but only one species.
    const figures = { observations: 2, species: 1 };
    const people = (await veld.call(listCommunityUsers, { query: { country: 'NL' } }, bram.token)).body;
    expect(people.data.find(({ name }) => name === 'anna')).toMatchObject(figures);
    expect(people.totals).toMatchObject(figures);
    expect((await veld.call(getCommunityProfile, { params: { id: anna.user.id } }, bram.token)).body.data).toMatchObject(figures);
    expect((await veld.call(getPublicCounts)).body.data).toMatchObject(figures);
    expect((await veld.call(getEmbedCounter, { query: { key } })).body.data).toMatchObject(figures);
  });

  it('gives no points and no seen species until it gets another count', async () => {
    const chen = await person(veld, 'chen');
    const id = randomUUID();
    await stored(chen, { count: 0 }, id);
    expect(await xp(chen)).toBe(0);
    const found = { 2: 16, 0: 0 } as const;
    for (const [version, count] of ([2, 0, 2, 0] as const).entries()) {
      await stored(chen, { count }, id, version + 1);
      expect([count, await xp(chen), await seen(chen)]).toEqual([count, found[count], count === 0 ? [] : [TAXA.kingfisher.id]]);
    }
    // A record without a count is not an absence.
    const other = await stored(chen, { count: null });
    expect(await xp(chen)).toBe(16);
    await veld.db.updateTable('users').set({ total_xp_seen: 16 }).where('id', '=', chen.user.id).execute();
    await stored(chen, { count: 0 }, other.id, 1);
    expect(await xp(chen)).toBe(0);
    const { total_xp_seen } = await veld.db
      .selectFrom('users')
      .select('total_xp_seen')
      .where('id', '=', chen.user.id)
      .executeTakeFirstOrThrow();
    expect(total_xp_seen).toBe(0);
    expect(await seen(chen)).toEqual([]);
  });

  it('is not an absence if it is a range from 0', async () => {
    const dora = await person(veld, 'dora');
    await stored(dora, { count: 0, count_max: 5, count_type: 'range' });
    expect([await xp(dora), await seen(dora)]).toEqual([16, [TAXA.kingfisher.id]]);
    await stored(dora, { taxon_id: TAXA.heron.id, count: 0, count_max: 0, count_type: 'range' });
    expect([await xp(dora), await seen(dora)]).toEqual([16, [TAXA.kingfisher.id]]);
  });

  it('has no species image and does not need identification', async () => {
    const klara = await person(veld, 'klara', { roles: ['curator'] });
    const photo = await makePhoto();
    const id = randomUUID();
    const box = { taxon_id: TAXA.moss.id, media: [declared(photo)] };
    expect((await stored(klara, { ...box, count: 0 }, id)).quality).toBe('casual');
    await upload(veld, klara, photo);
    await veld.context.jobs.drain();
    const candidates = async () =>
      (await veld.call(getTaxonImages, { params: { taxonId: String(TAXA.moss.id) } }, klara.token)).body.images.length;
    const pictured = async () => Object.values((await veld.call(listSpecies, { query: { with_image: '1' } }, klara.token)).body);
    expect([await candidates(), await pictured()]).toEqual([0, []]);
    expect((await stored(klara, { ...box, count: 3 }, id, 1)).quality).toBe('needs_id');
    expect([await candidates(), await pictured()]).toEqual([1, [TAXA.moss.id]]);
  });

  it('is not a tick even without date and place, and remains when ticks are deleted', async () => {
    const emil = await person(veld, 'emil');
    const bare = { taxon_id: TAXA.moss.id, count: 0, write_id: randomUUID() };
    expect((await save(veld, emil, randomUUID(), bare)).status).toBe(200);
    expect(await seen(emil)).toEqual([]);
    await save(veld, emil, randomUUID(), { taxon_id: TAXA.moss.id, write_id: randomUUID() });
    expect(await seen(emil)).toEqual([TAXA.moss.id]);
    const { body } = await veld.call(deleteEmptyObservations, { params: { id: String(TAXA.moss.id) } }, emil.token);
    expect(body.data).toEqual({ deleted: 1 });
    const left = (await veld.call(listObservations, { query: { user_id: emil.user.id } }, emil.token)).body.data;
    expect(left.map(({ count }) => count)).toEqual([0]);
  });
});
