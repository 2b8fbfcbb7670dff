import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type MEDIA_FAULTS, MEDIA_SIZES } from '@veld/contract';
import type { MediaRow } from '../../db/rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import { inBatches, type StoredFile } from '../../files/store.ts';
import type { Context } from '../../http/context.ts';
import { keyedQueue } from '../../http/keyed-queue.ts';
import { listCrops, listWithOutdatedCrops, updateCrop, syncCrops, returnCropTry, updateCropTries } from './crops.ts';
import { companionKey, cropIdOfKey, displayKey, idOfKey, originalKey } from './keys.ts';
import { DecoderStopped, MAX_TRIES, render, type Rendered, type RenderOptions, type RenderRequest, UnreadablePicture } from './render.ts';
import {
  removeOldRefusals,
  findMedia,
  listUnrendered,
  listUnused,
  removeMedia,
  returnTry,
  updateFailed,
  updateReady,
  updateTries,
  updateUnused,
  listKnown,
  listOfUser,
} from './store.ts';
import { UPLOAD_LIFE_MS, uploadFolder } from './uploads.ts';
import { ownsUpload } from './upload-names.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long a photo is kept that no record lists; its record may still be on its way. */
const UNUSED_LIFE_MS = 2 * DAY_MS;
/** How long it is remembered that a picture is none. */
const REFUSAL_LIFE_MS = 30 * DAY_MS;
/** How long a photo is kept that was removed from a record, because merging versions of two devices may use it again. */
const REMOVED_LIFE_MS = 30 * DAY_MS;

/** The original of a photo is not in this process's store: a fault of the server, never of the photo. */
export class MissingFile extends Error {}

/** Renders the display sizes of a photo and of its crops in use. Throws `MissingFile`, and counts no attempt, if the original is not here. */
export async function renderPhoto(context: Context, id: string, options: RenderOptions = {}): Promise<void> {
  await requireFile(context, id);
  await renderWhole(context, id, options);
  await cropQueue(id, () => renderCrops(context, id, options));
}

/** Does nothing for a photo that is not to be rendered, as one that was erased. */
async function requireFile(context: Context, id: string): Promise<void> {
  if ((await context.files.size(originalKey(id))) !== null) return;
  if (!(await findMedia(context.db, id))) return;
  context.missing.files += 1;
  context.log.error({ id }, 'the file of a photo is missing');
  throw new MissingFile(`The original of photo ${id} is not in DATA_DIR/photos`);
}

/** Keyed by photo id, so that one run has deleted the files of a crop before another run can render it again. */
const cropQueue = keyedQueue();

/**
 * Renders the whole picture. A photo that cannot be read, or that has ended the decoder three times, is marked as failed; its original
 * is kept.
 */
async function renderWhole(context: Context, id: string, options: RenderOptions): Promise<void> {
  const media = await updateTries(context.db, id);
  if (!media) return;
  if (media.tries > MAX_TRIES) return updateFailed(context, id, 'damaged');
  try {
    const store = async (rendered: Rendered) => {
      for (const size of MEDIA_SIZES) await context.files.moveIn(displayKey(id, size), rendered.paths[size]);
      // The row is written after the files. If the photo was erased in the meantime, the files are deleted again.
      if (!(await updateReady(context, id, rendered))) await removeFiles(context, [id]);
    };
    await withInput(context, media, (request) => render(context, request, store, options));
  } catch (error) {
    if (!(error instanceof UnreadablePicture) && !(error instanceof DecoderStopped)) {
      await returnTry(context.db, id);
      throw error;
    }
    // It may have gone while it was rendered.
    await requireFile(context, id);
    context.log.warn({ tries: media.tries, reason: error.message }, 'photo could not be read');
    if (error instanceof UnreadablePicture || media.tries >= MAX_TRIES) await updateFailed(context, id, faultOf(error.message));
    else await context.jobs.send('media', { id });
  }
}

/** Renders the crops in use and deletes unused ones. Crops get three attempts too. */
async function renderCrops(context: Context, id: string, options: RenderOptions): Promise<void> {
  const media = await findMedia(context.db, id);
  if (media?.state !== 'ready') return;
  const { waiting, removed } = await syncCrops(context, id);
  for (const cropId of removed) await removeDisplay(context, id, cropId);
  for (const { id: cropId } of waiting) {
    const row = await updateCropTries(context.db, cropId);
    if (!row) continue;
    if (row.tries > MAX_TRIES) {
      await updateCrop(context, cropId, { state: 'failed' });
      continue;
    }
    try {
      const store = async (rendered: Rendered) => {
        for (const size of MEDIA_SIZES) await context.files.moveIn(displayKey(id, size, cropId), rendered.paths[size]);
        // The row is written after the files. If the crop is no longer in use, the files are deleted again.
        if (!(await updateCrop(context, cropId, { state: 'ready', thumbhash: rendered.thumbhash })))
          await removeDisplay(context, id, cropId);
      };
      await withInput(context, media, (request) => render(context, { ...request, crop: row.crop }, store, options));
    } catch (error) {
      if (!(error instanceof UnreadablePicture) && !(error instanceof DecoderStopped)) {
        await returnCropTry(context.db, cropId);
        throw error;
      }
      await requireFile(context, id);
      context.log.warn({ tries: row.tries, reason: error.message }, 'crop could not be rendered');
      if (error instanceof UnreadablePicture) await updateCrop(context, cropId, { state: 'failed' });
      else await context.jobs.send('media', { id });
    }
  }
}

