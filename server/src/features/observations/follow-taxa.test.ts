import { randomUUID } from 'node:crypto';
import {
  deleteEmptyObservations,
  getObservation,
  getSpecies,
  listObservationChanges,
  listObservations,
  listSpeciesSeen,
  type OwnObservation,
} from '@veld/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Person, person } from '../../testing/people.ts';
import { draft, insertTaxa, makePhoto, storedId, save, upload } from '../../testing/records.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { advance } from '../taxa/store.ts';
import { findSuccessors, TAXA_GONE_JOB } from '../taxa/successors.ts';
import { followTaxa } from './follow-taxa.ts';

describe('C21: records of taxa that are merged, split or deleted', () => {
  let veld: TestServer;
  let anna: Person;
  let bram: Person;
  let next = 910_000;
  beforeAll(async () => {
    veld = await testServer();
    anna = await person(veld, 'anna');
    bram = await person(veld, 'bram');
  });
  afterAll(() => veld.close());

  /** Inserts a taxon and returns its id. */
  const taxon = async (name: string, more: { parent_id?: number; rank?: string } = {}) => {
    next += 1;
    await insertTaxa(veld, [{ id: next, scientific_name: name, names: { en: `${name} in English` } }]);
    if (more.parent_id || more.rank) await veld.db.updateTable('taxa').set(more).where('id', '=', next).execute();
    return next;
  };
  const retire = (id: number, acceptedId: number | null = null) =>
    veld.db.transaction().execute(async (tx) => {
      const updated_seq = await advance(tx);
      await tx.updateTable('taxa').set({ is_deleted: true, accepted_id: acceptedId, updated_seq }).where('id', '=', id).execute();
    });
  const saved = async (who: Person, taxonId: number, more: object = {}) => {
    const id = randomUUID();
    expect((await save(veld, who, id, draft({ taxon_id: taxonId, ...more }))).status).toBe(200);
    return id;
  };
  const own = async (id: string, who = anna) =>
    (await veld.call(getObservation, { params: { id } }, who.token)).body.data as OwnObservation;
  const seen = async (who: Person) => (await veld.call(listSpeciesSeen, {}, who.token)).body;
  const changes = async (who: Person, cursor?: string) =>
    (await veld.call(listObservationChanges, { query: cursor ? { cursor } : {} }, who.token)).body;

  it('bring along the private notes on them, after those on the successor', async () => {
    const [old, older, successor] = [await taxon('Turdus vetus'), await taxon('Turdus vetustus'), await taxon('Turdus novus')];
    const note = (who: Person, taxon_id: number, text: string) => ({ user_id: who.user.id, taxon_id, text });
    await veld.db
      .insertInto('species_notes')
      .values([note(anna, old, 'one'), note(anna, older, 'two'), note(anna, successor, 'mine'), note(bram, old, 'Bram’s')])
      .execute();
    await retire(old, successor);
    await retire(older, successor);
    for (let time = 0; time < 2; time++) await followTaxa(veld.context);
    const notes = await veld.db.selectFrom('species_notes').selectAll().orderBy('text').execute();
    expect(notes).toEqual([note(bram, successor, 'Bram’s'), note(anna, successor, 'mine\n\none\n\ntwo')]);
  });

  it('move to the successor with their recorded name, and are listed in the changes', async () => {
    const [old, successor] = [await taxon('Parus vetus'), await taxon('Parus novus')];
    const [first, second] = [await saved(anna, old), await saved(anna, old, { verbatim_name: 'the small one' })];
    const bramsOwn = await saved(bram, old);
    const untouched = await saved(anna, successor);
    const { next_cursor: cursor } = await changes(anna);
    await retire(old, successor);
    expect(await followTaxa(veld.context)).toBe(3);
    expect(await own(first)).toMatchObject({ taxon_id: successor, verbatim_name: 'Parus vetus', version: 2, needs_review: false });
    expect(await own(second)).toMatchObject({ taxon_id: successor, verbatim_name: 'the small one' });
    expect(await own(bramsOwn, bram)).toMatchObject({ taxon: { id: successor, scientific_name: 'Parus novus' } });
    expect(await own(untouched)).toMatchObject({ version: 1, verbatim_name: null });
    expect((await changes(anna, cursor)).data.map(({ id }) => id)).toEqual([first, second]);
    expect(await seen(anna)).toContain(successor);
    expect(await seen(anna)).not.toContain(old);
    // Running it again changes nothing.
    expect(await followTaxa(veld.context)).toBe(0);
    expect(await followTaxa(veld.context, true)).toBe(0);
    expect(await own(first)).toMatchObject({ version: 2 });
  });

  it('are found by old and new taxon ids, and an old id returns the successor', async () => {
    const [older, old, successor] = [await taxon('Strix prima'), await taxon('Strix secunda'), await taxon('Strix tertia')];
    const id = await saved(bram, older);
    const tick = randomUUID();
    await save(veld, bram, tick, { taxon_id: older, write_id: randomUUID() });
    await retire(older, old);
    await retire(old, successor);
    await followTaxa(veld.context);
    for (const taxonId of [older, old, successor]) {
      const { data } = (await veld.call(getSpecies, { params: { id: String(taxonId) } })).body;
      expect(data).toMatchObject({ id: successor, name: 'Strix tertia in English', is_deleted: false });
      const list = (await veld.call(listObservations, { query: { taxon_id: String(taxonId) } }, anna.token)).body.data;
      expect(list.map((row) => row.id)).toEqual([id]);
    }
    // A device that was offline still sends the oldest id.
    expect(await own(await saved(anna, older))).toMatchObject({ taxon_id: successor, verbatim_name: 'Strix prima' });
    const removed = await veld.call(deleteEmptyObservations, { params: { id: String(older) } }, bram.token);
    expect(removed.body).toEqual({ data: { deleted: 1 } });
    expect((await veld.call(getSpecies, { params: { id: '99999999' } })).status).toBe(404);
  });

  it('move to the nearest current parent or none if there is no successor, and need a review until identified again', async () => {
    const family = await taxon('Ficedae', { rank: 'family' });
    const genus = await taxon('Ficus', { rank: 'genus', parent_id: family });
    const [split, orphan] = [await taxon('Ficus communis', { parent_id: genus }), await taxon('Incertus solus')];
    const [first, second] = [await saved(anna, split), await saved(anna, orphan)];
    await veld.db.updateTable('observations').set({ quality: 'confirmed' }).where('id', 'in', [first, second]).execute();
    await retire(split);
    await retire(genus);
    await retire(orphan);
    await followTaxa(veld.context);
    expect(await own(first)).toMatchObject({ taxon_id: family, verbatim_name: 'Ficus communis', needs_review: true, quality: 'needs_id' });
    expect(await own(second)).toMatchObject({ taxon_id: null, taxon: null, verbatim_name: 'Incertus solus', needs_review: true });
    // Others do not see needs_review.
    expect(await own(first, bram)).not.toHaveProperty('needs_review');
    expect((await veld.call(getSpecies, { params: { id: String(split) } })).body.data).toMatchObject({ id: split, is_deleted: true });

    // Editing another field keeps needs_review, a new identification clears it, and an old draft sets it.
    const kept = { taxon_id: family, verbatim_name: 'Ficus communis', notes: 'by the gate' };
    await save(veld, anna, first, draft(kept), 2);
    expect(await own(first)).toMatchObject({ notes: 'by the gate', needs_review: true });
    await save(veld, anna, first, draft({ ...kept, taxon_id: await taxon('Ficus carica') }), 3);
    expect(await own(first)).toMatchObject({ needs_review: false });
    expect(await own(await saved(anna, split))).toMatchObject({ taxon_id: family, verbatim_name: 'Ficus communis', needs_review: true });
  });

  it('do not move if the taxon is restored in the meantime', async () => {
    const old = await taxon('Rediens vulgaris');
    const id = await saved(anna, old);
    await retire(old);
    await veld.db.updateTable('taxa').set({ is_deleted: false }).where('id', '=', old).execute();
    await followTaxa(veld.context);
    expect(await own(id)).toMatchObject({ taxon_id: old, version: 1, needs_review: false });
  });

  it('get the points for a species once after a merge, and keep those for records', async () => {
    const dora = await person(veld, 'dora');
    const [old, other, successor] = [await taxon('Apis una'), await taxon('Apis altera'), await taxon('Apis tota')];
    const points = async () =>
      (await veld.db.selectFrom('users').select('total_xp').where('id', '=', dora.user.id).executeTakeFirstOrThrow()).total_xp;
    await saved(dora, old);
    const one = await points();
    await saved(dora, other, { latitude: 52.08 });
    const both = await points();
    await retire(old, successor);
    await followTaxa(veld.context);
    expect(await points()).toBe(both);
    await retire(other, successor);
    await followTaxa(veld.context);
    // Two records and one species.
    expect(await points()).toBe(one + 1);
    await saved(dora, successor, { latitude: 52.07 });
    expect(await points()).toBe(one + 2);
  });

  it('give the image of their taxon to a successor without one', async () => {
    const photo = await makePhoto();
    await upload(veld, anna, photo);
    const [old, successor, pictured] = [await taxon('Pictus vetus'), await taxon('Pictus heres'), await taxon('Pictus dives')];
    const other = await makePhoto({ width: 400, height: 300 });
    await upload(veld, anna, other);
    await veld.context.jobs.drain();
    const picture = (id: number, media: string) =>
      veld.db.updateTable('taxa').set({ image_media_id: media, image_attribution: 'anna' }).where('id', '=', id).execute();
    await picture(old, await storedId(veld, photo));
    await picture(pictured, await storedId(veld, other));
    const older = await taxon('Pictus priscus');
    await picture(older, await storedId(veld, photo));
    await retire(old, successor);
    await retire(older, pictured);
    await followTaxa(veld.context);
    const image = async (id: number) =>
      (await veld.db.selectFrom('taxa').select(['image_media_id', 'image_attribution']).where('id', '=', id).executeTakeFirst())!;
    expect(await image(successor)).toEqual({ image_media_id: await storedId(veld, photo), image_attribution: 'anna' });
    expect((await image(pictured)).image_media_id).toBe(await storedId(veld, other));
    const [byOld, bySuccessor] = await Promise.all([old, successor].map((id) => veld.fetch(`/api/taxon/${id}/image`)));
    expect(byOld!.status).toBe(200);
    expect(byOld!.headers.get('etag')).toBe(bySuccessor!.headers.get('etag'));
  });

  it('move once, in batches, even if a run is killed', async () => {
    const chen = await person(veld, 'chen');
    const [old, successor] = [await taxon('Multus vetus'), await taxon('Multus novus')];
    const first = await saved(chen, old);
    const copies = Array.from({ length: 1_234 }, () => randomUUID());
    const { owner_seq: seq } = await veld.db
      .selectFrom('observations')
      .select('owner_seq')
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    for (const [at, id] of copies.entries())
      await veld.db
        .insertInto('observations')
        .values({
          id,
          user_id: chen.user.id,
          version: 1,
          taxon_id: old,
          geoprivacy: 'open',
          owner_seq: seq + at + 1,
          is_empty: at % 2 === 0,
        })
        .execute();
    await veld.db
      .updateTable('owner_counters')
      .set({ seq: seq + copies.length })
      .where('user_id', '=', chen.user.id)
      .execute();
    await retire(old, successor);
    // Simulates a kill in the third transaction.
    const begin = veld.context.db.transaction.bind(veld.context.db);
    let transactions = 0;
    vi.spyOn(veld.context.db, 'transaction').mockImplementation(() => {
      if (++transactions === 3) throw new Error('killed');
      return begin();
    });
    await expect(followTaxa(veld.context)).rejects.toThrow('killed');
    vi.restoreAllMocks();
    const moved = async () =>
      veld.db
        .selectFrom('observations')
        .select(['version', 'owner_seq'])
        .where('taxon_id', '=', successor)
        .where('user_id', '=', chen.user.id)
        .execute();
    const before = (await moved()).length;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(1_235);
    // Two servers at the same time.
    const [one, two] = await Promise.all([followTaxa(veld.context), followTaxa(veld.context)]);
    expect(before + one + two).toBe(1_235);
    const all = await moved();
    expect(all).toHaveLength(1_235);
    expect(all.every((row) => row.version === 2)).toBe(true);
    expect(new Set(all.map((row) => row.owner_seq)).size).toBe(1_235);
  });

  it('move in a scheduled job, and those missed in a nightly one', async () => {
    const [old, successor] = [await taxon('Vespera vetus'), await taxon('Vespera nova')];
    const id = await saved(anna, old);
    await retire(old, successor);
    await veld.context.jobs.send(TAXA_GONE_JOB, {});
    await veld.context.jobs.drain();
    expect(await own(id)).toMatchObject({ taxon_id: successor });
    // Simulates a save at the same time as the merge.
    await veld.db.updateTable('observations').set({ taxon_id: old }).where('id', '=', id).execute();
    expect(await followTaxa(veld.context)).toBe(0);
    await veld.context.jobs.send(`${TAXA_GONE_JOB}-nightly`, {});
    await veld.context.jobs.drain();
    expect(await own(id)).toMatchObject({ taxon_id: successor });
  });

  it('get no taxon if merges are circular', async () => {
    const [one, two] = [await taxon('Circulus unus'), await taxon('Circulus duo')];
    await retire(one, two);
    await retire(two, one);
    expect((await findSuccessors(veld.db, [one])).get(one)).toMatchObject({ id: null, is_lost: true });
    expect(await own(await saved(anna, one))).toMatchObject({ taxon_id: null, verbatim_name: 'Circulus unus', needs_review: true });
  });
});
