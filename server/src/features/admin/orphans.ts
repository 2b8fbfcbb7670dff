import type { Context } from '../../http/context.ts';
import { idOfKey } from '../media/keys.ts';
import { listKnown } from '../media/store.ts';

const BATCH = 500;

/** Counts the files of the photo store that belong to no photo. */
export async function countOrphanFiles({ db, files }: Pick<Context, 'db' | 'files'>): Promise<{ files: number; bytes: number }> {
  const found = { files: 0, bytes: 0 };
  for (const folder of ['originals', 'companions', 'display']) {
    const keys = await files.list(folder);
    for (let start = 0; start < keys.length; start += BATCH) {
      const batch = keys.slice(start, start + BATCH);
      const ids = [...new Set(batch.flatMap((key) => idOfKey(key) ?? []))];
      const known = await listKnown(db, ids);
      for (const key of batch.filter((one) => !known.has(idOfKey(one) ?? ''))) {
        found.files += 1;
        found.bytes += (await files.size(key)) ?? 0;
      }
    }
  }
  return found;
}
