import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { getObservation } from '@veld/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ObjectStore, startObjectStore } from '../../testing/object-store.ts';
import { type Person, person } from '../../testing/people.ts';
import {
  createUpload,
  declared,
  draft,
  headUpload,
  insertTaxa,
  makePhoto,
  patchUpload,
  save,
  storedId,
  TAXA,
  upload,
} from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { displayKey, originalKey } from './keys.ts';

describe('photos in an object store', () => {
  let service: ObjectStore;
  let veld: TestServer;
  let anna: Person;
  beforeAll(async () => {
    service = await startObjectStore();
    veld = await testServer({ S3_URL: service.url });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
  });
  afterAll(async () => {
    await veld.close();
    await service.close();
  });
  beforeEach(() => {
    service.fault = () => null;
  });

  const row = (id: string) => veld.db.selectFrom('media').selectAll().where('photo_id', '=', id).executeTakeFirst();

  it('arrive, are rendered and are shown, and nothing of them stays on the disk', async () => {
    const photo = await makePhoto();
    expect(await upload(veld, anna, photo)).toBe(204);
    const id = randomUUID();
    await save(veld, anna, id, draft({ taxon_id: TAXA.kingfisher.id, media: [{ ...declared(photo), order: 0 }] }));
    await veld.context.jobs.drain();
    const stored = await storedId(veld, photo);
    expect((await veld.storedKeys('')).toSorted()).toEqual([
      ...[128, 1600, 512].map((size) => displayKey(stored, size)),
      originalKey(stored),
    ]);
    const { media } = (await veld.call(getObservation, { params: { id } }, anna.token)).body.data;
    const shown = await veld.fetch(media[0]!.urls!['512']);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect([bytes.subarray(8, 12).toString(), bytes.length]).toEqual(['WEBP', Number(shown.headers.get('content-length'))]);
  });

  it.each([503, 507, 403])('wait on the device while the store answers %i, and are stored once when it is back', async (status) => {
    const photo = await makePhoto();
    await createUpload(veld, anna, photo);
    service.fault = () => ({ status });
    const refused = await patchUpload(veld, anna, photo.id, photo.bytes);
    expect([refused.status, await refused.text()]).toEqual([503, 'Try again\n']);
    expect(await row(photo.id)).toBeUndefined();
    expect((await veld.fetch('/api/ready')).status).toBe(200);
    service.fault = () => null;
    const head = await headUpload(veld, anna, photo.id);
    expect([head.status, head.headers.get('upload-stored')]).toEqual([200, '1']);
    expect((await row(photo.id))!.sha256).toBe(photo.sha256);
  });

  it('are rendered and shown by servers that share no folder', async () => {
    const push = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey.export({ format: 'jwk' });
    const keys = { S3_URL: service.url, SECRET_KEY: 'a secret of at least 32 characters', PUSH_KEY: JSON.stringify(push) };
    const first = await testServer(keys);
    const second = await testServer(keys, { on: first.databaseUrl });
    try {
      await insertTaxa(first);
      const bram = await person(first, 'bram');
      const photo = await makePhoto();
      await upload(first, bram, photo);
      const id = randomUUID();
      await save(first, bram, id, draft({ taxon_id: TAXA.kingfisher.id, media: [{ ...declared(photo), order: 0 }] }));
      await second.context.jobs.drain();
      const { media } = (await first.call(getObservation, { params: { id } }, bram.token)).body.data;
      for (const server of [first, second]) expect((await server.fetch(media[0]!.urls!['512'])).status).toBe(200);
      for (const { dataDir } of [first, second]) expect(readdirSync(dataDir)).not.toContain('push.key');
    } finally {
      await second.close();
      await first.close();
    }
  });

  it('are rendered when the store is back, however often it failed', async () => {
    const photo = await makePhoto();
    await upload(veld, anna, photo);
    for (const method of ['HEAD', 'GET', 'PUT']) {
      service.fault = (asked) => (asked.method === method ? { status: 503 } : null);
      for (let time = 0; time < 4; time++) {
        await expect(veld.context.jobs.drain(), method).rejects.toThrow('The object store failed');
        await veld.context.jobs.send('media', { id: await storedId(veld, photo) });
      }
    }
    expect((await row(photo.id))!.state).toBe('stored');
    service.fault = () => null;
    await veld.context.jobs.send('media', { id: await storedId(veld, photo) });
    await veld.context.jobs.drain();
    expect((await row(photo.id))!.state).toBe('ready');
  });

  it('are asked for later while the store does not answer: no picture is called missing', async () => {
    const photo = await makePhoto();
    await upload(veld, anna, photo);
    const id = randomUUID();
    await save(veld, anna, id, draft({ taxon_id: TAXA.kingfisher.id, media: [{ ...declared(photo), order: 0 }] }));
    await veld.context.jobs.drain();
    const { media } = (await veld.call(getObservation, { params: { id } }, anna.token)).body.data;
    service.fault = () => ({ status: 500 });
    const answer = await veld.fetch(media[0]!.urls!['512']);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
    expect((await veld.fetch('/api/health')).status).toBe(200);
  });
});
