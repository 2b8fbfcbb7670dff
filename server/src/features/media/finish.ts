import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { MEDIA_TYPES } from '@veld/contract';
import { z } from 'zod';
import { inTransaction } from '../../db/transaction.ts';
import type { Context } from '../../http/context.ts';
import { keyedQueue } from '../../http/keyed-queue.ts';
import { companionKey, originalKey } from './keys.ts';
import { findMedia, insertMedia, updateStored } from './store.ts';

/** An error in the form tus expects: a status and a line of text. */
export class UploadFault extends Error {
  readonly status_code: number;
  readonly body: string;

  constructor(status: number, text: string) {
    super(text);
    this.status_code = status;
    this.body = `${text}\n`;
  }
}

/** What a device declares about a file before it sends it. */
export const UploadMetadata = z.object({
  id: z.uuidv4(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  type: z.enum(MEDIA_TYPES),
  /** The file is a JPEG that the device made from a photo the server cannot read (HEIC). */
  companion: z.literal('jpeg').optional(),
});
export type UploadMetadata = z.infer<typeof UploadMetadata>;

export function readMetadata(metadata: Record<string, string | null> | undefined): UploadMetadata {
  const read = UploadMetadata.safeParse(metadata ?? {});
  if (!read.success) throw new UploadFault(422, `Upload-Metadata requires id, sha256 and type: ${read.error.issues[0]!.path.join('.')}`);
  if (read.data.companion && read.data.type !== 'image/jpeg') throw new UploadFault(422, 'A companion must be a JPEG');
  return read.data;
}

export interface FinishedUpload {
  userId: string;
  metadata: UploadMetadata;
  path: string;
  length: number;
}

/** By photo id: two tabs may finish the same photo at once. */
const queue = keyedQueue();

/**
 * Moves a complete upload to the photo store. Its length and hash must match; the file is moved first, then the row is written
 * with its job (docs/faults.md S8). Throws `UploadFault`: a file that does not match is deleted, one that the server could
 * not store stays for the next attempt.
 */
export function finishUpload(context: Context, upload: FinishedUpload): Promise<void> {
  return queue(upload.metadata.id, async () => {
    const { metadata, userId } = upload;
    // Renamed first, so that a client that starts the upload over does not write into the file that is hashed here.
    const claim = `${upload.path}.${randomUUID()}.claim`;
    try {
      await rename(upload.path, claim);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // Another request has just finished it, or has started it over.
      if (await findStored(context, userId, metadata)) return;
      throw new UploadFault(409, 'This upload was started over');
    }
    try {
      const { size } = await stat(claim);
      if (size !== upload.length || (await sha256Of(claim)) !== metadata.sha256)
        throw new UploadFault(422, 'Length or sha256 does not match');
      const row = await findMedia(context.db, metadata.id);
      if (row && row.user_id !== userId) throw new UploadFault(404, 'Not found');
      if (metadata.companion) {
        if (!row) throw new UploadFault(409, 'Send the original first');
        await storeCompanion(context, metadata.id, claim);
      } else if (!row) {
        await storeOriginal(context, upload, claim, size);
      } else if (row.sha256 !== metadata.sha256) {
        throw new UploadFault(409, 'This id belongs to another photo');
      }
    } catch (error) {
      if (error instanceof UploadFault) await forget(upload, claim);
      // The fault is the machine's: the bytes stay, and the next HEAD or PATCH tries again.
      else await rename(claim, upload.path).catch(() => undefined);
      throw error;
    }
    await forget(upload, claim);
  });
}

async function forget(upload: FinishedUpload, claim: string): Promise<void> {
  await rm(claim, { force: true });
  await rm(`${upload.path}.json`, { force: true });
}

/** The file first, then row and job: a row never points to an incomplete file. */
async function storeOriginal(context: Context, upload: FinishedUpload, claim: string, size: number): Promise<void> {
  const { id, sha256, type } = upload.metadata;
  const key = originalKey(id);
  await context.files.moveIn(key, claim);
  try {
    const isIn = await inTransaction(context.db, async (tx) => {
      if (!(await insertMedia(tx, { id, userId: upload.userId, sha256, type, byteLength: size }))) return false;
      await context.jobs.send('media', { id }, tx);
      return true;
    });
    if (isIn) return;
  } catch (error) {
    // The commit may have succeeded, so the file stays, and the upload gets a copy to finish from.
    await copyFile(context.files.localPath(key), claim).catch(() => undefined);
    throw error;
  }
  const row = await findMedia(context.db, id);
  if (!row) await context.files.remove(key);
  if (row?.user_id !== upload.userId) throw new UploadFault(404, 'Not found');
}

async function storeCompanion(context: Context, id: string, claim: string): Promise<void> {
  await context.files.moveIn(companionKey(id), claim);
  await inTransaction(context.db, async (tx) => {
    await updateStored(tx, id);
    await context.jobs.send('media', { id }, tx);
  });
}

/** Length and, where known, hash of what is stored. Null where nothing is, or where it belongs to somebody else. */
export async function findStored(
  context: Context,
  userId: string,
  metadata: Pick<UploadMetadata, 'id' | 'companion'>,
): Promise<{ length: number; sha256: string | null } | null> {
  const row = await findMedia(context.db, metadata.id);
  if (!row || row.user_id !== userId) return null;
  if (!metadata.companion) return { length: row.byte_length, sha256: row.sha256 };
  const length = await context.files.size(companionKey(metadata.id));
  return length === null ? null : { length, sha256: null };
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