/** The companion is shown if there is one, but the original must be complete. */
async function withInput<T>(
  { files }: Context,
  { id, user_id: person }: Pick<MediaRow, 'id' | 'user_id'>,
  use: (request: RenderRequest) => Promise<T>,
): Promise<T> {
  const hasCompanion = (await files.size(companionKey(id))) !== null;
  return files.withLocalFile(originalKey(id), (original) =>
    hasCompanion
      ? files.withLocalFile(companionKey(id), (input) => use({ person, original, input }))
      : use({ person, original, input: original }),
  );
}

/** Maps an error message of the child process to a fault for the owner. */
function faultOf(reason: string): (typeof MEDIA_FAULTS)[number] {
  if (/^(format|compression) |unsupported image format/.test(reason)) return 'format';
  return /pixel limit/.test(reason) ? 'too_large' : 'damaged';
}

/** Deletes expired uploads, incomplete renderings, files without a row, and photos unused for 2 or 30 days. */
export async function cleanUp(context: Context): Promise<void> {
  const now = context.now().getTime();
  await removeExpired(uploadFolder(context), now - UPLOAD_LIFE_MS);
  await removeExpired(join(context.config.DATA_DIR, 'work'), now - DAY_MS);
  await removeOrphans(context, now - DAY_MS);
  await removeOldRefusals(context.db, new Date(now - REFUSAL_LIFE_MS));
  await updateUnused(context, context.now());
  await removePhotos(context, () => listUnused(context.db, new Date(now - UNUSED_LIFE_MS), new Date(now - REMOVED_LIFE_MS)));
}

/**
 * Queues photos whose rendering was lost or interrupted. At the start of a server these are all unrendered ones, because no job is
 * still running; otherwise only those older than an hour. Rendering a photo twice is harmless.
 */
export async function requeueUnrendered(context: Context, isStart: boolean): Promise<void> {
  const before = new Date(context.now().getTime() - (isStart ? 0 : HOUR_MS));
  const unrendered = [...(await listUnrendered(context.db, before)), ...(await listWithOutdatedCrops(context, before))];
  for (const id of new Set(unrendered)) await context.jobs.send('media', { id });
}

/** Deletes photos in batches until `next` returns no more ids: their rows first, then their files. */
export async function removePhotos(context: Context, next: () => Promise<string[]>): Promise<void> {
  for (let ids = await next(); ids.length > 0; ids = await next()) {
    const batch = ids;
    const crops = await inTransaction(context.db, async (tx) => {
      const found = await listCrops(tx, batch);
      await removeMedia(context, tx, batch);
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

/** Deletes uploads whose files (`<name>`, `<name>.json`, `<name>.<…>.claim`) are all older than `before`. */
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

/** Deletes files without a row, left by interrupted uploads. Spares newer files, whose row may still be written. */
async function removeOrphans(context: Context, before: number): Promise<void> {
  for await (const { key, writtenAt } of listOrphans(context)) {
    const id = idOfKey(key);
    // Read again, because the row may have been written since the list was read.
    if (writtenAt < before && !(id && cropIdOfKey(key) === null && (await findMedia(context.db, id)))) await context.files.remove(key);
  }
}

const FOLDERS = ['originals', 'companions', 'display'];
const BATCH = 1000;

/** The files of the photo store that belong to no photo and to no crop of one. */
export async function* listOrphans({ db, files }: Pick<Context, 'db' | 'files'>): AsyncGenerator<StoredFile> {
  for (const folder of FOLDERS) {
    for await (const batch of inBatches(files.list(folder), BATCH)) {
      const known = await listKnown(db, [...new Set(batch.flatMap(({ key }) => idOfKey(key) ?? []))]);
      const crops = new Set((await listCrops(db, [...known])).map((crop) => crop.id));
      for (const file of batch) {
        const cropId = cropIdOfKey(file.key);
        if (!known.has(idOfKey(file.key) ?? '') || (cropId !== null && !crops.has(cropId))) yield file;
      }
    }
  }
}

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
