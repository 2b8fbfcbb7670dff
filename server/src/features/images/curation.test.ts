import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  type Crop,
  getCurrentImage,
  getTaxonImageInfo,
  getTaxonImages,
  listImageNeeds,
  lockImage,
  postTaxonImage,
  putImageDetails,
  putImageRejection,
  revertImage,
} from '@veld/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declared, draft, insertTaxa, makePhoto, type Photo, save, storedId, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { cleanUp } from '../media/jobs.ts';

const NO_DETAILS = { crop: null, focus: null, alt: {}, life_stage: null } as const;

describe('curators', () => {
  let veld: TestServer;
  let anna: Person;
  let klara: Person;
  let admin: Person;
  let now = new Date();

  beforeAll(async () => {
    veld = await testServer({}, { now: () => now });
    await insertTaxa(veld);
    admin = await person(veld, 'ada', { roles: ['admin'] });
    anna = await person(veld, 'anna');
    klara = await person(veld, 'klara', { roles: ['curator'] });
  });
  afterAll(() => veld.close());

  const recorded = async (taxon_id: number, crop: Crop | null = null): Promise<{ photo: Photo; id: string; mediaId: string }> => {
    // Without orientation, so that its left half is red.
    const photo = await makePhoto({ orientation: 1 });
    const id = randomUUID();
    await save(veld, anna, id, draft({ taxon_id, media: [{ ...declared(photo), crop }] }));
    await upload(veld, anna, photo);
    await veld.server.context.jobs.drain();
    return { photo, id, mediaId: await storedId(veld, photo) };
  };
  const params = (id: number) => ({ taxonId: String(id) });
  const choose = (id: number, mediaId: string, change: Partial<BodyOf<typeof postTaxonImage>> = {}) =>
    veld.call(
      postTaxonImage,
      { params: params(id), body: { image_url: `/api/media/${mediaId}/512`, image_source: 'observation', ...change } },
      klara.token,
    );
  const edit = (id: number, media_id: string, change: Partial<BodyOf<typeof putImageDetails>> = {}) =>
    veld.call(putImageDetails, { params: params(id), body: { ...NO_DETAILS, write_id: randomUUID(), media_id, ...change } }, klara.token);
  const revert = (id: number, change_id: string | null, write_id: string = randomUUID()) =>
    veld.call(revertImage, { params: params(id), body: { write_id, change_id, reason: ' Better ' } }, klara.token);
  const lock = (who: Person, id: number, is_locked: boolean) =>
    veld.call(lockImage, { params: params(id), body: { write_id: randomUUID(), is_locked } }, who.token);
  const currentOf = async (id: number) => (await veld.call(getCurrentImage, { params: params(id) }, klara.token)).body;
  const image = async (id: number, size: number) => {
    const response = await veld.fetch(`/api/taxon/${id}/image?size=${size}`);
    return { status: response.status, etag: response.headers.get('etag'), bytes: Buffer.from(await response.arrayBuffer()) };
  };
  /** Whether the left and the right edge of a picture are red. */
  const edges = async (bytes: Buffer) => {
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const red = (x: number) => data[(Math.floor(info.height / 2) * info.width + x) * 3]! > 128;
    return { left: red(2), right: red(info.width - 3), width: info.width, height: info.height };
  };

  it('choose a focus point and a crop; the small sizes show the part around it, at once', async () => {
    const { mediaId } = await recorded(TAXA.kingfisher.id);
    expect((await choose(TAXA.kingfisher.id, mediaId)).status).toBe(200);
    const before = await image(TAXA.kingfisher.id, 128);
    expect(await edges(before.bytes)).toMatchObject({ left: true, right: false, width: 128, height: 85 });
    // To the right, where it is blue.
    expect((await edit(TAXA.kingfisher.id, mediaId, { focus: { x: 0.95, y: 0.5 } })).status).toBe(200);
    const square = await image(TAXA.kingfisher.id, 128);
    expect(square.etag).not.toBe(before.etag);
    const squareEdges = await edges(square.bytes);
    expect(squareEdges.width).toBe(squareEdges.height);
    const wide = await edges((await image(TAXA.kingfisher.id, 512)).bytes);
    expect(wide.width / wide.height).toBeCloseTo(4 / 3, 1);
    expect(await edges((await image(TAXA.kingfisher.id, 1600)).bytes)).toMatchObject({ width: 900, height: 600 });
    // The crop holds in all sizes.
    await edit(TAXA.kingfisher.id, mediaId, { focus: { x: 0.95, y: 0.5 }, crop: { x: 0.6, y: 0, width: 0.4, height: 1 } });
    for (const size of [128, 512, 1600]) {
      const cropped = await edges((await image(TAXA.kingfisher.id, size)).bytes);
      expect([cropped.left, cropped.right], String(size)).toEqual([false, false]);
    }
    expect((await currentOf(TAXA.kingfisher.id)).data).toMatchObject({
      media_id: mediaId,
      focus: { x: 0.95, y: 0.5 },
      crop: { x: 0.6, y: 0, width: 0.4, height: 1 },
      width: 900,
      height: 600,
    });
    const tag = (await image(TAXA.kingfisher.id, 512)).etag!;
    expect((await veld.fetch(`/api/taxon/${TAXA.kingfisher.id}/image?size=512`, { headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  it('never show what the record cut away, and lose their crop when the record gets another', async () => {
    const right: Crop = { x: 0.5, y: 0, width: 0.5, height: 1 };
    const { mediaId, id, photo } = await recorded(TAXA.heron.id, right);
    await choose(TAXA.heron.id, mediaId);
    await edit(TAXA.heron.id, mediaId, { focus: { x: 0, y: 0.5 }, crop: { x: 0, y: 0, width: 0.5, height: 1 } });
    for (const size of [128, 512, 1600]) expect((await edges((await image(TAXA.heron.id, size)).bytes)).left, String(size)).toBe(false);
    const { data } = await currentOf(TAXA.heron.id);
    expect(data).toMatchObject({ width: 450, height: 600 });
    expect(await edges(Buffer.from(await (await veld.fetch(data!.edit_url)).arrayBuffer()))).toMatchObject({ left: false });
    await save(
      veld,
      anna,
      id,
      draft({ taxon_id: TAXA.heron.id, media: [{ ...declared(photo), crop: { x: 0, y: 0, width: 0.4, height: 1 } }] }),
      1,
    );
    await veld.server.context.jobs.drain();
    for (const size of [128, 512, 1600])
      expect(await edges((await image(TAXA.heron.id, size)).bytes), String(size)).toMatchObject({ left: true, right: true });
    expect((await currentOf(TAXA.heron.id)).data).toMatchObject({ crop: null, focus: null });
  });

  it('describe the image in several languages; everyone gets it in their own', async () => {
    const { mediaId, photo } = await recorded(TAXA.moss.id);
    await choose(TAXA.moss.id, mediaId);
    await edit(TAXA.moss.id, mediaId, { alt: { en: 'A cushion of moss', nl: 'Een moskussen', de: ' ' }, life_stage: 'adult' });
    const info = async (language: string) =>
      (await veld.call(getTaxonImageInfo, { params: params(TAXA.moss.id) }, undefined, { 'accept-language': language })).body.data;
    expect(await info('nl')).toEqual({
      attribution: 'anna',
      license: 'CC-BY-4.0',
      license_url: 'https://creativecommons.org/licenses/by/4.0/',
      page_url: null,
      alt: 'Een moskussen',
      life_stage: 'adult',
      photo_id: photo.id,
    });
    expect((await info('de'))!.alt).toBeNull();
    // What is said about a photo of somebody's record does not change its credit.
    const other = await edit(TAXA.moss.id, mediaId, { credit: { author: 'Eve', license: 'CC0-1.0' } });
    expect(Object.keys(other.problem.errors!)).toEqual(['credit']);
    // It belongs to that picture.
    const next = await recorded(TAXA.moss.id);
    await choose(TAXA.moss.id, next.mediaId);
    expect((await info('nl'))!.alt).toBeNull();
    expect((await edit(TAXA.moss.id, mediaId)).status).toBe(409);
  });

  it('state who made an upload, with an open licence', async () => {
    const photo = await makePhoto();
    await upload(veld, klara, photo);
    const credit = { author: 'Jo', license: 'CC-BY-SA-3.0', page_url: 'https://example.org/jo' };
    const chosen = await choose(TAXA.moss.id, photo.id, { image_source: 'upload', credit });
    expect(chosen.body.data).toMatchObject({ attribution: 'Jo', license: 'CC-BY-SA-3.0' });
    const { data } = await currentOf(TAXA.moss.id);
    expect(data).toMatchObject({ source: 'upload', attribution: 'Jo', page_url: 'https://example.org/jo' });
    await edit(TAXA.moss.id, data!.media_id, { credit: { author: 'Joan', license: 'CC-BY-SA-4.0' } });
    expect((await currentOf(TAXA.moss.id)).data).toMatchObject({ attribution: 'Joan', license: 'CC-BY-SA-4.0' });
    const closed = await edit(TAXA.moss.id, data!.media_id, { credit: { author: 'Joan', license: 'CC-BY-ND-4.0' } });
    expect(Object.keys(closed.problem.errors!)).toEqual(['license']);
  });

  it('see who changed the image and why, and can return to an earlier one or to none', async () => {
    const [first, second] = [await recorded(TAXA.kingfisher.id), await recorded(TAXA.kingfisher.id)];
    const write_id = randomUUID();
    await choose(TAXA.kingfisher.id, first.mediaId, { write_id, reason: 'In flight' });
    await choose(TAXA.kingfisher.id, second.mediaId);
    // A repeated write changes nothing.
    await choose(TAXA.kingfisher.id, first.mediaId, { write_id });
    expect((await currentOf(TAXA.kingfisher.id)).data!.media_id).toBe(second.mediaId);
    const { history } = await currentOf(TAXA.kingfisher.id);
    expect(history.slice(0, 2)).toMatchObject([
      { action: 'choose', user_name: 'klara', reason: null, can_revert: false },
      { id: write_id, action: 'choose', user_name: 'klara', reason: 'In flight', attribution: 'anna', can_revert: true },
    ]);
    expect((await veld.fetch(history[1]!.url!)).status).toBe(200);
    const undo = randomUUID();
    expect((await revert(TAXA.kingfisher.id, write_id, undo)).body.data!.media_id).toBe(first.mediaId);
    expect((await currentOf(TAXA.kingfisher.id)).history[0]).toMatchObject({ action: 'revert', reason: 'Better' });
    expect((await revert(TAXA.kingfisher.id, null)).body.data).toBeNull();
    expect((await image(TAXA.kingfisher.id, 512)).status).toBe(404);
    // The details of the earlier image come back with it.
    const edited = history.find(({ action }) => action === 'edit')!;
    expect((await revert(TAXA.kingfisher.id, edited.id)).body.data).toMatchObject({ focus: { x: 0.95, y: 0.5 } });
    expect((await revert(TAXA.kingfisher.id, randomUUID())).status).toBe(404);
  });

  it('cannot return to a photo whose record was deleted', async () => {
    const { mediaId, id } = await recorded(TAXA.heron.id);
    const write_id = randomUUID();
    await choose(TAXA.heron.id, mediaId, { write_id });
    await choose(TAXA.heron.id, (await recorded(TAXA.heron.id)).mediaId);
    await veld.db.updateTable('observations').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect((await currentOf(TAXA.heron.id)).history.find((entry) => entry.id === write_id)).toMatchObject({
      url: null,
      attribution: null,
      can_revert: false,
    });
    expect(Object.keys((await revert(TAXA.heron.id, write_id)).problem.errors!)).toEqual(['change_id']);
    // Nor does the history keep it.
    for (const days of [1, 40]) {
      now = new Date(Date.now() + days * 86_400_000);
      await cleanUp(veld.server.context);
    }
    now = new Date();
    expect(await veld.db.selectFrom('media').select('id').where('id', '=', mediaId).execute()).toEqual([]);
  });

  it('keep images that others made for the history, after the curator’s account is gone too', async () => {
    const photo = await makePhoto();
    const kim = await person(veld, 'kim', { roles: ['curator'] });
    await upload(veld, kim, photo);
    const write_id = randomUUID();
    const body = {
      image_url: `/api/media/${photo.id}/512`,
      image_source: 'upload',
      write_id,
      credit: { author: 'Jo', license: 'CC0-1.0' },
    };
    await veld.call(postTaxonImage, { params: params(TAXA.moss.id), body }, kim.token);
    await choose(TAXA.moss.id, (await recorded(TAXA.moss.id)).mediaId);
    await veld.db.updateTable('users').set({ deleted_at: new Date(), erase_after: new Date() }).where('name', '=', 'kim').execute();
    now = new Date(Date.now() + 40 * 86_400_000);
    await cleanUp(veld.server.context);
    now = new Date();
    expect((await revert(TAXA.moss.id, write_id)).body.data).toMatchObject({ attribution: 'Jo', license: 'CC0-1.0' });
    expect((await image(TAXA.moss.id, 512)).status).toBe(200);
  });

  it('lock an image; only admins unlock it', async () => {
    const { mediaId } = await recorded(TAXA.heron.id);
    await choose(TAXA.heron.id, mediaId);
    expect((await lock(klara, TAXA.heron.id, true)).body.data!.is_locked).toBe(true);
    const other = (await recorded(TAXA.heron.id)).mediaId;
    const { history } = await currentOf(TAXA.heron.id);
    const attempts = [await choose(TAXA.heron.id, other), await edit(TAXA.heron.id, mediaId), await revert(TAXA.heron.id, history[1]!.id)];
    for (const { status, problem } of attempts) expect([status, Object.keys(problem.errors!)]).toEqual([422, ['image_url']]);
    expect((await currentOf(TAXA.heron.id)).data!.media_id).toBe(mediaId);
    expect((await lock(klara, TAXA.heron.id, false)).status).toBe(403);
    expect((await lock(admin, TAXA.heron.id, false)).body.data!.is_locked).toBe(false);
    expect((await choose(TAXA.heron.id, other)).status).toBe(200);
    expect((await currentOf(TAXA.heron.id)).history.slice(0, 3).map(({ action }) => action)).toEqual(['choose', 'unlock', 'lock']);
  });

  it('reject a candidate for good, for that species, and take it back', async () => {
    const { mediaId } = await recorded(TAXA.heron.id);
    const offered = async () =>
      (await veld.call(getTaxonImages, { params: params(TAXA.heron.id) }, klara.token)).body.images.some(({ id }) => id === mediaId);
    const reject = (is_rejected: boolean) =>
      veld.call(putImageRejection, { params: params(TAXA.heron.id), body: { source: 'own', id: mediaId, is_rejected } }, klara.token);
    expect(await offered()).toBe(true);
    await reject(true);
    await reject(true);
    expect(await offered()).toBe(false);
    await reject(false);
    expect(await offered()).toBe(true);
  });

  it('see what species need most, by how often they are found in a country', async () => {
    const list = async (query: Record<string, string | number>) => (await veld.call(listImageNeeds, { query }, klara.token)).body;
    await revert(TAXA.kingfisher.id, null);
    await revert(TAXA.heron.id, null);
    await choose(TAXA.heron.id, (await recorded(TAXA.heron.id)).mediaId);
    const all = { source_id: 0, country_code: 'NL', cell: 1, week: 1, lists: 1, people: 1 };
    await veld.db
      .insertInto('frequencies')
      .values([
        { ...all, taxon_id: 0, records: 99 },
        { ...all, taxon_id: TAXA.kingfisher.id, records: 5 },
        { ...all, taxon_id: TAXA.kingfisher.id, cell: 2, records: 4 },
        { ...all, taxon_id: 1002, records: 7 },
      ])
      .execute();
    const inNl = await list({ country: 'NL' });
    expect(inNl.data.slice(0, 2)).toMatchObject([
      { id: TAXA.kingfisher.id, need: 'image', records: 9, image_url: null, is_locked: false },
      { id: 1002, need: 'image', records: 7 },
    ]);
    expect(inNl.data.at(-1)).toMatchObject({ id: inNl.has_more ? (expect.any(Number) as number) : TAXA.heron.id });
    expect(inNl.done).toBe(1);
    expect(inNl.total).toBeGreaterThan(2);
    // A licence that is not accepted is next.
    await veld.db.updateTable('taxa').set({ image_license: 'CC-BY-NC-4.0' }).where('id', '=', TAXA.heron.id).execute();
    expect((await list({ country: 'NL', need: 'license' })).data).toMatchObject([{ id: TAXA.heron.id, need: 'license' }]);
    expect((await list({ country: 'NL' })).done).toBe(0);
    expect((await list({ country: 'NL', group: 'moss' })).data.every(({ group }) => group === 'moss')).toBe(true);
    expect((await list({})).total).toBeGreaterThan(inNl.total);
    // By how often their pages were opened lately, within what they need.
    const day = new Date().toISOString().slice(0, 10);
    await veld.db
      .insertInto('taxon_views')
      .values([
        { taxon_id: 1002, day, views: 3 },
        { taxon_id: TAXA.heron.id, day, views: 90 },
        { taxon_id: TAXA.kingfisher.id, day: '2020-01-01', views: 500 },
      ])
      .execute();
    const viewed = await list({ country: 'NL', order: 'views' });
    expect(viewed.data.slice(0, 2)).toMatchObject([
      { id: 1002, views: 3 },
      { id: TAXA.kingfisher.id, views: 0 },
    ]);
    expect((await list({ country: 'NL', need: 'license' })).data).toMatchObject([{ id: TAXA.heron.id, views: 90 }]);
  });
});
