import { randomUUID } from 'node:crypto';
import {
  deleteAccount,
  deleteObservation,
  getCommunityProfile,
  listCommunityUsers,
  listObservations,
  listSpeciesOfPerson,
  listSpeciesSeen,
  listTaxonObservers,
  patchPreferences,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmed, person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('community', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  let dora: Person;
  const stored = async (who: Person, id: string, body: ReturnType<typeof draft>) => {
    const response = await save(veld, who, id, body);
    if (response.status !== 200) throw new Error(`A record was not stored: ${response.status}`);
  };
  const put = async (who: Person, change: Parameters<typeof draft>[0]) => {
    const id = randomUUID();
    await stored(who, id, draft(change));
    return id;
  };
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { country_code: 'NL', community_opt_in: true });
    bram = await person(veld, 'bram', { country_code: 'NL' });
    chen = await person(veld, 'chen', { country_code: 'NL', community_opt_in: true });
    dora = await person(veld, 'dora', { country_code: 'ZA', community_opt_in: true });
    await put(anna, {});
    await put(anna, { taxon_id: TAXA.heron.id, geoprivacy: 'obscured' });
    await put(anna, { taxon_id: TAXA.moss.id, geoprivacy: 'private' });
    await veld.call(deleteObservation, { params: { id: await put(anna, { taxon_id: TAXA.moss.id }) } }, anna.token);
    const tick = { taxon_id: TAXA.moss.id, write_id: randomUUID(), geoprivacy: 'open' as const };
    await stored(anna, randomUUID(), tick);
    await put(bram, {});
    // In South Africa.
    await put(anna, { latitude: -33.9, longitude: 18.6, time_zone: 'Africa/Johannesburg', taxon_id: TAXA.moss.id });
    await passDay(veld);
  });
  afterAll(() => veld.close());

  const list = async (who: Person, country?: string) =>
    (await veld.call(listCommunityUsers, { query: country ? { country } : {} }, who.token)).body;

  it('finds listed people by a part of their names, with the caller, and the totals of all', async () => {
    const found = async (name: string, query: object = {}) =>
      (await veld.call(listCommunityUsers, { query: { country: 'NL', name, ...query } }, chen.token)).body;
    expect((await found('NN')).data.map((row) => row.name)).toEqual(['anna', 'chen']);
    expect((await found('anna')).data[0]).toMatchObject({ observations: 2, species: 2 });
    expect((await found('anna')).totals).toEqual((await list(chen, 'NL')).totals);
    // Bram has not opted in, dora is in another country, and neither % nor _ is a pattern.
    for (const name of ['bram', 'dora', '%', '_'])
      expect(
        (await found(name)).data.map((row) => row.name),
        name,
      ).toEqual(['chen']);
    expect((await found('dora', { country: 'worldwide' })).data.map((row) => row.name)).toContain('dora');
    expect((await veld.call(listCommunityUsers, { query: { name: 'a'.repeat(81) } }, chen.token)).status).toBe(422);
  });

  it('lists the caller and people who opted in, with their public records in the country', async () => {
    const seen = await list(bram, 'NL');
    expect(seen.data.map((row) => row.name)).toEqual(['anna', 'bram', 'chen']);
    expect(seen.data[0]).toEqual({
      id: anna.user.id,
      name: 'anna',
      country_code: 'NL',
      is_pro: false,
      is_listed: true,
      observations: 2,
      species: 2,
    });
    expect(seen.totals).toEqual({ people: 3, observations: 3, species: 2 });
    expect(
      (await list(chen, 'NL')).data.map((row) => row.name),
      'bram did not opt in',
    ).toEqual(['anna', 'chen']);
  });

  it('treats a missing country like worldwide', async () => {
    const everywhere = await list(dora);
    expect(everywhere).toEqual(await list(dora, 'worldwide'));
    expect(everywhere.data.map((row) => [row.name, row.observations])).toEqual([
      ['anna', 4],
      ['chen', 0],
      ['dora', 0],
    ]);
    expect(everywhere.totals).toMatchObject({ observations: 5, species: 3 });
  });

  it('returns a profile without the mail address, and with the country only of people who opted in', async () => {
    const profile = async (id: string, who = dora) => veld.call(getCommunityProfile, { params: { id } }, who.token);
    const seen = await profile(anna.user.id);
    expect(seen.body.data).toEqual({
      id: anna.user.id,
      name: 'anna',
      country_code: 'NL',
      is_pro: false,
      is_listed: true,
      observations: 4,
      species: 3,
      joined: anna.user.created_at.slice(0, 7),
      bio: '',
      languages: [],
      orcid: null,
      links: [],
      portrait_url: null,
      level: null,
      badges: null,
      shares_needs: false,
    });
    expect((await profile(bram.user.id)).body.data).toMatchObject({ name: 'bram', country_code: null });
    expect((await profile(bram.user.id, bram)).body.data.country_code).toBe('NL');
    expect((await profile(randomUUID())).status).toBe(404);
  });

  it('counts what the lists of a person show: hidden records too, but no ticks and no deleted ones', async () => {
    const { observations, species } = (await veld.call(getCommunityProfile, { params: { id: anna.user.id } }, dora.token)).body.data;
    const records = (await veld.call(listObservations, { query: { user_id: anna.user.id } }, dora.token)).body;
    expect(records.data.map((record) => record.taxon?.id).toSorted()).toEqual(
      [TAXA.kingfisher.id, TAXA.heron.id, TAXA.moss.id, TAXA.moss.id].toSorted(),
    );
    expect([records.next_cursor, observations]).toEqual([null, records.data.length]);
    const seen = (await veld.call(listSpeciesSeen, { query: { user_id: anna.user.id } }, dora.token)).body;
    expect(seen).toHaveLength(species);
  });

  it('gives the public species of people who opted in, to compare lists, and of nobody else', async () => {
    const species = async (of: string, who = dora, query: object = {}) =>
      veld.call(listSpeciesOfPerson, { params: { id: of }, query }, who.token);
    const annas = await species(anna.user.id);
    expect(annas.body.data).toMatchObject({ id: anna.user.id, name: 'anna' });
    expect(annas.body.data.species).toEqual((await veld.call(listSpeciesSeen, { query: { user_id: anna.user.id } }, dora.token)).body);
    const inCountry = (await species(anna.user.id, dora, { country: 'NL' })).body.data.species;
    expect(inCountry).toEqual([TAXA.kingfisher.id, TAXA.heron.id].toSorted((one, other) => one - other));
    const days = async (query: object) => (await species(anna.user.id, dora, query)).body.data.species;
    expect(await days({ from: '2000-01-01', to: '2000-12-31' })).toEqual([]);
    expect(await days({ from: '2026-01-01', to: '2026-12-31' })).toEqual(await days({ from: '2026-01-01' }));
    expect((await days({ from: '2026-01-01' })).length).toBeGreaterThan(0);
    expect((await species(anna.user.id, dora, { from: '2026-02-30' })).status).toBe(422);
    expect((await species(bram.user.id)).status, 'did not opt in').toBe(404);
    expect((await species(randomUUID())).status).toBe(404);
    expect((await veld.call(listSpeciesOfPerson, { params: { id: anna.user.id }, query: {} })).status).toBe(401);
    await veld.call(patchPreferences, { body: { community_opt_in: false } }, anna.token);
    expect((await species(anna.user.id)).status, 'opted out').toBe(404);
    await veld.call(patchPreferences, { body: { community_opt_in: true } }, anna.token);
  });

  it('names the people with the most public records of a taxon, among those who opted in', async () => {
    const observers = async (taxonId: number) =>
      (await veld.call(listTaxonObservers, { params: { taxonId: String(taxonId) } }, bram.token)).body.data.people;
    await put(chen, {});
    await put(chen, { observed_on: '2026-05-18' });
    await put(chen, { count: 0 });
    await put(chen, { geoprivacy: 'obscured' });
    expect(await observers(TAXA.kingfisher.id)).toEqual([
      { id: chen.user.id, name: 'chen', is_pro: false, observations: 2 },
      { id: anna.user.id, name: 'anna', is_pro: false, observations: 1 },
    ]);
    expect(await observers(TAXA.heron.id)).toEqual([{ id: anna.user.id, name: 'anna', is_pro: false, observations: 1 }]);
  });

  it('removes people who opt out or delete their account', async () => {
    await veld.call(patchPreferences, { body: { community_opt_in: false } }, chen.token);
    expect((await list(dora, 'NL')).data.map((row) => row.name)).toEqual(['anna', 'dora']);
    await veld.call(deleteAccount, {}, await confirmed(veld, anna.token));
    expect((await list(dora, 'NL')).data.map((row) => row.name)).toEqual(['dora']);
    expect((await veld.call(getCommunityProfile, { params: { id: anna.user.id } }, dora.token)).status).toBe(404);
  });
});

it('counts the records of others once in a while, and shows at once who is listed and what the caller recorded', async () => {
  const veld = await testServer({ COUNTS_MAX_AGE: '60' });
  try {
    await insertTaxa(veld);
    const anna = await person(veld, 'anna', { country_code: 'NL', community_opt_in: true });
    const bram = await person(veld, 'bram', { country_code: 'NL', community_opt_in: true });
    const listed = async (who: Person) =>
      (await veld.call(listCommunityUsers, { query: { country: 'NL' } }, who.token)).body.data.map(
        ({ name, observations }) => `${name} ${observations}`,
      );
    expect((await listed(anna)).toSorted()).toEqual(['anna 0', 'bram 0']);
    await save(veld, bram, randomUUID(), draft());
    expect((await listed(anna)).toSorted()).toEqual(['anna 0', 'bram 0']);
    expect(await listed(bram)).toEqual(['bram 1', 'anna 0']);
    await veld.call(patchPreferences, { body: { community_opt_in: false } }, bram.token);
    expect(await listed(anna)).toEqual(['anna 0']);
    expect(await listed(bram)).toEqual(['bram 1', 'anna 0']);
  } finally {
    await veld.close();
  }
});
