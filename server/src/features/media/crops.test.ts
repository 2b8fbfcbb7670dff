import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Crop,
  deleteObservation,
  getFeed,
  getObservation,
  getTaxonImages,
  listObservationChanges,
  listObservationHistory,
  listObservations,
  postTaxonImage,
} from '@veld/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declare, declared, draft, insertTaxa, storedId, type Photo, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { checkPhotos } from './check.ts';
import { requeueUnrendered, renderPhoto } from './jobs.ts';
import { displayKey } from './keys.ts';

const WIDTH = 480;
const HEIGHT = 320;
type Colour = readonly [number, number, number];
/** The colours of the quarters of the upright picture. */
const RED: Colour = [200, 20, 20];
const GREEN: Colour = [20, 160, 40];
const BLUE: Colour = [20, 30, 200];
const YELLOW: Colour = [220, 200, 20];

/** A photo whose upper quarters are red and green and whose lower quarters are blue and yellow when upright. */
async function quarters(orientation = 1): Promise<Photo> {
  const [width, height] = orientation >= 5 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  /** The position in the file of a pixel of the upright picture. */
  const place = (x: number, y: number): [number, number] => {
    const [right, bottom] = [width - 1, height - 1];
    const places: [number, number][] = [
      [x, y],
      [right - x, y],
      [right - x, bottom - y],
      [x, bottom - y],
      [y, x],
      [y, bottom - x],
      [right - y, bottom - x],
      [right - y, x],
    ];
    return places[orientation - 1]!;
  };
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [left, top] = place(x, y);
      const colour = y < HEIGHT / 2 ? (x < WIDTH / 2 ? RED : GREEN) : x < WIDTH / 2 ? BLUE : YELLOW;
      data.set(colour, (top * width + left) * 3);
    }
  }
  const bytes = await sharp(data, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation })
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { ...declare(bytes, 'image/jpeg', WIDTH, HEIGHT), bytes };
}

/** Whether all pixels of a picture have about this colour. */
async function isAll(bytes: Buffer, colour: Colour): Promise<boolean> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += info.channels)
    if (colour.some((value, channel) => Math.abs(data[at + channel]! - value) > 40)) return false;
  return true;
}

const RIGHT_TOP: Crop = { x: 0.5, y: 0, width: 0.25, height: 0.5 };
const RIGHT_BOTTOM: Crop = { x: 0.5, y: 0.5, width: 0.5, height: 0.5 };

