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
/** How long a photo that nothing declares any more stays: a merge of two devices' versions may declare it again. */
const UNUSED_LIFE_MS = 30 * DAY_MS;

/** Makes what is shown of one original: all of it, and the parts that records show of it. */
export async function showPhoto(context: Context, id: string, options: RenderOptions = {}): Promise<void> {
  await showWhole(context, id, options);
  await oneAtATime(id, () => showCrops(context, id, options));
}

/** One at a time for a photo: a run that takes a crop away is over before another wants it again. */
const oneAtATime = keyedQueue();

/** A picture that cannot be read is given up after three tries; the original stays. */
async function showWhole(context: Context, id: string, options: RenderOptions): Promise<void> {
  const media = await updateTries(context.db, id);
  if (!media) return;
  if (media.tries > TRIES) return updateFailed(context.db, id, 'damaged');
  try {
    await render(
      await inputOf(context, id),
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

/** A crop of a picture that could be read is tried as often as that; crops that nothing shows any more go. */
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
          for (const size of MEDIA_SIZES) await context.files.take(displayKey(id, size, cropId), rendered.paths[size]!);
          // The files first, the row second. Not shown by anything any more: the files go again.
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

/** The JPEG of the device where the server cannot read the original. */
async function inputOf(context: Context, id: string): Promise<string> {
  const hasCompanion = (await context.files.size(companionKey(id))) !== null;
  return context.files.localPath(hasCompanion ? companionKey(id) : originalKey(id));
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
  await updateUnused(context.db, context.now());
  await removePhotos(context, () => listUnused(context.db, new Date(now - UNUSED_LIFE_MS)));
}

/**
 * Pictures whose making was lost or cut off are made again: all of them when a server starts, since whatever was under way
 * ended with the one before, and else those of more than an hour ago. Two that meet at one picture do no harm.
 */
export async function remakeForgotten(context: Context, isStart: boolean): Promise<void> {
  const before = new Date(context.now().getTime() - (isStart ? 0 : HOUR_MS));
  const unsettled = [...(await listForgotten(context.db, before)), ...(await listUnsettled(context.db, before))];
  for (const id of new Set(unsettled)) await context.jobs.send('media', { id });
}

/** Removes rows, then files, batch by batch until `next` has no more. */
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
      const crops = new Set((await listCrops(context.db, [...known])).map((crop) => crop.id));
      for (const key of batch) {
        const id = idOfKey(key);
        const cropId = cropIdOfKey(key);
        if (id !== null && known.has(id) && (cropId === null || crops.has(cropId))) continue;
        const found = await stat(context.files.localPath(key)).catch(() => null);
        // Asked again: the row may have come since the list was read.
        if (found && found.mtimeMs < before && !(id && cropId === null && (await findMedia(context.db, id))))
          await rm(context.files.localPath(key), { force: true });
      }
    }
  }
}
