import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { keyedQueue } from '../../http/keyed-queue.ts';

/** How long a finished upload stays in memory. */
const CACHE_MS = 60_000;

/**
 * The folder of incomplete uploads. After a POST with the whole file, tus reads the offset once more, but by then the file has moved
 * to the photo store. Therefore finished uploads stay in memory for a minute, or until the id is created again.
 *
 * Creating an upload truncates and rewrites its files, and tus reads them outside its lock. Of two simultaneous POST requests for
 * one id, the first could read incomplete files of the second and return 404. Therefore the store creates and reads the uploads of
 * each id one after another.
 */
export class UploadStore extends FileStore {
  readonly #finished = new Map<string, Upload>();
  readonly #enqueue = keyedQueue();

  /** Without `creation-defer-length`, because the server checks the length against the limits of the account. */
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];

  override create(upload: Upload): Promise<Upload> {
    return this.#enqueue(upload.id, () => {
      this.#finished.delete(upload.id);
      return super.create(upload);
    });
  }

  override async getUpload(id: string): Promise<Upload> {
    return this.#finished.get(id) ?? this.onDisk(id);
  }

  /** Reads an upload from the folder only. */
  onDisk(id: string): Promise<Upload> {
    return this.#enqueue(id, () => super.getUpload(id));
  }

  cacheFinished(upload: Upload): void {
    this.#finished.set(upload.id, upload);
    setTimeout(() => {
      if (this.#finished.get(upload.id) === upload) this.#finished.delete(upload.id);
    }, CACHE_MS).unref();
  }
}
