import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getFeed, getObservation, listMediaAddresses, type Media } from '@veld/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import {
  createUpload,
  declare,
  declared,
  draft,
  insertTaxa,
  makePhoto,
  type Photo,
  save,
  storedId,
  upload,
} from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { checkPhotos } from './check.ts';
import { eraseMedia } from './jobs.ts';
import { originalKey } from './keys.ts';

describe('photo ids belong to their owner', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer();
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const mediaOf = async (recordId: string, who: Person) =>
    (await veld.call(getObservation, { params: { id: recordId } }, who.token)).body.data.media;
  const green = async (id: string): Promise<Photo> => {
    const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#10c010' } })
      .jpeg()
      .toBuffer();
    return { ...declare(bytes, 'image/jpeg', 300, 200), id, bytes };
  };
  const colourAt = async (url: string): Promise<'green' | 'other'> => {
    const bytes = Buffer.from(await (await veld.fetch(url)).arrayBuffer());
    const [red, greenness] = await sharp(bytes).extract({ left: 5, top: 5, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
    return greenness! > 150 && red! < 90 ? 'green' : 'other';
  };

  it('so nobody can take the id of a photo that is still on its way, nor learn it', async () => {
    const photo = await makePhoto();
    const [hers, his] = [randomUUID(), randomUUID()];
    await save(veld, anna, hers, draft({ media: [declared(photo)] }));
    // Others see no photo without bytes; the owner sees all.
    expect(await mediaOf(hers, bram)).toEqual([]);
    expect(JSON.stringify((await veld.call(getFeed, {}, bram.token)).body)).not.toContain(photo.id);
    expect(await mediaOf(hers, anna)).toMatchObject([{ id: photo.id, urls: null, missing: true }]);

    const taken = await green(photo.id);
    await save(veld, bram, his, draft({ media: [declared(taken)] }));
    expect(await upload(veld, bram, taken)).toBe(204);
    expect(await upload(veld, anna, photo)).toBe(204);
    await veld.context.jobs.drain();
    const shown: Record<string, Media> = {};
    for (const [name, id] of [
      ['hers', hers],
      ['his', his],
    ] as const)
      shown[name] = (await mediaOf(id, anna))[0]!;
    expect(shown.hers).not.toHaveProperty('missing');
    expect(await colourAt(shown.hers!.urls![128])).toBe('other');
    expect(await colourAt(shown.his!.urls![128])).toBe('green');
    // Caches ignore the signature, so the paths differ too.
    expect(new URL(shown.hers!.urls![128], veld.url).pathname).not.toBe(new URL(shown.his!.urls![128], veld.url).pathname);
    for (const [who, own] of [
      [anna, photo],
      [bram, taken],
    ] as const) {
      const original = await veld.fetch(`/api/media/${photo.id}/original`, { headers: { authorization: `Bearer ${who.token}` } });
      expect(Buffer.from(await original.arrayBuffer()).equals(own.bytes)).toBe(true);
      const { data } = (await veld.call(listMediaAddresses, { query: { ids: photo.id } }, who.token)).body;
      expect(data.map((one) => one.urls)).toEqual([shown[who === anna ? 'hers' : 'his']!.urls]);
    }
    expect(await checkPhotos(veld.db, veld.context.files)).toMatchObject({ faults: [], orphans: 0 });

    // What happens to one of them leaves the other alone.
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
    await save(veld, bram, his, draft({ media: [{ ...declared(taken), crop }] }), 1);
    await veld.context.jobs.drain();
    expect((await veld.fetch(shown.his!.urls![128])).status).toBe(404);
    expect((await mediaOf(his, bram))[0]!.urls![128]).not.toBeNull();
    expect((await mediaOf(hers, bram))[0]!.urls).toEqual(shown.hers!.urls);
    const annasFile = veld.storedPath(originalKey(await storedId(veld, photo, anna)));
    await eraseMedia(veld.context, bram.user.id);
    expect((await veld.fetch(shown.hers!.urls![128])).status).toBe(200);
    expect(readFileSync(annasFile).equals(photo.bytes)).toBe(true);
    expect(await mediaOf(his, anna)).toEqual([]);
  });

  it('so the owner may not use one id for two photos', async () => {
    const photo = await makePhoto();
    expect(await upload(veld, anna, photo)).toBe(204);
    const again = await createUpload(veld, anna, await green(photo.id));
    expect([again.status, await again.text()]).toEqual([409, 'This id belongs to another photo\n']);
    expect(await upload(veld, anna, photo)).not.toBe(409);
  });

  it('keep the addresses and files of photos stored before the server made ids', async () => {
    const photo = await makePhoto();
    const recordId = randomUUID();
    await save(veld, anna, recordId, draft({ media: [declared(photo)] }));
    const files = veld.context.files;
    await files.write(originalKey(photo.id), photo.bytes);
    await veld.db
      .insertInto('media')
      .values({
        id: photo.id,
        photo_id: photo.id,
        user_id: anna.user.id,
        sha256: photo.sha256,
        type: photo.type,
        byte_length: photo.bytes.length,
      })
      .execute();
    await veld.context.jobs.send('media', { id: photo.id });
    await veld.context.jobs.drain();
    const url = (await mediaOf(recordId, bram))[0]!.urls![128];
    expect(url).toContain(`/api/media/${photo.id}/`);
    expect(await colourAt(url)).toBe('other');
  });
});
