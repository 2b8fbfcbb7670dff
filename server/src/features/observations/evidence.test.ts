import { randomUUID } from 'node:crypto';
import { getObservation, listIdentifications, listObservations, putIdentification } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declare, declared, draft, insertTaxa, makePhoto, type Photo, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

describe('a record whose photo cannot be read', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let chen: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
    chen = await person(veld, 'chen');
  });
  afterAll(() => veld.close());

  const cutOff = async (): Promise<Photo> => {
    const { bytes } = await makePhoto({ orientation: 1 });
    const part = bytes.subarray(0, Math.floor(bytes.length * 0.55));
    return { ...declare(part, 'image/jpeg', 900, 600), bytes: part };
  };
  const read = async (id: string, who = anna) => (await veld.call(getObservation, { params: { id } }, who.token)).body.data;
  const reasonsOf = async (id: string, who = bram) =>
    (await veld.call(listIdentifications, { params: { id } }, who.token)).body.data.casual_reasons;
  const points = async (id: string) => {
    const rows = await veld.db.selectFrom('xp_events').select('reason').where('source_id', '=', id).execute();
    return rows.map(({ reason }) => reason).toSorted();
  };

  it('has no evidence once that is known: it is casual, gives no points for it, and cannot be confirmed', async () => {
    const photo = await cutOff();
    const id = randomUUID();
    await save(veld, anna, id, draft({ media: [declared(photo)] }));
    for (const who of [bram, chen]) {
      const body = { taxon_id: TAXA.kingfisher.id, disagrees: false, comment: '' };
      await veld.call(putIdentification, { params: { id, identification: randomUUID() }, body }, who.token);
    }
    expect([(await read(id)).quality, await points(id)]).toEqual(['confirmed', ['confirmed', 'evidence', 'record']]);
    await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    expect([(await read(id)).quality, await points(id)]).toEqual(['casual', ['record']]);
    expect([await reasonsOf(id), await reasonsOf(id, anna)]).toEqual([['no_evidence'], ['no_evidence']]);
    expect(await veld.db.selectFrom('observations').select('quality').where('id', '=', id).executeTakeFirst()).toEqual({
      quality: 'casual',
    });
  });

  it('keeps its grade if it has another photo', async () => {
    const [bad, good] = [await cutOff(), await makePhoto()];
    const id = randomUUID();
    await save(veld, anna, id, draft({ observed_on: '2026-05-18', media: [declared(bad), { ...declared(good), order: 1 }] }));
    for (const photo of [bad, good]) await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    expect([(await read(id)).quality, await reasonsOf(id)]).toEqual(['needs_id', []]);
  });

  it('is casual from the start if the photo came first, and needs an identification once it has a readable one', async () => {
    const photo = await cutOff();
    await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    const id = randomUUID();
    const { body } = await save(veld, anna, id, draft({ observed_on: '2026-05-19', media: [declared(photo)] }));
    expect([body.data.quality, (await read(id)).quality, await points(id)]).toEqual(['casual', 'casual', ['record']]);
    const withPhotos = async () =>
      (await veld.call(listObservations, { query: { user_id: anna.user.id, photos: '1' } }, anna.token)).body.data;
    expect((await withPhotos()).map((record) => record.id)).not.toContain(id);
    const good = await makePhoto();
    await upload(veld, anna, good);
    await save(veld, anna, id, draft({ observed_on: '2026-05-19', media: [declared(photo), { ...declared(good), order: 1 }] }), 1);
    await veld.context.jobs.drain();
    expect([(await read(id)).quality, await points(id)]).toEqual(['needs_id', ['evidence', 'record']]);
  });

  it('has evidence again once a JPEG of the photo has arrived that can be read', async () => {
    const bytes = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic\0\0\0\x0cmeta\0\0\0\0')]);
    const heic: Photo = { ...declare(bytes, 'image/heic'), bytes };
    const id = randomUUID();
    await save(veld, anna, id, draft({ observed_on: '2026-05-20', media: [declared(heic)] }));
    await upload(veld, anna, heic);
    await veld.context.jobs.drain();
    expect((await read(id)).quality).toBe('casual');
    const jpeg = { ...(await makePhoto()), id: heic.id };
    await upload(veld, anna, jpeg, { companion: 'jpeg' });
    await veld.context.jobs.drain();
    expect([(await read(id)).quality, (await read(id)).media[0]!.failed]).toEqual(['needs_id', undefined]);
  });
});
