import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../http/context.ts';
import { removePhotos } from './jobs.ts';
import { listOfUser } from './store.ts';
import { ownsUpload } from './upload-names.ts';
import { uploadFolder } from './uploads.ts';

/** Erases all photos of a person. Idempotent. */
export async function eraseMedia(context: Context, userId: string): Promise<void> {
  await removePhotos(context, () => listOfUser(context.db, userId));
}

/** Erases incomplete uploads of a person, which are in files only. Idempotent. */
export async function eraseUploads(context: Context, userId: string): Promise<void> {
  const folder = uploadFolder(context);
  for (const name of await readdir(folder).catch(() => [])) {
    if (ownsUpload(userId, name)) await rm(join(folder, name), { force: true });
  }
}
