import { describe, expect, it, vi } from 'vitest';
import { addDraftPhoto, autosaveDraft, discardDraft, draftPhotos, listDrafts, loadDraft } from './drafts';
import { newId } from '../db/ids';
import { discardItem, listOutbox } from '../outbox/outbox';
import { outboxCounts, watchOutbox } from '../outbox/outbox-counts';
import {
  deleteObservation,
  ownObservation,
  ownObservations,
  PhotoMissing,
  RecordInvalid,
  saveObservation,
  seenTaxonIds,
  readSyncState,
  syncStates,
  unreadableObservations,
} from './observations';
import { declare, deleteOldPhotos, KEEP_ACKNOWLEDGED_MS, newPhoto, PhotoRefused, listPhotos, findPicture } from './photos';
import { StorageGivenUp } from '../db/storage-errors';
import { factsReady } from './in-memory/stored-facts';
import { storageUse } from './storage-use';
import type { LocalObservation } from '../db/rows';
import { flushAll } from '../db/storage-notices';
import { FakeClock, waitForIdle } from '../testing/fake-clock';
import { RealBlob } from '../testing/bytes';
import { anna, freshDatabase, observer, photo } from '../testing/people';

const user = observer(anna);
const wren = { taxon_id: 17, observed_on: '2026-05-10' };

describe('saving a record', () => {
  it('C1: writes record, photos and outbox and deletes the draft in one transaction', async () => {
    const database = freshDatabase();
    const picture = await photo();
    const draftId = newId();
    await addDraftPhoto(database, draftId, picture);
    await database.drafts.put({ id: draftId, observation_id: null, values: { notes: 'a' }, photo_ids: [picture.id], updated_at: 1 });

    const broken = vi.spyOn(database.drafts, 'delete').mockRejectedValueOnce(new Error('killed here'));
    const draft = { ...wren, media: [declare(picture, 0)] };
    await expect(saveObservation(database, draft, [], { user, draftId })).rejects.toThrow('killed here');
    broken.mockRestore();
    expect(await database.observations.count()).toBe(0);
    expect(await database.outbox.count()).toBe(0);
    expect(await draftPhotos(database, draftId)).toHaveLength(1);
    expect(await listDrafts(database)).toHaveLength(1);

    const id = await saveObservation(database, draft, [], { user, draftId });
    expect(await listDrafts(database)).toHaveLength(0);
    expect(await draftPhotos(database, draftId)).toHaveLength(0);
    const [kept] = await listPhotos(database, id);
    expect(new Uint8Array(await kept!.blob.arrayBuffer())).toEqual(new Uint8Array(await picture.blob.arrayBuffer()));
    expect((await listOutbox(database)).map((item) => item.kind)).toEqual(['record', 'photo']);
    expect(await readSyncState(database, id)).toBe('waiting');
  });

  it('resolves only after the transaction has completed', async () => {
    const database = freshDatabase();
    const events: string[] = [];
    const begin = IDBDatabase.prototype.transaction;
    const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
      const transaction = begin.apply(this, args);
      if (args[1] === 'readwrite') transaction.addEventListener('complete', () => events.push('complete'));
      return transaction;
    });
    await saveObservation(database, wren, [], { user }).then(() => events.push('saved'));
    spy.mockRestore();
    expect(events).toEqual(['complete', 'saved']);
  });

  it('reports errors by field, and stores nothing', async () => {
    const database = freshDatabase();
    const save = saveObservation(database, { observed_on: 'yesterday', latitude: 0, longitude: 0 }, [], { user });
    await expect(save).rejects.toBeInstanceOf(RecordInvalid);
    await expect(save).rejects.toMatchObject({ errors: { observed_on: ['date'] } });
    await expect(saveObservation(database, {}, [], { user })).rejects.toMatchObject({ errors: { taxon_id: ['taxon_or_photo'] } });
    expect(await database.outbox.count()).toBe(0);
  });

  it('refuses a photo whose bytes are missing', async () => {
    const database = freshDatabase();
    const picture = await photo();
    await expect(saveObservation(database, { ...wren, media: [declare(picture, 0)] }, [], { user })).rejects.toBeInstanceOf(PhotoMissing);
    expect(await database.observations.count()).toBe(0);
  });

  it('requests persistent storage after the first save, and publishes the result', async () => {
    const persist = vi.fn<() => Promise<boolean>>(() => Promise.resolve(false));
    vi.stubGlobal('navigator', { storage: { persist, persisted: () => Promise.resolve(false) } });
    vi.resetModules();
    const fresh = await import('./observations');
    const notices = await import('../db/storage-notices');
    const database = freshDatabase();
    await fresh.saveObservation(database, wren, [], { user });
    await fresh.saveObservation(database, wren, [], { user });
    await waitForIdle();
    expect(persist).toHaveBeenCalledTimes(1);
    expect(notices.storageNotices.getState().isPersistent).toBe(false);
    vi.unstubAllGlobals();
  });
});

