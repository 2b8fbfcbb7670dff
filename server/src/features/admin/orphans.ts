import type { Context } from '../../http/context.ts';
import { orphanKeys } from '../media/orphans.ts';

/** Counts the files of the photo store that belong to no photo. */
export async function countOrphanFiles(context: Pick<Context, 'db' | 'files'>): Promise<{ files: number; bytes: number }> {
  const found = { files: 0, bytes: 0 };
  for await (const key of orphanKeys(context)) {
    found.files += 1;
    found.bytes += (await context.files.size(key)) ?? 0;
  }
  return found;
}
