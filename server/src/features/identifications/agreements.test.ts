import { randomUUID } from 'node:crypto';
import { deleteObservation, listIdentifications, listNotifications, listWaiting, putAgreements, putIdentification } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, type Photo, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const { kingfisher, heron, moss } = TAXA;

describe('many records of the queue at once', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  let photo: Photo;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    [anna, bram, chen] = [await person(veld, 'anna'), await person(veld, 'bram'), await person(veld, 'chen')];
    photo = await makePhoto();
    await upload(veld, anna, photo);
    await veld.context.jobs.drain();
  });
  afterAll(() => veld.close());

  const saved = async (change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    expect((await save(veld, anna, id, draft({ media: [declared(photo)], ...change }))).status).toBe(200);
    return id;
  };
  const one = (observation_id: string, taxon_id: number = kingfisher.id) => ({ id: randomUUID(), observation_id, taxon_id });
  const agree = (who: Person, identifications: ReturnType<typeof one>[], is_withdrawn = false) =>
    veld.call(putAgreements, { body: { identifications, is_withdrawn } }, who.token);
  const said = async (id: string) =>
    (await veld.call(listIdentifications, { params: { id } }, chen.token)).body.data.identifications.map((one) => [
      one.user.name,
      one.taxon.id,
      one.is_withdrawn,
    ]);

  it('are identified by one request, which can be repeated', async () => {
    const all = [one(await saved()), one(await saved())];
    for (const _ of [1, 2]) expect(await agree(bram, all)).toMatchObject({ status: 200, body: { data: all.map(({ id }) => id) } });
    for (const { observation_id } of all) expect(await said(observation_id)).toEqual([['bram', kingfisher.id, false]]);
    const { data } = (await veld.call(listNotifications, { query: { kind: 'identification' } }, anna.token)).body;
    expect(data.map(({ people_count }) => people_count)).toEqual([1, 1]);
  });

  it('are taken back by one request, also if they never arrived', async () => {
    const [sent, unsent] = [one(await saved()), one(await saved())];
    await agree(bram, [sent]);
    expect((await agree(bram, [sent, unsent], true)).status).toBe(200);
    expect(await said(sent.observation_id)).toEqual([['bram', kingfisher.id, true]]);
    expect(await said(unsent.observation_id)).toEqual([]);
  });

  it('leave out what is gone, what is the caller’s own and what has no such name, and say so', async () => {
    const [gone, good, own] = [await saved(), await saved(), await saved()];
    await veld.call(deleteObservation, { params: { id: gone } }, anna.token);
    const all = [one(gone), one(randomUUID()), one(good, 999_999), one(good)];
    expect((await agree(bram, all)).body).toEqual({ data: [all[3]!.id] });
    expect((await agree(anna, [one(own)])).body).toEqual({ data: [] });
    expect(await said(own)).toEqual([]);
  });

  it('are at most 30, and at least one', async () => {
    expect((await agree(bram, [])).status).toBe(422);
    expect(
      (
        await agree(
          bram,
          Array.from({ length: 31 }, () => one(randomUUID())),
        )
      ).status,
    ).toBe(422);
  });

  describe('in another order', () => {
    const ids = async (who: Person, query: object) => {
      const found: string[] = [];
      for (let cursor: string | undefined; ;) {
        const { body, status } = await veld.call(listWaiting, { query: { limit: 1, ...query, ...(cursor && { cursor }) } }, who.token);
        expect(status).toBe(200);
        found.push(...body.data.map(({ id }) => id));
        if (body.next_cursor === null) return found;
        cursor = body.next_cursor;
      }
    };
    const identify = (who: Person, id: string, taxon_id: number) =>
      veld.call(
        putIdentification,
        { params: { id, identification: randomUUID() }, body: { taxon_id, disagrees: false, comment: '' } },
        who.token,
      );

    it('begin with those whose names exclude each other, one page after the other', async () => {
      const dora = await person(veld, 'dora');
      const [old, disputed, late] = [await saved({ observed_on: '2020-01-01' }), await saved(), await saved()];
      await identify(bram, disputed, moss.id);
      await identify(chen, disputed, heron.id);
      await identify(bram, old, moss.id);
      const order = await ids(dora, { order: 'disputed' });
      expect(order.slice(0, 2)).toEqual([disputed, old]);
      expect(order).toContain(late);
      expect(new Set(order).size).toBe(order.length);
      expect((await ids(dora, { order: 'uploaded' })).toSorted()).toEqual(order.toSorted());
      expect((await ids(dora, { order: 'observed' })).at(-1)).toBe(old);
    });

    it('begin with the species that are on the fewest lists of the country and month', async () => {
      const emil = await person(veld, 'emil');
      await veld.db.updateTable('taxon_countries').set({ rarity_class: 5 }).where('taxon_id', '=', heron.id).execute();
      const rare = await saved({ taxon_id: heron.id });
      const common = await saved();
      const order = await ids(emil, { order: 'unusual' });
      expect(order[0]).toBe(rare);
      expect(order.indexOf(common)).toBeGreaterThan(0);
      const first = await veld.call(listWaiting, { query: { order: 'unusual', limit: 1 } }, emil.token);
      const cursor = first.body.next_cursor!;
      expect((await veld.call(listWaiting, { query: { order: 'disputed', cursor } }, emil.token)).status).toBe(422);
    });
  });
});
