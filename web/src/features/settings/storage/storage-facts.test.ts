import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { type CopyRecord, TaxonomyDatabase } from '../../../local/taxonomy/database';
import { SharedFiles } from '../../../local/device/shared-files';
import { copySizes } from '../../../local/taxonomy/stored-copies';
import { sharedRoom } from './storage-facts';

const taxonomy = new TaxonomyDatabase();
afterEach(() => taxonomy.delete());

it('the size of the taxonomy includes the active copies with their deltas, and nothing else', async () => {
  expect(await copySizes()).toEqual({});
  const copy = (type: 'global' | 'country', of: string, changes: string | null) => ({ type, copy: of, changes }) as CopyRecord;
  await taxonomy.copies.bulkPut([copy('global', 'a', 'a-changes'), copy('country', 'b', null)]);
  const piece = (of: string, number: number, length: number) => ({ copy: of, number, bytes: new Uint8Array(length), sum: 0 });
  await taxonomy.blocks.bulkPut([
    piece('a', 1, 1000),
    piece('a', 2, 500),
    piece('a-changes', 1, 20),
    piece('b', 1, 300),
    piece('being-built', 1, 9000),
  ]);
  expect(await copySizes()).toEqual({ global: 1520, country: 300 });
});

it('shared photos are counted if they wait for this person or for nobody in particular, not for others', async () => {
  const shared = new SharedFiles(`veld-shared-${crypto.randomUUID()}`);
  const photo = (length: number) => new File([new Uint8Array(length)], 'IMG.JPG', { type: 'image/jpeg' });
  expect(await sharedRoom(shared, 'anna')).toEqual({ count: 0, bytes: 0 });
  await shared.add([photo(300), photo(20)]);
  expect(await sharedRoom(shared, 'anna')).toEqual({ count: 2, bytes: 320 });
  const [first] = await shared.waitingFor(null);
  await shared.accept([first!.id], 'bram');
  expect((await sharedRoom(shared, 'anna')).count).toBe(1);
  expect((await sharedRoom(shared, 'bram')).count).toBe(2);
  await shared.delete();
});