describe('the list of own records', () => {
  it('has the last saved first, with sync states and seen taxa', async () => {
    const database = freshDatabase();
    const first = await saveObservation(database, wren, [], { user, now: 1 });
    const second = await saveObservation(database, { ...wren, taxon_id: 18 }, [], { user, now: 2 });
    await saveObservation(database, { verbatim_name: 'some moss' }, [], { user, now: 3 });
    expect((await ownObservations(database)).map((row) => row.taxon_id)).toEqual([null, 18, 17]);
    expect(await seenTaxonIds(database)).toEqual(new Set([17, 18]));
    await database.outbox.where('subject').equals(first).modify({ state: 'needs_attention' });
    const states = await syncStates(database);
    expect([states.get(first), states.get(second)]).toEqual(['needs_attention', 'waiting']);
    await database.outbox.where('subject').equals(second).delete();
    expect(await readSyncState(database, second)).toBe('stored');
  });

  it('has all of a long list once, also of those saved at the same moment', async () => {
    const database = freshDatabase();
    const row = (await database.observations.get(await saveObservation(database, wren, [], { user })))!;
    await database.observations.clear();
    // More than a batch at one moment, and one on each side of a batch's end.
    const times = [...Array.from({ length: 499 }, (_, at) => at), ...Array.from({ length: 1100 }, () => 600), 700, 700, 800];
    const rows = times.map((saved_at, at) => ({ ...row, id: `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000`, saved_at }));
    await database.observations.bulkAdd(rows);
    await database.observations.add({ ...row, id: newId(), saved_at: 650, deleted: 1 });
    const list = await ownObservations(database);
    expect(list.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
    expect((await ownObservations(database, { limit: 3 })).map(({ id }) => id)).toEqual(list.slice(0, 3).map(({ id }) => id));
  });

  it('does not count absences as seen, until another record of the taxon is a presence', async () => {
    const database = freshDatabase();
    const ids = [newId(), newId(), newId(), newId()] as const;
    const save = (at: 0 | 1 | 2 | 3, change: object) => saveObservation(database, { ...wren, ...change }, [], { user, id: ids[at] });
    await save(0, { count: 0 });
    await save(1, { count: 0 });
    await save(2, { count: 0, taxon_id: 18 });
    await save(3, { count: 0, count_max: 3, count_type: 'range', taxon_id: 19 });
    expect(await ownObservations(database)).toHaveLength(4);
    expect(await seenTaxonIds(database)).toEqual(new Set([19]));
    await save(1, { count: 2 });
    expect(await seenTaxonIds(database)).toEqual(new Set([17, 19]));
    await save(2, { count: null, taxon_id: 18 });
    expect(await seenTaxonIds(database)).toEqual(new Set([17, 18, 19]));
    await deleteObservation(database, ids[1]);
    expect(await seenTaxonIds(database)).toEqual(new Set([18, 19]));
  });

  it('finds the seen taxa with as many queries for thirty taxa as for two', async () => {
    const queries = async (taxa: number) => {
      const database = freshDatabase();
      await factsReady(database);
      for (let id = 1; id <= taxa; id++) {
        await saveObservation(database, { ...wren, taxon_id: id }, [], { user });
        await saveObservation(database, { ...wren, taxon_id: 100 + id, count: 0 }, [], { user });
      }
      const asked = [
        vi.spyOn(database.observations, 'where'),
        vi.spyOn(database.observations, 'bulkGet'),
        vi.spyOn(database.observations, 'get'),
      ];
      expect((await seenTaxonIds(database)).size).toBe(taxa);
      const first = asked.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      expect((await seenTaxonIds(database)).size).toBe(taxa);
      return first;
    };
    expect(await queries(30)).toBe(await queries(2));
  });

  it('does not count higher taxa as seen, until the record is refined to a species', async () => {
    const database = freshDatabase();
    const summary = (id: number, rank: string) => ({
      id,
      name: `${id}`,
      scientific_name: `${id}`,
      rank,
      group: 'tree' as const,
      image_url: null,
    });
    const id = await saveObservation(database, { ...wren, taxon_id: 20 }, [], { user, taxon: summary(20, 'genus') });
    await saveObservation(database, { ...wren, taxon_id: 20 }, [], { user, taxon: summary(20, 'genus') });
    await saveObservation(database, { ...wren, taxon_id: 21 }, [], { user, taxon: summary(21, 'subspecies') });
    expect(await ownObservations(database)).toHaveLength(3);
    expect(await seenTaxonIds(database)).toEqual(new Set([21]));
    await saveObservation(database, { ...wren, taxon_id: 22 }, [], { user, id, taxon: summary(22, 'species') });
    expect(await seenTaxonIds(database)).toEqual(new Set([21, 22]));
    expect(await seenTaxonIds(freshDatabase())).toEqual(new Set());
  });

  it('C28: skips a damaged row', async () => {
    const database = freshDatabase();
    await saveObservation(database, { ...wren, uncertain: true }, [], { user });
    const junk = [null, 'text', 7, { evil: '<img onerror=alert(1)>' }, []];
    for (const [index, value] of junk.entries()) {
      const row = { id: `bad-${index}`, deleted: 0, saved_at: index, media: value, notes: value } as unknown as LocalObservation;
      await database.observations.put(row);
    }
    const [good] = await ownObservations(database);
    for (const [name, value] of Object.entries({ uncertain: 'yes', count: '3', taxon_id: '17', notes: true }))
      await database.observations.put({ ...good!, id: `bad-${name}`, [name]: value });
    expect(await ownObservations(database)).toEqual([good]);
    expect(await ownObservation(database, 'bad-1')).toBeUndefined();
    expect(await unreadableObservations(database)).toHaveLength(9);
    expect((await seenTaxonIds(database)).has(17)).toBe(true);
  });

  it('C24: counts what exists only on this device', async () => {
    const database = freshDatabase();
    const picture = await photo();
    await saveObservation(database, { ...wren, media: [declare(picture, 0)] }, [picture], { user, now: 500 });
    await saveObservation(database, wren, [], { user, now: 900 });
    expect(await outboxCounts(database)).toEqual({ unsent: 2, changes: 0, needsAttention: 0, oldest: 500 });
    const counts: number[] = [];
    const stop = watchOutbox(database, (next) => counts.push(next.unsent));
    await waitForIdle();
    await saveObservation(database, wren, [], { user });
    await waitForIdle();
    stop();
    expect([counts[0], counts.at(-1)]).toEqual([2, 3]);
  });

  it('discarding an unsent record leaves nothing; discarding its photo leaves the record', async () => {
    const database = freshDatabase();
    const picture = await photo();
    const id = await saveObservation(database, { ...wren, media: [declare(picture, 0)] }, [picture], { user });
    const upload = (await listOutbox(database)).find((item) => item.kind === 'photo')!;
    await discardItem(database, upload.id);
    expect((await ownObservation(database, id))?.media).toEqual([]);
    expect((await listOutbox(database)).map((item) => item.kind)).toEqual(['record']);
    await discardItem(database, (await listOutbox(database))[0]!.id);
    expect(await database.observations.count()).toBe(0);
    expect(await database.photos.count()).toBe(0);
    expect(await listOutbox(database)).toHaveLength(0);
  });

  it('fails once, with nothing unhandled, in a tab that had to give up its database', async () => {
    const database = freshDatabase();
    database.closeForGood();
    await expect(seenTaxonIds(database)).rejects.toThrow(StorageGivenUp);
  });
});

describe('drafts', () => {
  const draft = (notes: string) => ({ id: 'd1', observation_id: null, values: { notes }, photo_ids: [] });

  it('C1: writes input to disk within a second, also during continuous typing', async () => {
    const database = freshDatabase();
    const clock = new FakeClock();
    const autosave = autosaveDraft(database, { clock });
    for (let key = 1; key <= 10; key++) {
      autosave.change(draft('x'.repeat(key)));
      await clock.advance(150);
    }
    const typed = (await loadDraft(database, 'd1'))?.values.notes as string;
    expect(typed.length).toBeGreaterThanOrEqual(7);
    await clock.advance(1000);
    expect((await loadDraft(database, 'd1'))?.values.notes).toBe('x'.repeat(10));
    await autosave.drop();
  });

  it('C22: writes a draft before a reload for another language', async () => {
    const database = freshDatabase();
    const autosave = autosaveDraft(database, { clock: new FakeClock() });
    autosave.change(draft('half a senten'));
    await flushAll();
    expect((await loadDraft(database, 'd1'))?.values.notes).toBe('half a senten');
    await autosave.drop();
  });

  it('does not restore a dropped draft after it was saved as a record', async () => {
    const database = freshDatabase();
    const autosave = autosaveDraft(database, { clock: new FakeClock() });
    autosave.change(draft('a'));
    void autosave.flush();
    autosave.change(draft('ab'));
    await autosave.drop();
    await saveObservation(database, wren, [], { user, draftId: 'd1' });
    await waitForIdle();
    expect(await listDrafts(database)).toHaveLength(0);
  });

  it('C2: keeps the text when the photo does not fit', async () => {
    const database = freshDatabase();
    const onError = vi.fn<(error: unknown) => void>();
    const autosave = autosaveDraft(database, { clock: new FakeClock(), onError });
    autosave.change(draft('a rare one'));
    await autosave.stop();
    vi.spyOn(database.photos, 'put').mockRejectedValueOnce(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
    await expect(addDraftPhoto(database, 'd1', await photo())).rejects.toMatchObject({ name: 'StorageFull', unsaved: 'photo' });
    expect((await loadDraft(database, 'd1'))?.values.notes).toBe('a rare one');
    expect(onError).not.toHaveBeenCalled();
    await discardDraft(database, 'd1');
    expect(await listDrafts(database)).toHaveLength(0);
  });

  it('reports a failed write and retries it with the next keystroke', async () => {
    const database = freshDatabase();
    const onError = vi.fn<(error: unknown) => void>();
    const autosave = autosaveDraft(database, { clock: new FakeClock(), onError });
    vi.spyOn(database.drafts, 'put').mockRejectedValueOnce(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
    autosave.change(draft('once'));
    await autosave.flush();
    expect(onError).toHaveBeenCalledTimes(1);
    await autosave.stop();
    expect((await loadDraft(database, 'd1'))?.values.notes).toBe('once');
  });

  it('resumes writing once there is room, and reports unwritten input until then', async () => {
    const database = freshDatabase();
    const clock = new FakeClock();
    const autosave = autosaveDraft(database, { clock });
    expect(autosave.isStored()).toBe(true);
    vi.spyOn(database.drafts, 'put').mockRejectedValueOnce(Object.assign(new Error('full'), { name: 'QuotaExceededError' }));
    autosave.change(draft('one'));
    await autosave.flush();
    expect(autosave.isStored()).toBe(false);
    autosave.change(draft('one, two'));
    expect(autosave.isStored()).toBe(false);
    await clock.advance(1000);
    await vi.waitFor(async () => expect((await loadDraft(database, 'd1'))?.values.notes).toBe('one, two'));
    await vi.waitFor(() => expect(autosave.isStored()).toBe(true));
    await autosave.drop();
  });
});

describe('photos', () => {
  it('C16: refuses empty and too large files, too many pixels and unknown types when picked', async () => {
    const facts = { type: 'image/jpeg', width: 10, height: 10 };
    const refused = (blob: Blob, change: object) => newPhoto(blob, { ...facts, ...change }).catch((error: PhotoRefused) => error.reason);
    const small = new RealBlob([new Uint8Array(10)]);
    expect(await refused(new RealBlob([]), {})).toBe('empty');
    expect(await refused({ size: 51 * 1024 * 1024 } as Blob, {})).toBe('too_large');
    expect(await refused(small, { width: 10_000, height: 6000 })).toBe('too_many_pixels');
    expect(await refused(small, { type: 'image/svg+xml' })).toBe('type');
    expect(await refused({ size: 5, arrayBuffer: () => Promise.reject(new Error('moved')) } as unknown as Blob, {})).toBe('unreadable');
  });

  it('stores the bytes unchanged, with their hash', async () => {
    const taken = await newPhoto(new RealBlob(['abc']), { type: 'image/png', width: 3, height: 1 });
    expect(taken.sha256).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(taken.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    expect(await taken.blob.text()).toBe('abc');
  });

  it('count towards the used storage with their previews, apart from those the server has too', async () => {
    const database = freshDatabase();
    const preview = new RealBlob([new Uint8Array(7)]);
    const [sent, unsent, plain] = [await photo(100, 1), await photo(200, 2), await photo(400, 3)];
    await database.photos.bulkPut([{ ...sent, preview, acknowledged_at: 0 }, { ...unsent, preview }, plain]);
    expect(await storageUse(database)).toEqual({
      records: 0,
      drafts: 0,
      unsent: { count: 2, bytes: 607 },
      sent: { count: 1, bytes: 107 },
    });
  });

  it('deletes only what the server has had for 30 days', async () => {
    const database = freshDatabase();
    const [old, recent, unsent] = [await photo(10, 1), await photo(10, 2), await photo(10, 3)];
    await database.photos.bulkPut([
      { ...old, acknowledged_at: 0 },
      { ...recent, acknowledged_at: 1000 },
      { ...unsent, acknowledged_at: null },
    ]);
    await deleteOldPhotos(database, KEEP_ACKNOWLEDGED_MS + 500);
    expect(await findPicture(database, old.id)).toBeNull();
    expect(await findPicture(database, recent.id)).not.toBeNull();
    expect(await findPicture(database, unsent.id)).not.toBeNull();
  });
});
