import { randomUUID } from 'node:crypto';
import { listWaiting, putIdentification, putSavedPlace, withdrawIdentification } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, passDay, type Photo, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { grantScope } from '../observations/scopes.ts';

const { kingfisher, moss } = TAXA;
const BEETLE = 940_001;

describe('the records that wait for identification', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  let photos: Photo[];
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld, [kingfisher, { ...moss, group: 'moss' }, { id: BEETLE, scientific_name: 'Carabus examplis', group: 'insect' }]);
    [anna, bram, chen] = [await person(veld, 'anna'), await person(veld, 'bram'), await person(veld, 'chen')];
    photos = [await makePhoto(), await makePhoto({ width: 600 })];
    for (const photo of photos) await upload(veld, anna, photo);
    await veld.context.jobs.drain();
  });
  afterAll(() => veld.close());

  const media = () => [declared(photos[0]!)];
  const saved = async (change: Parameters<typeof draft>[0] = {}) => {
    const id = randomUUID();
    expect((await save(veld, anna, id, draft({ media: media(), ...change }))).status).toBe(200);
    return id;
  };
  const ask = (who: Person, query: object = {}) => veld.call(listWaiting, { query }, who.token);
  const waiting = async (who: Person, query: object = {}) => (await ask(who, { limit: 50, ...query })).body.data.map((record) => record.id);
  const identify = (who: Person, id: string, taxon_id: number, identification = randomUUID()) =>
    veld.call(putIdentification, { params: { id, identification }, body: { taxon_id, disagrees: false, comment: '' } }, who.token);

  it('are complete, with every photo and what others say, in the form of the contract', async () => {
    const notes = 'By the weir. '.repeat(40).trim();
    const id = await saved({ notes, media: [declared(photos[0]!), { ...declared(photos[1]!), order: 1 }] });
    await identify(chen, id, moss.id);
    const { body } = await ask(bram);
    expect(listWaiting.replies[200].parse(body)).toEqual(body);
    expect(body.data[0]).toMatchObject({
      id,
      notes,
      user: { name: 'anna' },
      taxon: { id: kingfisher.id },
      opinions: {
        quality: 'needs_id',
        own_lineage: [{ id: kingfisher.id }],
        identifications: [{ user: { name: 'chen' }, taxon: { id: moss.id } }],
      },
    });
    expect(body.data[0]!.media.map((photo) => photo.urls !== null)).toEqual([true, true]);
  });

  it('are not the caller’s own, nor what the caller has identified, but again what the caller withdrew', async () => {
    const id = await saved();
    expect(await waiting(bram)).toContain(id);
    expect(await waiting(anna)).not.toContain(id);
    const identification = randomUUID();
    await identify(bram, id, moss.id, identification);
    expect(await waiting(bram)).not.toContain(id);
    expect(await waiting(chen)).toContain(id);
    await veld.call(withdrawIdentification, { params: { id, identification } }, bram.token);
    expect(await waiting(bram)).toContain(id);
  });

  it('are neither confirmed nor casual, and have a photo that can be seen', async () => {
    const confirmed = await saved();
    await identify(chen, confirmed, kingfisher.id);
    const casual = await saved({ observed_on: null, observed_time: null });
    const unseen = await saved({ media: [declared(await makePhoto({ width: 300 }))] });
    const shown = await waiting(bram);
    for (const id of [confirmed, casual, unseen]) expect(shown).not.toContain(id);
  });

  it('can be limited to a group, a country and a saved place of the caller', async () => {
    const [bird, mossy] = [await saved({ latitude: 50.85, longitude: 4.35 }), await saved({ taxon_id: moss.id })];
    expect(await waiting(bram, { group: 'moss' })).toEqual([mossy]);
    expect(await waiting(bram, { country: 'BE' })).toEqual([bird]);
    const place = (who: Person, id: string) =>
      veld.call(
        putSavedPlace,
        {
          params: { id },
          body: { name: 'Park', kind: 'patch', latitude: 50.85, longitude: 4.35, uncertainty_m: 500, notes: '' } as never,
        },
        who.token,
      );
    const [own, theirs] = [randomUUID(), randomUUID()];
    expect([(await place(bram, own)).status, (await place(chen, theirs)).status]).toEqual([204, 204]);
    expect(await waiting(bram, { place_id: own })).toEqual([bird]);
    expect((await ask(bram, { place_id: theirs })).status).toBe(404);
  });

  it('come in pages of 20 without gaps or repetitions, and are counted on the first one', async () => {
    for (let count = 0; count < 25; count++) await saved({ latitude: 48.85, longitude: 2.35 });
    const first = (await ask(bram, { country: 'FR' })).body;
    expect([first.data.length, first.total]).toEqual([20, { count: 25, is_minimum: false }]);
    const second = (await ask(bram, { country: 'FR', cursor: first.next_cursor! })).body;
    expect([second.data.length, second.next_cursor, second.total, second.known_groups]).toEqual([5, null, null, null]);
    expect(new Set([...first.data, ...second.data].map((record) => record.id)).size).toBe(25);
    expect((await ask(bram, { limit: 51 })).status).toBe(422);
    expect((await ask(bram, { group: 'unicorn' })).status).toBe(422);
    expect((await veld.call(listWaiting, { query: {} })).status).toBe(401);
  });

  it('that hide their place appear a day later, by their month, without a time, and a private one in no country', async () => {
    const where = { latitude: 59.91, longitude: 10.75 };
    const obscured = await saved({ ...where, geoprivacy: 'obscured' });
    const secret = await saved({ ...where, geoprivacy: 'private' });
    await identify(chen, obscured, moss.id);
    for (const id of [obscured, secret]) expect(await waiting(bram)).not.toContain(id);
    const countOf = async (query: object) => (await ask(bram, query)).body.total!.count;
    expect(await countOf({ country: 'NO' })).toBe(0);
    await passDay(veld);
    expect([await waiting(bram, { country: 'NO' }), await countOf({ country: 'NO' })]).toEqual([[obscured], 1]);
    const all = (await ask(bram, { limit: 50 })).body.data;
    for (const id of [obscured, secret]) {
      const record = all.find((one) => one.id === id)!;
      expect(record).toMatchObject({ observed_on: '2026-05', observed_time: null, time_zone: null, created_at: null, is_obscured: true });
      expect(record.opinions.identifications.every((one) => one.created_at === null)).toBe(true);
    }
    const hidden = all.find((one) => one.id === secret)!;
    expect([hidden.latitude, hidden.longitude, hidden.place, hidden.country_code]).toEqual([null, null, null, null]);
    expect(JSON.stringify(all.filter((one) => one.id === obscured || one.id === secret))).not.toContain('59.91');
  });

  it('can be limited to the groups that the caller knows, of which it says why', async () => {
    const dora = await person(veld, 'dora');
    const beetle = await saved({ taxon_id: BEETLE });
    const mossy = await saved({ taxon_id: moss.id });
    const bird = await saved();
    expect((await ask(dora)).body.known_groups).toEqual([]);
    expect(await waiting(dora, { known: '1' })).toEqual([]);
    for (let count = 0; count < 10; count++) await save(veld, dora, randomUUID(), draft({ taxon_id: BEETLE }));
    await grantScope(veld.db, dora.user.id, { taxon_group: 'moss', country_code: 'NL' });
    expect((await ask(dora)).body.known_groups).toEqual([
      { group: 'insect', records: 10, identifications: 0, is_expert: false },
      { group: 'moss', records: 0, identifications: 0, is_expert: true },
    ]);
    const known = await waiting(dora, { known: '1' });
    expect(known).toEqual(expect.arrayContaining([beetle, mossy]));
    expect(known).not.toContain(bird);
    expect(await waiting(dora, { known: '1', group: 'moss' })).not.toContain(beetle);
    expect(await waiting(dora, { known: '1', group: 'bird' })).toEqual([]);
    for (let count = 0; count < 4; count++) await identify(dora, await saved({ taxon_id: moss.id }), kingfisher.id);
    const [fifth, identification] = [await saved({ taxon_id: moss.id }), randomUUID()];
    await identify(dora, fifth, kingfisher.id, identification);
    expect((await ask(dora)).body.known_groups).toContainEqual({ group: 'bird', records: 0, identifications: 5, is_expert: false });
    await veld.call(withdrawIdentification, { params: { id: fifth, identification } }, dora.token);
    expect((await ask(dora)).body.known_groups!.map(({ group }) => group)).not.toContain('bird');
  });
});
