import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addDraftPhoto, saveDraft } from '../../records/drafts';
import { exportUnsent } from './export';
import { verifySignature } from './signature';
import { saveObservation } from '../../records/observations';
import { declare } from '../../records/photos';
import { RealBlob } from '../../testing/bytes';
import { anna, freshDatabase, observer, photo } from '../../testing/people';

const user = observer(anna);

beforeEach(() => vi.stubGlobal('Blob', RealBlob));
afterEach(() => vi.unstubAllGlobals());

const unzip = async (blob: Blob) => new Map(Object.entries(unzipSync(new Uint8Array(await blob.arrayBuffer()))));

describe('C24: the export of unsent records', () => {
  it('contains unsent records with their errors, drafts, and photos byte for byte, and nothing that the server has', async () => {
    const database = freshDatabase();
    const [sentPhoto, unsentPhoto, draftPhoto] = [await photo(500, 1), await photo(600, 2), await photo(700, 3)];
    const stored = await saveObservation(database, { taxon_id: 1, media: [declare(sentPhoto, 0)] }, [sentPhoto], { user });
    await database.outbox.clear();
    const waiting = await saveObservation(database, { verbatim_name: 'Grüner Käfer', media: [declare(unsentPhoto, 0)] }, [unsentPhoto], {
      user,
    });
    await saveDraft(database, { id: 'd', observation_id: null, values: { notes: 'half' }, photo_ids: [draftPhoto.id], updated_at: 1 });
    await addDraftPhoto(database, 'd', draftPhoto);

    const [file, ...more] = await exportUnsent(database, { now: Date.parse('2026-05-10T00:00:00Z') });
    expect(more).toHaveLength(0);
    expect(file?.name).toBe('veld-unsent-2026-05-10.zip');
    const files = await unzip(file!.blob);
    expect([...files.keys()].sort()).toEqual(['records.json', `photos/${unsentPhoto.id}.jpg`, `photos/${draftPhoto.id}.jpg`].sort());
    expect(files.get(`photos/${unsentPhoto.id}.jpg`)).toEqual(new Uint8Array(await unsentPhoto.blob.arrayBuffer()));
    const records = JSON.parse(new TextDecoder().decode(files.get('records.json'))) as {
      records: { id: string; record: object }[];
      drafts: object[];
    };
    expect(records.records).toMatchObject([{ id: waiting, record: { verbatim_name: 'Grüner Käfer' } }]);
    expect(records.drafts).toMatchObject([{ values: { notes: 'half' } }]);
    expect(JSON.stringify(records)).not.toContain(stored);
  });

  it('of one record contains neither other records nor drafts', async () => {
    const database = freshDatabase();
    const [one, other] = [await photo(500, 1), await photo(600, 2)];
    const wanted = await saveObservation(database, { taxon_id: 1, media: [declare(one, 0)] }, [one], { user });
    const left = await saveObservation(database, { taxon_id: 2, media: [declare(other, 0)] }, [other], { user });
    await saveDraft(database, { id: 'd', observation_id: null, values: { notes: 'half' }, photo_ids: [], updated_at: 1 });
    const [file, ...more] = await exportUnsent(database, { now: 0, observationId: wanted });
    expect(more).toHaveLength(0);
    expect(file?.name).toBe(`veld-unsent-1970-01-01-${wanted.slice(-8)}.zip`);
    const files = await unzip(file!.blob);
    expect([...files.keys()].sort()).toEqual([`photos/${one.id}.jpg`, 'records.json']);
    const text = new TextDecoder().decode(files.get('records.json'));
    expect(text).toContain(wanted);
    expect(text).not.toContain(left);
    expect(text).not.toContain('half');
  });

  it('is split into several valid files if there are many photos', async () => {
    const database = freshDatabase();
    const photos = await Promise.all([1, 2, 3].map((seed) => photo(40_000, seed)));
    await saveObservation(database, { taxon_id: 1, media: photos.map((one, order) => declare(one, order)) }, photos, { user });
    const files = await exportUnsent(database, { largestPart: 50_000, now: 0 });
    expect(files.map((file) => file.name)).toEqual([1, 2, 3].map((part) => `veld-unsent-1970-01-01-${part}-of-3.zip`));
    const names = (await Promise.all(files.map((file) => unzip(file.blob)))).flatMap((one) => [...one.keys()]);
    expect(names.filter((name) => name.startsWith('photos/'))).toHaveLength(3);
  });

  it('contains a damaged row as it is', async () => {
    const database = freshDatabase();
    const id = await saveObservation(database, { taxon_id: 1 }, [], { user });
    await database.observations.update(id, { media: 'junk' as unknown as [] });
    const [file] = await exportUnsent(database);
    const text = new TextDecoder().decode((await unzip(file!.blob)).get('records.json'));
    expect(text).toContain('junk');
  });

  it('is signed with the key of the account, and says on which device it was made', async () => {
    const database = freshDatabase();
    await saveObservation(database, { taxon_id: 1 }, [], { user });
    const [file] = await exportUnsent(database, { key: 'key', device: 'Firefox, Android' });
    const files = await unzip(file!.blob);
    const json = files.get('records.json')!.slice().buffer;
    const signature = new TextDecoder().decode(files.get('records.sig'));
    expect(JSON.parse(new TextDecoder().decode(json))).toMatchObject({ device: 'Firefox, Android' });
    expect(await verifySignature('key', json, signature)).toBe(true);
    expect(await verifySignature('other', json, signature)).toBe(false);
    new Uint8Array(json)[20]! ^= 1;
    expect(await verifySignature('key', json, signature)).toBe(false);
  });
});
