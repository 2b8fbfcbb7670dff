import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type UserDatabase, UserDatabase as Database } from '../../db/database';
import { addDraftPhoto, saveDraft } from '../../records/drafts';
import { appendItem, enqueue, newItem } from '../store';
import { exportUnsent } from './export';
import { newId } from '../../db/ids';
import { deleteObservation, saveObservation } from '../../records/observations';
import { operations as ofAccounts } from '../../changes/accounts';
import { operations as ofFeedback } from '../../changes/feedback';
import { operations as ofRecords } from '../../changes/observations';
import { declare } from '../../records/photos';
import { HELD } from '../../db/rows';
import { importUnsent, type ImportOptions, planImport } from './import';
import type { DraftForm } from './import-drafts';
import { readExport } from './read-export';
import { signExport } from './signature';
import { unzip, zipEntries } from './zip';
import { RealBlob } from '../../testing/bytes';
import { anna, freshDatabase, observer, photo } from '../../testing/people';

const user = observer(anna);
beforeEach(() => vi.stubGlobal('Blob', RealBlob));
afterEach(() => vi.unstubAllGlobals());

/** The same person's database on another device: created again under the same name once the first is closed. */
async function otherDevice(database: UserDatabase): Promise<UserDatabase> {
  await database.delete();
  return new Database(database.userId);
}

const KEY = 'the key of the account';
const named = (blob: Blob, name: string) => Object.assign(blob, { name }) as unknown as File;

async function filesOf(database: UserDatabase, largestPart?: number): Promise<File[]> {
  const parts = await exportUnsent(database, {
    key: KEY,
    device: 'Firefox, Android',
    ...(largestPart === undefined ? {} : { largestPart }),
  });
  return parts.map(({ name, blob }) => named(blob, name));
}

/** Replaces the real form: the values are the record. */
const form: DraftForm = {
  valuesOf: async ({ verbatim_name, notes, geoprivacy, media }) => ({ verbatim_name, notes, geoprivacy, media }),
  recordOf: (values) => values as ReturnType<DraftForm['recordOf']>,
};

const read = (database: UserDatabase, files: readonly File[], key?: string) => readExport(files, { id: database.userId, key: key ?? KEY });
async function importFiles(database: UserDatabase, files: readonly File[], options: Partial<ImportOptions> & { key?: string } = {}) {
  const { key, ...more } = options;
  return importUnsent(database, await read(database, files, key), { user, geoprivacy: 'open', form, ...more });
}

type Manifest = Record<'items' | 'records' | 'drafts' | 'photos', Record<string, unknown>[]>;

/** The export with another `records.json`. Unsigned, unless a key is given. */
async function forged([file]: readonly File[], change: (manifest: Manifest) => void, key?: string): Promise<File[]> {
  const entries = await unzip(file!, { entries: 99, entryBytes: 1e8, totalBytes: 1e8 });
  const manifest = JSON.parse(await entries.get('records.json')!.text()) as Manifest;
  change(manifest);
  const json = new RealBlob([JSON.stringify(manifest)]);
  entries.set('records.json', json);
  const signature = key === undefined ? null : await signExport(key, await json.arrayBuffer());
  if (signature) entries.set('records.sig', new RealBlob([signature]));
  return [named(await zipEntries([...entries].map(([name, blob]) => ({ name, blob }))), 'forged.zip')];
}
/** As earlier versions of the app exported. */
async function unsigned([file]: readonly File[]): Promise<File[]> {
  const entries = await unzip(file!, { entries: 99, entryBytes: 1e8, totalBytes: 1e8 });
  entries.delete('records.sig');
  return [named(await zipEntries([...entries].map(([name, blob]) => ({ name, blob }))), 'old.zip')];
}

const saved = (item: Record<string, unknown>) => (item.input as { body: Record<string, unknown> }).body;
const reasons = ({ faults }: { faults: { reason: string }[] }) => faults.map(({ reason }) => reason);

/** The record of an earlier save, as the server has it. */
async function stored(database: UserDatabase, id: string, version: number): Promise<void> {
  await database.outbox.clear();
  await database.observations.update(id, { version });
}

const itemsOf = async (database: UserDatabase) =>
  (await database.outbox.orderBy('seq').toArray()).map(({ kind, subject }) => [kind, subject]);

