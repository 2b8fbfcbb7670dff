import { randomUUID } from 'node:crypto';
import {
  BOARDS,
  explorePeople,
  getCommunityProfile,
  getFeed,
  getLeaderboard,
  getVisitorPage,
  isSeen,
  listCommunityUsers,
  listKeys,
  type SeenOfPerson,
  type Shows,
  WHO_SEES,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, save } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

/** Every combination of what a person can choose. */
const CHOICES: readonly Shows[] = [false, true].flatMap((isListed) =>
  [false, true].flatMap((isRanked) => [false, true].map((isPublic) => ({ isListed, isRanked, isPublic }))),
);

describe('what the sign-up and the settings say about who sees what of a person', () => {
  let veld: TestServer;
  let bram: Person;
  const others: { who: Person; shows: Shows }[] = [];
  beforeAll(async () => {
    veld = await testServer({ ALLOW_BROWSING: '1' });
    await insertTaxa(veld);
    bram = await person(veld, 'bram');
    for (const [at, shows] of CHOICES.entries()) {
      const who = await person(veld, `person${at}`, { country_code: 'NL', community_opt_in: shows.isListed });
      const preferences = JSON.stringify({ leaderboards: shows.isRanked, public_profile: shows.isPublic });
      await sql`update users set preferences = preferences || ${preferences}::jsonb where id = ${who.user.id}`.execute(veld.db);
      await save(veld, who, randomUUID(), draft());
      others.push({ who, shows });
    }
  });
  afterAll(() => veld.close());

  /** Who is seen in each way by somebody, as the server answers. */
  async function watch(token?: string): Promise<Record<SeenOfPerson, Set<string>>> {
    const seen: Record<SeenOfPerson, Set<string>> = {
      name: new Set(),
      figures: new Set(),
      about: new Set(),
      observers: new Set(),
      directory: new Set(),
      rankings: new Set(),
    };
    for (const { user } of (await veld.call(getFeed, {}, token)).body.data) if (user.name) seen.name.add(user.id);
    for (const { id } of (await veld.call(explorePeople, {}, token)).body.data) seen.observers.add(id);
    const directory = await veld.call(listCommunityUsers, { query: { country: 'NL' } }, token);
    if (directory.status === 200) for (const { id } of directory.body.data) seen.directory.add(id);
    for (const board of BOARDS) {
      const ranks = await veld.call(getLeaderboard, { params: { board }, query: { period: 'all' } }, token);
      if (ranks.status === 200) for (const { id } of ranks.body.data) seen.rankings.add(id);
    }
    for (const { who } of others) {
      const { id } = who.user;
      const profile = await veld.call(getCommunityProfile, { params: { id } }, token);
      const page = await veld.call(getVisitorPage, { params: { kind: 'people', id } }, token);
      if (profile.status === 200 && profile.body.data.observations === 1) seen.figures.add(id);
      if (profile.status === 200 && profile.body.data.joined !== null && profile.body.data.country_code === 'NL') seen.about.add(id);
      if (page.status !== 200) continue;
      seen.figures.add(id);
      if (JSON.stringify(page.body.data).includes('Netherlands')) seen.about.add(id);
    }
    return seen;
  }

  it.each(['people', 'visitors'] as const)('is what %s see, for every choice', async (audience) => {
    const seen = await watch(audience === 'people' ? bram.token : undefined);
    for (const what of listKeys(WHO_SEES))
      for (const { who, shows } of others)
        expect(seen[what].has(who.user.id), `${what} of ${JSON.stringify(shows)}`).toBe(isSeen(what, audience, shows));
  });
});
