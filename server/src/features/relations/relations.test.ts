import { randomUUID } from 'node:crypto';
import { deleteAccount, deleteRelation, getFeed, listRelations, patchPreferences, putRelation, type RelationKind } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { confirmed, person, type Person } from '../../testing/people.ts';
import { draft, insertTaxa, save } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('relations', () => {
  let veld: TestServer;
  let anna: Person;
  let ben: Person;
  let chen: Person;
  let dora: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    const listed = { country_code: 'NL', community_opt_in: true };
    anna = await person(veld, 'anna', listed);
    ben = await person(veld, 'ben', listed);
    chen = await person(veld, 'chen');
    dora = await person(veld, 'dora', listed);
  });
  afterAll(() => veld.close());
  beforeEach(() => veld.db.deleteFrom('relations').execute());

  const put = async (who: Person, kind: RelationKind, id: string) =>
    (await veld.call(putRelation, { params: { kind, id } }, who.token)).status;
  const end = async (who: Person, kind: RelationKind, id: string) =>
    (await veld.call(deleteRelation, { params: { kind, id } }, who.token)).status;
  const list = async (who: Person) => {
    const { data, followers } = (await veld.call(listRelations, {}, who.token)).body;
    return { relations: data.map(({ kind, user }) => `${kind} ${user.name}`).toSorted(), followers };
  };

  const follows = async () => (await veld.db.selectFrom('relations').select('kind').where('kind', '=', 'follow').execute()).length;

  it('are stored once with repeated and simultaneous requests, and seen by their maker only', async () => {
    const statuses = await Promise.all([1, 2, 3, 4].map(() => put(anna, 'follow', ben.user.id)));
    expect(statuses).toEqual([204, 204, 204, 204]);
    expect(await put(anna, 'mute', ben.user.id)).toBe(204);
    expect(await list(anna)).toEqual({ relations: ['follow ben', 'mute ben'], followers: 0 });
    expect(await list(ben)).toEqual({ relations: [], followers: 1 });
    expect([await end(anna, 'follow', ben.user.id), await end(anna, 'follow', ben.user.id)]).toEqual([204, 204]);
    expect(await list(anna)).toEqual({ relations: ['mute ben'], followers: 0 });
    expect((await list(ben)).followers).toBe(0);
  });

  it('follow only people who are listed, who stay followed when they leave the list', async () => {
    expect(await put(anna, 'follow', chen.user.id)).toBe(404);
    expect(await put(anna, 'follow', randomUUID())).toBe(404);
    await veld.call(patchPreferences, { body: { community_opt_in: true } }, chen.token);
    expect(await put(anna, 'follow', chen.user.id)).toBe(204);
    await veld.call(patchPreferences, { body: { community_opt_in: false } }, chen.token);
    expect(await put(anna, 'follow', chen.user.id), 'repeated').toBe(204);
    expect((await list(anna)).relations).toEqual(['follow chen']);
    expect(await put(anna, 'mute', anna.user.id), 'oneself').toBe(403);
  });

  it('end in both directions with a block, which looks to the other as if the person did not exist', async () => {
    await put(anna, 'follow', ben.user.id);
    await put(ben, 'follow', anna.user.id);
    await put(ben, 'mute', anna.user.id);
    expect(await follows()).toBe(2);
    expect(await put(ben, 'block', anna.user.id)).toBe(204);
    expect(await follows(), 'not only hidden').toBe(0);
    expect(await list(anna)).toEqual({ relations: [], followers: 0 });
    expect(await list(ben)).toEqual({ relations: ['block anna', 'mute anna'], followers: 0 });
    for (const kind of ['follow', 'mute', 'block'] as const) expect(await put(anna, kind, ben.user.id), kind).toBe(404);
    expect(await put(ben, 'follow', anna.user.id), 'of the one who blocked').toBe(404);
    expect(await end(ben, 'block', anna.user.id)).toBe(204);
    expect(await put(anna, 'follow', ben.user.id)).toBe(204);
  });

  it('do not follow again with a follow that is sent at the same time as the block', async () => {
    for (let round = 0; round < 10; round++) {
      await Promise.all([put(anna, 'follow', ben.user.id), put(ben, 'block', anna.user.id)]);
      expect(await follows()).toBe(0);
      await end(ben, 'block', anna.user.id);
    }
  });

  it('mute the records of a person in the own feed only', async () => {
    const id = randomUUID();
    await save(veld, ben, id, draft());
    const ids = async (who: Person, query: object = {}) =>
      (await veld.call(getFeed, { query: { limit: 50, ...query } }, who.token)).body.data.map((row) => row.id);
    await put(anna, 'mute', ben.user.id);
    for (const query of [{}, { country: 'NL' }]) {
      expect(await ids(anna, query)).not.toContain(id);
      expect(await ids(dora, query)).toContain(id);
      expect(await ids(ben, query)).toContain(id);
    }
    const listed = await veld.fetch(`/api/observations?user_id=${ben.user.id}`, { headers: { authorization: `Bearer ${anna.token}` } });
    expect(await listed.text()).toContain(id);
    await end(anna, 'mute', ben.user.id);
    expect(await ids(anna)).toContain(id);
  });

  it('are not listed for somebody whom the other has blocked, until the block ends', async () => {
    await put(anna, 'mute', ben.user.id);
    await put(ben, 'block', anna.user.id);
    expect((await list(anna)).relations).toEqual([]);
    expect((await list(ben)).relations).toEqual(['block anna']);
    await end(ben, 'block', anna.user.id);
    expect((await list(anna)).relations).toEqual(['mute ben']);
    await end(anna, 'mute', ben.user.id);
  });

  it('leave out closed accounts, and are erased with them', async () => {
    await put(anna, 'follow', dora.user.id);
    await put(dora, 'follow', ben.user.id);
    await veld.call(deleteAccount, {}, await confirmed(veld, dora.token));
    expect((await list(anna)).relations).toEqual([]);
    expect((await list(ben)).followers).toBe(0);
    expect(await put(ben, 'mute', dora.user.id)).toBe(404);
    await veld.db
      .updateTable('closed_accounts')
      .set({ ends_at: new Date(0) })
      .where('user_id', '=', dora.user.id)
      .execute();
    await veld.context.jobs.send('accounts-daily', {});
    await veld.context.jobs.drain();
    expect(await veld.db.selectFrom('relations').selectAll().execute()).toEqual([]);
  });
});
