import { randomUUID } from 'node:crypto';
import {
  deleteAccount,
  getCommunityProfile,
  getStatistics,
  type JourneyWrite,
  listObservations,
  markStatisticSeen,
  patchPreferences,
  type Period,
  putIdentification,
  putJourney,
  type StatisticName,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { journeyBody } from '../../testing/journeys.ts';
import { confirmed, person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const askOf = async (veld: TestServer, caller: Person, period: Period, of: Person, location: string) =>
  veld.call(getStatistics, { params: { user: of.user.id, period, location } }, caller.token);

describe('statistics', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  const put = async (who: Person, change: Parameters<typeof draft>[0]) => {
    const id = randomUUID();
    const response = await save(veld, who, id, draft(change));
    if (response.status !== 200) throw new Error(`A record was not stored: ${response.status}`);
    return id;
  };
  const ask = async (caller: Person, of: Person, period: Period = 'all', location = 'worldwide') =>
    (await askOf(veld, caller, period, of, location)).body.data;
  const year = String(new Date().getUTCFullYear() - 1);

  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { country_code: 'NL', community_opt_in: true });
    bram = await person(veld, 'bram', { country_code: 'NL' });
    chen = await person(veld, 'chen', { country_code: 'NL', community_opt_in: true });
    await put(anna, { observed_on: `${year}-01-10` });
    await put(anna, { observed_on: `${year}-01`, observed_time: null });
    await put(anna, { observed_on: '2019-06-01/2019-07-02', observed_time: null, count: 0 });
    await put(anna, { taxon_id: TAXA.heron.id, observed_on: `${year}-01-12`, geoprivacy: 'obscured' });
    await put(anna, { taxon_id: TAXA.moss.id, observed_on: `${year}-01-11`, geoprivacy: 'private' });
    await save(veld, anna, randomUUID(), { taxon_id: TAXA.moss.id, write_id: randomUUID(), geoprivacy: 'open' });
    await passDay(veld);
    // Saved today, so not yet in anybody else's lists.
    await put(anna, { taxon_id: TAXA.moss.id, observed_on: `${year}-01-13`, geoprivacy: 'private' });
  });
  afterAll(() => veld.close());

  it('show for others only what their public lists show: no days of hidden records, and none that are not public yet', async () => {
    const figures = await ask(bram, anna);
    const profile = (await veld.call(getCommunityProfile, { params: { id: anna.user.id } }, bram.token)).body.data;
    const records = (await veld.call(listObservations, { query: { user_id: anna.user.id } }, bram.token)).body.data;
    expect([figures.observations, figures.species]).toEqual([profile.observations, profile.species]);
    expect(figures).toMatchObject({ observations: records.length, species: 3, days: 1, raised: [] });
    expect(figures.months).toEqual([4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(figures.groups.reduce((sum, { observations }) => sum + observations, 0)).toBe(5);
  });

  it('count all records of the caller, without ticks', async () => {
    expect(await ask(anna, anna)).toMatchObject({
      observations: 6,
      species: 3,
      days: 4,
      months: [5, ...Array.from({ length: 11 }, () => 0)],
    });
  });

  it('are of the period and the country', async () => {
    expect(await ask(bram, anna, 'previous_year')).toMatchObject({ observations: 4, species: 3 });
    expect(await ask(bram, anna, 'this_year')).toMatchObject({ observations: 0, species: 0, days: 0, groups: [], rank: null });
    expect(await ask(bram, anna, 'all', 'NL')).toMatchObject({ observations: 4, species: 2 });
    expect(await ask(bram, anna, 'all', 'DE')).toMatchObject({ observations: 0 });
    expect((await askOf(veld, bram, 'never' as 'all', anna, 'worldwide')).status).toBe(404);
    expect((await askOf(veld, bram, 'all', anna, 'nowhere')).status).toBe(404);
  });

  it('have journeys: the caller’s own with their length, of others only those that they share, from the next day on', async () => {
    const dora = await person(veld, 'dora');
    const walk = async (change: Partial<JourneyWrite>) => {
      const id = randomUUID();
      const times = { started_at: `${year}-05-01T08:00:00.000Z`, ended_at: `${year}-05-01T09:00:00.000Z` };
      expect((await veld.call(putJourney, { params: { id }, body: journeyBody({ ...times, ...change }) }, dora.token)).status).toBe(200);
      await veld.db.updateTable('journeys').set({ distance_m: 1500, track_is_ready: false }).where('id', '=', id).execute();
      return id;
    };
    const shared = await walk({ sharing: 'full' });
    await walk({ sharing: 'none' });
    await walk({ sharing: 'none', ended_at: null });
    await put(dora, { observed_on: `${year}-05-01`, journey_id: shared });
    expect(await ask(dora, dora)).toMatchObject({ journeys: 2, kilometres: 3 });
    expect(await ask(bram, dora)).toMatchObject({ journeys: 0 });
    await veld.db
      .updateTable('journeys')
      .set({ shared_at: new Date(Date.now() - 2 * 86_400_000) })
      .where('id', '=', shared)
      .execute();
    // Others get the length of what they see, and none before that is known.
    expect(await ask(bram, dora)).toMatchObject({ journeys: 1, kilometres: 0 });
    await veld.db.insertInto('journey_tracks').values({ journey_id: shared, track: '{}', distance_m: 900 }).execute();
    expect(await ask(bram, dora)).toMatchObject({ journeys: 1, kilometres: 0 });
    await veld.db.updateTable('journeys').set({ track_is_ready: true }).where('id', '=', shared).execute();
    expect(await ask(bram, dora)).toMatchObject({ journeys: 1, kilometres: 0.9 });
    expect(await ask(dora, dora, 'this_year')).toMatchObject({ journeys: 0, kilometres: 0 });
    expect(await ask(dora, dora, 'previous_year')).toMatchObject({ journeys: 2 });
    expect(await ask(dora, dora, 'all', 'NL')).toMatchObject({ journeys: 1, kilometres: 1.5 });
    expect(await ask(bram, dora, 'all', 'NL')).toMatchObject({ journeys: 1 });
    expect(await ask(bram, dora, 'all', 'DE')).toMatchObject({ journeys: 0 });
  });

  it('have a rank among the people who chose to be listed', async () => {
    await put(chen, { observed_on: `${year}-02-01` });
    await put(bram, { observed_on: `${year}-02-01` });
    expect([(await ask(bram, anna)).rank, (await ask(bram, chen)).rank, (await ask(chen, bram)).rank]).toEqual([1, 2, null]);
    await veld.call(patchPreferences, { body: { community_opt_in: false } }, anna.token);
    expect([(await ask(bram, anna)).rank, (await ask(bram, chen)).rank]).toEqual([null, 1]);
    await veld.call(patchPreferences, { body: { community_opt_in: true } }, anna.token);
  });

  it('count identifications of open records', async () => {
    const [open, hidden] = [await put(anna, { observed_on: `${year}-03-01` }), await put(anna, { geoprivacy: 'obscured' })];
    for (const id of [open, hidden])
      await veld.call(
        putIdentification,
        { params: { id, identification: randomUUID() }, body: { taxon_id: TAXA.heron.id, disagrees: false, comment: '' } },
        chen.token,
      );
    // Both are in lists now; only one of them shows its place.
    await passDay(veld);
    expect((await ask(bram, chen)).identifications).toBe(1);
    expect((await ask(bram, chen, 'today')).identifications).toBe(1);
    expect((await ask(bram, chen, 'previous_year')).identifications).toBe(0);
    expect((await ask(bram, chen, 'all', 'NL')).identifications).toBe(1);
    expect((await ask(bram, chen, 'all', 'DE')).identifications).toBe(0);
  });

  it('are raised until they are seen, by figure and period, for nobody else', async () => {
    const see = async (statistic: StatisticName, who = bram, of = bram) =>
      veld.call(markStatisticSeen, { params: { user: of.user.id, period: 'all' }, body: { statistic } }, who.token);
    expect((await ask(bram, bram)).raised).toEqual(['observations', 'species', 'days']);
    await see('days');
    expect((await see('observations')).body.data.raised).toEqual(['species']);
    await see('species');
    expect((await ask(bram, bram)).raised).toEqual([]);
    await put(bram, { observed_on: `${year}-02-01` });
    expect((await ask(bram, bram)).raised).toEqual(['observations']);
    expect((await ask(bram, bram, 'previous_year')).raised, 'of another period').toEqual(['observations', 'species', 'days']);
    expect((await ask(bram, bram, 'all', 'NL')).raised, 'of a country').toEqual([]);
    expect((await ask(anna, bram)).raised, 'for others').toEqual([]);
    expect((await see('observations')).body.data.raised).toEqual([]);
    expect((await see('observations')).body.data.raised, 'again').toEqual([]);
    await put(bram, { taxon_id: TAXA.moss.id, observed_on: `${year}-02-01` });
    expect((await see('species', anna)).status, 'of another person').toBe(404);
    expect((await ask(bram, bram)).raised).toEqual(['observations', 'species']);
  });

  it('do not exist for unknown and closed accounts', async () => {
    const missing = await veld.call(getStatistics, { params: { user: randomUUID(), period: 'all', location: 'NL' } }, bram.token);
    expect(missing.status).toBe(404);
    await veld.call(deleteAccount, {}, await confirmed(veld, chen.token));
    expect((await askOf(veld, bram, 'all', chen, 'worldwide')).status).toBe(404);
  });
});
