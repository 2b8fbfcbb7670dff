import { randomUUID } from 'node:crypto';
import { deleteObservation, getFeed, getObservation, LISTED_NOTES, listObservations } from '@veld/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { declare, declared, draft, insertTaxa, makePhoto, storedId, save, TAXA, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { listObservations as listRows } from '../observations/store.ts';

describe('the feed', () => {
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

  const feed = (query: object = {}) => veld.call(getFeed, { query }, bram.token);

  it('returns the public records of everyone, last received first and hidden ones by their month, in the form of the contract', async () => {
    const photo = await makePhoto();
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    await save(veld, anna, ids[0]!, draft({ media: [declared(photo)], observed_on: '2026-05-17' }));
    await save(veld, bram, ids[1]!, draft({ geoprivacy: 'private', observed_on: '2020-01-01', observed_time: null }));
    await save(veld, anna, ids[2]!, draft({ taxon_id: null, verbatim_name: 'moth', latitude: 50.85, longitude: 4.35 }));
    await upload(veld, anna, photo);
    await veld.context.jobs.drain();
    const { body } = await feed();
    // Bram's private record stands at January 2020.
    expect(body.data.map((row) => row.id)).toEqual([ids[2], ids[0], ids[1]]);
    expect(body.data[1]).toMatchObject({ user: { id: anna.user.id, name: 'anna' }, media: [{ width: 600, height: 900 }] });
    expect(body.data[1]!.media[0]!.urls![128]).toContain(await storedId(veld, photo));
    expect(getFeed.replies[200].parse(body)).toEqual(body);
    expect((await feed({ country: 'BE' })).body.data.map((row) => row.id)).toEqual([ids[2]]);
    expect((await feed({ country: 'PL' })).body.data).toEqual([]);
  });

  it('has pages without gaps or repetitions while records are added and deleted', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 9; count++) {
      ids.unshift(randomUUID());
      await save(veld, anna, ids[0]!, draft());
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 3; page++) {
      const { body }: { body: { data: { id: string }[]; next_cursor: string | null } } = await feed({
        limit: 3,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...body.data.map((row) => row.id));
      cursor = body.next_cursor;
      await save(veld, bram, randomUUID(), draft());
      await veld.call(deleteObservation, { params: { id: ids[0]! } }, anna.token);
    }
    expect(seen).toEqual(ids);
  });

  it('excludes ticks, deleted records, and records that are about to be erased', async () => {
    const chen = await person(veld, 'chen');
    const [tick, deleted, kept] = [randomUUID(), randomUUID(), randomUUID()];
    await save(veld, chen, tick, { taxon_id: TAXA.moss.id, write_id: randomUUID() });
    await save(veld, chen, deleted, draft());
    await save(veld, chen, kept, draft());
    await veld.call(deleteObservation, { params: { id: deleted } }, chen.token);
    const shown = async () => (await feed({ limit: 50 })).body.data.map((row) => row.id);
    expect(await shown()).toContain(kept);
    for (const id of [tick, deleted]) expect(await shown()).not.toContain(id);
    await veld.db.updateTable('users').set({ deleted_at: new Date(), erase_after: new Date() }).where('id', '=', chen.user.id).execute();
    expect(await shown()).not.toContain(kept);
  });

  it('is not larger for records with long notes, many photos, attributes and saves; their own pages are complete', async () => {
    const photos = (count: number) =>
      Array.from({ length: count }, (_, order) => ({
        ...declare(Buffer.from(randomUUID()), 'image/jpeg'),
        order,
        caption: 'Wing from below. '.repeat(10).trim(),
      }));
    const dora = await person(veld, 'dora');
    const emil = await person(veld, 'emil');
    const notes = 'Ein Vogel 🐦 am Wehr. '.repeat(450).trim();
    const attributes = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, 'x'.repeat(180)]));
    const large = { notes, attributes: { ...attributes, behaviour: 'feeding' }, media: photos(20), latitude: 50.85, longitude: 4.35 };
    const largeIds: string[] = [];
    for (let count = 0; count < 10; count++) {
      await save(
        veld,
        dora,
        randomUUID(),
        draft({ media: photos(1), attributes: { behaviour: 'feeding' }, notes: 'On the weir. '.repeat(20) }),
      );
      const id = randomUUID();
      largeIds.push(id);
      await save(veld, emil, id, draft(large));
      for (let version = 1; version < 5; version++) await save(veld, emil, id, draft({ ...large, media: photos(20) }), version);
    }
    await sql`
      insert into media (id, photo_id, user_id, sha256, type, width, height, byte_length, thumbhash, state)
      select om.media_id, om.media_id, o.user_id, om.sha256, om.type, om.width, om.height, 9, 'YWJj', 'ready'
      from observation_media om join observations o on o.id = om.observation_id where o.user_id in (${dora.user.id}, ${emil.user.id})
    `.execute(veld.db);

    const sizeOf = async (who: Person) => {
      const { body } = await veld.call(listObservations, { query: { user_id: who.user.id, limit: 10 } }, bram.token);
      expect(listObservations.replies[200].parse(body)).toEqual(body);
      expect(body.data).toHaveLength(10);
      const rows = await listRows(veld.db, { callerId: bram.user.id, language: 'en', userId: who.user.id, limit: 10 });
      return { response: JSON.stringify(body).length, rows: JSON.stringify(rows).length };
    };
    const [light, heavy] = [await sizeOf(dora), await sizeOf(emil)];
    expect(heavy.response / light.response).toBeLessThan(1.2);
    expect(heavy.rows / light.rows).toBeLessThan(1.2);

    const listed = (await feed({ country: 'BE' })).body.data.find((row) => row.id === largeIds.at(-1))!;
    expect(listed).toMatchObject({ photo_count: 20, attributes: { behaviour: 'feeding' } });
    expect(listed.media.map((photo) => photo.order)).toEqual([0]);
    expect(listed.media[0]!.urls).not.toBeNull();
    expect([...listed.notes!].length).toBeLessThanOrEqual(LISTED_NOTES + 1);
    expect(notes.startsWith(listed.notes!.replace(/…$/, ''))).toBe(true);
    expect(listed.notes!.endsWith('…')).toBe(true);
    const page = (await veld.call(getObservation, { params: { id: listed.id } }, bram.token)).body.data;
    expect(page.notes).toBe(notes);
    expect(page.media).toHaveLength(20);
  });

  it('rejects foreign cursors and too high limits with 422', async () => {
    const { next_cursor } = (await feed({ limit: 1 })).body;
    expect((await feed({ cursor: next_cursor! })).status).toBe(200);
    const changed = next_cursor!.slice(0, 5) + (next_cursor![5] === 'A' ? 'B' : 'A') + next_cursor!.slice(6);
    for (const cursor of [
      'x',
      changed,
      next_cursor!.slice(0, -2),
      Buffer.from('changes:4').toString('base64url'),
      Buffer.from("feed:1' or 1=1").toString('base64url'),
    ])
      expect((await feed({ cursor })).status, cursor).toBe(422);
    expect((await feed({ limit: 51 })).status).toBe(422);
    expect((await veld.call(getFeed)).status).toBe(401);
  });
});
