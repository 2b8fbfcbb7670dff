import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { keyedQueue } from '../../http/keyed-queue.ts';

/** How long a finished POST may still be asked for by its own request. */
const REMEMBER_MS = 60_000;

/**
 * The folder of incomplete uploads. After a POST that carried the whole file, tus asks the store once more for its offset,
 * but by then the file has moved to the photos. The store answers that from memory until the id is created again.
 *
 * Creating an upload truncates and rewrites its files, and tus reads them outside its lock: of two POSTs for one id, the first
 * could find the files of the second half written and answer 404. So the store itself creates and reads each id in turn.
 */
export class UploadStore extends FileStore {
  readonly #finished = new Map<string, Upload>();
  readonly #inTurn = keyedQueue();

  override create(upload: Upload): Promise<Upload> {
    return this.#inTurn(upload.id, () => {
      this.#finished.delete(upload.id);
      return super.create(upload);
    });
  }

  override async getUpload(id: string): Promise<Upload> {
    return this.#finished.get(id) ?? this.onDisk(id);
  }

  /** Only what is in the folder. */
  onDisk(id: string): Promise<Upload> {
    return this.#inTurn(id, () => super.getUpload(id));
  }

  remember(upload: Upload): void {
    this.#finished.set(upload.id, upload);
    setTimeout(() => {
      if (this.#finished.get(upload.id) === upload) this.#finished.delete(upload.id);
    }, REMEMBER_MS).unref();
  }
}
