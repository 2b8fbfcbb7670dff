import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMediaUsage, getObservation, problemType } from '@veld/contract';
import { defaultOptions, Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import {
  createUpload,
  declared,
  draft,
  headUpload,
  insertTaxa,
  makePhoto,
  patchUpload,
  type Photo,
  save,
  upload,
} from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { cleanUp } from './jobs.ts';

describe('the space of an account', () => {
  let veld: TestServer;
  let now = new Date('2026-06-01T10:00:00Z');
  beforeAll(async () => {
    veld = await testServer({ LIMIT_PHOTOS_MB: '3', LIMIT_UNFINISHED_MB: '1' }, { now: () => now });
    await insertTaxa(veld);
  });
  afterAll(() => veld.close());

  /** A photo of which only the length matters. */
  const announced = (length: number): Pick<Photo, 'id' | 'sha256' | 'type' | 'bytes'> => ({
    id: randomUUID(),
    sha256: 'a'.repeat(64),
    type: 'image/jpeg',
    bytes: Buffer.alloc(length),
  });
  const fill = (who: Person, byte_length: number) => {
    const id = randomUUID();
    const row = {
      id,
      photo_id: id,
      user_id: who.user.id,
      sha256: 'b'.repeat(64),
      type: 'image/jpeg',
      byte_length,
      state: 'ready' as const,
    };
    return veld.db
      .insertInto('media')
      .values({ ...row, created_at: now })
      .execute();
  };
  const usage = async (who: Person) => (await veld.call(getMediaUsage, {}, who.token)).body.data;

  it('limits stored and unfinished photos together, in the language of the person', async () => {
    const [anna, bram] = [await person(veld, 'anna'), await person(veld, 'bram')];
    const photo = await makePhoto();
    expect(await upload(veld, anna, photo)).toBe(204);
    expect(await usage(anna)).toEqual({ used_bytes: photo.bytes.length, quota_bytes: 3_000_000 });
    await fill(anna, 2_500_000);
    expect((await createUpload(veld, anna, announced(400_000))).status).toBe(201);
    const refused = await veld.fetch('/api/uploads', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${anna.token}`,
        'accept-language': 'nl',
        'tus-resumable': '1.0.0',
        'upload-length': '100000',
        'upload-metadata': `id ${btoa(randomUUID())},sha256 ${btoa('a'.repeat(64))},type ${btoa('image/jpeg')}`,
      },
    });
    expect([refused.status, refused.headers.get('tus-resumable')]).toEqual([413, '1.0.0']);
    expect(await refused.json()).toMatchObject({ type: problemType('quota_exceeded'), title: 'Je hebt geen ruimte meer voor foto’s' });
    // The photo that is stored already needs no space, and others have their own.
    expect((await createUpload(veld, anna, photo)).status).toBe(201);
    expect((await createUpload(veld, bram, announced(400_000))).status).toBe(201);
    expect(await usage(bram)).toEqual({ used_bytes: 0, quota_bytes: 3_000_000 });
  });

  it('limits unfinished uploads, each counted once, also if they are created at the same time', async () => {
    const chen = await person(veld, 'chen');
    const photos = Array.from({ length: 8 }, () => announced(300_000));
    const responses = await Promise.all(photos.map((photo) => createUpload(veld, chen, photo)));
    const statuses = responses.map((response) => response.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 413)).toHaveLength(5);
    const refused = responses.find((response) => response.status === 413)!;
    expect(((await refused.json()) as { type: string }).type).toBe(problemType('unfinished_uploads'));
    const started = photos[statuses.indexOf(201)]!;
    expect((await createUpload(veld, chen, started)).status, 'the same upload started over').toBe(201);
    // The file that describes an upload is empty while it is being written.
    const writing = join(veld.dataDir, 'uploads', `${chen.user.id}.${randomUUID()}.json`);
    writeFileSync(writing, '');
    expect((await createUpload(veld, chen, announced(300_000))).status, 'beside an upload being created').toBe(413);
    rmSync(writing);
    // One that is ended makes room.
    const end = { method: 'DELETE', headers: { authorization: `Bearer ${chen.token}`, 'tus-resumable': '1.0.0' } };
    expect((await veld.fetch(`/api/uploads/${started.id}`, end)).status).toBe(204);
    expect((await createUpload(veld, chen, announced(300_000))).status).toBe(201);
  });

  it('counts the JPEG of a HEIC photo', async () => {
    const dana = await person(veld, 'dana');
    const heic = { ...(await makePhoto()), type: 'image/heic' as const };
    const jpeg = { ...(await makePhoto({ width: 400 })), id: heic.id };
    expect(await upload(veld, dana, heic)).toBe(204);
    expect(await upload(veld, dana, jpeg, { companion: 'jpeg' })).toBe(204);
    expect((await usage(dana)).used_bytes).toBe(heic.bytes.length + jpeg.bytes.length);
  });

  it('is free again after a record is deleted, and tus-js-client then sends the rest', async () => {
    const eva = await person(veld, 'eva');
    const [old, photo] = [await makePhoto(), await makePhoto({ width: 1200, height: 900 })];
    const [oldRecord, record] = [randomUUID(), randomUUID()];
    await save(veld, eva, oldRecord, draft({ media: [declared(old)] }));
    await upload(veld, eva, old);
    await veld.db.updateTable('media').set({ byte_length: 2_999_000 }).where('photo_id', '=', old.id).execute();
    await save(veld, eva, record, draft({ media: [declared(photo)] }));
    /** As the outbox sends: in chunks, without retries of its own. */
    const send = (url: string | null, chunks = Infinity) =>
      new Promise<'sent' | 'stopped' | number>((resolve) => {
        let left = chunks;
        const client = new Upload(photo.bytes, {
          ...defaultOptions,
          ...(url ? { uploadUrl: veld.url + url } : { endpoint: `${veld.url}/api/uploads` }),
          metadata: { id: photo.id, sha256: photo.sha256, type: photo.type },
          headers: { authorization: `Bearer ${eva.token}` },
          chunkSize: 4096,
          retryDelays: null,
          onChunkComplete() {
            left -= 1;
            if (left === 0) void client.abort().then(() => resolve('stopped'));
          },
          onSuccess: () => resolve('sent'),
          onError: (error) => resolve(('originalResponse' in error && error.originalResponse?.getStatus()) || 0),
        });
        client.start();
      });
    expect(await send(null)).toBe(413);
    expect((await headUpload(veld, eva, photo.id)).status).toBe(404);

    await veld.fetch(`/api/observations/${oldRecord}`, { method: 'DELETE', headers: { authorization: `Bearer ${eva.token}` } });
    for (let days = 0; days < 3; days++) {
      await cleanUp(veld.context);
      now = new Date(now.getTime() + 86_400_000 + 1000);
    }
    await cleanUp(veld.context);
    expect((await usage(eva)).used_bytes).toBe(0);
    expect(await send(null, 1)).toBe('stopped');
    // Full again: what was started may be finished.
    await fill(eva, 3_000_000 - photo.bytes.length);
    expect(await send(`/api/uploads/${photo.id}`)).toBe('sent');
    await veld.context.jobs.drain();
    const { media } = (await veld.call(getObservation, { params: { id: record } }, eva.token)).body.data;
    expect(media[0]!.urls).not.toBeNull();
    expect((await usage(eva)).used_bytes).toBe(3_000_000);
    expect((await patchUpload(veld, eva, photo.id, photo.bytes)).headers.get('upload-stored')).toBe('1');
  });
});