describe('an export of unsent records', () => {
  it('is imported on another device: records with their saves, photos byte for byte, and drafts, ready to be sent', async () => {
    const phone = freshDatabase();
    const [wing, half] = [await photo(900, 1), await photo(700, 2)];
    const id = await saveObservation(phone, { verbatim_name: 'Grüner Käfer', media: [declare(wing, 0)] }, [wing], { user });
    await saveDraft(phone, { id: 'd', observation_id: null, values: { notes: 'half' }, photo_ids: [half.id], updated_at: 1 });
    await addDraftPhoto(phone, 'd', half);
    const before = await phone.outbox.orderBy('seq').toArray();
    const files = await filesOf(phone);

    const tablet = await otherDevice(phone);
    expect(await importFiles(tablet, files)).toEqual({ records: 1, drafts: 1, photos: 2, known: 0, kept: 0, faults: [] });
    expect(await tablet.observations.get(id)).toMatchObject({ verbatim_name: 'Grüner Käfer', version: 0, deleted: 0, user });
    const after = await tablet.outbox.orderBy('seq').toArray();
    const savesIn = (items: typeof after) =>
      items.map((item) => [item.kind, item.subject, (item.input.body as { write_id?: string } | undefined)?.write_id]);
    expect(savesIn(after).toSorted()).toEqual(savesIn(before).toSorted());
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
    expect(await importFiles(phone, files)).toMatchObject({ records: 0, known: 1, faults: [] });
    expect(await itemsOf(phone)).toEqual(items);
  });

  it('is not sent again if this device has sent it meanwhile', async () => {
    const phone = freshDatabase();
    const id = await saveObservation(phone, { taxon_id: 1 }, [], { user });
    const files = await filesOf(phone);
    const [item] = await phone.outbox.toArray();
    await phone.outbox.clear();
    await phone.acknowledged.put({ ...item!, version: 1, acknowledged_at: 1 });
    expect(await importFiles(phone, files)).toMatchObject({ records: 0, known: 1 });
    expect(await phone.outbox.count()).toBe(0);
    expect(await phone.observations.get(id)).toBeDefined();
  });

  it('says from which device and when it comes, and what is new', async () => {
    const phone = freshDatabase();
    const wing = await photo(900, 1);
    await saveObservation(phone, { taxon_id: 1, media: [declare(wing, 0)] }, [wing], { user });
    const file = await read(phone, await filesOf(phone));
    expect(file).toMatchObject({ isVerified: true, device: 'Firefox, Android', madeAt: expect.stringMatching(/^20/) as unknown });
    expect(await planImport(phone, file)).toMatchObject({ records: [{ state: { state: 'known' } }], known: 1 });
    const tablet = await otherDevice(phone);
    expect(await planImport(tablet, file)).toMatchObject({ records: [{ state: { state: 'new' } }], known: 0 });
    expect(await tablet.observations.count()).toBe(0);
  });

  it('imports neither settings and messages nor deletions, and does not bring back what was deleted', async () => {
    const phone = freshDatabase();
    const id = await saveObservation(phone, { taxon_id: 1 }, [], { user });
    await phone.outbox.toCollection().modify({ tries: 1 });
    await deleteObservation(phone, id);
    await enqueue(phone, ofAccounts.putPreference, { body: { on_delete: 'erase' } }, 1);
    for (const text of ['Moths', 'Beetles'])
      await enqueue(phone, ofFeedback.sendFeedback, { params: { id: newId() }, body: { kind: 'idea', text, may_contact: false } }, 1);
    const files = await filesOf(phone);
    const tablet = await otherDevice(phone);
    await saveObservation(tablet, { taxon_id: 1 }, [], { id, user });
    await stored(tablet, id, 1);
    expect((await read(tablet, files)).skipped).toEqual({ deletions: 1, calls: 3 });
    expect(await importFiles(tablet, files)).toMatchObject({ records: 0, faults: [] });
    expect(await itemsOf(tablet)).toEqual([]);
    expect(await tablet.observations.get(id)).toMatchObject({ deleted: 0 });
    // Nor on a device that does not have the record.
    const fresh = await otherDevice(tablet);
    expect(await importFiles(fresh, files)).toMatchObject({ records: 0, faults: [] });
    expect(await fresh.observations.count()).toBe(0);
  });

  describe('of a record that this device has too', () => {
    const cases = [
      [
        'has unsent changes here',
        'changed_here',
        { notes: 'here' },
        (database: UserDatabase, id: string) => database.observations.update(id, { version: 1 }),
      ],
      ['is newer here', 'newer_here', { notes: 'here' }, (database: UserDatabase, id: string) => stored(database, id, 3)],
      [
        'is more private here',
        'more_private_here',
        { geoprivacy: 'private' },
        (database: UserDatabase, id: string) => stored(database, id, 0),
      ],
      ['was deleted here', 'deleted_here', {}, (database: UserDatabase, id: string) => deleteObservation(database, id)],
    ] as const;
    it.each(cases)('asks if it %s, keeps it by default, and otherwise saves the file’s version', async (_, reason, mine, change) => {
      const phone = freshDatabase();
      const wing = await photo(900, 1);
      const id = await saveObservation(phone, { taxon_id: 1, notes: 'in the file', media: [declare(wing, 0)] }, [wing], { user });
      const files = await filesOf(phone);
      const tablet = await otherDevice(phone);
      await saveObservation(tablet, { taxon_id: 1, ...mine }, [], { id, user });
      if (reason === 'deleted_here') await tablet.outbox.toCollection().modify({ tries: 1 });
      await change(tablet, id);
      const before = [await tablet.observations.get(id), await tablet.outbox.toArray()];
      expect((await planImport(tablet, await read(tablet, files))).records).toMatchObject([{ state: { state: 'differs', reason } }]);
      expect(await importFiles(tablet, files)).toMatchObject({ records: 0, kept: 1, photos: 0, faults: [] });
      expect([await tablet.observations.get(id), await tablet.outbox.toArray()]).toEqual(before);
      expect(await tablet.photos.count()).toBe(0);

      expect(await importFiles(tablet, files, { useFile: new Set([id]) })).toMatchObject({ records: 1, kept: 0, photos: 1, faults: [] });
      expect(await tablet.observations.get(id)).toMatchObject({ notes: 'in the file', geoprivacy: 'open', deleted: 0 });
      expect(await importFiles(tablet, files)).toMatchObject({ records: 0, known: 1, kept: 0 });
    });

    it('imports an edit of the version that is here without asking', async () => {
      const phone = freshDatabase();
      const id = await saveObservation(phone, { taxon_id: 1, geoprivacy: 'obscured' }, [], { user });
      await stored(phone, id, 2);
      const row = (await phone.observations.get(id))!;
      await saveObservation(phone, { taxon_id: 1, geoprivacy: 'private', notes: 'edited' }, [], { id, user });
      const files = await filesOf(phone);
      const tablet = await otherDevice(phone);
      await tablet.observations.put(row);
      expect(await importFiles(tablet, files)).toMatchObject({ records: 1, kept: 0, faults: [] });
      expect(await tablet.observations.get(id)).toMatchObject({ notes: 'edited', geoprivacy: 'private', version: 2 });
      expect(await tablet.outbox.toArray()).toMatchObject([{ kind: 'record', base_version: 2, tries: 0 }]);
    });
  });

  it('needs all of its files: a record without one of its photos is left out, the others are imported', async () => {
    const phone = freshDatabase();
    const wing = await photo(40_000, 1);
    await saveObservation(phone, { taxon_id: 1, media: [declare(wing, 0)] }, [wing], { user });
    const alone = await saveObservation(phone, { taxon_id: 2 }, [], { user });
    const files = await filesOf(phone, 20_000);
    expect(files).toHaveLength(2);
    const tablet = await otherDevice(phone);
    const first = await importFiles(tablet, files.slice(0, 1));
    expect([first.records, reasons(first)]).toEqual([1, ['photo_missing']]);
    expect(await tablet.observations.toCollection().primaryKeys()).toEqual([alone]);
    expect(await importFiles(tablet, files)).toMatchObject({ records: 1, photos: 1, known: 1, faults: [] });
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

    const empty = async (database: UserDatabase) => {
      for (const table of [database.observations, database.outbox, database.photos, database.drafts]) expect(await table.count()).toBe(0);
    };
    const bram = freshDatabase();
    expect((await importFiles(bram, [file!])).faults).toEqual([{ reason: 'other_person', about: '' }]);
    expect(await read(bram, [file!])).toMatchObject({ isVerified: false, records: [], skipped: { deletions: 0, calls: 0 } });
    await empty(bram);
    const tablet = await otherDevice(phone);
    const holiday = await zipEntries([{ name: 'holiday.jpg', blob: wing.blob }]);
    const other = await zipEntries([{ name: 'records.json', blob: new RealBlob(['{"format": "another app"}']) }]);
    for (const [parts, reason, about] of [
      [[bytes.slice(0, bytes.length / 2)], 'damaged', 'x.zip'],
      [['this is no zip'], 'not_an_export', 'x.zip'],
      [[], 'not_an_export', 'x.zip'],
      [[holiday], 'not_an_export', 'x.zip'],
      [[other], 'not_an_export', 'x.zip'],
      [[changed], 'damaged', `photos/${wing.id}.jpg`],
    ] as const) {
      const given = [named(new RealBlob([...parts] as BlobPart[]), 'x.zip')];
      const { records, faults } = await importFiles(tablet, given);
      expect([records, faults[0]?.reason, faults[0]?.about]).toEqual([0, reason, about]);
      // The list of records is intact beside a damaged photo.
      expect((await read(tablet, given)).isVerified).toBe(parts[0] === changed);
      await empty(tablet);
    }
  });
});

