import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UserDatabase } from '../db/database';
import { UserDatabase as Database } from '../db/database';
import { addDraftPhoto, saveDraft } from '../records/drafts';
import { enqueue } from './store';
import { exportUnsent } from './export';
import { newId } from '../db/ids';
import { deleteObservation, saveObservation } from '../records/observations';
import { operations } from './operations';
import { declare } from '../records/photos';
import { HELD } from '../db/rows';
import { importUnsent } from './import';
import { RealBlob } from '../testing/bytes';
import { anna, freshDatabase, observer, photo } from '../testing/people';

const user = observer(anna);
beforeEach(() => vi.stubGlobal('Blob', RealBlob));
afterEach(() => vi.unstubAllGlobals());

/** The same person's database on another device: made anew under the same name once the first is closed. */
async function otherDevice(database: UserDatabase): Promise<UserDatabase> {
  await database.delete();
  return new Database(database.userId);
}

async function filesOf(database: UserDatabase, largestPart?: number): Promise<File[]> {
  const parts = await exportUnsent(database, largestPart === undefined ? {} : { largestPart });
  return parts.map(({ name, blob }) => Object.assign(blob, { name }) as unknown as File);
}

const itemsOf = async (database: UserDatabase) =>
  (await database.outbox.orderBy('seq').toArray()).map(({ kind, subject }) => [kind, subject]);

