import { randomUUID } from 'node:crypto';
import {
  listOwnIdentifications,
  putIdentification,
  putRelation,
  summarizeOwnIdentifications,
  tellFate,
  withdrawIdentification,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, passDay, type Photo, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const { kingfisher, heron, moss } = TAXA;
const line = (...ids: number[]) => ids.map((id, at) => ({ id, rank: ['order', 'genus', 'species', 'subspecies'][at]! }));

describe('what becomes of an identification', () => {
  it.each([
    ['the same', line(1, 2, 3), line(1, 2, 3), 'agreed'],
    ['a finer one', line(1, 2), line(1, 2, 3), 'refined'],
    ['another branch', line(1, 2, 3), line(1, 2, 4), 'differed'],
    ['a coarser one', line(1, 2, 3), line(1, 2), 'open'],
    ['none', line(1, 2, 3), null, 'open'],
  ] as const)('follows from the community taxon: %s', (_, said, community, fate) => {
    expect(tellFate(said, community)).toBe(fate);
  });
});

describe('the identifications of the caller', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  let photo: Photo;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld, [kingfisher, heron, { ...moss, group: 'moss' }]);
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
  const identify = async (who: Person, id: string, taxon_id: number, identification = randomUUID()) => {
    const body = { taxon_id, disagrees: false, comment: '' };
    expect((await veld.call(putIdentification, { params: { id, identification }, body }, who.token)).status).toBe(200);
    return identification;
  };
  const own = async (who: Person, query: object = {}) =>
    (await veld.call(listOwnIdentifications, { query }, who.token)).body.data.map(({ record, fate }) => [record.id, fate]);
  const summary = async (who: Person) => (await veld.call(summarizeOwnIdentifications, {}, who.token)).body.data.groups;

  it('are listed with what became of them, by group and fate, without those that were withdrawn', async () => {
    const [agreed, differed, open, withdrawn] = [await saved(), await saved(), await saved({ taxon_id: null }), await saved()];
    await identify(bram, agreed, kingfisher.id);
    await identify(bram, differed, moss.id);
    await identify(chen, differed, kingfisher.id);
    await identify(await person(veld, 'dora'), differed, kingfisher.id);
    await identify(bram, open, heron.id);
    const identification = await identify(bram, withdrawn, heron.id);
    await veld.call(withdrawIdentification, { params: { id: withdrawn, identification } }, bram.token);
    expect(await own(bram)).toEqual([
      [open, 'open'],
      [differed, 'differed'],
      [agreed, 'agreed'],
    ]);
    expect(await own(bram, { fate: 'differed' })).toEqual([[differed, 'differed']]);
    expect(await own(bram, { group: 'bird' })).toEqual([
      [open, 'open'],
      [agreed, 'agreed'],
    ]);
    const first = await veld.call(listOwnIdentifications, { query: { limit: 1 } }, bram.token);
    expect((await own(bram, { limit: 1, cursor: first.body.next_cursor! }))[0]).toEqual([differed, 'differed']);
    expect(await summary(bram)).toEqual([
      { group: 'bird', agreed: 1, refined: 0, differed: 0, open: 1, waiting: 1 },
      { group: 'moss', agreed: 0, refined: 0, differed: 1, open: 0, waiting: 0 },
    ]);
  });

  it('do not show the place of a record that hides it, nor records of people with a block', async () => {
    const emil = await person(veld, 'emil');
    const hidden = await saved({ geoprivacy: 'private' });
    await passDay(veld);
    await identify(emil, hidden, kingfisher.id);
    const { data } = (await veld.call(listOwnIdentifications, {}, emil.token)).body;
    expect(data.map(({ record }) => [record.id, record.latitude, record.created_at])).toEqual([[hidden, null, null]]);
    await veld.call(putRelation, { params: { kind: 'block', id: emil.user.id } }, anna.token);
    expect(await own(emil)).toEqual([]);
    expect(await summary(emil)).toEqual([]);
  });
});