describe('a file that the devices of the person did not sign', () => {
  /** A record with a photo and a draft, and the file with them. */
  async function made() {
    const phone = freshDatabase();
    const wing = await photo(900, 1);
    const id = await saveObservation(phone, { verbatim_name: 'a wren', notes: 'mine', media: [declare(wing, 0)] }, [wing], { user });
    await saveDraft(phone, {
      id: 'd',
      observation_id: null,
      values: { verbatim_name: 'half', count: 'many' },
      photo_ids: [],
      updated_at: 1,
    });
    return { phone, id, wing, files: await filesOf(phone) };
  }

  it.each([
    ['without a signature', unsigned],
    ['changed after it was signed', (files: File[]) => forged(files, (manifest) => (saved(manifest.items[0]!).notes = 'theirs'))],
    ['signed with another key', (files: File[]) => forged(files, () => {}, 'another key')],
  ])('%s becomes drafts with ids of their own, once, and nothing is sent', async (_, change) => {
    const { phone, id, wing, files } = await made();
    const given = await change(files);
    const tablet = await otherDevice(phone);
    const file = await read(tablet, given);
    if (file.isVerified) throw new Error('The file is verified');
    expect(await importFiles(tablet, given, { geoprivacy: 'obscured' })).toMatchObject({ records: 0, drafts: 2, photos: 1, faults: [] });
    expect(await itemsOf(tablet)).toEqual([]);
    expect(await tablet.observations.count()).toBe(0);
    const drafts = await tablet.drafts.toArray();
    const wren = drafts.find(({ values }) => values.verbatim_name === 'a wren')!;
    expect(wren).toMatchObject({ observation_id: null, values: { geoprivacy: 'obscured' } });
    expect(drafts.find(({ values }) => values.verbatim_name === 'half')).toMatchObject({ observation_id: null });
    const [kept] = await tablet.photos.toArray();
    expect(kept).toMatchObject({ id: wren.photo_ids[0], draft_id: wren.id, observation_id: null, sha256: wing.sha256 });
    expect(new Uint8Array(await kept!.blob.arrayBuffer())).toEqual(new Uint8Array(await wing.blob.arrayBuffer()));
    for (const known of [id, wing.id, 'the-draft']) expect(JSON.stringify([drafts, kept])).not.toContain(known);

    expect(await importFiles(tablet, given)).toMatchObject({ drafts: 0, known: 2 });
    expect(await tablet.drafts.count()).toBe(2);
    // Saved as records, which keep the ids of their drafts.
    await saveObservation(tablet, { verbatim_name: 'a wren' }, [], { id: wren.id, draftId: wren.id, user });
    expect(await importFiles(tablet, given)).toMatchObject({ drafts: 0, known: 2 });
  });

  it('changes no record of this device, whatever it claims: not its place, not its existence, not the account', async () => {
    const { phone, id, files } = await made();
    await saveObservation(phone, { verbatim_name: 'a wren', geoprivacy: 'private', latitude: 52, longitude: 5 }, [], { id, user });
    await stored(phone, id, 4);
    await phone.drafts.clear();
    const before = await phone.observations.toArray();
    const call = (operation: Parameters<typeof newItem>[2], subject: string, input: object, record: string | null) => ({
      ...newItem(phone.userId, 1, operation, { subject, input, observation_id: record }),
      seq: 9,
    });
    const given = await forged(files, (manifest) => {
      Object.assign(saved(manifest.items[0]!), { geoprivacy: 'open', latitude: 52, longitude: 5 });
      manifest.items[0]!.base_version = 4;
      const other = newId();
      manifest.items.push(
        call(ofRecords.deleteObservation, other, { params: { id } }, other),
        call(ofAccounts.putPreference, 'preference:on_delete', { body: { on_delete: 'erase' } }, null),
        call(ofAccounts.putPreference, 'preference:geoprivacy', { body: { geoprivacy: 'open' } }, null),
      );
      manifest.drafts = [];
    });
    expect(await importFiles(phone, given)).toMatchObject({ records: 0, drafts: 0, kept: 1 });
    expect(await phone.observations.toArray()).toEqual(before);
    expect(await phone.outbox.count()).toBe(0);
    expect(await phone.drafts.count()).toBe(0);
    expect(await importFiles(phone, given, { useFile: new Set([id]) })).toMatchObject({ records: 0, drafts: 1 });
    expect(await phone.observations.toArray()).toEqual(before);
    expect(await phone.outbox.count()).toBe(0);
  });

  it('cannot claim that an item of one record belongs to another', async () => {
    const { phone, id, files } = await made();
    const target = newId();
    const given = await forged(
      files,
      (manifest) => {
        for (const item of manifest.items)
          Object.assign(item, { route: 'DELETE /api/observations/:id', on_hold: true, upload_url: 'https://x' });
        Object.assign(manifest.items[0]!, { subject: target, input: { params: { id: target }, body: saved(manifest.items[0]!) } });
      },
      KEY,
    );
    const tablet = await otherDevice(phone);
    expect(await importFiles(tablet, given)).toMatchObject({ records: 1, faults: [] });
    const [save, upload] = await tablet.outbox.orderBy('seq').toArray();
    expect(save).toMatchObject({ route: 'PUT /api/observations/:id', subject: id, input: { params: { id } } });
    expect(upload).toMatchObject({ route: 'POST /api/uploads', upload_url: null });
    expect(JSON.stringify(await tablet.outbox.toArray())).not.toContain(target);
    expect(save).not.toHaveProperty('on_hold');
  });
});