describe('an export of unsent records', () => {
  it('is imported on another device: records with their saves, photos byte for byte, drafts and calls, ready to be sent', async () => {
    const phone = freshDatabase();
    const [wing, half] = [await photo(900, 1), await photo(700, 2)];
    const id = await saveObservation(phone, { verbatim_name: 'Grüner Käfer', media: [declare(wing, 0)] }, [wing], { user });
    await saveDraft(phone, { id: 'd', observation_id: null, values: { notes: 'half' }, photo_ids: [half.id], updated_at: 1 });
    await addDraftPhoto(phone, 'd', half);
    const feedback = newId();
    const payload = { params: { id: feedback }, body: { kind: 'idea' as const, text: 'More moths', may_contact: false } };
    await enqueue(phone, operations.sendFeedback, payload, 1);
    const before = await phone.outbox.orderBy('seq').toArray();
    const files = await filesOf(phone);

    const tablet = await otherDevice(phone);
    expect(await importUnsent(tablet, files, user)).toEqual({ records: 1, drafts: 1, photos: 2, known: 0, faults: [] });
    expect(await tablet.observations.get(id)).toMatchObject({ verbatim_name: 'Grüner Käfer', version: 0, deleted: 0, user });
    const after = await tablet.outbox.orderBy('seq').toArray();
    const saved = (items: typeof after) =>
      items.map((item) => [item.kind, item.subject, (item.input.body as { write_id?: string } | undefined)?.write_id]);
    expect(saved(after).toSorted()).toEqual(saved(before).toSorted());
    expect(after.find((item) => item.kind === 'record')).toMatchObject({ state: 'waiting', next_try_at: 0 });
    expect(after.find((item) => item.kind === 'photo')).toMatchObject({ state: 'waiting', next_try_at: HELD });
    for (const [one, of] of [
      [wing, { observation_id: id }],
      [half, { draft_id: 'd' }],
    ] as const) {
      const kept = await tablet.photos.get(one.id);
      expect(kept).toMatchObject({ sha256: one.sha256, acknowledged_at: null, ...of });
      expect(new Uint8Array(await kept!.blob.arrayBuffer())).toEqual(new Uint8Array(await one.blob.arrayBuffer()));
    }
    expect(await tablet.drafts.get('d')).toMatchObject({ values: { notes: 'half' } });
  });

  it('changes nothing when imported twice, nor on the device it came from', async () => {
    const phone = freshDatabase();
    await saveObservation(phone, { taxon_id: 1 }, [], { user });
    const files = await filesOf(phone);
    const items = await itemsOf(phone);
    expect(await importUnsent(phone, files, user)).toMatchObject({ records: 0, known: 1, faults: [] });
    expect(await itemsOf(phone)).toEqual(items);
  });

  it('is not sent again if this device has sent it meanwhile', async () => {
    const phone = freshDatabase();
    const id = await saveObservation(phone, { taxon_id: 1 }, [], { user });
    const files = await filesOf(phone);
    const [item] = await phone.outbox.toArray();
    await phone.outbox.clear();
    await phone.acknowledged.put({ ...item!, version: 1, acknowledged_at: 1 });
    expect(await importUnsent(phone, files, user)).toMatchObject({ records: 0, known: 1 });
    expect(await phone.outbox.count()).toBe(0);
    expect(await phone.observations.get(id)).toBeDefined();
  });

  it('leaves out a record that was changed on this device too, and reports it', async () => {
    const phone = freshDatabase();
    const id = await saveObservation(phone, { taxon_id: 1, notes: 'from the phone' }, [], { user });
    const files = await filesOf(phone);
    const tablet = await otherDevice(phone);
    await saveObservation(tablet, { taxon_id: 1, notes: 'from the tablet' }, [], { id, user });
    const { records, faults } = await importUnsent(tablet, files, user);
    expect([records, faults.map(({ reason }) => reason)]).toEqual([0, ['changed_here']]);
    expect(await tablet.observations.get(id)).toMatchObject({ notes: 'from the tablet' });
  });

  it('includes an unsent deletion', async () => {
    const phone = freshDatabase();
    const id = await saveObservation(phone, { taxon_id: 1 }, [], { user });
    await phone.outbox.toCollection().modify({ tries: 1 });
    await deleteObservation(phone, id);
    const files = await filesOf(phone);
    const tablet = await otherDevice(phone);
    expect((await importUnsent(tablet, files, user)).faults).toEqual([]);
    expect((await itemsOf(tablet)).map(([kind]) => kind)).toEqual(['record', 'deletion']);
    expect((await tablet.outbox.orderBy('seq').toArray()).map(({ next_try_at }) => next_try_at)).toEqual([0, HELD]);
    expect(await tablet.observations.get(id)).toMatchObject({ deleted: 1 });
  });

  it('needs all of its files: a record without one of its photos is left out, the others are imported', async () => {
    const phone = freshDatabase();
    const wing = await photo(40_000, 1);
    await saveObservation(phone, { taxon_id: 1, media: [declare(wing, 0)] }, [wing], { user });
    const alone = await saveObservation(phone, { taxon_id: 2 }, [], { user });
    const files = await filesOf(phone, 20_000);
    expect(files).toHaveLength(2);
    const tablet = await otherDevice(phone);
    const first = await importUnsent(tablet, files.slice(0, 1), user);
    expect([first.records, first.faults.map(({ reason }) => reason)]).toEqual([1, ['photo_missing']]);
    expect(await tablet.observations.toCollection().primaryKeys()).toEqual([alone]);
    expect(await importUnsent(tablet, files, user)).toMatchObject({ records: 1, photos: 1, known: 1, faults: [] });
  });

  it('is refused whole if it is another person’s, truncated, changed, or no export at all', async () => {
    const phone = freshDatabase();
    const wing = await photo(3000, 1);
    await saveObservation(phone, { taxon_id: 1, media: [declare(wing, 0)] }, [wing], { user });
    const [file] = await filesOf(phone);
    const bytes = new Uint8Array(await file!.arrayBuffer());
    const wingBytes = new Uint8Array(await wing.blob.arrayBuffer());
    const changed = bytes.slice();
    // In the middle of the photo, which is stored as it is.
    const start = bytes.findIndex((_, at) => at > 600 && bytes.slice(at, at + 8).every((byte, place) => byte === wingBytes[place]));
    changed[start + 500]! ^= 0xff;
    const named = (parts: BlobPart[], name: string) => Object.assign(new RealBlob(parts), { name }) as unknown as File;

    const empty = async (database: UserDatabase) => {
      for (const table of [database.observations, database.outbox, database.photos, database.drafts]) expect(await table.count()).toBe(0);
    };
    const bram = freshDatabase();
    expect((await importUnsent(bram, [file!], user)).faults).toEqual([{ reason: 'other_person', about: '' }]);
    await empty(bram);
    const tablet = await otherDevice(phone);
    for (const [parts, reason] of [
      [[bytes.slice(0, bytes.length / 2)], 'damaged'],
      [['this is no zip'], 'not_an_export'],
      [[], 'not_an_export'],
      [[changed], 'damaged'],
    ] as const) {
      const { records, faults } = await importUnsent(tablet, [named([...parts], 'x.zip')], user);
      expect([records, faults[0]?.reason]).toEqual([0, reason]);
      await empty(tablet);
    }
  });
});
