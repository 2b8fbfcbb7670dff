import { randomUUID } from 'node:crypto';
import {
  getStatistics,
  listIdentificationsOfPerson,
  listObservations,
  putIdentification,
  putRelation,
  withdrawIdentification,
} from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, passDay, save, TAXA } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('the identifications of a person', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna', { country_code: 'NL' });
    bram = await person(veld, 'bram', { country_code: 'NL', community_opt_in: true });
    chen = await person(veld, 'chen', { country_code: 'NL' });
  });
  afterAll(() => veld.close());

  const put = async (who: Person, change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft(change))).status).toBe(200);
    return id;
  };
  const identify = async (who: Person, id: string, comment = '', taxon_id = TAXA.heron.id) => {
    const identification = randomUUID();
    const body = { taxon_id, disagrees: false, comment };
    expect((await veld.call(putIdentification, { params: { id, identification }, body }, who.token)).status).toBe(200);
    return identification;
  };
  const ask = (query: object = {}, who = chen, of = bram) =>
    veld.call(listIdentificationsOfPerson, { params: { id: of.user.id }, query }, who.token);
  const idsOf = async (query: object = {}, who = chen) => (await ask(query, who)).body.data.map(({ record }) => record.id);

  it('are listed with their records, last received first, in the form of the contract', async () => {
    const [first, second] = [await put(anna), await put(anna, { latitude: 50.85, longitude: 4.35 })];
    await identify(bram, first, 'By its neck');
    await identify(bram, second);
    const { body } = await ask();
    expect(listIdentificationsOfPerson.replies[200].parse(body)).toEqual(body);
    expect(body.data.map(({ record }) => record.id)).toEqual([second, first]);
    expect(body.data[1]).toMatchObject({
      identification: { comment: 'By its neck', taxon: { id: TAXA.heron.id } },
      record: { user: { name: 'anna' } },
    });
    expect(await idsOf({ country: 'BE' })).toEqual([second]);
    expect(await idsOf({ period: 'previous_year' })).toEqual([]);
    expect(await idsOf({ period: 'today' })).toHaveLength(2);
  });

  it('have pages without gaps, and reject cursors that this server did not make', async () => {
    const page = (await ask({ limit: 1 })).body;
    const next = (await ask({ limit: 1, cursor: page.next_cursor! })).body;
    expect([...page.data, ...next.data].map(({ record }) => record.id)).toEqual(await idsOf());
    expect(next.next_cursor).toBeNull();
    expect((await ask({ cursor: Buffer.from('5').toString('base64url') })).status).toBe(422);
    expect((await ask({ limit: 51 })).status).toBe(422);
  });

  it('are as many as the figures count, without withdrawn and moderated ones, hidden places and people with a block', async () => {
    const count = async (who = chen) =>
      (await veld.call(getStatistics, { params: { user: bram.user.id, period: 'all', location: 'worldwide' } }, who.token)).body.data
        .identifications;
    const before = await idsOf();
    const hidden = [await put(anna, { geoprivacy: 'obscured' }), await put(anna, { geoprivacy: 'private' })];
    await passDay(veld);
    for (const id of hidden) await identify(bram, id);
    const withdrawn = await put(anna);
    const identification = await identify(bram, withdrawn);
    await veld.call(withdrawIdentification, { params: { id: withdrawn, identification } }, bram.token);
    const moderated = await identify(bram, await put(anna));
    await sql`update identifications set hidden_by_moderator_at = now() where id = ${moderated}`.execute(veld.db);
    const ofDora = await put(await person(veld, 'dora'));
    await identify(bram, ofDora);
    expect(await idsOf()).toEqual([ofDora, ...before]);
    expect(await count()).toBe(before.length + 1);
    const emil = await person(veld, 'emil');
    await veld.call(putRelation, { params: { kind: 'block', id: anna.user.id } }, emil.token);
    expect(await idsOf({}, emil)).toEqual([ofDora]);
    expect(await count(emil)).toBe(1);
  });

  it('have beside them the share of confirmed records, which have a list of their own', async () => {
    const ids = [await put(chen), await put(chen), await put(chen)];
    for (const [index, quality] of (['confirmed', 'needs_id', 'casual'] as const).entries())
      await veld.db.updateTable('observations').set({ quality }).where('id', '=', ids[index]!).execute();
    const params = { user: chen.user.id, period: 'all', location: 'worldwide' } as const;
    const figures = (await veld.call(getStatistics, { params }, bram.token)).body.data;
    expect(figures).toMatchObject({ observations: 3, confirmed: 1, confirmable: 2 });
    const list = await veld.call(listObservations, { query: { user_id: chen.user.id, quality: 'confirmed' } }, bram.token);
    expect(list.body.data.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('do not exist for unknown people', async () => {
    const unknown = await veld.call(listIdentificationsOfPerson, { params: { id: randomUUID() } }, chen.token);
    expect(unknown.status).toBe(404);
  });
});
