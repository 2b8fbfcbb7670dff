import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  deleteAccount,
  deleteObservation,
  type FeedEvent,
  getFeed,
  patchPreferences,
  putIdentification,
  joinProject,
  putOwnProfile,
  putProject,
  putRelation,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmed, person, type Person } from '../../testing/people.ts';
import { projectBody } from '../../testing/projects.ts';
import { draft, insertTaxa, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('events in the feed', () => {
  let veld: TestServer;
  let now = new Date();
  let anna: Person;
  let ben: Person;
  let chen: Person;
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { country_code: 'NL', community_opt_in: true });
    ben = await person(veld, 'ben', { country_code: 'NL', community_opt_in: true });
    chen = await person(veld, 'chen', { country_code: 'NL', community_opt_in: true });
    await relate('follow', ben);
  });
  afterAll(() => veld.close());

  const relate = (kind: 'follow' | 'mute' | 'block', other: Person, who = anna) =>
    veld.call(putRelation, { params: { kind, id: other.user.id } }, who.token);
  const put = async (who: Person, change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    await save(veld, who, id, draft(change));
    return id;
  };
  const identify = (who: Person, id: string, taxon_id = TAXA.heron.id) =>
    veld.call(
      putIdentification,
      { params: { id, identification: randomUUID() }, body: { taxon_id, disagrees: true, comment: '' } },
      who.token,
    );
  const page = async (query: object = {}, who = anna) =>
    (await veld.call(getFeed, { query: { following: '1', limit: 50, ...query } }, who.token)).body;
  const events = async (kind: FeedEvent['kind'], who = anna) => (await page({}, who)).events.filter((event) => event.kind === kind);
  const inPages = ({ data, events: told }: Awaited<ReturnType<typeof page>>) => ({
    records: data.map(({ id }) => id),
    told: told.map(({ id, place }) => `${id} ${place}`),
  });
  /** All pages of two, in the form of `inPages`. */
  const paged = async () => {
    const [records, told]: [string[], string[]] = [[], []];
    for (let cursor: string | null = null; ;) {
      const next: Awaited<ReturnType<typeof page>> = await page({ limit: 2, ...(cursor ? { cursor } : {}) });
      expect(next.data.length + next.events.length).toBeLessThanOrEqual(2);
      told.push(...next.events.map(({ id, place }) => `${id} ${records.length + place}`));
      records.push(...next.data.map(({ id }) => id));
      cursor = next.next_cursor;
      if (cursor === null) return { records, told };
    }
  };
  const texts: BodyOf<typeof putOwnProfile> = { bio: '', languages: [], orcid: null, links: [], shares_badges: true };

  it('show which records of followed people others call something else, in the form of the contract', async () => {
    const [seen, hidden, mine] = [await put(ben), await put(ben, { geoprivacy: 'obscured' }), await put(anna)];
    const others = [chen, await person(veld, 'dora'), await person(veld, 'emil')];
    for (const id of [seen, hidden, mine]) for (const who of others) await identify(who, id);
    const body = await page();
    expect(getFeed.replies[200].parse(body)).toEqual(body);
    const told = await events('quality');
    expect(told.map(({ record }) => record!.id)).toEqual([seen]);
    expect(told[0]).toMatchObject({ user: { id: ben.user.id }, taxon: { id: TAXA.heron.id }, badges: [], project: null });
    expect((await veld.call(getFeed, { query: { limit: 50 } }, anna.token)).body.events, 'in another tab').toEqual([]);
    await veld.db.updateTable('observations').set({ geoprivacy: 'obscured' }).where('id', '=', seen).execute();
    expect(await events('quality'), 'hidden since').toEqual([]);
    await veld.db.updateTable('observations').set({ geoprivacy: 'open' }).where('id', '=', seen).execute();
    await veld.db.updateTable('observations').set({ community_taxon_id: null }).where('id', '=', seen).execute();
    expect(await events('quality'), 'no longer agreed on').toEqual([]);
    const grade = (quality: 'confirmed' | 'needs_id', community_taxon_id: number) =>
      veld.db.updateTable('observations').set({ quality, community_taxon_id }).where('id', '=', seen).execute();
    await grade('needs_id', TAXA.kingfisher.id);
    expect(await events('quality'), 'as ben says').toEqual([]);
    await grade('confirmed', TAXA.kingfisher.id);
    expect((await events('quality')).map(({ record }) => record!.quality)).toEqual(['confirmed']);
    await veld.call(deleteObservation, { params: { id: seen } }, ben.token);
  });

  it('show badges from the next day on, only of people who share them and have not switched them off', async () => {
    const user_id = ben.user.id;
    for (const badge of ['species_10', 'first_record'])
      await veld.db
        .insertInto('user_badges')
        .values({ user_id, badge, earned_at: new Date('2026-05-17T10:00:00Z') })
        .execute();
    now = new Date('2026-05-17T23:59:59Z');
    await veld.call(putOwnProfile, { body: texts }, ben.token);
    expect(await events('badges')).toEqual([]);
    now = new Date('2026-05-18T00:00:00Z');
    expect(await events('badges')).toMatchObject([
      { user: { name: 'ben' }, badges: ['first_record', 'species_10'], at: '2026-05-18T00:00:00.000Z' },
    ]);
    const off = async (change: () => Promise<unknown>, back: () => Promise<unknown>) => {
      await change();
      const found = await events('badges');
      await back();
      return found;
    };
    const prefer = (body: Record<string, unknown>) => () => veld.call(patchPreferences, { body }, ben.token);
    const share = (shares_badges: boolean) => () => veld.call(putOwnProfile, { body: { ...texts, shares_badges } }, ben.token);
    expect(await off(share(false), share(true))).toEqual([]);
    expect(await off(prefer({ gamification: false }), prefer({ gamification: true }))).toEqual([]);
    expect(await off(prefer({ community_opt_in: false }), prefer({ community_opt_in: true }))).toEqual([]);
    expect(await events('badges')).toHaveLength(1);
    now = new Date();
  });

  it('show open projects that were joined or have ended, and none that needs a link', async () => {
    const [open, closed] = [randomUUID(), randomUUID()];
    await veld.call(putProject, { params: { id: open }, body: projectBody({ name: 'Moth night' }) }, chen.token);
    await veld.call(putProject, { params: { id: closed }, body: projectBody({ joining: 'link' }) }, ben.token);
    await veld.call(joinProject, { params: { id: open }, body: {} }, ben.token);
    expect((await events('joined')).map(({ user, project }) => [user!.name, project])).toEqual([['ben', { id: open, name: 'Moth night' }]]);
    await veld.db.updateTable('projects').set({ end_on: '2999-01-01' }).execute();
    expect(await events('ended')).toEqual([]);
    await veld.db.updateTable('projects').set({ start_on: '2020-01-01', end_on: '2020-01-02' }).execute();
    expect(await events('ended')).toMatchObject([{ user: null, project: { id: open, name: 'Moth night' } }]);
    await veld.db.updateTable('projects').set({ cancelled_at: now }).execute();
    expect([...(await events('joined')), ...(await events('ended'))]).toEqual([]);
    await veld.db.updateTable('projects').set({ cancelled_at: null }).execute();
  });

  it('stand among the records, in pages without gaps', async () => {
    // Three before all events, and three between those of earlier days and those of today.
    for (let count = 0; count < 3; count++) await put(ben);
    await veld.db
      .updateTable('observations')
      .set({ listed_at: new Date('2020-01-01') })
      .where('user_id', '=', ben.user.id)
      .execute();
    for (let count = 0; count < 3; count++) await put(ben);
    await veld.db.updateTable('project_members').set({ joined_at: new Date() }).execute();
    for (let count = 0; count < 2; count++) await put(ben);
    const whole = await page();
    expect(whole.events.length).toBeGreaterThan(1);
    expect(whole.events.find(({ kind }) => kind === 'joined')?.place, 'after the two latest records').toBe(2);
    expect(await paged()).toEqual(inPages(whole));
  });

  it('are the same on pages of a time in which many others recorded', async () => {
    const whole = await page();
    // One more than are looked through by time, before every record of ben.
    await sql`
      insert into observations
      select r.* from (
        select o.listed_at - interval '1 microsecond' as at, row_number() over () as n
        from observations o, generate_series(1, 501) where o.user_id = ${ben.user.id}
      ) n, (select * from observations where user_id = ${ben.user.id} limit 1) o, jsonb_populate_record(o::observations,
        jsonb_build_object('id', gen_random_uuid(), 'user_id', ${chen.user.id}::text, 'owner_seq', 1000 + n.n, 'listed_at', n.at)
      ) r
    `.execute(veld.db);
    expect(await paged()).toEqual(inPages(whole));
    await veld.db.deleteFrom('observations').where('user_id', '=', chen.user.id).execute();
  });

  it('are not of people who are muted, blocked or gone, nor of anybody who is not followed', async () => {
    expect((await page()).events.length).toBeGreaterThan(1);
    expect((await page({}, chen)).events).toEqual([]);
    await relate('mute', ben);
    expect((await page()).events.filter(({ user }) => user !== null)).toEqual([]);
    await veld.db.deleteFrom('relations').where('kind', '=', 'mute').execute();
    expect((await page()).events.length).toBeGreaterThan(1);
    await relate('follow', chen);
    const confirmedOfChen = await put(chen);
    await veld.db
      .updateTable('observations')
      .set({ quality: 'confirmed', graded_at: new Date() })
      .where('id', '=', confirmedOfChen)
      .execute();
    expect((await page()).events.some(({ user }) => user?.id === chen.user.id)).toBe(true);
    expect(await events('joined'), 'a project of chen').not.toEqual([]);
    await relate('block', anna, chen);
    expect(await events('joined'), 'a project of somebody with a block').toEqual([]);
    expect((await page()).events.some(({ user }) => user?.id === chen.user.id)).toBe(false);
    await veld.call(deleteAccount, {}, await confirmed(veld, ben.token));
    expect((await page()).events).toEqual([]);
  });
});
