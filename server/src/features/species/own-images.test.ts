import { randomUUID } from 'node:crypto';
import { deleteObservation, listMySpeciesImages, postMySpeciesImage } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, save, storedId, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('a person’s own images of species', () => {
  let veld: TestServer;
  let now = new Date('2026-05-17T10:30:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
  });
  afterAll(() => veld.close());

  const recorded = async (who: Person, taxon_id: number, change: Parameters<typeof draft>[0] = {}) => {
    const photo = await makePhoto();
    const id = randomUUID();
    await save(veld, who, id, draft({ taxon_id, media: [declared(photo)], ...change }));
    await upload(veld, who, photo);
    await veld.context.jobs.drain();
    return { photo, id };
  };
  const images = async (who: Person, query: object = {}) => (await veld.call(listMySpeciesImages, { query }, who.token)).body;
  const choose = (who: Person, image_url: string | null, taxon_id: number = TAXA.heron.id) =>
    veld.call(postMySpeciesImage, { body: { taxon_id, image_url } }, who.token);
  const chosenOf = async (who: Person, query: object = {}) =>
    Object.values(await images(who, query)).map(({ photo_id, is_chosen }) => ({ photo_id, is_chosen }));

  it('are an empty array if there are none, else the latest photo of each taxon', async () => {
    const anna = await person(veld, 'anna');
    expect(await images(anna)).toEqual([]);
    await recorded(anna, TAXA.heron.id);
    const { photo } = await recorded(anna, TAXA.heron.id);
    const found = await images(anna);
    expect(found).toEqual({
      [TAXA.heron.id]: {
        taxon_id: TAXA.heron.id,
        photo_id: photo.id,
        image_url: expect.stringMatching(/^\/api\/media\//),
        is_chosen: false,
      },
    });
    expect((await veld.fetch(Object.values(found)[0]!.image_url)).status).toBe(200);
    expect(await images(anna, { taxon_id: TAXA.moss.id })).toEqual([]);
    expect(await images(anna, { chosen: '1' })).toEqual([]);
  });

  it('are the chosen photo until that is given up or its record is deleted', async () => {
    const bram = await person(veld, 'bram');
    const first = await recorded(bram, TAXA.heron.id);
    const second = await recorded(bram, TAXA.heron.id);
    for (const address of [`/api/media/${first.photo.id}/512`, `/api/media/${await storedId(veld, first.photo)}/1600?e=1&s=x`])
      expect((await choose(bram, address)).body.data).toMatchObject({ photo_id: first.photo.id, is_chosen: true });
    expect(await chosenOf(bram, { chosen: '1' })).toEqual([{ photo_id: first.photo.id, is_chosen: true }]);
    expect((await choose(bram, null)).body.data).toMatchObject({ photo_id: second.photo.id, is_chosen: false });
    await choose(bram, `/api/media/${first.photo.id}/512`);
    await veld.call(deleteObservation, { params: { id: first.id } }, bram.token);
    expect(await chosenOf(bram)).toEqual([{ photo_id: second.photo.id, is_chosen: false }]);
  });

  it('are chosen from the person’s own records only', async () => {
    const chen = await person(veld, 'chen');
    const dora = await person(veld, 'dora');
    const { photo } = await recorded(chen, TAXA.heron.id);
    const loose = await makePhoto();
    await upload(veld, dora, loose);
    const addresses = [
      `/api/media/${photo.id}/512`,
      `/api/media/${await storedId(veld, photo)}/512`,
      `/api/media/${loose.id}/512`,
      `/api/media/${randomUUID()}/512`,
      'http://169.254.169.254/latest/meta-data',
      '',
    ];
    for (const address of addresses) {
      const answer = await choose(dora, address);
      expect(answer.status, address).toBe(422);
      expect(answer.problem.errors, address).toHaveProperty('image_url');
    }
    expect((await choose(chen, `/api/media/${photo.id}/512`, 2_000_000_000)).problem.errors).toHaveProperty('taxon_id');
    expect((await veld.call(postMySpeciesImage, { body: { taxon_id: TAXA.heron.id, image_url: null } })).status).toBe(401);
    expect(await images(dora)).toEqual([]);
  });

  it('show others only photos of public records, by public place and date, without the ids of their devices', async () => {
    const emma = await person(veld, 'emma');
    const frank = await person(veld, 'frank');
    await recorded(emma, TAXA.heron.id, { latitude: 50.85, longitude: 4.35, observed_on: '2026-05-17' });
    const hidden = await recorded(emma, TAXA.moss.id, { geoprivacy: 'private', observed_on: '2026-05-17' });
    await choose(emma, `/api/media/${hidden.photo.id}/512`, TAXA.heron.id);
    const of = (query: object = {}) => images(frank, { user_id: emma.user.id, ...query });
    // A hidden record shows itself to others a day later, and then under its month only.
    expect(await of()).toMatchObject({ [TAXA.heron.id]: { photo_id: null, is_chosen: false } });
    expect(Object.keys(await of())).toEqual([String(TAXA.heron.id)]);
    expect(await of({ location: 'NL' })).toEqual([]);
    expect(Object.keys(await of({ location: 'BE', period: 'today' }))).toEqual([String(TAXA.heron.id)]);
    expect(Object.values(await images(emma)).every(({ is_chosen }) => is_chosen)).toBe(true);
    now = new Date('2026-05-19T10:30:00Z');
    expect(await of({ period: 'today' })).toEqual([]);
    now = new Date('2026-05-17T10:30:00Z');
  });
});