describe('a crop', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let now = new Date('2026-06-01T10:30:00Z');
  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  const media = async (id: string, who: Person) => (await veld.call(getObservation, { params: { id } }, who.token)).body.data.media[0]!;
  const bytesOf = async (url: string): Promise<Buffer> => {
    const response = await veld.fetch(url);
    expect(response.status, url).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const cropsOf = async (photo: Photo) =>
    veld.db
      .selectFrom('media_crops')
      .selectAll()
      .where('media_id', '=', await storedId(veld, photo))
      .execute();
  const filesOf = async (photo: Photo) => {
    const id = await storedId(veld, photo);
    return readdirSync(join(veld.dataDir, 'photos', 'display', id.slice(0, 2), id)).toSorted();
  };
  /** Saves a record of anna's with a photo, uploads the photo and renders it. */
  const recorded = async (crop: Crop | null | undefined, change: Parameters<typeof draft>[0] = {}) => {
    const photo = await quarters();
    const id = randomUUID();
    const response = await save(
      veld,
      anna,
      id,
      draft({ media: [{ ...declared(photo), ...(crop === undefined ? {} : { crop }) }], ...change }),
    );
    expect(response.status).toBe(200);
    await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    return { photo, id };
  };
  const saveAgain = async (id: string, photo: Photo, base: number, crop: Crop | null | undefined) => {
    const body = draft({ media: [{ ...declared(photo), ...(crop === undefined ? {} : { crop }) }] });
    const response = await save(veld, anna, id, body, base);
    expect(response.status).toBe(200);
    return response.body.data;
  };

  it('applies to the upright picture in all orientations and sizes', async () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      const photo = await quarters(orientation);
      const id = randomUUID();
      await save(veld, anna, id, draft({ media: [{ ...declared(photo), crop: RIGHT_TOP }] }));
      await upload(veld, anna, photo);
      await veld.context.jobs.drain();
      const shown = await media(id, bram);
      expect([shown.width, shown.height], `orientation ${orientation}`).toEqual([120, 160]);
      for (const size of [128, 512, 1600] as const) {
        const bytes = await bytesOf(shown.urls![size]);
        const { width, height } = await sharp(bytes).metadata();
        expect([width, height]).toEqual(size === 128 ? [96, 128] : [120, 160]);
        expect(await isAll(bytes, GREEN), `orientation ${orientation}, ${size}`).toBe(true);
      }
    }
  });

  it('is all that others get: not the rest of the photo, its size or the position of the crop', async () => {
    const { photo, id } = await recorded(RIGHT_BOTTOM);
    const theirs = await media(id, bram);
    expect([theirs.width, theirs.height]).toEqual([240, 160]);
    expect(theirs).not.toHaveProperty('crop');
    expect(theirs).not.toHaveProperty('whole_urls');
    expect(theirs.urls![512]).not.toContain('whole');
    const lists = [
      (await veld.call(getFeed, {}, bram.token)).body,
      (await veld.call(listObservations, { query: {} }, bram.token)).body,
      (await veld.call(getObservation, { params: { id } }, bram.token)).body,
    ];
    for (const list of lists) {
      const text = JSON.stringify(list);
      expect(text).toContain(theirs.urls![512]);
      for (const secret of ['"crop"', 'whole', `/api/media/${await storedId(veld, photo)}/`, '"width":480'])
        expect(text.includes(secret), secret).toBe(false);
    }
    expect(await isAll(await bytesOf(theirs.urls![1600]), YELLOW)).toBe(true);
    // The signature for the crop is not valid for the whole picture.
    for (const wrong of [theirs.urls![512].replace(/\.[0-9a-f-]{36}/, ''), theirs.urls![512].replace(/\.[0-9a-f-]{36}/, '.whole')])
      expect((await veld.fetch(wrong)).status).toBe(404);

    const mine = await media(id, anna);
    expect(mine).toMatchObject({ width: WIDTH, height: HEIGHT, crop: RIGHT_BOTTOM, urls: theirs.urls });
    const whole = await bytesOf(mine.whole_urls![512]);
    expect((await sharp(whole).metadata()).width).toBe(WIDTH);
    expect(await isAll(whole, YELLOW)).toBe(false);
    const original = await veld.fetch(`/api/media/${photo.id}/original`, { headers: { authorization: `Bearer ${anna.token}` } });
    expect(Buffer.from(await original.arrayBuffer()).equals(photo.bytes)).toBe(true);
  });

  it('gets new addresses when it changes, and the previous ones return 404', async () => {
    const { photo, id } = await recorded(null);
    const whole = (await media(id, bram)).urls!;
    expect(await isAll(await bytesOf(whole[512]), RED)).toBe(false);

    const cropped = await saveAgain(id, photo, 1, RIGHT_TOP);
    // The rest is hidden at once, before the crop is rendered.
    expect(cropped.media[0]).toMatchObject({ urls: null, crop: RIGHT_TOP });
    expect((await veld.fetch(whole[512])).status).toBe(404);
    expect((await media(id, bram)).urls).toBeNull();
    await veld.context.jobs.drain();
    const first = (await media(id, bram)).urls!;
    expect(await isAll(await bytesOf(first[512]), GREEN)).toBe(true);
    expect(await filesOf(photo)).toHaveLength(6);

    await saveAgain(id, photo, 2, RIGHT_BOTTOM);
    expect((await veld.fetch(first[512])).status).toBe(404);
    await veld.context.jobs.drain();
    const second = (await media(id, bram)).urls!;
    expect(second[512]).not.toBe(first[512]);
    expect(await isAll(await bytesOf(second[512]), YELLOW)).toBe(true);
    // The files of the previous crop are deleted.
    expect(await filesOf(photo)).toHaveLength(6);
    expect(await cropsOf(photo)).toMatchObject([{ state: 'ready', crop: RIGHT_BOTTOM }]);

    await saveAgain(id, photo, 3, null);
    expect(await isAll(await bytesOf((await media(id, bram)).urls![512]), YELLOW)).toBe(false);
    await veld.context.jobs.drain();
    expect(await filesOf(photo)).toEqual(['128.webp', '1600.webp', '512.webp']);
    expect(await cropsOf(photo)).toEqual([]);
  });

  it('changes at once for others, as the order of photos does, with addresses that are not in a browser cache', async () => {
    const [left, right] = [await quarters(), await quarters()];
    const id = randomUUID();
    const of = (...photos: (readonly [Photo, Crop | null])[]) =>
      draft({ media: photos.map(([photo, crop], order) => ({ ...declared(photo), crop, order })) });
    await save(veld, anna, id, of([left, RIGHT_TOP], [right, RIGHT_BOTTOM]));
    for (const photo of [left, right]) await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    const seen = async () => {
      const record = (await veld.call(getObservation, { params: { id } }, bram.token)).body.data;
      const listed = (await veld.call(listObservations, { query: {} }, bram.token)).body.data.find((one) => one.id === id)!;
      // A list has the first photo only.
      expect(listed.media).toEqual(record.media.slice(0, 1));
      return Promise.all(record.media.map(async ({ urls }) => ((await isAll(await bytesOf(urls![512]), GREEN)) ? 'green' : 'yellow')));
    };
    /** A browser cache that ignores the query with the signature. */
    const cache = new Map<string, Buffer>();
    const open = async () => {
      const record = (await veld.call(getObservation, { params: { id } }, bram.token)).body.data;
      for (const { urls } of record.media) {
        const response = await veld.fetch(urls![512]);
        expect(response.headers.get('cache-control')).toBe('private, max-age=7200, immutable');
        const bytes = Buffer.from(await response.arrayBuffer());
        const key = urls![512].split('?')[0]!;
        expect(cache.get(key)?.equals(bytes) ?? true, key).toBe(true);
        cache.set(key, bytes);
      }
    };
    expect(await seen()).toEqual(['green', 'yellow']);
    await open();
    await save(veld, anna, id, of([right, RIGHT_BOTTOM], [left, RIGHT_TOP]), 1);
    expect(await seen()).toEqual(['yellow', 'green']);
    await open();
    await save(veld, anna, id, of([right, RIGHT_TOP], [left, RIGHT_BOTTOM]), 2);
    await veld.context.jobs.drain();
    expect(await seen()).toEqual(['green', 'yellow']);
    await open();
    expect(cache.size).toBe(4);
    // After a change back, the crops are rendered again with other addresses.
    await save(veld, anna, id, of([right, RIGHT_BOTTOM], [left, RIGHT_TOP]), 3);
    await veld.context.jobs.drain();
    expect(await seen()).toEqual(['yellow', 'green']);
    await open();
    expect(cache.size).toBe(6);
  });

  it('is listed in the changes of its owner when saved and when rendered', async () => {
    const { photo, id } = await recorded(null);
    const changes = async (cursor?: string) => (await veld.call(listObservationChanges, { query: { cursor } }, anna.token)).body;
    let last = await changes();
    while (last.has_more) last = await changes(last.next_cursor);
    await saveAgain(id, photo, 1, RIGHT_TOP);
    last = await changes(last.next_cursor);
    expect(last.data).toMatchObject([{ id, version: 2, media: [{ crop: RIGHT_TOP, urls: null }] }]);
    await veld.context.jobs.drain();
    last = await changes(last.next_cursor);
    expect(last.data).toMatchObject([{ id, version: 2, media: [{ crop: RIGHT_TOP, urls: { 512: expect.any(String) } }] }]);
  });

  it('is kept by edits without the crop property, and is in the history', async () => {
    const { photo, id } = await recorded(RIGHT_TOP);
    const edited = await saveAgain(id, photo, 1, undefined);
    expect(edited.media[0]!.crop).toEqual(RIGHT_TOP);
    expect((await media(id, bram)).urls).not.toBeNull();
    await saveAgain(id, photo, 2, null);
    const { data } = (await veld.call(listObservationHistory, { params: { id } }, anna.token)).body;
    expect(data.map((version) => version.record.media[0]!.crop)).toEqual([null, RIGHT_TOP, RIGHT_TOP]);
  });

  it('is rejected with 422 if it lies outside or is too small, and nothing is stored', async () => {
    const photo = await quarters();
    const wrong: [object, string][] = [
      [{ x: 0.5, y: 0, width: 0.6, height: 1 }, 'media.0.crop.width'],
      [{ x: 0, y: 0.9, width: 1, height: 0.2 }, 'media.0.crop.height'],
      [{ x: -0.1, y: 0, width: 1, height: 1 }, 'media.0.crop.x'],
      [{ x: 0, y: 0, width: 0.001, height: 1 }, 'media.0.crop.width'],
      [{ x: 0, y: 0, width: 1 }, 'media.0.crop.height'],
    ];
    for (const [crop, field] of wrong) {
      const id = randomUUID();
      const response = await save(veld, anna, id, draft({ media: [{ ...declared(photo), crop: crop as Crop }] }));
      expect([response.status, Object.keys(response.problem.errors ?? {})], JSON.stringify(crop)).toEqual([422, [field]]);
      expect((await veld.call(getObservation, { params: { id } }, anna.token)).status).toBe(404);
    }
  });

  it('is not rendered for a photo of another user', async () => {
    const { photo } = await recorded(null);
    const id = randomUUID();
    const { body } = await save(veld, bram, id, draft({ media: [{ ...declared(photo), crop: RIGHT_TOP }] }));
    await veld.context.jobs.drain();
    expect(await cropsOf(photo)).toEqual([]);
    expect(body.data.media[0]).toMatchObject({ urls: null, thumbhash: null });
    expect((await media(id, bram)).urls).toBeNull();
  });

  it('applies to species images, when they are chosen and when it changes later', async () => {
    const klara = await person(veld, 'klara', { roles: ['curator'] });
    const taxonId = String(TAXA.heron.id);
    const { photo, id } = await recorded(RIGHT_TOP, { taxon_id: TAXA.heron.id });
    const { images } = (await veld.call(getTaxonImages, { params: { taxonId } }, klara.token)).body;
    expect(images).toHaveLength(1);
    expect(await isAll(await bytesOf(images[0]!.url), GREEN)).toBe(true);
    const chosen = { image_url: images[0]!.url, image_source: 'observation' };
    expect((await veld.call(postTaxonImage, { params: { taxonId }, body: chosen }, klara.token)).status).toBe(200);
    const image = `/api/taxon/${taxonId}/image`;
    expect(await isAll(await bytesOf(image), GREEN)).toBe(true);
    const etag = (await veld.fetch(image)).headers.get('etag');

    await save(veld, anna, id, draft({ taxon_id: TAXA.heron.id, media: [{ ...declared(photo), crop: RIGHT_BOTTOM }] }), 1);
    expect((await veld.fetch(image)).status).toBe(404);
    await veld.context.jobs.drain();
    expect(await isAll(await bytesOf(image), YELLOW)).toBe(true);
    // Revalidating the previous picture returns the new one.
    const revalidated = await veld.fetch(image, { headers: { 'if-none-match': etag! } });
    expect([revalidated.status, revalidated.headers.get('etag') === etag]).toEqual([200, false]);
    expect(revalidated.headers.get('cache-control')).toBe('public, no-cache');
    expect(await isAll(Buffer.from(await revalidated.arrayBuffer()), YELLOW)).toBe(true);

    // The image and its crop stay after the record is deleted.
    await veld.call(deleteObservation, { params: { id } }, anna.token);
    await requeueUnrendered(veld.context, false);
    await veld.context.jobs.drain();
    expect(await isAll(await bytesOf(image), YELLOW)).toBe(true);
  });

  it('is included in the photo check, which reports missing sizes', async () => {
    const { photo } = await recorded(RIGHT_TOP);
    const mediaId = await storedId(veld, photo);
    const faults = async () => (await checkPhotos(veld.db, veld.context.files)).faults.filter(({ id }) => id === mediaId);
    expect(await faults()).toEqual([]);
    const [crop] = await cropsOf(photo);
    await veld.context.files.remove(displayKey(mediaId, 512, crop!.id));
    expect(await faults()).toEqual([{ id: mediaId, fault: 'unshown' }]);
  });

  it('returns 404 after its record was deleted, and its files are deleted', async () => {
    const { photo, id } = await recorded(RIGHT_TOP);
    const { urls } = await media(id, bram);
    await veld.call(deleteObservation, { params: { id } }, anna.token);
    expect((await veld.fetch(urls![512])).status).toBe(404);
    expect((await veld.fetch(urls![512].replace(/\.[0-9a-f-]{36}/, ''))).status).toBe(404);
    await requeueUnrendered(veld.context, false);
    await veld.context.jobs.drain();
    expect(await filesOf(photo)).toEqual(['128.webp', '1600.webp', '512.webp']);
  });

  it('is rendered even if its job was lost, and a failure is reported to the owner', async () => {
    const { photo, id } = await recorded(null);
    await saveAgain(id, photo, 1, RIGHT_TOP);
    // Loses the job.
    await sql`delete from jobs.job where name = 'media'`.execute(veld.db);
    now = new Date(now.getTime() + 2 * 3_600_000);
    await veld.db
      .updateTable('media')
      .set({ created_at: new Date(now.getTime() - 7_200_000) })
      .where('photo_id', '=', photo.id)
      .execute();
    await requeueUnrendered(veld.context, false);
    await veld.context.jobs.drain();
    expect((await media(id, bram)).urls).not.toBeNull();

    await saveAgain(id, photo, 2, RIGHT_BOTTOM);
    const program = join(veld.dataDir, 'poison-crop.mjs');
    writeFileSync(program, "process.once('message', () => process.kill(process.pid, 'SIGSEGV'))");
    for (let attempt = 0; attempt < 4; attempt++) await renderPhoto(veld.context, await storedId(veld, photo), { program });
    expect((await cropsOf(photo))[0]).toMatchObject({ state: 'failed' });
    expect(await media(id, anna)).toMatchObject({ urls: null, failed: 'damaged' });
    expect(await media(id, bram)).toMatchObject({ urls: null });
    expect(await media(id, bram)).not.toHaveProperty('failed');
    await veld.context.jobs.drain();
  });
});
