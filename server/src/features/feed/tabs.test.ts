import { randomUUID } from 'node:crypto';
import { getFeed, listSuggestedPeople, putRelation } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const UTRECHT = { latitude: 52.0908, longitude: 5.1222 };

describe('the tabs of the feed', () => {
  let veld: TestServer;
  let anna: Person;
  let ben: Person;
  let chen: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { country_code: 'NL', community_opt_in: true });
    ben = await person(veld, 'ben', { country_code: 'NL', community_opt_in: true });
    chen = await person(veld, 'chen', { country_code: 'NL' });
  });
  afterAll(() => veld.close());

  const put = async (who: Person, change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    await save(veld, who, id, draft(change));
    return id;
  };
  const feed = (query: object, who = anna) => veld.call(getFeed, { query }, who.token);
  const idsOf = async (query: object, who = anna) => (await feed({ limit: 50, ...query }, who)).body.data.map((row) => row.id);
  const relate = (kind: 'follow' | 'mute', other: Person) => veld.call(putRelation, { params: { kind, id: other.user.id } }, anna.token);

  it('show records of people who are followed, in pages without gaps, and of no one else', async () => {
    expect(await idsOf({ following: '1' }), 'nobody is followed').toEqual([]);
    const dora = await person(veld, 'dora', { community_opt_in: true });
    await relate('follow', ben);
    await relate('follow', dora);
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) {
      await put(chen);
      await put(anna);
      ids.unshift(await put(count % 3 === 0 ? dora : ben));
    }
    await put(ben, { geoprivacy: 'private' });
    expect(await idsOf({ following: '1' })).toEqual(ids);
    const seen: string[] = [];
    for (let cursor: string | null = null; ;) {
      const { body }: { body: { data: { id: string }[]; next_cursor: string | null } } = await feed({
        following: '1',
        limit: 4,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor;
      if (cursor === null) break;
    }
    expect(seen).toEqual(ids);
    expect(await idsOf({ following: '1', country: 'BE' })).toEqual([]);
    await relate('mute', dora);
    expect(await idsOf({ following: '1' })).toEqual(ids.filter((_, index) => index !== 2 && index !== 5));
  });

  it('show what is near a point: obscured records of others only if all of their cell is', async () => {
    const near = (radius_km: number, at: object = UTRECHT, who = anna) => idsOf({ ...at, radius_km }, who);
    const open = await put(ben);
    const amersfoort = await put(ben, { latitude: 52.1561, longitude: 5.3878 });
    const obscured = await put(ben, { geoprivacy: 'obscured' });
    const hidden = await put(ben, { geoprivacy: 'private' });
    await passDay(veld);
    const [small, middle, large] = [await near(5), await near(19), await near(30)];
    expect(small).toContain(open);
    for (const id of [amersfoort, obscured, hidden]) expect(small).not.toContain(id);
    expect(middle).not.toContain(amersfoort);
    expect(middle).toContain(obscured);
    expect(large).toEqual(expect.arrayContaining([open, amersfoort, obscured]));
    expect(large).not.toContain(hidden);
    expect(await near(30, UTRECHT, ben), 'of one’s own').toEqual(expect.arrayContaining([obscured, hidden]));
    expect(await near(100, { latitude: -33.9, longitude: 18.4 })).toEqual([]);
  });

  it('refuse circles that are too small, too large or incomplete', async () => {
    for (const query of [
      { ...UTRECHT, radius_km: 0.5 },
      { ...UTRECHT, radius_km: 101 },
      { ...UTRECHT },
      { latitude: 52, radius_km: 5 },
      { radius_km: 5 },
      { latitude: 91, longitude: 5, radius_km: 5 },
    ])
      expect((await feed(query as object)).status, JSON.stringify(query)).toBe(422);
  });

  it('suggest active people who are listed and that the caller does not follow, mute or block', async () => {
    const names = async (country: string) =>
      (await veld.call(listSuggestedPeople, { query: { country } }, anna.token)).body.data.people.map(({ name }) => name);
    await veld.db.deleteFrom('relations').execute();
    expect(await names('NL')).toEqual(['ben', 'dora']);
    expect(await names('worldwide')).toEqual(['ben', 'dora']);
    expect(await names('ZA')).toEqual([]);
    await relate('follow', ben);
    expect(await names('NL')).toEqual(['dora']);
    for (let count = 0; count < 6; count++) await put(await person(veld, `person${count}`, { community_opt_in: true }));
    expect(await names('NL')).toHaveLength(5);
  });
});
