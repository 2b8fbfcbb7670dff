import { randomUUID } from 'node:crypto';
import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { deleteObservation, getObservation } from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { createUpload, declared, draft, headUpload, insertTaxa, makePhoto, save, storedId, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { checkPhotos } from './check.ts';
import { syncCrops } from './crops.ts';
import { cleanUp } from './jobs.ts';
import { displayKey, originalKey } from './keys.ts';

describe('photos', () => {
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
  const uploads = () => readdirSync(join(veld.dataDir, 'uploads'));

  it('are cleaned up, as uploads are, only if they are unused and old', async () => {
    const kept = await makePhoto();
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
    await save(veld, anna, randomUUID(), draft({ media: [{ ...declared(kept), crop }] }));
    await upload(veld, anna, kept);
    const keptId = await storedId(veld, kept);
    await syncCrops(veld.context, keptId);
    const { id: cropId } = await veld.db.selectFrom('media_crops').select('id').where('media_id', '=', keptId).executeTakeFirstOrThrow();
    const [shown, former] = [displayKey(keptId, 128, cropId), displayKey(keptId, 128, randomUUID())];
    for (const key of [shown, former]) await veld.context.files.write(key, Buffer.from('a picture'));
    expect(await checkPhotos(veld.db, veld.context.files)).toEqual({ photos: 1, faults: [], orphans: 0 });
    const orphan = await makePhoto();
    const young = await makePhoto();
    for (const photo of [orphan, young]) await veld.context.files.write(originalKey(photo.id), photo.bytes);
    const stray = 'companions/00/not-a-photo';
    await veld.context.files.write(stray, Buffer.from('x'));
    const unfinished = await makePhoto();
    await createUpload(veld, anna, unfinished);
    const old = new Date(now.getTime() - 8 * 86_400_000);
    utimesSync(veld.storedPath(originalKey(orphan.id)), old, old);
    utimesSync(veld.storedPath(originalKey(keptId)), old, old);
    for (const key of [stray, shown, former]) utimesSync(veld.storedPath(key), old, old);
    utimesSync(veld.storedPath(originalKey(young.id)), now, now);
    for (const name of uploads().filter((entry) => entry.includes(unfinished.id)))
      utimesSync(join(veld.dataDir, 'uploads', name), old, old);
    await cleanUp(veld.context);
    expect(await veld.context.files.size(originalKey(orphan.id))).toBeNull();
    expect(await veld.context.files.size(stray)).toBeNull();
    expect(await veld.context.files.size(shown), 'a picture of a crop in use').not.toBeNull();
    expect(await veld.context.files.size(former), 'a picture of a crop without a row').toBeNull();
    expect(await veld.context.files.size(originalKey(young.id))).toBe(young.bytes.length);
    expect(await veld.context.files.size(originalKey(keptId))).toBe(kept.bytes.length);
    expect(uploads().filter((name) => name.includes(unfinished.id))).toEqual([]);
  });

  it('that no record declares are deleted after two days, and can then be uploaded again', async () => {
    const [gone, back] = [await makePhoto(), await makePhoto()];
    for (const photo of [gone, back]) await upload(veld, anna, photo);
    later(24);
    await cleanUp(veld.context);
    await save(veld, anna, randomUUID(), draft({ media: [declared(back)] }));
    later(23.9);
    await cleanUp(veld.context);
    expect(await row(gone.id)).toBeDefined();
    later(0.2);
    const goneId = await storedId(veld, gone);
    await cleanUp(veld.context);
    expect(await row(gone.id)).toBeUndefined();
    expect(await veld.context.files.size(originalKey(goneId))).toBeNull();
    expect(await row(back.id)).toMatchObject({ unused_since: null });

    const late = randomUUID();
    await save(veld, anna, late, draft({ media: [declared(gone)] }));
    expect((await headUpload(veld, anna, gone.id)).status).toBe(404);
    expect(await upload(veld, anna, gone)).toBe(204);
    await veld.context.jobs.drain();
    const { body } = await veld.call(getObservation, { params: { id: late } }, bram.token);
    const url = body.data.media[0]!.urls![128];
    expect(url).not.toContain(goneId);
    expect((await veld.fetch(url)).status).toBe(200);
    later(24 * 3);
    await cleanUp(veld.context);
    expect(await row(gone.id)).toBeDefined();
  });

  it('removed from a record are deleted after 30 days, those of a deleted record after two', async () => {
    const [removed, deleted, returned] = [await makePhoto(), await makePhoto(), await makePhoto()];
    const [kept, ended] = [randomUUID(), randomUUID()];
    await save(veld, anna, kept, draft({ media: [declared(removed), { ...declared(returned), order: 1 }] }));
    await save(veld, anna, ended, draft({ media: [declared(deleted)] }));
    for (const photo of [removed, deleted, returned]) await upload(veld, anna, photo);
    await cleanUp(veld.context);
    await save(veld, anna, kept, draft(), 1);
    await veld.call(deleteObservation, { params: { id: ended } }, anna.token);
    await cleanUp(veld.context);
    later(24 * 2.1);
    await cleanUp(veld.context);
    expect(await row(deleted.id)).toBeUndefined();
    expect(await row(removed.id)).toBeDefined();
    // Another device lists it again.
    await save(veld, anna, kept, draft({ media: [declared(returned)] }), 2);
    later(24 * 28);
    await cleanUp(veld.context);
    expect(await row(removed.id)).toBeUndefined();
    expect(await row(returned.id)).toMatchObject({ unused_since: null, may_return: false });
  });
});
