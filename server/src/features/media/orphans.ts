import type { Context } from '../../http/context.ts';
import { listCrops } from './crops.ts';
import { cropIdOfKey, idOfKey } from './keys.ts';
import { listKnown } from './store.ts';

const FOLDERS = ['originals', 'companions', 'display'];
const BATCH = 1000;

/** The keys of files of the photo store that belong to no photo and to no crop of one. */
export async function* orphanKeys({ db, files }: Pick<Context, 'db' | 'files'>): AsyncGenerator<string> {
  for (const folder of FOLDERS) {
    const keys = await files.list(folder);
    for (let start = 0; start < keys.length; start += BATCH) {
      const batch = keys.slice(start, start + BATCH);
      const known = await listKnown(db, [...new Set(batch.flatMap((key) => idOfKey(key) ?? []))]);
      const crops = new Set((await listCrops(db, [...known])).map((crop) => crop.id));
      for (const key of batch) {
        const cropId = cropIdOfKey(key);
        if (!known.has(idOfKey(key) ?? '') || (cropId !== null && !crops.has(cropId))) yield key;
      }
    }
  }
}
