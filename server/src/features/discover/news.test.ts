import { randomUUID } from 'node:crypto';
import { getNews, putRelation } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, save, TAXA, type TestTaxon } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const UTRECHT = { latitude: 52.09083, longitude: 5.12222 };
const GRONINGEN = { latitude: 53.2194, longitude: 6.5665 };
/** On the list of the Netherlands as a rare species. */
const RARE: TestTaxon = { id: 900_011, scientific_name: 'Rara examplis' };
const RARER: TestTaxon = { id: 900_012, scientific_name: 'Rarior examplis' };
const COMMON = TAXA.kingfisher;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const isSameYear = (days: number) => daysAgo(days).slice(0, 4) === daysAgo(0).slice(0, 4);

describe('the news of a country', () => {
  let veld: TestServer;
  let anna: Person;
  let ben: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld, [...Object.values(TAXA), RARE, RARER]);
    for (const [taxon, rarity_class] of [
      [RARE, 4],
      [RARER, 5],
    ] as const)
      await veld.db.insertInto('taxon_countries').values({ country_code: 'NL', taxon_id: taxon.id, rarity_class }).execute();
    anna = await person(veld, 'anna', { country_code: 'NL' });
    ben = await person(veld, 'ben', { country_code: 'NL' });
  });
  afterAll(() => veld.close());

  const put = async (change: Parameters<typeof draft>[0], who = ben) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft({ observed_on: daysAgo(3), ...change }))).status).toBeLessThan(300);
    return id;
  };
  const news = async (query: object = {}, who = anna, country = 'NL') => {
    const { status, body } = await veld.call(getNews, { params: { country }, query }, who.token);
    expect(status).toBe(200);
    return { notable: body.data.notable.map(({ id }) => id), arrivals: body.data.arrivals.map(({ id }) => id) };
  };

  it('is the latest record of each rare species, near a point if one is given, and of what nobody expected', async () => {
    await put({ taxon_id: RARE.id, observed_on: daysAgo(29) });
    const rare = await put({ taxon_id: RARE.id, observed_on: daysAgo(20) });
    const far = await put({ taxon_id: RARER.id, observed_on: daysAgo(21), ...GRONINGEN });
    const unlisted = await put({ taxon_id: TAXA.moss.id, observed_on: daysAgo(22) });
    await put({ taxon_id: COMMON.id, observed_on: daysAgo(20) });
    await put({ taxon_id: RARER.id, observed_on: daysAgo(31) });
    expect((await news()).notable).toEqual([rare, far, unlisted]);
    expect((await news({ ...UTRECHT, radius_km: 20 })).notable).toEqual([rare, unlisted]);
    expect((await news({}, anna, 'BE')).notable).toEqual([]);
  });

  it('is the first record of the year of each species that was not found before this year', async () => {
    const first = await put({ taxon_id: TAXA.heron.id, observed_on: daysAgo(5) });
    await put({ taxon_id: TAXA.heron.id, observed_on: daysAgo(4) });
    expect((await news()).arrivals).toEqual([first]);
    // In the first days of a year, what was found before is of the year before.
    for (const days of [15, 45]) {
      const earlier = await put({ taxon_id: TAXA.heron.id, observed_on: daysAgo(days) });
      expect((await news()).arrivals, `${days} days ago`).toEqual(isSameYear(days) ? [] : [first]);
      await veld.db.updateTable('observations').set({ deleted_at: new Date() }).where('id', '=', earlier).execute();
    }
    expect((await news()).arrivals).toEqual([first]);
  });

  it('has nothing that hides its place, is uncertain, absent, captive, of a higher taxon, of the caller or of somebody muted', async () => {
    const before = await news();
    const rare = { taxon_id: RARE.id, observed_on: daysAgo(1) };
    await put({ ...rare, geoprivacy: 'obscured' });
    await put({ ...rare, geoprivacy: 'private' });
    await put({ ...rare, uncertain: true });
    await put({ ...rare, count: 0 });
    await put({ ...rare, attributes: { wildness: 'captive' } });
    await put(rare, anna);
    const muted = await person(veld, 'mona');
    await put(rare, muted);
    expect((await news()).notable).not.toEqual(before.notable);
    await veld.call(putRelation, { params: { kind: 'mute', id: muted.user.id } }, anna.token);
    expect(await news()).toEqual(before);
    expect((await news({}, ben)).notable, 'of others for ben').not.toEqual(before.notable);
  });

  it('refuses half a circle, a circle that is too large and a country that is none', async () => {
    const ask = async (query: object, country = 'NL') => (await veld.call(getNews, { params: { country }, query }, anna.token)).status;
    expect(await ask({ latitude: 52 })).toBe(422);
    expect(await ask({ ...UTRECHT, radius_km: 101 })).toBe(422);
    expect(await ask({}, 'none')).toBe(404);
    expect((await veld.call(getNews, { params: { country: 'NL' }, query: {} })).status).toBe(401);
  });
});
