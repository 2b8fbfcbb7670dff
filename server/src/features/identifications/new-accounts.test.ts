import { randomUUID } from 'node:crypto';
import { listIdentifications, listWaiting, putIdentification } from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, type Photo, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { listBoard } from '../community/leaderboards.ts';

/** Birds have a list of species for the country, and it is not on it. */
const OSTRICH = { id: 930_001, scientific_name: 'Struthio examplis' };
const { kingfisher } = TAXA;

describe('agreement by new accounts', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  let photo: Photo;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    await insertTaxa(veld, [OSTRICH]);
    const listed = { country_code: 'NL', community_opt_in: true };
    anna = await person(veld, 'anna', listed);
    bram = await person(veld, 'bram', listed);
    chen = await person(veld, 'chen', listed);
    photo = await makePhoto();
    await upload(veld, anna, photo);
    await trust(veld, chen);
  });
  afterAll(() => veld.close());
  beforeEach(async () => {
    await sql`delete from frequencies`.execute(veld.db);
  });

  /** Makes an account two months old, with a record that was confirmed. */
  async function trust(server: TestServer, who: Person): Promise<void> {
    await age(server, who);
    await haveConfirmed(server, who);
  }
  async function age(server: TestServer, who: Person): Promise<void> {
    await sql`update users set created_at = now() - interval '60 days' where id = ${who.user.id}`.execute(server.db);
  }
  async function haveConfirmed(server: TestServer, who: Person): Promise<void> {
    const id = randomUUID();
    await save(server, who, id, draft());
    await sql`update observations set quality = 'confirmed' where id = ${id}`.execute(server.db);
  }
  const saved = async (change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    const body = draft({ taxon_id: OSTRICH.id, media: [declared(photo)], ...change });
    expect((await save(veld, anna, id, body)).status).toBe(200);
    return id;
  };
  const identify = async (who: Person, id: string, taxon_id = OSTRICH.id) => {
    const params = { id, identification: randomUUID() };
    return (await veld.call(putIdentification, { params, body: { taxon_id, disagrees: false, comment: '' } }, who.token)).body.data;
  };
  const grade = async (id: string) => {
    const { quality, is_held_back = false } = (await veld.call(listIdentifications, { params: { id } }, bram.token)).body.data;
    return { quality, is_held_back };
  };
  const daily = async () => {
    await veld.context.jobs.send('held-back-grades', {});
    await veld.context.jobs.drain();
  };
  const HELD = { quality: 'needs_id', is_held_back: true };
  const CONFIRMED = { quality: 'confirmed', is_held_back: false };

  it('does not confirm an unusual species, and counts for no points and no board, until somebody else agrees', async () => {
    const id = await saved();
    expect(await identify(bram, id)).toMatchObject({ ...HELD, community_taxon: { id: OSTRICH.id } });
    expect(await grade(id)).toEqual(HELD);
    await veld.context.jobs.send('motivation', {});
    await veld.context.jobs.drain();
    const points = () => sql`select 1 from xp_events where reason in ('identification', 'confirmed')`.execute(veld.db);
    expect((await points()).rows).toEqual([]);
    const board = () =>
      listBoard(veld.db, { board: 'identifications', country: null, group: null, days: null, callerId: anna.user.id } as never, false);
    expect(await board()).toEqual([]);
    // It still waits for the eyes of others.
    const { data } = (await veld.call(listWaiting, {}, chen.token)).body;
    expect(data.map((one) => one.id)).toContain(id);
    await identify(chen, id);
    expect(await grade(id)).toEqual(CONFIRMED);
    expect(await board()).not.toEqual([]);
  });

  it('confirms what is to be expected', async () => {
    const id = await saved({ taxon_id: kingfisher.id });
    await identify(bram, id, kingfisher.id);
    expect(await grade(id)).toEqual(CONFIRMED);
  });

  it('does not confirm what is in no country for everybody: at sea, or in a hidden cell across a border', async () => {
    const atSea = await saved({ latitude: 54.2, longitude: 4.1 });
    const hidden = await saved({ latitude: 50.7701, longitude: 6.0151, geoprivacy: 'obscured' });
    for (const id of [atSea, hidden]) {
      await identify(bram, id);
      expect(await grade(id)).toEqual(HELD);
    }
  });

  it('needs nothing of them if an account that is known agrees first', async () => {
    const id = await saved();
    await identify(chen, id);
    expect(await grade(id)).toEqual(CONFIRMED);
  });

  it('counts from the day after they are trusted, or the species is known there', async () => {
    const dora = await person(veld, 'dora');
    const [first, second] = [await saved(), await saved({ observed_on: '2026-07-02' })];
    await identify(dora, first);
    await identify(bram, second);
    await daily();
    expect([await grade(first), await grade(second)]).toEqual([HELD, HELD]);
    // Neither the age alone is enough, nor a confirmed record alone.
    await age(veld, dora);
    await haveConfirmed(veld, bram);
    await daily();
    expect([await grade(first), await grade(second)]).toEqual([HELD, HELD]);
    await haveConfirmed(veld, dora);
    await daily();
    expect([await grade(first), await grade(second)]).toEqual([CONFIRMED, HELD]);
    await sql`insert into frequency_sources (id, name) values (7, 'elsewhere')`.execute(veld.db);
    await counted(0, 24, 100, 7);
    await counted(OSTRICH.id, 24, 3, 7);
    await daily();
    expect(await grade(second)).toEqual(CONFIRMED);
  });

  /** Counts of a week in the country, without a cell. */
  const counted = (taxon: number, week: number, lists: number, source = 0, people = lists) =>
    sql`
      insert into frequencies (source_id, country_code, taxon_id, cell, week, records, lists, people)
      values (${source}, 'NL', ${taxon}, 1048576, ${week}, ${lists}, ${lists}, ${people})
    `.execute(veld.db);

  it('does not confirm a common species out of season, nor what only they themselves reported', async () => {
    // Weeks 16 to 19 are May.
    await counted(0, 17, 60);
    await counted(kingfisher.id, 2, 40);
    const id = await saved({ taxon_id: kingfisher.id });
    await identify(bram, id, kingfisher.id);
    expect(await grade(id), 'only in January').toEqual(HELD);
    await counted(kingfisher.id, 17, 2);
    await daily();
    expect(await grade(id), 'of two people').toEqual(HELD);
    await counted(kingfisher.id, 18, 4);
    await daily();
    expect(await grade(id)).toEqual(CONFIRMED);
  });

  it('counts as that of a new account while the address is not confirmed, where the server sends mail', async () => {
    const server = await testServer({ SMTP_URL: 'smtp://127.0.0.1:9/?connectionTimeout=300' });
    await insertTaxa(server);
    await insertTaxa(server, [OSTRICH]);
    const [owner, other] = [await person(server, 'owner'), await person(server, 'other')];
    await trust(server, other);
    const picture = await makePhoto();
    await upload(server, owner, picture);
    const id = randomUUID();
    await save(server, owner, id, draft({ taxon_id: OSTRICH.id, media: [declared(picture)] }));
    const agree = async () =>
      (
        await server.call(
          putIdentification,
          { params: { id, identification: randomUUID() }, body: { taxon_id: OSTRICH.id, disagrees: false, comment: '' } },
          other.token,
        )
      ).body.data.quality;
    await sql`update users set email_confirmed_at = null where id = ${other.user.id}`.execute(server.db);
    expect(await agree()).toBe('needs_id');
    await sql`update users set email_confirmed_at = now() where id = ${other.user.id}`.execute(server.db);
    expect(await agree()).toBe('confirmed');
    await server.close();
  });
});
