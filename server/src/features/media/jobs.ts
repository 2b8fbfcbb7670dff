import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type MEDIA_FAULTS, MEDIA_SIZES } from '@veld/contract';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { keyedQueue } from '../../http/keyed-queue.ts';
import { listCrops, listUnsettled, settleCrops, updateCrop, updateCropTries } from './crops.ts';
import { companionKey, cropIdOfKey, displayKey, idOfKey, originalKey } from './keys.ts';
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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TRIES = 3;
/** How long an unused photo stays, because a merge of two devices' versions may use it again. */
const UNUSED_LIFE_MS = 30 * DAY_MS;

/** Renders the display sizes of an original, and of each crop that records use. */
export async function showPhoto(context: Context, id: string, options: RenderOptions = {}): Promise<void> {
  await showWhole(context, id, options);
  await oneAtATime(id, () => showCrops(context, id, options));
}

/** By photo: a run that deletes a crop finishes before another run needs it again. */
const oneAtATime = keyedQueue();

/** Rendering is given up after three attempts; the original stays. */
async function showWhole(context: Context, id: string, options: RenderOptions): Promise<void> {
  const media = await updateTries(context.db, id);
  if (!media) return;
  if (media.tries > TRIES) return updateFailed(context.db, id, 'damaged');
  try {
    await render(
      await inputOf(context, id),
      join(context.config.DATA_DIR, 'work'),
      async (rendered) => {
        for (const size of MEDIA_SIZES) await context.files.moveIn(displayKey(id, size), rendered.paths[size]!);
        // Files first, row second. If the photo was erased meanwhile, its files are deleted again.
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

/** Crops get as many attempts; unused ones are deleted. */
async function showCrops(context: Context, id: string, options: RenderOptions): Promise<void> {
  if ((await findMedia(context.db, id))?.state !== 'ready') return;
  const { waiting, removed } = await settleCrops(context.db, id);
  for (const cropId of removed) await removeDisplay(context, id, cropId);
  for (const { id: cropId } of waiting) {
    const row = await updateCropTries(context.db, cropId);
    if (!row) continue;
    if (row.tries > TRIES) {
      await updateCrop(context.db, cropId, { state: 'failed' });
      continue;
    }
    try {
      await render(
        await inputOf(context, id),
        join(context.config.DATA_DIR, 'work'),
        async (rendered) => {
          for (const size of MEDIA_SIZES) await context.files.moveIn(displayKey(id, size, cropId), rendered.paths[size]!);
          // Files first, row second. If nothing uses the crop any more, its files are deleted again.
          if (!(await updateCrop(context.db, cropId, { state: 'ready', thumbhash: rendered.thumbhash })))
            await removeDisplay(context, id, cropId);
        },
        { ...options, crop: row.crop },
      );
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      context.log.warn({ tries: row.tries, reason: error.message }, 'a crop could not be made');
      await context.jobs.send('media', { id });
    }
  }
}

/** The device's JPEG where the server cannot read the original. */
async function inputOf(context: Context, id: string): Promise<string> {
  const hasCompanion = (await context.files.size(companionKey(id))) !== null;
  return context.files.localPath(hasCompanion ? companionKey(id) : originalKey(id));
}

/** What the owner is told about a failure of the child process. */
function faultOf(reason: string): (typeof MEDIA_FAULTS)[number] {
  if (/^(format|compression) |unsupported image format/.test(reason)) return 'format';
  return /pixel limit/.test(reason) ? 'too_large' : 'damaged';
}

/** Removes expired uploads, incomplete renderings, files without a row, and photos unused for 30 days. */
export async function cleanUp(context: Context): Promise<void> {
  const now = context.now().getTime();
  await removeExpired(uploadFolder(context), now - UPLOAD_LIFE_MS);
  await removeExpired(join(context.config.DATA_DIR, 'work'), now - DAY_MS);
  await removeOrphans(context, now - DAY_MS);
  await updateUnused(context.db, context.now());
  await removePhotos(context, () => listUnused(context.db, new Date(now - UNUSED_LIFE_MS)));
}

/**
 * Renders pictures again whose job was lost or interrupted: all of them when a server starts, because none can still be running;
 * otherwise those older than an hour. Rendering a picture twice does no harm.
 */
export async function remakeForgotten(context: Context, isStart: boolean): Promise<void> {
  const before = new Date(context.now().getTime() - (isStart ? 0 : HOUR_MS));
  const unsettled = [...(await listForgotten(context.db, before)), ...(await listUnsettled(context.db, before))];
  for (const id of new Set(unsettled)) await context.jobs.send('media', { id });
}

/** Deletes rows, then files, in batches until `next` returns none. */
export async function removePhotos(context: Context, next: () => Promise<string[]>): Promise<void> {
  for (let ids = await next(); ids.length > 0; ids = await next()) {
    const batch = ids;
    const crops = await inTransaction(context.db, async (tx) => {
      const found = await listCrops(tx, batch);
      await removeMedia(tx, batch);
      return found;
    });
    for (const crop of crops) await removeDisplay(context, crop.media_id, crop.id);
    await removeFiles(context, batch);
  }
}

async function removeFiles(context: Context, ids: string[]): Promise<void> {
  for (const id of ids) {
    for (const key of [originalKey(id), companionKey(id)]) await context.files.remove(key);
    await removeDisplay(context, id, null);
  }
}

async function removeDisplay(context: Context, id: string, cropId: string | null): Promise<void> {
  for (const size of MEDIA_SIZES) await context.files.remove(displayKey(id, size, cropId));
}

/** An upload is a group of files (`<name>`, `<name>.json`, `<name>.<…>.claim`), deleted when the newest is that old. */
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

/** Files of the photo store without a row, from uploads interrupted between file and row. Newer ones may still get theirs. */
async function removeOrphans(context: Context, before: number): Promise<void> {
  for (const prefix of ['originals', 'companions', 'display']) {
    const keys = await context.files.list(prefix);
    for (let start = 0; start < keys.length; start += 1000) {
      const batch = keys.slice(start, start + 1000);
      const ids = [...new Set(batch.map(idOfKey).filter((id) => id !== null))];
      const known = await listKnown(context.db, ids);
      const crops = new Set((await listCrops(context.db, [...known])).map((crop) => crop.id));
      for (const key of batch) {
        const id = idOfKey(key);
        const cropId = cropIdOfKey(key);
        if (id !== null && known.has(id) && (cropId === null || crops.has(cropId))) continue;
        const found = await stat(context.files.localPath(key)).catch(() => null);
        // Checked again: the row may have been written since the list was read.
        if (found && found.mtimeMs < before && !(id && cropId === null && (await findMedia(context.db, id))))
          await rm(context.files.localPath(key), { force: true });
      }
    }
  }
}