describe('malformed values', () => {
  it('are reported with the record and its fields, and the rest is imported', async () => {
    const phone = freshDatabase();
    await saveObservation(phone, { verbatim_name: 'a wren' }, [], { user });
    const robin = await saveObservation(phone, { verbatim_name: 'a robin' }, [], { user });
    await appendItem(phone, newItem(phone.userId, 1, ofRecords.uploadPhoto, { subject: 'nothing', input: {}, observation_id: newId() }));
    const given = await forged(
      await filesOf(phone),
      (manifest) => {
        Object.assign(saved(manifest.items[0]!), { latitude: 100, longitude: 5, attributes: { 'Bad Key': 1 } });
        manifest.items.push({ id: 'nonsense' });
        manifest.drafts.push({ id: 'x', values: 7 });
      },
      KEY,
    );
    const tablet = await otherDevice(phone);
    const result = await importFiles(tablet, given);
    expect(result).toMatchObject({ records: 1, drafts: 0 });
    expect(result.faults.find(({ about }) => about === 'a wren')).toEqual({
      reason: 'malformed',
      about: 'a wren',
      fields: ['latitude', 'attributes.Bad Key'],
    });
    expect(reasons(result).toSorted()).toEqual(['malformed', 'malformed', 'malformed', 'photo_missing']);
    expect(await tablet.observations.toCollection().primaryKeys()).toEqual([robin]);
  });

  it('of a zip that unpacks to more than an export can have are refused', async () => {
    const bytes = new Uint8Array(await (await zipEntries([{ name: 'records.json', blob: new RealBlob(['{}']) }])).arrayBuffer());
    const view = new DataView(bytes.buffer);
    view.setUint32(view.getUint32(bytes.length - 6, true) + 24, 70 * 1024 * 1024, true);
    const bomb = named(new RealBlob([bytes]), 'bomb.zip');
    expect(await importFiles(freshDatabase(), [bomb])).toMatchObject({ records: 0, faults: [{ reason: 'too_large', about: 'bomb.zip' }] });
  });

  it('of files that together have more entries than an export can have are refused', async () => {
    const small = async (name: string) => new Uint8Array(await (await zipEntries([{ name, blob: new RealBlob(['{}']) }])).arrayBuffer());
    const most = await small('photos/1.jpg');
    new DataView(most.buffer).setUint16(most.length - 12, 20_000, true);
    const faults = async (...parts: Uint8Array<ArrayBuffer>[]) => {
      const files = parts.map((bytes, index) => named(new RealBlob([bytes]), `${index}.zip`));
      return (await importFiles(freshDatabase(), files)).faults.map(({ reason, about }) => [reason, about]);
    };
    // Its directory has fewer entries than it says, which is seen later.
    expect(await faults(most)).toEqual([['damaged', '0.zip']]);
    expect(await faults(await small('photos/2.jpg'), most)).toEqual([['too_large', '1.zip']]);
  });
});
