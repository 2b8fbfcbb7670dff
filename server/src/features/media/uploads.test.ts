import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, afterEach, beforeEach } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { createUpload, headUpload, makePhoto, storedId, patchUpload, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { finishUpload } from './finish.ts';
import { originalKey } from './keys.ts';
import { tusId } from './upload-names.ts';
import { tmpdir } from 'node:os';
import { Upload } from '@tus/server';
import { UploadStore } from './uploads.ts';

describe('the upload protocol', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  beforeAll(async () => {
    veld = await testServer();
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const row = (id: string) => veld.db.selectFrom('media').selectAll().where('photo_id', '=', id).executeTakeFirst();
  const uploads = () => readdirSync(join(veld.dataDir, 'uploads'));

  it('C17: rejects bytes that do not match their metadata, after which the photo can be uploaded again', async () => {
    const photo = await makePhoto();
    const wrong = Buffer.from(photo.bytes);
    wrong[wrong.length - 10]! ^= 1;
    await createUpload(veld, anna, photo);
    expect((await patchUpload(veld, anna, photo.id, wrong)).status).toBe(422);
    expect(await row(photo.id)).toBeUndefined();
    expect(await veld.storedKeys('originals')).toEqual([]);
    expect((await headUpload(veld, anna, photo.id)).status).toBe(404);
    expect(await upload(veld, anna, photo)).toBe(204);
  });

  it('accepts a photo in the request that creates the upload, even repeatedly', async () => {
    const photo = await makePhoto();
    const send = () => createUpload(veld, anna, photo, {}, photo.bytes);
    for (const response of [await send(), await send()]) {
      expect([response.status, response.headers.get('upload-stored')]).toEqual([201, '1']);
    }
  });

  it('reports that a photo is stored already, and rejects other bytes for its id', async () => {
    const photo = await makePhoto();
    await upload(veld, anna, photo);
    const head = await headUpload(veld, anna, photo.id);
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      200,
      String(photo.bytes.length),
      String(photo.bytes.length),
    ]);
    const again = await createUpload(veld, anna, photo);
    expect([again.status, again.headers.get('upload-stored'), again.headers.get('upload-offset')]).toEqual([
      201,
      '1',
      String(photo.bytes.length),
    ]);
    expect((await patchUpload(veld, anna, photo.id, photo.bytes)).headers.get('upload-offset')).toBe(String(photo.bytes.length));
    const other = { ...(await makePhoto({ width: 500 })), id: photo.id };
    expect((await createUpload(veld, anna, other)).status).toBe(409);
    expect((await row(photo.id))!.sha256).toBe(photo.sha256);
  });

  it('gives 404 for uploads of others', async () => {
    const photo = await makePhoto();
    await createUpload(veld, anna, photo);
    expect((await headUpload(veld, bram, photo.id)).status).toBe(404);
    expect((await patchUpload(veld, bram, photo.id, photo.bytes)).status).toBe(404);
    expect((await patchUpload(veld, anna, photo.id, photo.bytes)).status).toBe(204);
    // Nor once it is complete.
    expect([(await headUpload(veld, anna, photo.id)).status, (await headUpload(veld, bram, photo.id)).status]).toEqual([200, 404]);
    expect((await row(photo.id))!.user_id).toBe(anna.user.id);
    expect(readFileSync(veld.storedPath(originalKey(await storedId(veld, photo)))).equals(photo.bytes)).toBe(true);
    expect(uploads().filter((name) => name.startsWith(bram.user.id))).toEqual([]);
  });

  it('requires a login, valid metadata, a length and at most 50 MB', async () => {
    const photo = await makePhoto();
    expect((await createUpload(veld, null, photo)).status).toBe(401);
    expect((await createUpload(veld, anna, { ...photo, sha256: 'x' })).status).toBe(422);
    expect((await createUpload(veld, anna, { ...photo, id: '018f0000-0000-7000-8000-000000000000' })).status).toBe(422);
    expect((await createUpload(veld, anna, photo, { type: 'image/svg+xml' })).status).toBe(422);
    expect((await createUpload(veld, anna, { ...photo, bytes: Buffer.alloc(0) })).status).toBe(400);
    const big = await veld.fetch('/api/uploads', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${anna.token}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(50 * 1024 * 1024 + 1),
        'upload-metadata': `id ${btoa(photo.id)},sha256 ${btoa(photo.sha256)},type ${btoa('image/jpeg')}`,
      },
    });
    expect(big.status).toBe(413);
    expect((await veld.fetch('/api/uploads', { method: 'OPTIONS' })).status).toBe(204);
  });

  it('is available to configured origins only', async () => {
    const app = 'https://app.example.org';
    const other = await testServer({ CORS_ORIGINS: app });
    const chen = await person(other, 'chen');
    const photo = await makePhoto();
    const preflight = (origin: string) =>
      other.fetch(`/api/uploads/${photo.id}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'upload-offset,authorization' },
      });
    expect((await preflight(app)).headers.get('access-control-allow-origin')).toBe(app);
    expect((await preflight(app)).headers.get('access-control-allow-headers')).toContain('upload-offset');
    expect((await preflight('https://else.example.org')).headers.get('access-control-allow-origin')).not.toBe('https://else.example.org');
    const made = await other.fetch('/api/uploads', {
      method: 'POST',
      headers: {
        origin: app,
        authorization: `Bearer ${chen.token}`,
        'tus-resumable': '1.0.0',
        'upload-length': '10',
        'upload-metadata': `id ${btoa(photo.id)},sha256 ${btoa(photo.sha256)},type ${btoa('image/jpeg')}`,
      },
    });
    expect([made.status, made.headers.get('access-control-allow-origin')]).toEqual([201, app]);
    expect(made.headers.get('access-control-expose-headers')).toContain('Location');
    await other.close();
  });

  it('S8: finishes an upload whose server stopped between the last byte and the response', async () => {
    const photo = await makePhoto();
    await createUpload(veld, anna, photo);
    writeFileSync(join(veld.dataDir, 'uploads', `${anna.user.id}.${photo.id}`), photo.bytes);
    const head = await headUpload(veld, anna, photo.id);
    expect([head.status, head.headers.get('upload-stored')]).toEqual([200, '1']);
    expect((await row(photo.id))!.state).toBe('stored');
  });

  it('S7, S8: keeps the bytes when the database or the disk fails, and finishes with the next request', async () => {
    const photo = await makePhoto();
    const { jobs, files } = veld.context;
    const [send, moveIn] = [jobs.send, files.moveIn];
    await createUpload(veld, anna, photo);
    jobs.send = () => Promise.reject(Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' }));
    const refused = await patchUpload(veld, anna, photo.id, photo.bytes);
    expect([refused.status, await refused.text()]).toEqual([503, 'Try again\n']);
    jobs.send = send;
    expect(await row(photo.id)).toBeUndefined();
    files.moveIn = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    expect((await headUpload(veld, anna, photo.id)).status).toBe(507);
    files.moveIn = moveIn;
    expect(await row(photo.id)).toBeUndefined();
    const head = await headUpload(veld, anna, photo.id);
    expect([head.status, head.headers.get('upload-stored')]).toEqual([200, '1']);
    expect((await row(photo.id))!.sha256).toBe(photo.sha256);
    expect(readFileSync(veld.storedPath(originalKey(await storedId(veld, photo)))).equals(photo.bytes)).toBe(true);
    expect(uploads().filter((name) => name.includes(photo.id))).toEqual([]);
  });

  it('stores one photo if several tabs send it at the same time', async () => {
    const photo = await makePhoto();
    const statuses = await Promise.all([1, 2, 3].map(() => upload(veld, anna, photo)));
    expect(
      statuses.every((status) => [204, 409, 410, 423].includes(status)),
      String(statuses),
    ).toBe(true);
    if (!(await row(photo.id))) expect(await upload(veld, anna, photo)).toBe(204);
    expect(readFileSync(veld.storedPath(originalKey(await storedId(veld, photo)))).equals(photo.bytes)).toBe(true);
  });

  it('leaves the bytes to the tab that has just started the upload over', async () => {
    const photo = await makePhoto();
    expect((await createUpload(veld, anna, photo)).status).toBe(201);
    const path = join(veld.dataDir, 'uploads', tusId(anna.user.id, photo.id));
    writeFileSync(path, photo.bytes.subarray(0, 100));
    const { sha256, type } = photo;
    // The other tab got the answer that all bytes had arrived before the file was truncated.
    const finished = finishUpload(veld.context, {
      userId: anna.user.id,
      metadata: { id: photo.id, sha256, type },
      path,
      length: photo.bytes.length,
    });
    await expect(finished).rejects.toMatchObject({ status_code: 409 });
    expect((await headUpload(veld, anna, photo.id)).headers.get('upload-offset')).toBe('100');
    expect((await patchUpload(veld, anna, photo.id, photo.bytes.subarray(100), 100)).status).toBe(204);
    expect(await row(photo.id)).toBeDefined();
  });

  it('never returns 404 to 200 simultaneous requests with several for the same photo', async () => {
    const photo = await makePhoto({ width: 200, height: 150 });
    const statuses: Record<number, number> = {};
    const count = async (response: Promise<Response>) => {
      const { status } = await response;
      statuses[status] = (statuses[status] ?? 0) + 1;
      return status;
    };
    const photos = Array.from({ length: 50 }, () => ({ ...photo, id: randomUUID() }));
    await Promise.all(
      photos.map(async (one) => {
        // Two devices create the upload of one photo at the same time, then both send the bytes.
        await Promise.all([count(createUpload(veld, anna, one)), count(createUpload(veld, anna, one))]);
        await Promise.all([count(patchUpload(veld, anna, one.id, one.bytes)), count(patchUpload(veld, anna, one.id, one.bytes))]);
        for (let tries = 0; tries < 20 && !(await row(one.id)); tries++) {
          if ((await headUpload(veld, anna, one.id)).status === 404) await createUpload(veld, anna, one);
          await patchUpload(veld, anna, one.id, one.bytes);
        }
      }),
    );
    expect(statuses, JSON.stringify(statuses)).not.toHaveProperty('404');
    expect(Object.values(statuses).reduce((sum, one) => sum + one, 0)).toBe(200);
    for (const one of photos) expect(await row(one.id)).toBeDefined();
    // Rendering these pictures would take longer than all other tests.
    await sql`delete from jobs.job where name = 'media' and state = 'created'`.execute(veld.db);
  });
});

describe('the store of incomplete uploads', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'veld-uploads-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('never reads an incomplete upload while it is created again', async () => {
    const store = new UploadStore({ directory });
    const create = () => store.create(new Upload({ id: 'anna.photo', size: 9, offset: 0, metadata: { type: 'image/jpeg' } }));
    await create();
    let isCreating = true;
    const creating = (async () => {
      for (let times = 0; times < 200; times++) await create();
      isCreating = false;
    })();
    const sizes = new Set<number | undefined>();
    const reading = Array.from({ length: 4 }, async () => {
      while (isCreating) sizes.add((await store.getUpload('anna.photo')).size);
    });
    await Promise.all([creating, ...reading]);
    expect(sizes).toEqual(new Set([9]));
  });
});
