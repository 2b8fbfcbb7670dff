import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type MEDIA_FAULTS, MEDIA_SIZES } from '@veld/contract';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { companionKey, displayKey, idOfKey, originalKey } from './keys.ts';
import { render, type RenderOptions, Unreadable } from './render.ts';
import {
  findMedia,
  listForgotten,
  listKnown,
  listUnused,
  removeMedia,
  updateFailed,
  updateReady,
  updateTries,
  updateUnused,
} from './store.ts';
import { UPLOAD_LIFE_MS, uploadFolder } from './uploads.ts';

const DAY_MS = 86_400_000;
const TRIES = 3;
/** How long a photo that nothing declares any more stays: a merge of two devices' versions may declare it again. */
const UNUSED_LIFE_MS = 30 * DAY_MS;

/** Makes what everybody is shown from one original. A picture that cannot be read is given up after three tries; the original stays. */
export async function showPhoto(context: Context, id: string, options: RenderOptions = {}): Promise<void> {
  const media = await updateTries(context.db, id);
  if (!media) return;
  if (media.tries > TRIES) return updateFailed(context.db, id, 'damaged');
  const hasCompanion = (await context.files.size(companionKey(id))) !== null;
  const input = context.files.localPath(hasCompanion ? companionKey(id) : originalKey(id));
  try {
    await render(
      input,
      join(context.config.DATA_DIR, 'work'),
      async (rendered) => {
        for (const size of MEDIA_SIZES) await context.files.take(displayKey(id, size), rendered.paths[size]!);
        // The files first, the row second. Erased meanwhile: the files go again.
        if (!(await updateReady(context.db, id, rendered))) await removeFiles(context, [id]);
      },
      options,
    );
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    context.log.warn({ tries: media.tries, reason: error.message }, 'a photo could not be read');
    if (media.tries >= TRIES) await updateFailed(context.db, id, faultOf(error.message));
    else await context.jobs.send('media', { id });
  }
}

/** What the owner is told, from what the child that reads pictures said. */
function faultOf(reason: string): (typeof MEDIA_FAULTS)[number] {
  if (/^(format|compression) |unsupported image format/.test(reason)) return 'format';
  return /pixel limit/.test(reason) ? 'too_large' : 'damaged';
}

/** Takes away what is left over: expired uploads, half-made pictures, files without a row, photos unused for 30 days. */
export async function cleanUp(context: Context): Promise<void> {
  const now = context.now().getTime();
  await removeExpired(uploadFolder(context), now - UPLOAD_LIFE_MS);
  await removeExpired(join(context.config.DATA_DIR, 'work'), now - DAY_MS);
  await removeOrphans(context, now - DAY_MS);
  for (const id of await listForgotten(context.db, new Date(now - 3_600_000))) await context.jobs.send('media', { id });
  await updateUnused(context.db, context.now());
  await removePhotos(context, () => listUnused(context.db, new Date(now - UNUSED_LIFE_MS)));
}

/** Removes rows, then files, batch by batch until `next` has no more. */
export async function removePhotos(context: Context, next: () => Promise<string[]>): Promise<void> {
  for (let ids = await next(); ids.length > 0; ids = await next()) {
    const batch = ids;
    await inTransaction(context.db, (tx) => removeMedia(tx, batch));
    await removeFiles(context, batch);
  }
}

async function removeFiles(context: Context, ids: string[]): Promise<void> {
  for (const id of ids) {
    for (const key of [originalKey(id), companionKey(id), ...MEDIA_SIZES.map((size) => displayKey(id, size))])
      await context.files.remove(key);
  }
}

/** Uploads are groups of files (`<name>`, `<name>.json`, `<name>.<…>.claim`); a group goes when its newest file is that old. */
async function removeExpired(folder: string, before: number): Promise<void> {
  const newest = new Map<string, number>();
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found) newest.set(groupOf(name), Math.max(newest.get(groupOf(name)) ?? 0, found.mtimeMs));
  }
  for (const name of names) {
    if ((newest.get(groupOf(name)) ?? before) < before) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function groupOf(name: string): string {
  return name.replace(/(\.[0-9a-f-]{36}\.claim|\.json)$/, '');
}

/** Files of the photo store without a row: their upload ended between file and row. Younger ones may still get theirs. */
async function removeOrphans(context: Context, before: number): Promise<void> {
  for (const prefix of ['originals', 'companions', 'display']) {
    const keys = await context.files.list(prefix);
    for (let start = 0; start < keys.length; start += 1000) {
      const batch = keys.slice(start, start + 1000);
      const ids = [...new Set(batch.map(idOfKey).filter((id) => id !== null))];
      const known = await listKnown(context.db, ids);
      for (const key of batch) {
        const id = idOfKey(key);
        if (id !== null && known.has(id)) continue;
        const found = await stat(context.files.localPath(key)).catch(() => null);
        // Asked again: the row may have come since the list was read.
        if (found && found.mtimeMs < before && !(id && (await findMedia(context.db, id))))
          await rm(context.files.localPath(key), { force: true });
      }
    }
  }
}
