import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { itemAt, MEDIA_TYPES } from '@veld/contract';
import { z } from 'zod';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { keyedQueue } from '../../http/keyed-queue.ts';
import { companionKey, originalKey } from './keys.ts';
import { findPhoto, insertMedia, updateStored } from './store.ts';
import { readErrorCode } from '../../thrown.ts';

/** An error in the form that tus expects: a status and a line of text. */
export class UploadFault extends Error {
  readonly status_code: number;
  readonly body: string;

  constructor(status: number, text: string) {
    super(text);
    this.status_code = status;
    this.body = `${text}\n`;
  }
}

/** The body of a 409: the person has other bytes under this id. The device then gives its photo a new id. */
export const ID_TAKEN = 'This id belongs to another photo';

/** The metadata of a file, which the device declares before sending it. */
export const UploadMetadata = z.object({
  id: z.uuidv4(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.enum(MEDIA_TYPES),
  /** Marks a JPEG that the device made from a photo in a format that the server cannot read (HEIC). */
  companion: z.literal('jpeg').optional(),
});
export type UploadMetadata = z.infer<typeof UploadMetadata>;

export function readMetadata(metadata: Record<string, string | null> | undefined): UploadMetadata {
  const read = UploadMetadata.safeParse(metadata ?? {});
  if (!read.success)
    throw new UploadFault(422, `Upload-Metadata requires id, sha256 and type: ${itemAt(read.error.issues, 0).path.join('.')}`);
  if (read.data.companion && read.data.type !== 'image/jpeg') throw new UploadFault(422, 'A companion must be a JPEG');
  return read.data;
}

export interface FinishedUpload {
  userId: string;
  metadata: UploadMetadata;
  path: string;
  length: number;
}

/** Keyed by owner and photo id, because two tabs can finish the same photo at the same time. */
const queue = keyedQueue();

/**
 * Moves a complete upload to the photo store if its hash matches. Moves the file first, then writes the row and its job
 * (docs/faults.md S8). Throws an `UploadFault` and deletes the file if the file is invalid; throws another error and keeps the file
 * for the next attempt if it could not be stored.
 */
export function finishUpload(context: Context, upload: FinishedUpload): Promise<void> {
  return queue(`${upload.userId} ${upload.metadata.id}`, async () => {
    const { metadata, userId } = upload;
    const claim = await claimFile(upload);
    if (claim === null) {
      // Another request has just finished or restarted the upload.
      if (await findStored(context, userId, metadata)) return;
      throw new UploadFault(409, 'This upload was started over');
    }
    try {
      if ((await sha256Of(claim)) !== metadata.sha256) throw new UploadFault(422, 'The sha256 does not match');
      const row = await findPhoto(context.db, userId, metadata.id);
      if (metadata.companion) {
        if (!row) throw new UploadFault(409, 'Send the original first');
        await storeCompanion(context, row.id, claim, upload.length);
      } else if (!row) {
        await storeOriginal(context, upload, claim);
      } else if (row.sha256 !== metadata.sha256) {
        throw new UploadFault(409, ID_TAKEN);
      }
    } catch (error) {
      if (error instanceof UploadFault) await removeUpload(upload, claim);
      // An error of the server: the bytes stay, and the next HEAD or PATCH retries.
      else await rename(claim, upload.path).catch(() => undefined);
      throw error;
    }
    await removeUpload(upload, claim);
  });
}

/**
 * Renames the file, so that a client that restarts the upload does not write to it, and returns its new path. Null if the file is not
 * there, or not whole: uploads are finished when all bytes have arrived, so another request has restarted this one and is writing to
 * the file, which it keeps.
 */
async function claimFile({ path, length }: FinishedUpload): Promise<string | null> {
  const claim = `${path}.${randomUUID()}.claim`;
  try {
    await rename(path, claim);
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
  if ((await stat(claim)).size === length) return claim;
  await rename(claim, path);
  return null;
}

async function removeUpload(upload: FinishedUpload, claim: string): Promise<void> {
  await rm(claim, { force: true });
  await rm(`${upload.path}.json`, { force: true });
}

/** Stores the file first, then the row and its job, so that a row never points to an incomplete file. */
async function storeOriginal(context: Context, upload: FinishedUpload, claim: string): Promise<void> {
  const { userId, metadata } = upload;
  const { sha256, type } = metadata;
  const id = randomUUID();
  const key = originalKey(id);
  await context.files.moveIn(key, claim);
  try {
    const isInserted = await inTransaction(context.db, async (tx) => {
      const media = { id, userId, photoId: metadata.id, sha256, type, byteLength: upload.length, now: context.now() };
      if (!(await insertMedia(tx, media))) return false;
      await context.jobs.send('media', { id }, tx);
      return true;
    });
    if (isInserted) return;
  } catch (error) {
    // The commit may have succeeded, so the file stays, and a copy is left for the next attempt.
    await context.files.withLocalFile(key, (path) => copyFile(path, claim)).catch(() => undefined);
    throw error;
  }
  await context.files.remove(key);
  const row = await findPhoto(context.db, userId, metadata.id);
  if (!row) throw new UploadFault(404, 'Not found');
  if (row.sha256 !== sha256) throw new UploadFault(409, ID_TAKEN);
}

async function storeCompanion(context: Context, id: string, claim: string, size: number): Promise<void> {
  await context.files.moveIn(companionKey(id), claim);
  await inTransaction(context.db, async (tx) => {
    await updateStored(tx, id, size);
    await context.jobs.send('media', { id }, tx);
  });
}

/** Length and hash of a stored photo; the hash of a companion is not known. Null if the user has no such photo. */
export async function findStored(
  context: Context,
  userId: string,
  metadata: Pick<UploadMetadata, 'id' | 'companion'>,
): Promise<{ length: number; sha256: string | null } | null> {
  const row = await findPhoto(context.db, userId, metadata.id);
  if (!row) return null;
  if (!metadata.companion) return { length: row.byte_length, sha256: row.sha256 };
  const length = await context.files.size(companionKey(row.id));
  return length === null ? null : { length, sha256: null };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
