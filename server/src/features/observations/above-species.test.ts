import { randomUUID } from 'node:crypto';
import {
  getCommunityProfile,
  getEmbedCounter,
  getFeed,
  getObservation,
  getPublicCounts,
  getSpecies,
  isAboveSpecies,
  listCommunityUsers,
  listObservations,
  listSpecies,
  listSpeciesSeen,
  putEmbed,
  RANKS_ABOVE_SPECIES,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAboveSpecies as isAboveSpeciesInSql } from '../../db/conditions.ts';
import { type Person, person } from '../../testing/people.ts';
import { draft, save } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('a record of a taxon above species', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let oaks: number;
  let oak: number;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => new Date('2026-05-17T10:30:00Z') });
    const id = async (name: string) =>
      (await veld.db.selectFrom('taxa').select('id').where('scientific_name', '=', name).executeTakeFirstOrThrow()).id;
    [oaks, oak] = [await id('Quercus'), await id('Quercus robur')];
    anna = await person(veld, 'anna', { country_code: 'NL', community_opt_in: true });
    bram = await person(veld, 'bram', { country_code: 'NL' });
  });
  afterAll(() => veld.close());

  const xp = async () =>
    (await veld.db.selectFrom('users').select('total_xp').where('id', '=', anna.user.id).executeTakeFirstOrThrow()).total_xp;
  const figures = async (key: string) => {
    const community = (await veld.call(listCommunityUsers, { query: { country: 'NL' } }, bram.token)).body;
    return [
      (await veld.call(listSpeciesSeen, { query: {} }, anna.token)).body,
      (await veld.call(listSpeciesSeen, { query: { user_id: anna.user.id } }, bram.token)).body,
      Object.values((await veld.call(listSpecies, { query: { country: 'NL' } })).body),
      community.totals.species,
      community.data.find(({ name }) => name === 'anna')?.species,
      (await veld.call(getCommunityProfile, { params: { id: anna.user.id } }, bram.token)).body.data.species,
      (await veld.call(getPublicCounts)).body.data.species,
      (await veld.call(getEmbedCounter, { query: { key } })).body.data.species,
      await xp(),
    ];
  };

  it('is recognized by its rank, in SQL as in the contract', async () => {
    const ranks = [...RANKS_ABOVE_SPECIES, 'species', 'aggregate', 'subspecies', 'hybrid', 'unranked', ''];
    const { rows } = await sql<{ rank: string }>`
      select rank from unnest(${ranks}::text[]) with ordinality as r (rank, place) where ${isAboveSpeciesInSql(sql`rank`)} order by place
    `.execute(veld.db);
    expect(rows.map(({ rank }) => rank)).toEqual(ranks.filter(isAboveSpecies));
    expect(ranks.filter((rank) => !isAboveSpecies(rank))).toEqual(['species', 'aggregate', 'subspecies', 'hybrid', 'unranked', '']);
  });

  it('is shown with its rank and counts for no species anywhere, until it is refined to one', async () => {
    const key = randomUUID().replaceAll('-', '').padEnd(43, 'k');
    await veld.call(putEmbed, { params: { id: randomUUID() }, body: { key, label: 'garden', origins: [] } }, anna.token);
    const id = randomUUID();
    expect((await save(veld, anna, id, draft({ taxon_id: oaks }))).status).toBe(200);
    const shown = (await veld.call(getObservation, { params: { id } }, bram.token)).body.data;
    expect(shown.taxon).toMatchObject({ id: oaks, name: 'Oak', scientific_name: 'Quercus', rank: 'genus', group: 'tree' });
    expect((await veld.call(getFeed, { query: {} }, bram.token)).body.data.map((record) => record.id)).toEqual([id]);
    expect((await veld.call(listObservations, { query: { taxon_id: String(oaks) } }, bram.token)).body.data).toHaveLength(1);
    // Points for the record and its cell, none for a species.
    expect(await figures(key)).toEqual([[], [], [], 0, 0, 0, 0, 0, 6]);

    expect((await save(veld, anna, id, draft({ taxon_id: oak }), 1)).status).toBe(200);
    expect(await figures(key)).toEqual([[oak], [oak], [oak], 1, 1, 1, 1, 1, 16]);
    expect((await save(veld, anna, id, draft({ taxon_id: oaks }), 2)).status).toBe(200);
    expect(await figures(key)).toEqual([[], [], [], 0, 0, 0, 0, 0, 6]);
  });

  it('has a page of its own, and is in no list of species', async () => {
    const page = (await veld.call(getSpecies, { params: { id: String(oaks) } })).body.data;
    expect(page).toMatchObject({ scientific_name: 'Quercus', rank: 'genus', authority: 'L.', family: 'Fagaceae' });
    expect((await veld.call(getSpecies, { params: { id: String(oak) } })).body.data.parent_id).toBe(oaks);
    const listed = Object.values((await veld.call(listSpecies, { query: { country: 'NL', external: '1' } })).body);
    expect(listed).toContain(oak);
    expect(listed).not.toContain(oaks);
  });
});
