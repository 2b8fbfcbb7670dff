import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { deleteObservation, getObservation, getFeed, listMediaAddresses, listObservationChanges, MAX_ADDRESSES } from '@veld/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import {
  createUpload,
  declare,
  declared,
  draft,
  headUpload,
  insertTaxa,
  makePhoto,
  storedId,
  patchUpload,
  type Photo,
  PHOTO_SECRETS,
  save,
  TAXA,
  upload,
} from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { buildServer } from '../../server.ts';
import { findState } from '../taxa/store.ts';
import { eraseMedia, eraseUploads, removePhotos, requeueUnrendered, renderPhoto } from './jobs.ts';
import { displayKey, originalKey } from './keys.ts';
import { isSigned, mediaUrls } from './signature.ts';

/** A PNG of one bit per pixel: encoding one of 81 million pixels with sharp takes many times longer than the test. */
function blackPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(side);
  header.writeUInt32BE(side, 4);
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('photos', () => {
  beforeEach(() => void vi.stubEnv('VELD_TEST_PICTURE_PROCESSES', '1'));
  afterEach(() => void vi.unstubAllEnvs());
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let now = new Date('2026-06-01T10:30:00Z');
  const later = (hours: number) => (now = new Date(now.getTime() + hours * 3_600_000));
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const row = (id: string) => veld.db.selectFrom('media').selectAll().where('photo_id', '=', id).executeTakeFirst();
  const urlsOf = async (recordId: string, who: Person) =>
    (await veld.call(getObservation, { params: { id: recordId } }, who.token)).body.data.media[0]!.urls;
  const uploads = () => readdirSync(join(veld.dataDir, 'uploads'));

  it('are uploaded in parts, shown upright without metadata, and kept as the original for the owner', async () => {
    const photo = await makePhoto();
    const recordId = randomUUID();
    await save(veld, anna, recordId, draft({ media: [declared(photo)] }));
    expect(await urlsOf(recordId, anna)).toBeNull();

    const made = await createUpload(veld, anna, photo);
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/api/uploads/${photo.id}`);
    expect(made.headers.get('x-content-type-options')).toBe('nosniff');
    expect(made.headers.get('access-control-allow-origin')).toBeNull();
    const half = Math.floor(photo.bytes.length / 2);
    expect((await patchUpload(veld, anna, photo.id, photo.bytes.subarray(0, half))).status).toBe(204);
    expect(await row(photo.id)).toBeUndefined();
    const head = await headUpload(veld, anna, photo.id);
    expect(head.headers.get('upload-offset')).toBe(String(half));
    const last = await patchUpload(veld, anna, photo.id, photo.bytes.subarray(half), half);
    expect([last.status, last.headers.get('upload-stored')]).toEqual([204, '1']);
    expect(await row(photo.id)).toMatchObject({ state: 'stored', sha256: photo.sha256, byte_length: photo.bytes.length });
    expect(uploads()).toEqual([]);

    await veld.context.jobs.drain();
    expect(await row(photo.id)).toMatchObject({ state: 'ready', width: 600, height: 900 });
    const urls = (await urlsOf(recordId, bram))!;
    const seen = await veld.fetch(urls[512]);
    expect(seen.status).toBe(200);
    expect(seen.headers.get('content-type')).toBe('image/webp');
    expect(seen.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
    expect(seen.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(seen.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const shown = Buffer.from(await seen.arrayBuffer());
    const found = await sharp(shown).metadata();
    expect([found.width, found.height, found.exif, found.xmp, found.icc, found.orientation]).toEqual([
      341,
      512,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    // Rotated clockwise by 90 degrees, so the red left half is on top.
    const top = await sharp(shown).extract({ left: 100, top: 20, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
    const bottom = await sharp(shown).extract({ left: 100, top: 490, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
    expect(top[0]! > 150 && top[2]! < 90).toBe(true);
    expect(bottom[2]! > 150 && bottom[0]! < 90).toBe(true);
    for (const size of [128, 1600] as const) {
      const bytes = Buffer.from(await (await veld.fetch(urls[size])).arrayBuffer());
      expect(Math.max((await sharp(bytes).metadata()).height, 0)).toBe(Math.min(900, size));
      for (const secret of [PHOTO_SECRETS.camera, PHOTO_SECRETS.owner, 'Exif', 'GPS']) expect(bytes.includes(secret)).toBe(false);
    }

    const path = `/api/media/${photo.id}/original`;
    const original = await veld.fetch(path, { headers: { authorization: `Bearer ${anna.token}` } });
    expect(Buffer.from(await original.arrayBuffer()).equals(photo.bytes)).toBe(true);
    expect(original.headers.get('content-disposition')).toBe(`attachment; filename="${photo.id}.jpg"`);
    expect((await veld.fetch(path, { headers: { authorization: `Bearer ${bram.token}` } })).status).toBe(404);
    expect((await veld.fetch(path)).status).toBe(401);
  });

  it('are rendered soon after the upload', async () => {
    const working = await testServer({}, { hasWorkers: true });
    await insertTaxa(working);
    const chen = await person(working, 'chen');
    const photo = await makePhoto();
    const id = randomUUID();
    await save(working, chen, id, draft({ media: [declared(photo)] }));
    await upload(working, chen, photo);
    const shown = async () => (await working.call(getObservation, { params: { id } }, chen.token)).body.data.media[0]!.urls;
    await expect.poll(shown, { interval: 200 }).not.toBeNull();
    await working.close();
  });

  it('are rendered at the next start if the server stopped in between', async () => {
    const ended = await testServer();
    await insertTaxa(ended);
    const chen = await person(ended, 'chen');
    const photo = await makePhoto();
    const id = randomUUID();
    await save(ended, chen, id, draft({ media: [declared(photo)] }));
    await upload(ended, chen, photo);
    await sql`delete from jobs.job where name = 'media'`.execute(ended.db);
    const shown = async () => (await ended.call(getObservation, { params: { id } }, chen.token)).body.data.media[0]!.urls;
    // While a server is running, a job counts as lost only after an hour.
    await requeueUnrendered(ended.context, false);
    await ended.context.jobs.drain();
    expect(await shown()).toBeNull();
    const next = await buildServer({ config: ended.context.config, databaseUrl: ended.databaseUrl, poolSize: 4 });
    await expect.poll(shown, { interval: 200 }).not.toBeNull();
    await next.close();
    await ended.close();
  });

  it('are served only at addresses signed in this or the previous hour', async () => {
    const photo = await makePhoto();
    const recordId = randomUUID();
    await save(veld, anna, recordId, draft({ media: [declared(photo)] }));
    await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    const url = (await urlsOf(recordId, bram))![128];
    const other = await makePhoto();
    await upload(veld, anna, other);
    await veld.context.jobs.drain();
    for (const wrong of [
      url.split('?')[0]!,
      url.replace('/128?', '/1600?'),
      url.replace(await storedId(veld, photo), await storedId(veld, other)),
      url.replace(await storedId(veld, photo), photo.id),
      url.replace(/s=.{4}/, 's=AAAA'),
      url.replace(/e=\d+/, (found) => `e=${Number(found.slice(2)) + 1}`),
      `${url}&s=x`,
    ])
      expect((await veld.fetch(wrong)).status, wrong).toBe(404);
    later(1);
    expect((await veld.fetch(url)).status).toBe(200);
    later(1);
    expect((await veld.fetch(url)).status).toBe(404);
    expect(isSigned({ secret: Buffer.from('a') }, photo.id, '128', '1', 'x', now)).toBe(false);
    expect(mediaUrls({ secret: Buffer.from('a') }, photo.id, now)).not.toEqual(mediaUrls({ secret: Buffer.from('b') }, photo.id, now));
  });

  it('get new addresses in one request for their owner only', async () => {
    const photos = [await makePhoto(), await makePhoto()];
    const crop = { x: 0.5, y: 0, width: 0.5, height: 0.5 };
    const [recordId, second] = [randomUUID(), randomUUID()];
    const media = [
      { ...declared(photos[0]!), crop },
      { ...declared(photos[1]!), order: 1 },
    ];
    await save(veld, anna, recordId, draft({ media }));
    // The same photo without a crop, in another record.
    await save(veld, anna, second, draft({ media: [declared(photos[0]!)] }));
    for (const photo of photos) await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    const old = (await urlsOf(recordId, anna))![128];
    later(3);
    expect((await veld.fetch(old)).status).toBe(404);
    const listAddresses = async (who: Person, ids: string[]) => veld.call(listMediaAddresses, { query: { ids: ids.join(',') } }, who.token);
    const ids = photos.map((photo) => photo.id);
    const { data } = (await listAddresses(anna, [...ids, randomUUID()])).body;
    expect(data).toHaveLength(3);
    const of = (id: string, isCropped: boolean) => data.find((one) => one.id === id && (one.crop !== null) === isCropped)!;
    expect(of(ids[0]!, true)).toMatchObject({
      crop,
      whole_urls: { 512: expect.stringContaining('.whole/') },
      thumbhash: expect.any(String),
    });
    expect(of(ids[0]!, true).urls).toEqual(await urlsOf(recordId, anna));
    expect(of(ids[0]!, false).urls).toEqual(await urlsOf(second, anna));
    expect(of(ids[1]!, false)).not.toHaveProperty('whole_urls');
    for (const { urls } of data) expect((await veld.fetch(urls![128])).status).toBe(200);
    expect((await veld.fetch(of(ids[0]!, true).whole_urls![128])).status).toBe(200);

    expect((await listAddresses(bram, ids)).body.data).toEqual([]);
    for (const record of [recordId, second]) await veld.call(deleteObservation, { params: { id: record } }, anna.token);
    expect((await listAddresses(anna, ids)).body.data).toEqual([]);
    expect((await listAddresses(anna, [])).status).toBe(422);
    expect((await listAddresses(anna, ['not-an-id'])).status).toBe(422);
    expect(
      (
        await listAddresses(
          anna,
          Array.from({ length: MAX_ADDRESSES }, () => randomUUID()),
        )
      ).status,
    ).toBe(200);
    expect(
      (
        await listAddresses(
          anna,
          Array.from({ length: MAX_ADDRESSES + 1 }, () => randomUUID()),
        )
      ).status,
    ).toBe(422);
  });

  it('are not shown after their record is deleted, nor in records of others', async () => {
    const photo = await makePhoto();
    const recordId = randomUUID();
    await save(veld, anna, recordId, draft({ media: [declared(photo)] }));
    await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    const thief = randomUUID();
    const { body } = await save(veld, bram, thief, draft({ media: [declared(photo)] }));
    expect(body.data.media[0]).toMatchObject({ urls: null, thumbhash: null });
    const url = (await urlsOf(recordId, bram))![512];
    await veld.call(deleteObservation, { params: { id: recordId } }, anna.token);
    expect((await veld.fetch(url)).status).toBe(404);
  });

  it('that are no pictures fail at once, and the original is kept', async () => {
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>');
    const svg: Photo = { ...declare(bytes, 'image/png'), bytes };
    const id = randomUUID();
    await save(veld, anna, id, draft({ media: [declared(svg)] }));
    const changes = async (cursor?: string) =>
      (await veld.call(listObservationChanges, { query: { cursor, limit: '100' } }, anna.token)).body;
    let last = await changes();
    while (last.has_more) last = await changes(last.next_cursor);
    await upload(veld, anna, svg);
    await veld.context.jobs.drain();
    expect(await row(svg.id)).toMatchObject({ state: 'failed', tries: 1, fault: 'format' });
    // The owner's devices get the reason, others do not.
    const own = await veld.call(getObservation, { params: { id } }, anna.token);
    expect(own.body.data.media[0]).toMatchObject({ urls: null, failed: 'format' });
    expect((await changes(last.next_cursor)).data).toMatchObject([{ id, version: 1, media: [{ failed: 'format' }] }]);
    const others = await veld.call(getObservation, { params: { id } }, bram.token);
    expect(others.body.data.media[0]).not.toHaveProperty('failed');
    expect(JSON.stringify((await veld.call(getFeed, {}, bram.token)).body)).not.toContain('"failed"');
    expect(await veld.context.files.size(originalKey(await storedId(veld, svg)))).toBe(bytes.length);
  });

  it('that are cut off are not shown, the owner is notified, and the original is kept as it is', async () => {
    const whole = await makePhoto({ orientation: 1 });
    const bytes = whole.bytes.subarray(0, Math.floor(whole.bytes.length * 0.6));
    const photo: Photo = { ...declare(bytes, 'image/jpeg', 900, 600), bytes };
    const id = randomUUID();
    await save(veld, anna, id, draft({ media: [declared(photo)] }));
    await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    expect(await row(photo.id)).toMatchObject({ state: 'failed', tries: 1, fault: 'damaged' });
    expect((await veld.call(getObservation, { params: { id } }, anna.token)).body.data.media[0]).toMatchObject({ failed: 'damaged' });
    expect(await urlsOf(id, bram)).toBeNull();
    const original = await veld.fetch(`/api/media/${photo.id}/original`, { headers: { authorization: `Bearer ${anna.token}` } });
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('can crash or hang the rendering process without effect on the server', async () => {
    const photo = await makePhoto();
    await upload(veld, anna, photo);
    const program = join(veld.dataDir, 'poison.mjs');
    writeFileSync(program, "process.once('message', () => process.kill(process.pid, 'SIGSEGV'))");
    await renderPhoto(veld.context, await storedId(veld, photo), { program });
    expect(await row(photo.id)).toMatchObject({ state: 'stored', tries: 1 });
    writeFileSync(program, "process.once('message', () => setInterval(() => undefined, 1000))");
    await renderPhoto(veld.context, await storedId(veld, photo), { program, timeLimitMs: 300 });
    expect(await row(photo.id)).toMatchObject({ state: 'stored', tries: 2 });
    await renderPhoto(veld.context, await storedId(veld, photo));
    expect(await row(photo.id)).toMatchObject({ state: 'ready' });
    await veld.context.jobs.drain();
  });

  it('S20: that crash the rendering process three times are set aside', async () => {
    const photo = await makePhoto();
    await upload(veld, anna, photo);
    const program = join(veld.dataDir, 'poison.mjs');
    writeFileSync(program, "process.once('message', () => process.kill(process.pid, 'SIGSEGV'))");
    for (let time = 0; time < 2; time++) await renderPhoto(veld.context, await storedId(veld, photo), { program });
    expect(await row(photo.id)).toMatchObject({ state: 'stored', tries: 2 });
    await renderPhoto(veld.context, await storedId(veld, photo), { program });
    expect(await row(photo.id)).toMatchObject({ state: 'failed', tries: 3, fault: 'damaged' });
    await veld.context.jobs.drain();
    expect(await row(photo.id)).toMatchObject({ state: 'failed', tries: 3 });
  });

  it('fail if they exceed the pixel limit', async () => {
    const bytes = blackPng(9000);
    const bomb: Photo = { ...declare(bytes, 'image/png', 9000, 9000), bytes };
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 9000, height: 9000 });
    await upload(veld, anna, bomb);
    await veld.context.jobs.drain();
    expect(await row(bomb.id)).toMatchObject({ state: 'failed', fault: 'too_large' });
  });

  it('are rendered from a companion JPEG uploaded by their owner if their format is not supported', async () => {
    const bytes = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic\0\0\0\0mif1heic'),
      Buffer.from([0, 0, 0, 12]),
      Buffer.from('meta\0\0\0\0'),
    ]);
    const heic: Photo = { ...declare(bytes, 'image/heic'), bytes };
    const jpeg = { ...(await makePhoto({ orientation: 1 })), id: heic.id };
    expect((await createUpload(veld, anna, jpeg, { companion: 'jpeg' })).status).toBe(409);
    await upload(veld, anna, heic);
    await veld.context.jobs.drain();
    expect((await row(heic.id))!.state).toBe('failed');
    expect((await createUpload(veld, bram, jpeg, { companion: 'jpeg' })).status).toBe(409);
    expect(await upload(veld, anna, jpeg, { companion: 'jpeg' })).toBe(204);
    await veld.context.jobs.drain();
    expect(await row(heic.id)).toMatchObject({ state: 'ready', fault: null, width: 900, height: 600, sha256: heic.sha256 });
    const original = await veld.fetch(`/api/media/${heic.id}/original`, { headers: { authorization: `Bearer ${anna.token}` } });
    expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('are erased for one person without affecting others', async () => {
    const chen = await person(veld, 'chen');
    const [hers, his, unfinished] = [await makePhoto(), await makePhoto(), await makePhoto()];
    await upload(veld, chen, hers);
    await upload(veld, bram, his);
    await createUpload(veld, chen, unfinished);
    await veld.context.jobs.drain();
    const [hersId, hisId] = [await storedId(veld, hers), await storedId(veld, his)];
    for (const [taxon, image_media_id] of [
      [TAXA.heron, hersId],
      [TAXA.moss, hisId],
    ] as const)
      await veld.db
        .updateTable('taxa')
        .set({ image_media_id, image_attribution: 'someone', image_license: 'cc-by' })
        .where('id', '=', taxon.id)
        .execute();
    const { seq } = await findState(veld.db);
    for (let again = 0; again < 2; again++) {
      await eraseMedia(veld.context, chen.user.id);
      await eraseUploads(veld.context, chen.user.id);
    }
    expect(await row(hers.id)).toBeUndefined();
    for (const key of [originalKey(hersId), displayKey(hersId, 128)]) expect(await veld.context.files.size(key)).toBeNull();
    expect(uploads().filter((name) => name.startsWith(chen.user.id))).toEqual([]);
    // Devices learn once about the species that lost its image, and only about that one.
    expect((await findState(veld.db)).seq).toBe(seq + 1);
    const images = await veld.db
      .selectFrom('taxa')
      .select(['id', 'image_media_id', 'image_attribution', 'image_license', 'updated_seq'])
      .where((where) => where.or([where('updated_seq', '>', seq), where('image_media_id', 'is not', null)]))
      .orderBy('id')
      .execute();
    expect(images).toMatchObject([
      { id: TAXA.heron.id, image_media_id: null, image_attribution: null, image_license: null, updated_seq: seq + 1 },
      { id: TAXA.moss.id, image_media_id: hisId },
    ]);
    expect(await veld.context.files.size(displayKey(hisId, 128))).not.toBeNull();
  });

  it('leave no files if they are erased while they are rendered', async () => {
    const photo = await makePhoto();
    await upload(veld, bram, photo);
    const id = await storedId(veld, photo);
    const { files } = veld.context;
    let erasing: Promise<void> | null = null;
    const context = {
      ...veld.context,
      files: {
        ...files,
        async moveIn(key: string, from: string) {
          await (erasing ??= removePhotos(veld.context, async () => ((await row(photo.id)) ? [id] : [])));
          await files.moveIn(key, from);
        },
      },
    };
    await renderPhoto(context, id);
    expect(erasing).not.toBeNull();
    for (const size of [128, 512, 1600]) expect(await files.size(displayKey(id, size))).toBeNull();
  });

  it.runIf(process.env.VELD_SAMPLES)(
    'are either rendered without metadata or marked as failed: all in the sample folder',
    async () => {
      const folder = join(process.env.VELD_SAMPLES!, 'images');
      const types: Record<string, Photo['type']> = {
        jpg: 'image/jpeg',
        jpeg: 'image/jpeg',
        png: 'image/png',
        avif: 'image/avif',
        heic: 'image/heic',
      };
      const states: Record<string, string> = {};
      const asserted = ['Portrait_8.jpg', 'example.avif', 'heic-single.heic'];
      const names = readdirSync(folder).filter((name, at) => inject('isLong') || asserted.includes(name) || at % 4 === 0);
      for (const name of names) {
        const bytes = readFileSync(join(folder, name));
        const photo: Photo = { ...declare(bytes, types[name.split('.').at(-1)!.toLowerCase()]!), bytes };
        expect(await upload(veld, anna, photo), name).toBe(204);
        await veld.context.jobs.drain();
        states[name] = (await row(photo.id))!.state;
        if (states[name] !== 'ready') continue;
        const shown = await sharp(veld.storedPath(displayKey(await storedId(veld, photo), 1600))).metadata();
        expect([shown.exif, shown.xmp, shown.iptc, shown.icc], name).toEqual([undefined, undefined, undefined, undefined]);
      }
      expect(Object.values(states)).not.toContain('stored');
      expect(states['Portrait_8.jpg']).toBe('ready');
      expect(states['example.avif']).toBe('ready');
      expect(states['heic-single.heic']).toBe('failed');
    },
    120_000,
  );
});
