import { MEDIA_SIZES } from '@veld/contract';
import type { Db } from '../../db/open.ts';
import { type FileStore, hashStored, inBatches } from '../../files/store.ts';
import { listCrops } from './crops.ts';
import { displayKey, idOfKey, originalKey } from './keys.ts';
import { listKnown } from './store.ts';

/**
 * `missing`: the file does not exist. `short`: it has another length. `changed`: it has another SHA-256. `unshown`: a display size is
 * missing.
 */
export interface PhotoFault {
  id: string;
  fault: 'missing' | 'short' | 'changed' | 'unshown';
}

export interface PhotoCheck {
  photos: number;
  faults: PhotoFault[];
  /** Number of files without a row. Interrupted uploads leave them, and they are removed after a day. */
  orphans: number;
}

const BATCH = 500;

/** Compares every original with the length and hash in the database. Changes nothing. */
export async function checkPhotos(db: Db, files: FileStore, onProgress: (done: number) => void = () => undefined): Promise<PhotoCheck> {
  const found: PhotoCheck = { photos: 0, faults: [], orphans: 0 };
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await db
      .selectFrom('media')
      .select(['id', 'sha256', 'byte_length', 'state'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const crops = await listCrops(
      db,
      rows.map((row) => row.id),
    );
    for (const row of rows) {
      const rendered = crops.filter((crop) => crop.media_id === row.id && crop.state === 'ready').map((crop) => crop.id);
      const fault = await faultOf(files, row, rendered);
      if (fault) found.faults.push({ id: row.id, fault });
      found.photos += 1;
    }
    onProgress(found.photos);
    const last = rows[BATCH - 1];
    if (!last) break;
    after = last.id;
  }
  for await (const batch of inBatches(files.list('originals'), BATCH)) {
    const known = await listKnown(
      db,
      batch.flatMap(({ key }) => idOfKey(key) ?? []),
    );
    found.orphans += batch.filter(({ key }) => !known.has(idOfKey(key) ?? '')).length;
  }
  return found;
}

async function faultOf(
  files: FileStore,
  row: { id: string; sha256: string; byte_length: number; state: string },
  cropIds: string[],
): Promise<PhotoFault['fault'] | null> {
  const length = await files.size(originalKey(row.id));
  if (length === null) return 'missing';
  if (length !== row.byte_length) return 'short';
  if ((await hashStored(files, originalKey(row.id))) !== row.sha256) return 'changed';
  if (row.state !== 'ready') return null;
  for (const cropId of [null, ...cropIds])
    for (const size of MEDIA_SIZES) if ((await files.size(displayKey(row.id, size, cropId))) === null) return 'unshown';
  return null;
}
